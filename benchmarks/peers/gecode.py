"""Gecode, `gecode.cpp`; needs its headers (Debian: libgecode-dev) and g++."""

from __future__ import annotations

from ineqsudoku.puzzle import Puzzle
from peers import Solved
from peers.programs import ask_compiled

_LIBRARIES = ("gecodesearch", "gecodeint", "gecodekernel", "gecodesupport")


def measure(puzzle: Puzzle) -> Solved:
    return ask_compiled("gecode", puzzle, *_LIBRARIES).solved
