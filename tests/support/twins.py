"""What compares the compiled forms of engines with their twins in Python."""

from __future__ import annotations

from hypothesis import strategies as st

from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search import boxes, cells
from ineqsudoku.search.enumeration import Enumeration, SearchOutcome
from ineqsudoku.search.kernel import kernels

TWINS = {"boxes": Enumeration(boxes), "cells": Enumeration(cells)}

limits = st.none() | st.integers(1, 30)
node_limits = st.integers(1, 300)


def agreed(engine: str, puzzle: Puzzle, limit: int | None, node_limit: int | None) -> SearchOutcome:
    """What both forms find, on every path."""
    found = TWINS[engine].search(puzzle, limit, node_limit)
    for kernel in kernels(engine, puzzle.geometry):
        assert kernel.search(puzzle, limit, node_limit) == found, (kernel.name, puzzle)
    return found
