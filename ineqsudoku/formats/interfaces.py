"""The interfaces of the modules of formats, and what readers give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ineqsudoku.errors import Fault
from ineqsudoku.geometry import Pair
from ineqsudoku.puzzle import Puzzle

if TYPE_CHECKING:
    from ineqsudoku.formats.document import Document


class Syntax(Protocol):
    """A format with a grammar at one size.

    `CHARACTERS` are those of its texts, and `LENGTHS` those of its lines, both without blanks.
    `starts` says where the puzzles of a text begin, so that each can be read on its own; it
    divides a text with faults as best it can.
    `pairs` has for each character of a puzzle that starts with `first`, blanks aside, the pair
    whose sign it is, or `None` for a cell; cells at the end are left out."""

    @property
    def CHARACTERS(self) -> str: ...  # noqa: N802 - a constant of most
    @property
    def LENGTHS(self) -> tuple[int, ...]: ...  # noqa: N802 - a constant of most

    def puzzle(self, characters: str) -> Puzzle: ...
    def pairs(self, first: str, /) -> Sequence[Pair | None]: ...
    def write(self, puzzle: Puzzle) -> str: ...
    def starts(self, text: str) -> Sequence[int]: ...
    def faults(self, document: Document, index: int) -> Iterator[Fault]: ...


class Found(NamedTuple):
    """A puzzle that was read, and its first `line`, from 1.

    `lack` are the parts of the text that a `Puzzle` cannot hold, at most one more of them than
    messages show."""

    puzzle: Puzzle
    lack: tuple[Fault, ...] = ()
    line: int = 1


class Reader(Protocol):
    """The module of a format without a grammar.

    `read` gives all puzzles of a text, at least one.  Raises `PuzzleSyntaxError`."""

    def read(self, document: Document) -> Iterator[Found]: ...


class Writer(Protocol):
    """The module of a format without a grammar.

    `write` returns the text of a puzzle that the format takes, without what the format cannot
    hold and without a last newline."""

    def write(self, puzzle: Puzzle) -> str: ...


class SolutionWriter(Protocol):
    """The module of a format whose texts may hold the solution; `solution` is its digits, or
    empty."""

    def write(self, puzzle: Puzzle, solution: str = "") -> str: ...
