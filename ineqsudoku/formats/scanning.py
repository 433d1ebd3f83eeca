"""The characters and lines of a text: their places, their names in messages, and `Scanner`, which
reads a short text from left to right.

Groups are atomic, so matching never backtracks and takes linear time.  Possessive quantifiers of
groups would do the same, but are unreliable before CPython 3.11.5.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NoReturn

from ineqsudoku.errors import Fault

if TYPE_CHECKING:
    from ineqsudoku.formats.document import Document

BLANKS = r"[ \t]*+"
"""The regular expression of any number of blanks."""

END_OF_LINE = "the end of the line"


def starts_of_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank: their starts and their texts without line ends."""
    for line in re.finditer(r"(?m)^[ \t]*+[^ \t\n][^\n]*+", text):
        yield line.start(), line[0]


def place(text: str, index: int) -> tuple[int, int]:
    """Return line and column, both from 1, of the character at `index`."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def quote(character: str) -> str:
    """Return the name of a character for messages; of an empty text, the end of the line."""
    if not character:
        return END_OF_LINE
    if "\udc80" <= character <= "\udcff":
        return f"byte 0x{ord(character) - 0xDC00:02x}"  # see `decoding.UNDECODED`
    return f"'{character}'" if character.isprintable() else f"the character U+{ord(character):04X}"


def quoted_beginning(text: str) -> str:
    """Return the beginning of a text for messages, printable and in quotation marks."""
    return "'" + "".join(char if char.isprintable() else "�" for char in text[:40]) + "'"


class Scanner:
    """Reads `text`, whose characters stand in the document at `places`."""

    def __init__(self, document: Document, text: str, places: Sequence[int]) -> None:
        self._document = document
        self._places = places
        self.text = text
        self.index = 0

    @property
    def is_done(self) -> bool:
        return self.index == len(self.text)

    def take(self, pattern: str) -> str | None:
        """Move the index behind the text that the pattern matches, and return it; else `None`."""
        match = re.compile(pattern).match(self.text, self.index)
        if not match:
            return None
        self.index = match.end()
        return match[0]

    def need(self, pattern: str, expected: str, hint: str = "") -> str:
        """Like `take`, but raises `PuzzleSyntaxError` if the pattern does not match."""
        text = self.take(pattern)
        if text is None:
            self.fail(self.index, expected, hint)
        return text

    def fault(self, index: int, expected: str, found: str = "", hint: str = "") -> Fault:
        """Return a fault at `index`; `found` names what is there if it is not one character."""
        at = self._place(index)
        line, column = place(self._document.text, at)
        start = at - column + 1
        text = self._document.text[start : self._document.text.index("\n", start)]
        named = found or quote(self.text[index : index + 1])
        return Fault(line + self._document.line - 1, column, (expected,), named, hint, text)

    def _place(self, index: int) -> int:
        if index < len(self._places):
            return self._places[index]
        return self._places[-1] + 1 if self._places else 0

    def fail(self, index: int, expected: str, hint: str = "", found: str = "") -> NoReturn:
        raise self._document.error([self.fault(index, expected, found, hint)])
