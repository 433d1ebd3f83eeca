"""The *compact* format: the 108 signs of a puzzle on one line, `grammar/compact.lark`."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

from ineqsudoku.errors import Fault
from ineqsudoku.formats.document import Document, Entry, Reading
from ineqsudoku.formats.grammar import line_fault
from ineqsudoku.formats.recognition import SIGNS
from ineqsudoku.formats.scanning import starts_of_lines
from ineqsudoku.formats.signlines import BAND, count_of_signs, hint
from ineqsudoku.formats.syntax import Syntax
from ineqsudoku.geometry import NINE
from ineqsudoku.messages import Message, Text
from ineqsudoku.puzzle import ABSENT, Puzzle

_KINDS = tuple(kind for kind in BAND * 3 for _ in range(kind.size))
"""The kinds of the 108 signs."""

_ALLOWED = (*(kind.signs.encode() + ABSENT.encode() for kind in _KINDS), b"\n")
"""The characters allowed at the places of a line."""


_SHORT = 4 * len(_ALLOWED)
"""The length of a text that the grammar reads faster than `layouts`."""


def layouts(text: str) -> list[Puzzle] | None:
    """Return the puzzles of a text with exactly 108 signs a line; `None` for any other text.

    Much faster than the grammar.
    """
    width = len(_ALLOWED)
    if len(text) % width or not text.isascii():
        return None
    data = text.encode("ascii")
    if any(data[place::width].translate(None, allowed) for place, allowed in enumerate(_ALLOWED)):
        return None
    return Puzzle.layouts_unchecked(text.split("\n")[:-1])


def long_layouts(text: str) -> list[Puzzle] | None:
    """Return `layouts` of a text that is not so short that the grammar reads it faster."""
    return layouts(text) if len(text) > _SHORT else None


class Compact(Syntax):
    """The format at its only size."""

    __slots__ = ()

    language = "compact"
    characters = SIGNS
    lengths = (len(_KINDS),)

    def parse(self, document: Document) -> Reading:
        """Return the puzzles of a text; faulty ones are skipped."""
        puzzles = long_layouts(document.text)
        if puzzles is None:
            return super().parse(document)
        return Reading(list(map(Entry, count(document.index), count(document.line), puzzles)))

    def starts(self, text: str) -> Sequence[int]:
        """Return the starts of the lines that are not blank; every one is a puzzle."""
        return array("L", (start for start, _ in starts_of_lines(text)))

    def split(self, text: str, is_whole: bool = True) -> Sequence[int]:
        """Return the starts of the puzzles, which are sections."""
        return self.starts(text)

    def number_of_puzzles(self, text: str) -> int:
        has_only_lines = not (text[:1] == "\n" or "\n\n" in text or " " in text or "\t" in text)
        return text.count("\n") if has_only_lines else len(self.starts(text))

    def faults(self, document: Document, index: int) -> Iterator[Fault]:
        """Yield the faults from `index` on, at most one per line."""
        for line in document.lines(index):
            if line.is_blank:
                continue
            if fault := line_fault(self.language, "layout", line):
                yield replace(fault, hint=_hint(fault, line.text))


OF_SIZE = {NINE.size: Compact()}


def write(puzzle: Puzzle) -> str:
    """Return the signs."""
    return puzzle.signs


def _hint(fault: Fault, line: str) -> Text:
    signs = line.strip(" \t")
    place = len(signs) - len(line.rstrip(" \t")) + fault.column - 1
    if place < len(signs) and signs[place] in " \t":
        return Message("formats.no-blanks", "There are no blanks between the signs of this format.")
    if place < min(len(signs), len(_KINDS)):
        return hint(signs[place], _KINDS[place])
    return count_of_signs(len(signs), len(_KINDS))
