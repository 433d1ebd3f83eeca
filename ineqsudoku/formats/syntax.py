"""`Syntax`: a format with a grammar at one size, whose well-formed texts are read by regular
expressions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ineqsudoku.formats.expressions import scan
from ineqsudoku.formats.interfaces import Entry, Reading
from ineqsudoku.geometry import Pair
from ineqsudoku.puzzle import Puzzle

if TYPE_CHECKING:
    from ineqsudoku.errors import Fault
    from ineqsudoku.formats.document import Document


class Syntax(ABC):
    """A format with a grammar at one size, in the grammar `language`.

    `characters` are the characters of its texts and `lengths` the lengths of its lines, both
    without blanks.
    """

    __slots__ = ()

    language: str

    @property
    @abstractmethod
    def characters(self) -> str: ...

    @property
    @abstractmethod
    def lengths(self) -> tuple[int, ...]: ...

    @abstractmethod
    def puzzle(self, characters: str) -> Puzzle:
        """Return the puzzle with these characters, which are all but the blanks of its text."""

    @abstractmethod
    def pairs(self, first: str, /) -> Sequence[Pair | None]:
        """Return what the characters of a puzzle, blanks aside, stand for: a sign's pair, or `None`
        for a cell.  `first` is the first of them.  Cells at the end are left out."""

    @abstractmethod
    def write(self, puzzle: Puzzle) -> str:
        """Return the text of a puzzle, without a trailing newline."""

    @abstractmethod
    def starts(self, text: str) -> Sequence[int]:
        """Return the indexes at which the puzzles of a text begin, so that they can be read on
        their own; a text with faults is divided as well as possible."""

    @abstractmethod
    def split(self, text: str, is_whole: bool = True) -> Iterable[int]:
        """Return the indexes at which the sections of a text start, see `sections.py`; unless the
        text `is_whole`, more follows."""

    @abstractmethod
    def faults(self, document: Document, index: int) -> Iterator[Fault]:
        """Yield the faults of a document from an index on."""

    def parse(self, document: Document) -> Reading:
        """Return the puzzles of a text; faulty ones are skipped."""
        entries: list[Entry] = []
        line, before = document.line, 0
        parts = scan(self.language, document.text)
        for index, (start, _, characters) in enumerate(parts, document.index):
            if not characters:
                return self._parse_with_faults(document)
            line += document.text.count("\n", before, start)
            before = start
            entries.append(Entry(index, line, self.puzzle(characters)))
        return Reading(entries) if entries else self._parse_with_faults(document)

    def _parse_with_faults(self, document: Document) -> Reading:
        from ineqsudoku.formats.faulty import reading_with_faults  # Few texts have faults.

        return reading_with_faults(document, self)

    def sections(self, document: Document, starts: Sequence[int]) -> Iterator[Document]:
        """Yield the sections of a text that start at `starts`, with the indexes of their first
        puzzles."""
        index = document.index
        for section in document.parts(starts):
            yield replace(section, index=index)
            index += self.number_of_puzzles(section.text)

    def number_of_puzzles(self, text: str) -> int:
        """Return the number of puzzles in a text, including those with faults."""
        return len(self.starts(text))
