"""Languages: formats with a grammar at one of their sizes; and how that of a text is recognised.

At its usual size, the language has the name of the format; at another size, the size is appended:
`plain`, `plain-4`.  A text has one size, which its first lines show.
"""

from __future__ import annotations

from dataclasses import replace

from ineqsudoku.formats.document import Document
from ineqsudoku.formats.recognition import is_alternating, lines_without_blanks
from ineqsudoku.formats.registry import AUTO, FORMATS, format_of_ours

SIZES = {format.name: format.sizes for format in FORMATS.values() if format.has_grammar}
"""The sizes of the formats that have a grammar."""

_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def in_words(size: int) -> str:
    """Return a size in the words of messages: `nine`, `16`."""
    return _WORDS[size] if size < len(_WORDS) else str(size)


def language(format: str, size: int) -> str:
    return format if size == FORMATS[format].usual_size else f"{format}-{size}"


def format_of(language: str) -> str:
    return language.partition("-")[0]


def size_of(language: str) -> int:
    """Return the size in the name of a language."""
    format, _, size = language.partition("-")
    return int(size or FORMATS[format].usual_size)


def recognise(document: Document, format: str = AUTO) -> Document:
    """Return a cleaned document with its language, without frames and counts if the format has
    them: the third stage of reading.

    The format is recognised unless it is given.  That of another program is known already.
    """
    if document.language:
        return document
    framing = document.framing
    text = framing.removed(document.text) if framing else document.text
    row = FORMATS.get(format) or format_of_ours(text)
    if not row.is_framed:
        text, framing = document.text, None
    language = row.name if len(row.sizes) == 1 else _sized(row.name, text)
    return replace(document, text=text, framing=framing, language=language)


def _sized(format: str, text: str) -> str:
    """Return the language of a text in a format.

    Its size is the one with which the lengths of most of the first lines agree; when in doubt, the
    usual size.
    """
    sizes = SIZES[format]
    is_extended = format == "extended"
    lines = lines_without_blanks(text, _FIRST)
    # A line of signs alone may be an across line of one size or a down line of the next; lines
    # with cells are unambiguous.
    with_cells = [line for line in lines if is_extended and is_alternating(line)]
    lengths = [len(line) for line in lines if line not in with_cells]
    cells = [(len(line) + 1) // 2 for line in with_cells]

    def lines_of(size: int) -> tuple[int, bool]:
        other = size - 1 if is_extended else size**2
        number = lengths.count(size) + lengths.count(other) + cells.count(size)
        return number, size == FORMATS[format].usual_size

    return language(format, max(sizes, key=lines_of))


_FIRST = 7
"""The number of lines that are examined; the smallest puzzles have no more."""
