"""The compiled form of `boxes`, where there is one, and the choice between the two forms.

Both forms find the same solutions in the same order and count the same nodes.  The kernel
is taken where it was compiled, on the widest path of the machine.  In the environment,
`INEQSUDOKU_KERNEL=python` asks for the Python form and `INEQSUDOKU_KERNEL=portable` for the
path without special instructions; the other paths have names too.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from struct import Struct

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search.enumeration import Found

CHOICE = "INEQSUDOKU_KERNEL"
"""The variable of the environment that chooses a form."""

PYTHON = "python"

_CELLS = 81
_MOST = 2**64 - 1
"""The kernel counts in 64 bits; no search comes so far."""


_ANSWER = Struct("<B?Q81s81s")
"""An answer of a batch: number of solutions, whether there are no others, nodes, solutions."""

Call = Callable[[int, str, str, int, int, bool], tuple[bytes, int, bool, int]]
Batch = Callable[[int, bytes, int, int], bytes]


@dataclass(frozen=True, slots=True)
class Kernel:
    """The kernel on one of its paths: a `Searcher`.

    `name` is the path's, `path` its index in `PATHS`, `call` and `batch` are the kernel's
    functions `search` and `solve_batch`.
    """

    name: str
    path: int
    call: Call
    batch: Batch

    def search(self, puzzle: Puzzle, limit: int | None, node_limit: int | None) -> Found:
        digits, _, complete, nodes = self.call(
            self.path, puzzle.signs, puzzle.givens, _number(limit), _number(node_limit), True
        )
        text = digits.decode("ascii")
        lines = [text[start : start + _CELLS] for start in range(0, len(text), _CELLS)]
        return Found(lines, complete, nodes)

    def search_layouts(
        self, layouts: Sequence[str], limit: int, node_limit: int | None
    ) -> Iterator[Found]:
        """As `search` for puzzles of 108 signs and nothing else; `limit` is 1 or 2.

        All go in one call, which takes a third of the time that Python spends on many.
        """
        signs = "".join(layouts).encode("ascii")
        answers = self.batch(self.path, signs, limit, _number(node_limit))
        for found, complete, nodes, *digits in _ANSWER.iter_unpack(answers):
            yield Found([line.decode("ascii") for line in digits[:found]], complete, nodes)

    def count(self, puzzle: Puzzle, limit: int | None) -> int:
        _, found, _, _ = self.call(self.path, puzzle.signs, puzzle.givens, _number(limit), 0, False)
        return found


@cache
def kernels() -> tuple[Kernel, ...]:
    """The kernel on each path of this machine, the widest last; none if it is not compiled."""
    try:
        from ineqsudoku.search._boxes import PATHS, search, solve_batch
    except ImportError:
        return ()
    return tuple(Kernel(name, path, search, solve_batch) for path, name in enumerate(PATHS))


@cache
def kernel() -> Kernel | None:
    """The kernel that `boxes` runs on, or `None` when it runs in Python.

    Raises `IneqSudokuError` when the environment asks for a path that is not there.
    """
    choice = os.environ.get(CHOICE, "")
    if choice == PYTHON:
        return None
    there = {kernel.name: kernel for kernel in kernels()}
    if not choice:
        return kernels()[-1] if there else None
    if choice not in there:
        names = ", ".join((PYTHON, *there))
        raise IneqSudokuError(f"{CHOICE} is {choice!r}, but there are only: {names}")
    return there[choice]


def _number(limit: int | None) -> int:
    """A limit as the kernel takes it."""
    return 0 if limit is None else min(limit, _MOST)
