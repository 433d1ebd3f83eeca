"""The compiled form of `boxes`, where there is one, and the choice between the two forms.

Both forms find the same solutions in the same order and count the same nodes.  The kernel
is taken where it was compiled, on the widest path of the machine.  In the environment,
`INEQSUDOKU_KERNEL=python` asks for the Python form and `INEQSUDOKU_KERNEL=portable` for the
path without special instructions; the other paths have names too.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search.enumeration import Found

CHOICE = "INEQSUDOKU_KERNEL"
"""The variable of the environment that chooses a form."""

PYTHON = "python"

_CELLS = 81
_MOST = 2**64 - 1
"""The kernel counts in 64 bits; no search comes so far."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """The kernel on one of its paths, an index of `PATHS`: a `Searcher`."""

    path: int

    @property
    def name(self) -> str:
        return paths()[self.path]

    def search(self, puzzle: Puzzle, limit: int | None, node_limit: int | None) -> Found:
        digits, _, complete, nodes = self._search(puzzle, limit, node_limit, keep=True)
        text = digits.decode("ascii")
        lines = [text[start : start + _CELLS] for start in range(0, len(text), _CELLS)]
        return Found(lines, complete, nodes)

    def count(self, puzzle: Puzzle, limit: int | None) -> int:
        _, found, _, _ = self._search(puzzle, limit, None, keep=False)
        return found

    def _search(
        self, puzzle: Puzzle, limit: int | None, node_limit: int | None, keep: bool
    ) -> tuple[bytes, int, bool, int]:
        from ineqsudoku.search._boxes import search

        return search(
            self.path, puzzle.signs, puzzle.givens, _number(limit), _number(node_limit), keep
        )


@cache
def paths() -> tuple[str, ...]:
    """The paths that the kernel can take here, the widest last; none if it is not compiled."""
    try:
        from ineqsudoku.search._boxes import PATHS
    except ImportError:
        return ()
    return PATHS


@cache
def kernel() -> Kernel | None:
    """The kernel that `boxes` runs on, or `None` when it runs in Python.

    Raises `IneqSudokuError` when the environment asks for a path that is not there.
    """
    choice = os.environ.get(CHOICE, "")
    if choice == PYTHON:
        return None
    names = paths()
    if not choice:
        return Kernel(len(names) - 1) if names else None
    if choice not in names:
        there = ", ".join((PYTHON, *names))
        raise IneqSudokuError(f"{CHOICE} is {choice!r}, but there are only: {there}")
    return Kernel(names.index(choice))


def _number(limit: int | None) -> int:
    """A limit as the kernel takes it."""
    return 0 if limit is None else min(limit, _MOST)
