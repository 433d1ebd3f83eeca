"""What compares the compiled forms of engines with their twins in Python."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import strategies as st

from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search import boxes, cells
from ineqsudoku.search.enumeration import Enumeration, SearchResult
from ineqsudoku.search.kernel import CHOICE, PYTHON, kernel, kernels

TWINS = {"boxes": Enumeration(boxes.solutions), "cells": Enumeration(cells.solutions)}

limits = st.none() | st.integers(1, 30)
node_limits = st.integers(1, 300)


def agreed(engine: str, puzzle: Puzzle, limit: int | None, node_limit: int | None) -> SearchResult:
    """The result of a search, on which the Python form and all compiled forms agree."""
    result = TWINS[engine].search(puzzle, limit, node_limit)
    for form in kernels(engine):
        assert form.search(puzzle, limit, node_limit) == result, (form.name, puzzle)
    return result


@contextmanager
def in_python() -> Iterator[None]:
    """All engines run in Python, as where nothing is compiled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CHOICE, PYTHON)
        kernel.cache_clear()
        try:
            yield
        finally:
            kernel.cache_clear()
