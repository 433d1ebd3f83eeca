"""Other ways to solve the same puzzles, one module each, to compare with.

A peer is a module with one function, `measure`, which solves one puzzle.  Each is modelled
as its own documentation would have it; what was tried is in `LOG.md`.  A peer is imported by
who measures it: none of them is needed for anything else.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from time import process_time
from typing import NamedTuple, Protocol, cast

from ineqsudoku.puzzle import NO_BORDER_SIGNS, Puzzle


class Solved(NamedTuple):
    """The solutions that were found, one after another, in digits, and the CPU time in
    seconds.  One solution is proved to be the only one, two are the first two, and an empty
    text is a proof that there is none."""

    answer: str
    seconds: float


class Measure(Protocol):
    """Solves a puzzle and measures its own CPU time, which includes building the model."""

    def __call__(self, puzzle: Puzzle, /) -> Solved: ...


Solve = Callable[[Puzzle], list[str]]


def in_cpu_time(solve: Solve) -> Measure:
    """Measures a function by the CPU time of this process, all of its threads included.

    Under load, wall-clock time says more about the machine than about the function.
    """

    def measure(puzzle: Puzzle) -> Solved:
        start = process_time()
        lines = solve(puzzle)
        seconds = process_time() - start
        return Solved("".join(lines), max(seconds - cost_of_the_clock(), 0.0))

    return measure


@cache
def cost_of_the_clock() -> float:
    """Seconds that reading the clock twice adds: a system call, which a kernel that takes
    microseconds would be charged for."""
    return median(-(process_time() - process_time()) for _ in range(10_001))


Version = Callable[[], str | None]
"""Names what a peer is made of; `None` when it cannot be had on this machine."""

ISS_CHECKOUT = "INEQSUDOKU_ISS"
"""The environment variable that names a checkout of Interactive Sudoku Solver."""


def _installed(distribution: str) -> str | None:
    try:
        return f"{distribution} {version(distribution)}"
    except PackageNotFoundError:
        return None


def _compiler() -> str | None:
    return "g++ -O2" if shutil.which("g++") else None


@cache
def _gecode() -> str | None:
    """Its headers define the version."""
    if not _compiler():
        return None
    source = "#include <gecode/support/config.hpp>\nGECODE_VERSION\n"
    command = ["g++", "-E", "-P", "-x", "c++", "-"]
    ran = subprocess.run(command, input=source, capture_output=True, text=True, check=False)
    return "gecode " + ran.stdout.split()[-1].strip('"') if ran.returncode == 0 else None


def _iss() -> str | None:
    there = os.environ.get(ISS_CHECKOUT) and shutil.which("node")
    return "Interactive Sudoku Solver under Node" if there else None


@dataclass(frozen=True, slots=True)
class Peer:
    """A module of this package and how to find the `version` of what it needs.

    `signs` says whether it takes puzzles with any, `borders` whether on box borders too, `plain`
    whether it comes to an end without any.
    """

    name: str
    module: str
    find_version: Version
    signs: bool = True
    borders: bool = True
    plain: bool = True

    def takes(self, puzzle: Puzzle) -> bool:
        if puzzle.border_signs != NO_BORDER_SIGNS:
            return self.borders
        return self.plain if puzzle.is_plain else self.signs

    def measure(self) -> Measure:
        """The module's function; imports what it needs."""
        return cast(Measure, import_module(f"peers.{self.module}").measure)

    @property
    def version(self) -> str | None:
        return self.find_version()


PEERS = (
    Peer("OR-tools CP-SAT", "cpsat", partial(_installed, "ortools")),
    Peer("PySAT, CaDiCaL", "cadical", partial(_installed, "python-sat")),
    Peer("PySAT, MiniSat", "minisat", partial(_installed, "python-sat")),
    Peer("Gecode, C++", "gecode", _gecode, borders=False),
    Peer("Interactive Sudoku Solver", "iss", _iss),
    Peer("dancing links, C++", "dlx", _compiler, signs=False, borders=False),
    Peer("row-major DFS, C++", "dfs", _compiler, borders=False, plain=False),
)
