"""The interfaces that the modules of formats implement, and the result of a reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ineqsudoku.errors import Fault
from ineqsudoku.geometry import Pair
from ineqsudoku.puzzle import Puzzle

if TYPE_CHECKING:
    from ineqsudoku.formats.document import Document


class Syntax(Protocol):
    """A format with a grammar at one size.

    `CHARACTERS` are the characters of its texts and `LENGTHS` the lengths of its lines, both
    without blanks.
    `starts` returns the indexes at which the puzzles of a text begin, so that each can be read on
    its own; it divides a text with faults as best it can.
    `sections` yields the indexes at which the sections of a text start, see `sections.py`; unless
    the text `is_whole`, more follows.
    `pairs` has an item for each character, blanks aside, of a puzzle whose first character is
    `first`: the pair whose sign it is, or `None` for a cell.  Cells at the end are left out.
    `faults` yields the faults of a document from an index on."""

    @property
    def CHARACTERS(self) -> str: ...  # noqa: N802 - a constant in most modules
    @property
    def LENGTHS(self) -> tuple[int, ...]: ...  # noqa: N802 - a constant in most modules

    def puzzle(self, characters: str) -> Puzzle: ...
    def pairs(self, first: str, /) -> Sequence[Pair | None]: ...
    def write(self, puzzle: Puzzle) -> str: ...
    def starts(self, text: str) -> Sequence[int]: ...
    def sections(self, text: str, is_whole: bool = True) -> Iterable[int]: ...
    def faults(self, document: Document, index: int) -> Iterator[Fault]: ...


class Found(NamedTuple):
    """A puzzle that was read, and its first `line`, counted from 1.

    `lack` has a fault for each part of the text that a `Puzzle` cannot hold, up to
    `MAX_FAULTS` + 1."""

    puzzle: Puzzle
    lack: tuple[Fault, ...] = ()
    line: int = 1


class Reader(Protocol):
    """The module of a format without a grammar.

    `read` yields all puzzles of a text, at least one.  Raises `PuzzleSyntaxError`."""

    def read(self, document: Document) -> Iterator[Found]: ...


class Writer(Protocol):
    """The module of a format without a grammar.

    `write` returns the text of a puzzle of a geometry that the format takes; it leaves out what
    the format cannot hold, and a trailing newline."""

    def write(self, puzzle: Puzzle) -> str: ...


class SolutionWriter(Protocol):
    """The module of a format whose texts may hold the solution.

    `solution` is the digits of the solution, or empty."""

    def write(self, puzzle: Puzzle, solution: str = "") -> str: ...
