"""The values that reading returns, and the interfaces that the modules of formats implement.

A format is a row of the registry and a module with `parse` and `write`, and `split` if a file of
it is read piece by piece.  Modules with a grammar have a `Syntax` for each size, see `syntax.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ineqsudoku.errors import Fault, PuzzleSyntaxError
from ineqsudoku.puzzle import Puzzle

if TYPE_CHECKING:
    from ineqsudoku.formats.document import Document


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle and its place in a file.

    `index`
        The number of the puzzle in the file, from 0.
    `line`
        Its first line, from 1.
    `puzzle`
        The puzzle.
    """

    index: int
    line: int
    puzzle: Puzzle


class Reading(NamedTuple):
    """The puzzles of a text that can be read, and the `error` with the faults of the others.

    `refused` has the first lines of the others, for the first `MAX_REFUSED` of them, and
    `number_refused` is the number of all of them.  `lack` has a fault for each part of the text
    that a `Puzzle` cannot hold, up to `MAX_FAULTS` + 1."""

    entries: list[Entry]
    error: PuzzleSyntaxError | None = None
    refused: tuple[int, ...] = ()
    number_refused: int = 0
    lack: tuple[Fault, ...] = ()


class Parsed(NamedTuple):
    """A puzzle of another program's format, its first `line`, counted from 1, and the faults for
    parts that it cannot hold, see `Reading`."""

    puzzle: Puzzle
    lack: tuple[Fault, ...] = ()
    line: int = 1


class Reader(Protocol):
    """The module of a format without a grammar.

    `parse` yields all puzzles of a text, at least one.  Raises `PuzzleSyntaxError`."""

    def parse(self, document: Document) -> Iterator[Parsed]: ...


class Writer(Protocol):
    """The module of a format.

    `write` returns the text of a puzzle of a geometry that the format takes; it leaves out what
    the format cannot hold, and a trailing newline."""

    def write(self, puzzle: Puzzle) -> str: ...


class SolutionWriter(Protocol):
    """The module of a format whose texts may hold the solution.

    `solution` is the digits of the solution, or empty."""

    def write(self, puzzle: Puzzle, solution: str = "") -> str: ...
