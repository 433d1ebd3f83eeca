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
from ineqsudoku.messages import Message, Text

if TYPE_CHECKING:
    from ineqsudoku.formats.document import Document

BLANKS = r"[ \t]*+"
"""The regular expression of any number of blanks."""

# What messages about several formats name as expected or found.
END_OF_LINE = Message("formats.end-of-line", "the end of the line")
END_OF_PUZZLE = Message("formats.end-of-puzzle", "the end of the puzzle")
END_OF_FILE = Message("formats.end-of-file", "the end of the file")
BLANK_LINE = Message("formats.blank-line", "a blank line")
LINE_OF_SIGNS = Message("formats.line-of-signs", "a line of signs")
ANOTHER_LINE = Message("formats.another-line", "another line")
A_BLANK = Message("formats.blank", "a blank")
A_CELL = Message("formats.cell", "a cell")
AT_MOST = Message("formats.at-most", "at most {most} characters")
A_LONGER_TEXT = Message("formats.longer-text", "a longer text")
ANOTHER_TEXT = Message("formats.another-text", "another text")
CELL_TO = Message("formats.cell-to", "a cell (R1C1 to {last})")
A_PUZZLE = Message("formats.puzzle", "a puzzle")
ONE_PUZZLE = Message("formats.one-puzzle", "one puzzle")
PUZZLES = Message("formats.puzzles", "{n} puzzle", "{n} puzzles")
ROW_OF_CELLS = Message("formats.row-of-cells", "a row of {size} cells")
ROW_OF_SIZES = Message("formats.row-of-sizes", "a row of {least} to {most} cells")
DIGIT = Message("formats.digit", "a digit")
DIGITS = Message("formats.digits", "a digit {range}")
LETTERS = Message("formats.letters", "a letter {range}")
NUMBERS = Message("formats.numbers", "a number {range}")
ROWS_SO_FAR = Message(
    "formats.rows-so-far",
    "There is {n} row so far; a puzzle has {size}.",
    "There are {n} rows so far; a puzzle has {size}.",
)
"""A hint about a puzzle without all its rows."""


def name_of_symbol(symbols: str) -> Message:
    """Return the name of one of the symbols `1-9`, `1-4`, … or `A-P`."""
    if symbols == "1-9":
        return DIGIT
    return (DIGITS if symbols[0].isdecimal() else LETTERS).fill(range=symbols)


def starts_of_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank: their starts and their texts without line ends."""
    for line in re.finditer(r"(?m)^[ \t]*+[^ \t\n][^\n]*+", text):
        yield line.start(), line[0]


def place(text: str, index: int) -> tuple[int, int]:
    """Return line and column, both from 1, of the character at `index`."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def quote(character: str) -> Text:
    """Return the name of a character for messages; of an empty text, the end of the line."""
    if not character:
        return END_OF_LINE
    if "\udc80" <= character <= "\udcff":
        return name_of_byte(ord(character) - 0xDC00)  # see `decoding.UNDECODED`
    return f"'{character}'" if character.isprintable() else name_of_unprintable(character)


def name_of_byte(byte: int) -> Message:
    return Message("formats.byte", "byte {byte}", byte=f"0x{byte:02x}")


def name_of_unprintable(character: str) -> Message:
    return Message("formats.character", "the character {code}", code=f"U+{ord(character):04X}")


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

    def need(self, pattern: str, expected: Text, hint: Text = "") -> str:
        """Like `take`, but raises `PuzzleSyntaxError` if the pattern does not match."""
        text = self.take(pattern)
        if text is None:
            self.fail(self.index, expected, hint)
        return text

    def fault(
        self,
        index: int,
        expected: Text,
        found: Text = "",
        hint: Text = "",
    ) -> Fault:
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

    def fail(
        self,
        index: int,
        expected: Text,
        hint: Text = "",
        found: Text = "",
    ) -> NoReturn:
        raise self._document.error([self.fault(index, expected, found, hint)])
