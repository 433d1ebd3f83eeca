"""Other ways to solve the same puzzles, one module each, to compare with.

A peer is a module with one function, `measure`, which solves one puzzle.  Each is modelled
as its own documentation would have it; what was tried is in `LOG.md`.  A peer is imported by
who measures it: none of them is needed for anything else.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from time import perf_counter
from typing import NamedTuple, Protocol, cast

from ineqsudoku.geometry import NINE
from ineqsudoku.puzzle import NO_BORDER_SIGNS, Puzzle


class Solved(NamedTuple):
    """Solutions one after another, in symbols, and what they took.  One is the only
    solution, two are the first two, none says that there is none: all that is proved."""

    answer: str
    seconds: float


class Measure(Protocol):
    """Solves a puzzle and times itself, model building included."""

    def __call__(self, puzzle: Puzzle, /) -> Solved: ...


Solve = Callable[[Puzzle], list[str]]


def by_the_clock(solve: Solve) -> Measure:
    """What measures a function of this process."""

    def measure(puzzle: Puzzle) -> Solved:
        start = perf_counter()
        lines = solve(puzzle)
        seconds = perf_counter() - start
        return Solved("".join(lines), seconds)

    return measure


@dataclass(frozen=True, slots=True)
class Peer:
    """A module of this package and the distribution that it needs; none is a C++ file.

    `signs` says whether it takes puzzles with any, `borders` whether on box borders too, `plain`
    whether it comes to an end without any, `sizes` whether it is written for other sizes than
    9×9.
    """

    name: str
    module: str
    distribution: str | None
    signs: bool = True
    borders: bool = True
    plain: bool = True
    sizes: bool = False

    def takes(self, puzzle: Puzzle) -> bool:
        if puzzle.geometry is not NINE:
            return self.sizes
        if puzzle.border_signs != NO_BORDER_SIGNS:
            return self.borders
        return self.plain if puzzle.is_plain else self.signs

    def measure(self) -> Measure:
        """The module's function; imports what it needs."""
        return cast(Measure, import_module(f"peers.{self.module}").measure)

    @property
    def version(self) -> str | None:
        """What is installed of it; `None` when it is not there."""
        if self.distribution is None:
            return "g++ -O2" if shutil.which("g++") else None
        try:
            return version(self.distribution)
        except PackageNotFoundError:
            return None


PEERS = (
    Peer("OR-tools CP-SAT", "cpsat", "ortools", sizes=True),
    Peer("PySAT, CaDiCaL", "cadical", "python-sat"),
    Peer("Z3", "z3solver", "z3-solver"),
    Peer("python-constraint2", "constraint2", "python-constraint2"),
    Peer("dancing links, C++", "dlx", None, signs=False, borders=False),
    Peer("row-major DFS, C++", "dfs", None, borders=False, plain=False),
)
