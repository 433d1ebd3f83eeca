"""The compiled forms of engines, where there are any, and the choice between two forms.

Both forms of an engine find the same solutions in the same order and count the same nodes.
A kernel is taken where it was compiled, on the widest path of the machine.  In the
environment, `INEQSUDOKU_KERNEL=python` asks for the Python forms and
`INEQSUDOKU_KERNEL=portable` for the path without special instructions; the other paths have
names too.  All kernels have the same paths.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import chain
from struct import Struct

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.geometry import NINE, Geometry
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search.enumeration import Found
from ineqsudoku.search.result import SearchResult

CHOICE = "INEQSUDOKU_KERNEL"
"""The variable of the environment that chooses a form."""

PYTHON = "python"

_CELLS = 81
_MOST = 2**64 - 1
"""The kernel counts in 64 bits; no search comes so far."""


_ANSWER = Struct("<B?Q81s81s")
"""An answer of a batch: number of solutions, whether there are no others, nodes, solutions."""

Printed = Callable[[Puzzle], tuple[str, ...]]
Call = Callable[..., tuple[bytes, int, bool, int]]
Batch = Callable[[int, bytes, int, int], bytes]


def _without_border_signs(puzzle: Puzzle) -> tuple[str, ...]:
    return puzzle.signs, puzzle.givens


def _signs(puzzle: Puzzle) -> tuple[str, ...]:
    return (puzzle.signs,)


def _everything(puzzle: Puzzle) -> tuple[str, ...]:
    return puzzle.signs, puzzle.givens, puzzle.border_signs


_PRINTED: dict[str, tuple[Printed, Printed]] = {
    "boxes": (_without_border_signs, _signs),
    "cells": (_everything, _everything),
}
"""For each engine that has a compiled form what this is told of a puzzle: alone, in a batch."""

COMPILED = tuple(_PRINTED)


@dataclass(frozen=True, slots=True)
class Kernel:
    """The kernel of an engine on one of its paths: a `Searcher`.

    `name` is the path's, `path` its index in `PATHS`, `call` and `batch` are the kernel's
    functions `search` and `solve_batch`.
    """

    engine: str
    name: str
    path: int
    call: Call
    batch: Batch

    def search(self, puzzle: Puzzle, limit: int | None, node_limit: int | None) -> Found:
        alone, _ = _PRINTED[self.engine]
        digits, _, complete, nodes = self.call(
            self.path, *alone(puzzle), _number(limit), _number(node_limit), True
        )
        text = digits.decode("ascii")
        lines = [text[start : start + _CELLS] for start in range(0, len(text), _CELLS)]
        return Found(lines, complete, nodes)

    def search_many(
        self, puzzles: Sequence[Puzzle], limit: int, node_limit: int | None
    ) -> Iterator[SearchResult]:
        """The results of `search`; `limit` is 1 or 2.  `boxes` must be given signs and nothing
        else.

        All go in one call, which takes a third of the time that Python spends on many.
        """
        _, in_batch = _PRINTED[self.engine]
        packed = "".join(chain.from_iterable(map(in_batch, puzzles)))
        answers = self.batch(self.path, packed.encode("ascii"), limit, _number(node_limit))
        for found, complete, nodes, first, second in _ANSWER.iter_unpack(answers):
            lines = [line.decode("ascii") for line in (first, second)[:found]]
            yield SearchResult.of(lines, complete, nodes)

    def count(self, puzzle: Puzzle, limit: int | None) -> int:
        alone, _ = _PRINTED[self.engine]
        _, found, _, _ = self.call(self.path, *alone(puzzle), _number(limit), 0, False)
        return found


@cache
def kernels(engine: str = "boxes") -> tuple[Kernel, ...]:
    """The kernel of an engine on each path of this machine, the widest last; none if it is not
    compiled."""
    if engine not in COMPILED:
        return ()
    try:
        module = import_module(f"ineqsudoku.search._{engine}")
    except ImportError:
        return ()
    return tuple(
        Kernel(engine, name, path, module.search, module.solve_batch)
        for path, name in enumerate(module.PATHS)
    )


@cache
def kernel(engine: str = "boxes", geometry: Geometry = NINE) -> Kernel | None:
    """The kernel that an engine runs on, or `None` when it runs in Python, which it does with
    puzzles of other sizes than 9×9.

    Raises `IneqSudokuError` when the environment asks for a path that is not there.
    """
    choice = os.environ.get(CHOICE, "")
    if choice == PYTHON or engine not in COMPILED or geometry is not NINE:
        return None
    there = {kernel.name: kernel for kernel in kernels(engine)}
    if not choice:
        return kernels(engine)[-1] if there else None
    if choice not in there:
        names = ", ".join((PYTHON, *there))
        raise IneqSudokuError(f"{CHOICE} is {choice!r}, but there are only: {names}")
    return there[choice]


def _number(limit: int | None) -> int:
    """A limit as the kernel takes it."""
    return 0 if limit is None else min(limit, _MOST)
