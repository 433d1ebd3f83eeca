"""The places of a puzzle's signs in its file, and how signs in the bytes of a file are replaced."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_left
from collections.abc import Mapping
from functools import lru_cache
from operator import attrgetter
from types import MappingProxyType
from typing import NamedTuple

from lark import Token

from ineqsudoku.formats import grammar
from ineqsudoku.formats.compact import COMPACT
from ineqsudoku.formats.contest import CONTEST
from ineqsudoku.formats.extended import EXTENDED
from ineqsudoku.formats.lines import LineFormat
from ineqsudoku.formats.recognition import Line, split_lines
from ineqsudoku.formats.source_text import Entry, SourceText, encoding_of
from ineqsudoku.geometry import IN_BOX_PAIRS, PAIRS, Pair


class SignPlace(NamedTuple):
    """A sign in a file: line and column, both from 1, and how it is `written` there."""

    line: int
    column: int
    written: str

    def __str__(self) -> str:
        """`line:column`"""
        return f"{self.line}:{self.column}"


SignPlaces = Mapping[Pair, SignPlace]
"""The known places of signs, by pairs of cells."""

NO_PLACES: SignPlaces = MappingProxyType({})

_FORMATS: Mapping[str, tuple[LineFormat, tuple[Pair, ...]]] = {
    "contest": (CONTEST, IN_BOX_PAIRS),
    "compact": (COMPACT, IN_BOX_PAIRS),
    "extended": (EXTENDED, PAIRS),
}
"""The formats with signs, and the pairs in the order of their signs."""

_MOST_LINES = 18
"""The most lines of signs that a puzzle has, and one more."""

_SIGNS = ("LESS", "GREATER", "UPPER_LESS", "UPPER_GREATER", "ABSENT")
"""The terminals of signs."""


def sign_places(source_text: SourceText, entry: Entry) -> SignPlaces:
    """Return the places of the pairs' signs in the file, even of absent ones.

    Empty for formats without lines of signs.  The entry was read from the text.
    """
    if source_text.format not in _FORMATS:
        return NO_PLACES
    format, pairs = _FORMATS[source_text.format]
    lines = _filled_lines(source_text)
    start = bisect_left(lines, entry.line, key=attrgetter("number"))
    lines = lines[start : start + _MOST_LINES]
    places: list[SignPlace] = []
    for line, letter in zip(lines, format.letters(lines), strict=True):
        if letter in format.kinds:
            tree = grammar.parse(format.name, f"{line.text}\n", format.kinds[letter].rule)
            columns = (
                token.column or 0  # 0 only for types: every token of a text has a column
                for token in tree.children
                if isinstance(token, Token) and token.type in _SIGNS
            )
            places += (SignPlace(line.number, at, line.written[at - 1]) for at in columns)
    return dict(zip(pairs, places, strict=False))


@lru_cache(maxsize=1)
def _filled_lines(source_text: SourceText) -> list[Line]:
    """Return the lines that are not blank.  Cached for the next puzzle of a text."""
    return [line for line in split_lines(source_text) if not line.is_blank]


def patch(data: bytes, signs: Mapping[SignPlace, str]) -> bytes:
    """Return the bytes of a file with some signs replaced and every other byte unchanged.

    Raises `UnicodeError` when encoding the text again would change other bytes.
    """
    encoding = encoding_of(data)
    if encoding == "utf-16":  # that codec writes the byte order of the machine
        encoding += "-be" if data.startswith(codecs.BOM_UTF16_BE) else "-le"
    text = data.decode(encoding)
    if text.encode(encoding) != data:
        raise UnicodeError(f"a text in {encoding} that would change elsewhere, too")
    ends = re.finditer(r"\r\n|\r|\n", text)
    starts = [int(text.startswith("\ufeff")), *(end.end() for end in ends)]
    for place in sorted(signs, reverse=True):
        start = starts[place.line - 1] + place.column - 1
        text = text[:start] + signs[place] + text[start + 1 :]
    return text.encode(encoding)
