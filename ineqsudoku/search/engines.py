"""The engines by name, and the choice of the best one for a puzzle."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Literal, cast, get_args

from ineqsudoku.errors import UnsupportedPuzzleError
from ineqsudoku.geometry import BOX_OF, IN_BOX_PAIRS
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import ABSENT, NO_BORDER_SIGNS, Puzzle
from ineqsudoku.search.enumeration import Engine, Enumeration, Searcher
from ineqsudoku.search.kernel import kernel

EngineName = Literal["boxes", "rowmajor", "cells", "dlx"]

EngineChoice = Literal["auto", EngineName]
"""An engine, or `auto`, which starts with the best engine for the puzzle."""

AUTO: Literal["auto"] = "auto"

ENGINES: tuple[EngineName, ...] = get_args(EngineName)

NARROW = 160
"""Up to this `spread`, the engine `boxes` is faster than `cells` (`docs/how-engines.md`)."""

ALWAYS_NARROW, NEVER_NARROW = 7, 38
"""With at most the first number of absent signs, `spread` is at most `NARROW`; with at least the
second, it is greater, however the boxes share the absent signs."""

_BITS = str.maketrans("<>^v.", "00001")
"""Turns signs into a binary number with a 1 for every absent one."""

_BOX_MASKS = tuple(
    int("".join("01"[BOX_OF[first] == box] for first, _ in IN_BOX_PAIRS), 2) for box in range(9)
)
"""The masks of the boxes' signs in such a number."""


_UNSUPPORTED = Message("search.unsupported", "the engine {engine} cannot solve this: {reason}")


def form(name: str) -> Searcher:
    """Return the form of an engine for the puzzles that it supports.

    It is the compiled kernel, if there is one, else the engine's module, which is loaded only then.
    """
    return kernel(name) or Enumeration(_import(name).solutions)


def engine_for(puzzle: Puzzle, name: str) -> Searcher:
    """Return the form of an engine.  Raises `UnsupportedPuzzleError` when it does not support the
    puzzle, and `ValueError` for an unknown name."""
    if reason := module(name).unsupported_reason(puzzle):
        raise UnsupportedPuzzleError(_UNSUPPORTED.fill(engine=name, reason=reason))
    return form(name)


def module(name: str) -> Engine:
    """Return the module of an engine.  Raises `ValueError` for an unknown name."""
    if name not in ENGINES:
        raise ValueError(f"no engine {name!r}; engines: auto, {', '.join(ENGINES)}")
    return _import(name)


@cache
def _import(name: str) -> Engine:
    return cast(Engine, import_module(f"ineqsudoku.search.{name}"))


def choose(puzzle: Puzzle) -> Literal["boxes", "cells"]:
    """Return the engine that `auto` tries first.

    Without signs on box borders, that is `boxes` if the spread of the puzzle is small.  For all
    other puzzles it is `cells`, which for plain sudoku takes less than a third of the time of `dlx`
    even in Python.  The choice must not depend on what is compiled: engines find different
    solutions first.
    """
    if puzzle.border_signs != NO_BORDER_SIGNS:
        return "cells"
    if ABSENT not in puzzle.signs:  # The usual case; this is faster than to count.
        return "boxes"
    absent = puzzle.signs.count(ABSENT)
    if absent <= ALWAYS_NARROW or (absent < NEVER_NARROW and spread(puzzle) <= NARROW):
        return "boxes"
    return "cells"


def spread(puzzle: Puzzle) -> int:
    """Return an estimate, from absent signs, of the number of arrangements that the boxes leave
    open.

    An absent sign about doubles the arrangements of its box, so this is the sum over the
    boxes of 2 to the power of their absent signs: 9 for a full layout, 36,864 without signs.
    """
    absent = int(puzzle.signs.translate(_BITS), 2)
    return sum([1 << (absent & mask).bit_count() for mask in _BOX_MASKS])
