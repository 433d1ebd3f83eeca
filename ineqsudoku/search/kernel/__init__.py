"""The compiled forms of engines, and the choice between them and the Python forms.

Both forms of an engine find the same solutions in the same order and count the same nodes.
A kernel is used if it was compiled, on the widest path of the machine.  The environment variable
`INEQSUDOKU_KERNEL` selects another form: `python`, or the name of a path, such as `portable` for
the path without special instructions.  All kernels have the same paths.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import chain
from struct import Struct
from time import monotonic

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Message, enumeration
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search.enumeration import SearchResult, result_of

CHOICE = "INEQSUDOKU_KERNEL"
"""The environment variable that selects a form."""

PYTHON = "python"


def is_python_wanted() -> bool:
    """Whether the environment asks for the Python forms."""
    return os.environ.get(CHOICE, "") == PYTHON


def is_kernel_missing() -> bool:
    """Whether searches run in Python because nothing was compiled."""
    return not (is_python_wanted() or kernels())


_NO_TIME = 1e-9
"""The seconds left after a deadline; 0 would mean no limit."""

_ANSWER = Struct("<B?Q81s81s")
"""An answer of a batch: number of solutions, whether there are no others, nodes, solutions."""

Call = Callable[..., tuple[list[str], int, bool, int]]
Batch = Callable[[int, bytes, int, int | None], bytes]
Lines = Callable[[int, str, int, int | None, int | None], bytes]


def _signs(puzzle: Puzzle) -> tuple[str, ...]:
    return (puzzle.signs,)


def _everything(puzzle: Puzzle) -> tuple[str, ...]:
    return puzzle.signs, puzzle.givens, puzzle.border_signs


COMPILED = ("boxes", "cells")
"""The engines that have a compiled form, in a module of the same name."""

_IN_BATCH: dict[str, Callable[[Puzzle], tuple[str, ...]]] = {"boxes": _signs, "cells": _everything}
"""The texts of a puzzle in a batch, for the forms that take batches."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """A compiled form on one of its paths: a `Searcher`.

    `name` is the name of the path and `path` its index in `PATHS`.  `call`, `batch` and `lines`
    are the module's functions `search`, `solve_batch` and `solve_lines`; `seed` is one for `call`.
    """

    engine: str
    name: str
    path: int
    call: Call
    batch: Batch | None
    lines: Lines | None
    seed: int = 0

    def search(
        self,
        puzzle: Puzzle,
        limit: int | None,
        node_limit: int | None,
        deadline: float | None = None,
    ) -> SearchResult:
        seconds = 0.0 if deadline is None else max(deadline - monotonic(), _NO_TIME)
        lines, _, complete, nodes = self.call(
            self.path,
            puzzle.signs,
            puzzle.givens,
            puzzle.border_signs,
            limit,
            node_limit,
            True,
            seconds,
            self.seed,
        )
        return result_of(lines, complete, nodes)

    def search_many(
        self, puzzles: Sequence[Puzzle], limit: int, node_limit: int | None
    ) -> Iterator[SearchResult]:
        """Yield the results of `search` for several puzzles; `limit` is 1 or 2.

        Only for kernels that search batches; `boxes` supports only layouts then.  One call for all
        puzzles takes a third of the time that Python needs for many calls.
        """
        assert self.batch
        packed = "".join(chain.from_iterable(map(_IN_BATCH[self.engine], puzzles)))
        answers = self.batch(self.path, packed.encode("ascii"), limit, node_limit)
        for number, complete, nodes, first, second in _ANSWER.iter_unpack(answers):
            if number == 1:  # The usual case, which is faster this way.
                yield result_of([first.decode("ascii")], complete, nodes)
            else:
                lines = [line.decode("ascii") for line in (first, second)[:number]]
                yield result_of(lines, complete, nodes).ascending()

    def solve_lines(
        self, lines: str, limit: int, node_limit: int | None, most_spread: int | None
    ) -> bytes:
        """Call the module's function, for kernels that have it; `None` means no limit."""
        assert self.lines
        return self.lines(self.path, lines, limit, node_limit, most_spread)

    def count(self, puzzle: Puzzle, limit: int | None) -> int:
        texts = puzzle.signs, puzzle.givens, puzzle.border_signs
        _, number, _, _ = self.call(self.path, *texts, limit, None, False, 0.0, self.seed)
        return number


@cache
def kernels(engine: str = "boxes") -> tuple[Kernel, ...]:
    """Return the kernels of an engine on the paths of this machine, the widest last.

    Empty if no form of it was compiled.
    """
    if engine not in COMPILED:
        return ()
    try:
        module = import_module(f"ineqsudoku.search.kernel._{engine}")
    except ImportError:
        return ()
    batch = getattr(module, "solve_batch", None)
    lines = getattr(module, "solve_lines", None)
    return tuple(
        Kernel(engine, name, path, module.search, batch, lines)
        for path, name in enumerate(module.PATHS)
    )


@cache
def kernel(engine: str = "boxes") -> Kernel | None:
    """Return the kernel that an engine uses, or `None` if it runs in Python.

    Raises `IneqSudokuError` when the environment selects a path that this machine does not have.
    """
    choice = os.environ.get(CHOICE, "")
    if choice == PYTHON or engine not in COMPILED:
        return None
    there = {kernel.name: kernel for kernel in kernels(engine)}
    if not choice:
        return next(reversed(there.values()), None)
    if choice not in there:
        names = enumeration((PYTHON, *there))
        raise IneqSudokuError(
            Message(
                "search.no-kernel",
                "{variable} is {found}; expected one of: {names}",
                variable=CHOICE,
                found=repr(choice),
                names=names,
            )
        )
    return there[choice]


def paths_in_use() -> dict[str, str | None]:
    """Return the paths in use of the engines with a compiled form; `None` stands for Python.

    Raises like `kernel`.
    """
    kernels = {engine: kernel(engine) for engine in COMPILED}
    return {engine: compiled.name if compiled else None for engine, compiled in kernels.items()}
