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
from ineqsudoku.puzzle import NO_BORDER_SIGNS, NO_GIVENS, NO_SIGNS, Puzzle
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


COMPILED = ("boxes", "cells")
"""The engines that have a compiled form, in a module of the same name."""

_SIGNS = len(NO_SIGNS)
_GIVENS = _SIGNS + len(NO_GIVENS)
_PRINTED = _GIVENS + len(NO_BORDER_SIGNS)


def pack(engine: str, puzzles: Sequence[Puzzle]) -> bytes:
    """Return the puzzles of a batch: of layouts for `boxes`, their signs; of others all texts."""
    if engine == "boxes":
        return "".join([puzzle.signs for puzzle in puzzles]).encode("ascii")
    texts = ((puzzle.signs, puzzle.givens, puzzle.border_signs) for puzzle in puzzles)
    return "".join(chain.from_iterable(texts)).encode("ascii")


def unpack(engine: str, batch: bytes) -> Iterator[Puzzle]:
    """Yield the puzzles of a batch."""
    text = batch.decode("ascii")
    size = _SIGNS if engine == "boxes" else _PRINTED
    for start in range(0, len(text), size):
        printed = text[start : start + size]
        signs, givens, border_signs = printed[:_SIGNS], printed[_SIGNS:_GIVENS], printed[_GIVENS:]
        yield Puzzle(signs, givens or NO_GIVENS, border_signs or NO_BORDER_SIGNS)


@dataclass(slots=True)
class BatchResults:
    """The results of a batch in order: `others` by index, and for the rest the kernel's `answers`.

    Pickled this way, they take a tenth of the time of their objects.
    """

    answers: bytes
    others: dict[int, SearchResult]

    def __iter__(self) -> Iterator[SearchResult]:
        for index, (number, complete, nodes, first, second) in enumerate(
            _ANSWER.iter_unpack(self.answers)
        ):
            if index in self.others:
                yield self.others[index]
            elif number == 1:  # The usual case, which is faster this way.
                yield result_of([first.decode("ascii")], complete, nodes)
            else:
                lines = [line.decode("ascii") for line in (first, second)[:number]]
                yield result_of(lines, complete, nodes).ascending()

    def undecided(self, limit: int) -> Iterator[int]:
        """Yield the indexes of the searches that a node limit ended."""
        numbers, complete = self.answers[:: _ANSWER.size], self.answers[1 :: _ANSWER.size]
        place = complete.find(0)
        while place >= 0:
            if numbers[place] < limit:
                yield place
            place = complete.find(0, place + 1)


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
    batch: Batch
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

    def search_many(self, batch: bytes, limit: int, node_limit: int | None) -> BatchResults:
        """Return the results of `search` for the puzzles of a batch; `limit` is 1 or 2.

        One call for all puzzles takes a third of the time that Python needs for many calls.
        """
        return BatchResults(self.batch(self.path, batch, limit, node_limit), {})

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
    try:
        module = import_module(f"ineqsudoku.search.kernel._{engine}")
    except ImportError:
        return ()
    lines = getattr(module, "solve_lines", None)
    return tuple(
        Kernel(engine, name, path, module.search, module.solve_batch, lines)
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
    """Return the path in use of each engine with a compiled form; `None` stands for Python.

    Raises like `kernel`.
    """
    kernels = {engine: kernel(engine) for engine in COMPILED}
    return {engine: compiled.name if compiled else None for engine, compiled in kernels.items()}
