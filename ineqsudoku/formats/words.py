"""What messages about texts name as expected or found."""

from __future__ import annotations

from ineqsudoku.messages import Message, Text

A_PUZZLE = Message("formats.puzzle", "a puzzle")
A_PUZZLE_OR_END = Message("formats.puzzle-or-end", "a puzzle or the end of the file")
A_BLANK = Message("formats.blank", "a blank")
A_DIGIT = Message("formats.digit", "a digit")
ROW_OF_CELLS = Message("formats.row-of-cells", "a row of {size} cells")
ROWS_SO_FAR = Message(
    "formats.rows-so-far",
    "There is {n} row; a puzzle has {size}.",
    "There are {n} rows; a puzzle has {size}.",
)
A_LINE = Message("formats.line", "a line of the puzzle")
BLANK_LINE = Message("formats.blank-line", "a blank line")
END_OF_LINE = Message("formats.end-of-line", "the end of the line")
END_OF_PUZZLE = Message("formats.end-of-puzzle", "the end of the puzzle")
END_OF_FILE = Message("formats.end-of-file", "the end of the file")
A_LONGER_TEXT = Message("formats.longer-text", "a longer text")
ANOTHER_TEXT = Message("formats.another-text", "another text")

SAVE_AS = Message("formats.name-encoding", "Save it as UTF-8.")
"""The hint about bytes that are no text."""

MAX_QUOTED = 40
"""The most characters of a text that messages quote."""


def quote(character: str) -> Text:
    """Return the name of a character for messages; of an empty text, the end of the line."""
    if not character:
        return END_OF_LINE
    if "\udc80" <= character <= "\udcff":  # A byte that could not be decoded.
        return Message("formats.byte", "byte {byte}", byte=f"0x{ord(character) - 0xDC00:02x}")
    if character.isprintable():
        return f"'{character}'"
    return Message("formats.character", "the character {code}", code=f"U+{ord(character):04X}")


def quote_beginning(text: str) -> str:
    """Return the beginning of a text for messages, printable and in quotation marks."""
    return "'" + "".join(c if c.isprintable() else "�" for c in text[:MAX_QUOTED]) + "'"
