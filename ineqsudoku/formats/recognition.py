"""Recognises the format of a text by its first line that is no comment, heading or count."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, takewhile
from typing import Literal, NamedTuple

from ineqsudoku.errors import Fault, PuzzleSyntaxError
from ineqsudoku.formats.source_text import SourceText, describe_change
from ineqsudoku.formats.words import A_PUZZLE, END_OF_FILE, quote, quote_beginning
from ineqsudoku.messages import Message

AUTO: Literal["auto"] = "auto"
"""Stands for the format that is recognised in a text."""

HEXADOKU = "hexadoku"
"""The format of sudoku of 16×16, which is read by `solve` alone."""

LINK = re.compile(
    r"<?(?:https?://|\w[\w.-]*\.[a-z]{2,}/|fpuz|N4Ig|\S*[?&](?:load|puzzleid)=|scl[A-Za-z0-9+/%]{8})|\{"
)
"""The beginning of a link, of a part of one, or of JSON."""

_MARKUP = re.compile(r"<[?!]|</?(?!v[v.])[A-Za-z]{2}|\[")
"""The beginning of XML, or of JSON that is no object."""

_SIXTEEN = re.compile(r"(?=.*[A-Fa-f])[0-9A-Fa-f.]{16}")
"""A row of 16×16 in hexadecimal digits."""

_LONGEST_LINE = 36
"""The most characters, blanks aside, of a line of signs that is not compact."""

_BEGINNING = 4096
"""The number of characters that usually show the format."""

_MANY = 17
"""The most lines whose signs, digits and lengths are counted."""

COMMENT = "#"
"""Begins a comment, up to the end of its line."""

_HEADING = re.compile(r"[ \t]*(?:[^\W\d_]|[0-9]{1,7}[ \t]*$)")
"""The beginning of a heading, a letter; or a count, a number alone in its line."""


class Line(NamedTuple):
    """A line of a text without its comment, in plain characters.

    `number` is its number in the file, from 1, and `written` the line as it stands in the file.
    """

    number: int
    text: str
    written: str

    @property
    def is_blank(self) -> bool:
        return not self.text.strip(" \t")


def split_lines(source_text: SourceText) -> Iterator[Line]:
    """Yield the lines of a text, except pure comments and repeated blank lines."""
    texts = source_text.text.split("\n")[:-1]
    is_plain = source_text.original is source_text.text
    originals = texts if is_plain else source_text.original.split("\n")
    is_below_blank = False
    for number, (text, written) in enumerate(zip(texts, originals, strict=False), source_text.line):
        if COMMENT in text:
            text = text[: text.index(COMMENT)].rstrip(" \t")
            if not text:
                continue
        is_blank = not text.strip(" \t")
        if not (is_blank and is_below_blank):
            yield Line(number, text, written)
        is_below_blank = is_blank


def is_heading(text: str) -> bool:
    """Whether a line that is no line of a puzzle may be a heading or a count.

    A `v` is a sign, so no heading begins with it; and a line that is nearly all signs and cells was
    meant as one of a puzzle.
    """
    if not _HEADING.match(text) or text.lstrip(" \t")[0] == "v":
        return False
    packed = "".join(text.split())
    known = len(_SIGN_OR_CELL.findall(packed))
    is_nearly_all = known >= _FEWEST and 4 * known >= 3 * len(packed)
    return not is_nearly_all and not _ONE_WRONG.fullmatch(packed)


_SIGN_OR_CELL = re.compile(r"[<>^vV.0-9]")

_FEWEST = 8
"""A line with fewer signs or cells than this may be a heading."""

_ONE_WRONG = re.compile(r".[<>.]{5,7}")
"""An across line without blanks whose first sign is wrong; it has fewer than `_FEWEST` signs."""


def with_format(source_text: SourceText, format: str = AUTO) -> SourceText:
    """Return a text with its format, which is recognised if `format` is `auto`.

    Raises `PuzzleSyntaxError` for a text that is no puzzle at all.
    """
    recognised = recognise(source_text) if format == AUTO else format
    if isinstance(recognised, Fault):
        raise PuzzleSyntaxError(source_text.name, (recognised,))
    return replace(source_text, format=recognised)


def recognise(source_text: SourceText) -> str | Fault:
    """Return the format of a text, or the fault of a text that is no puzzle at all."""
    source_text = _beginning(source_text)
    first = first_line(source_text)
    if first is None:
        headings = [line for line in split_lines(source_text) if not line.is_blank]
        return report_no_puzzle(source_text, headings)
    text = first.text.strip(" \t")
    if LINK.match(text):
        return "fpuzzles"
    if _MARKUP.match(text):
        return _no_puzzle(first, _OF_ANOTHER_PROGRAM)
    if _is_hexadoku(text):
        return HEXADOKU
    packed = "".join(text.split())
    if _SIXTEEN.fullmatch(packed) or _has_sixteen_numbers(text):
        return Fault(first.number, 1, (A_PUZZLE,), _ROW_OF_16, _LETTERS, first.written)
    return _by_characters(source_text, first, packed)


def report_no_puzzle(source_text: SourceText, headings: Sequence[Line]) -> Fault:
    """Return the fault of a text that holds nothing but headings and comments."""
    if not headings:
        return Fault(source_text.line, 1, (A_PUZZLE,), END_OF_FILE)
    first = headings[0]
    text = first.written.lstrip(" \t")
    column = len(first.written) - len(text) + 1
    found = quote_beginning(text.rstrip(" \t"))
    return Fault(first.number, column, (A_PUZZLE,), found, _ONLY_HEADINGS, first.written)


def with_skipped(source_text: SourceText, skipped: Sequence[Line]) -> tuple[Message, ...]:
    """Return the warnings about a text, with one about the headings that were skipped."""
    if not skipped or source_text.is_warned:
        return source_text.warnings
    first = skipped[0]
    what = _SKIPPED.fill(line=quote_beginning(first.text.strip()))
    place = f"{source_text.name}:{first.number}:1"
    return (*source_text.warnings, describe_change(place, what, len(skipped)))


_SKIPPED = Message("formats.heading-skipped", "{line} skipped as a heading or a count")


def _beginning(source_text: SourceText) -> SourceText:
    """Return the first lines of a text; the whole text if they are only comments and headings."""
    end = source_text.text.find("\n", _BEGINNING) + 1
    if not end:
        return source_text
    beginning = replace(
        source_text, text=source_text.text[:end], original=source_text.original[:end]
    )
    return beginning if first_line(beginning) else source_text


def first_line(source_text: SourceText) -> Line | None:
    """Return the first line that is no comment, heading or count; `None` without any."""
    for line in split_lines(source_text):
        text = line.text.strip(" \t")
        if text and (not is_heading(text) or LINK.match(text) or _is_hexadoku(text)):
            return line
    return None


def _by_characters(source_text: SourceText, first: Line, text: str) -> str | Fault:
    """Return the format of a text whose first line, without blanks, is `text`."""
    if not set(text) & set("<>^v.0123456789"):
        return _no_puzzle(first, _SIGNS_AND_DIGITS)
    if len(text) > _LONGEST_LINE:
        return "plain" if _digits_in(text) > _signs_in(text) or len(text) == 81 else "compact"
    if _is_alternating(text):
        return "extended"
    lines = list(_first_lines(source_text, first))
    signs, digits = sum(map(_signs_in, lines)), sum(map(_digits_in, lines))
    if digits > signs or (digits == signs and len(text) == 9):
        return "plain"
    lengths = [len(line) for line in lines if set(line) <= set("<>.")]
    return "extended" if lengths.count(8) > lengths.count(6) else "contest"


def _first_lines(source_text: SourceText, first: Line) -> Iterator[str]:
    """Yield at most `_MANY` lines without blanks, from the first one up to a blank line."""
    lines = (line for line in split_lines(source_text) if line.number >= first.number)
    for line in islice(takewhile(lambda line: not line.is_blank, lines), _MANY):
        yield "".join(line.text.split())


def _signs_in(text: str) -> int:
    return sum(map(text.count, "<>^v"))


def _digits_in(text: str) -> int:
    return sum(map(str.isdigit, text))


def _is_hexadoku(text: str) -> bool:
    """Whether a line is a row of 16×16: mostly letters A-P and `-`.

    A heading in capitals is not: its words differ in length, or it has neither 16 letters nor an
    empty cell.
    """
    words = text.split()
    cells = "".join(words)
    if len(cells) < 12 or cells[0] == "v" or set(cells) == {"."}:
        return False
    if len(set(map(len, words))) > 1 or not (len(cells) == 16 or set(cells) & set("-.")):
        return False
    return 4 * len(re.findall("[A-P.-]", cells)) >= 3 * len(cells) and bool(
        re.search("[A-P-]", cells)
    )


def _has_sixteen_numbers(text: str) -> bool:
    numbers = text.split()
    return len(numbers) == 16 and all(map(str.isdigit, numbers)) and max(map(int, numbers)) > 9


def _is_alternating(text: str) -> bool:
    """Whether a line without blanks consists of cells with signs between them.

    Most characters at even places must be digits, and most others signs or `.`.  A row of cells is
    shorter, and a line of all 81 cells is longer.
    """
    cells, signs = text[::2], text[1::2]
    return (
        10 < len(text) <= _LONGEST_LINE
        and 2 * _digits_in(cells) > len(cells)
        and 2 * sum(map("<>.".count, signs)) > len(signs)
    )


def _no_puzzle(line: Line, hint: Message) -> Fault:
    column = len(line.text) - len(line.text.lstrip(" \t")) + 1
    found = quote(line.written[column - 1 : column])
    return Fault(line.number, column, (A_PUZZLE,), found, hint, line.written)


_ONLY_HEADINGS = Message(
    "formats.only-headings",
    "This is not a puzzle: a line that begins with a letter is a heading, a lone number a count.",
)
_OF_ANOTHER_PROGRAM = Message(
    "formats.of-another-program", "This is not a puzzle, but XML or JSON of another program."
)
_ROW_OF_16 = Message("formats.row-of-16", "a row of 16 numbers or hexadecimal digits")
_LETTERS = Message("formats.letters-of-16", "16×16 uses the letters A-P.")
_SIGNS_AND_DIGITS = Message(
    "formats.signs-and-digits",
    "This is not a puzzle: puzzles consist of the signs < > ^ v and of digits or letters.",
)
