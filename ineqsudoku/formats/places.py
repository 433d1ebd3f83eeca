"""The places of a puzzle's signs in its file, and how signs in the bytes of a file are replaced."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from html import escape
from types import MappingProxyType
from typing import NamedTuple

from ineqsudoku.formats import syntax_of
from ineqsudoku.formats.decoding import guess
from ineqsudoku.formats.document import Document, Entry
from ineqsudoku.formats.registry import FORMATS, format_of
from ineqsudoku.formats.scanning import place
from ineqsudoku.geometry import Pair


class Place(NamedTuple):
    """A sign in a file: line and column, both from 1, and how it is `written` there."""

    line: int
    column: int
    written: str

    def __str__(self) -> str:
        """`line:column`"""
        return f"{self.line}:{self.column}"


Places = Mapping[Pair, Place]
"""The places of signs, as far as they are known, by pairs of cells."""

NO_PLACES: Places = MappingProxyType({})


def sign_indexes(document: Document, entry: Entry) -> Mapping[Pair, int]:
    """Return the indexes of the pairs' signs, even of absent ones, in the text of a document.

    Empty for formats without signs or without a grammar.  The entry was read from the document.
    """
    if not FORMATS[format_of(document.language)].has_grammar:
        return {}
    start = 0
    for _ in range(entry.line - document.line):
        start = document.text.index("\n", start) + 1
    pattern = re.compile(r"[^ \t\n]")
    first = pattern.search(document.text, start)
    pairs = syntax_of(document.language).pairs(first[0] if first else "")
    signs = zip(pairs, pattern.finditer(document.text, start), strict=False)
    return {pair: sign.start() for pair, sign in signs if pair}


def sign_places(document: Document, entry: Entry) -> Places:
    """Return the places of the pairs' signs in the file; otherwise as `sign_indexes`."""
    indexes = sign_indexes(document, entry)
    places = [place(document.text, index) for index in indexes.values()]
    first = document.line - 1
    return {
        pair: Place(line + first, spot.column, spot.written)
        for pair, (line, _), spot in zip(indexes, places, document.spots(places), strict=True)
    }


_LINE_END = r"\r\n|\r|\n"


def patch(data: bytes, signs: Mapping[Place, str], encoding: str | None = None) -> bytes:
    """Return the bytes with other signs in some places, and every other byte as it is; `encoding`
    as in `decode`.

    Raises `UnicodeError` when the bytes are not in the encoding, or when encoding the text again
    would change other bytes.
    """
    encoding = _exact(encoding or guess(data), data)
    text = data.decode(encoding)
    if text.encode(encoding) != data:
        raise UnicodeError(f"a text in {encoding} that would change elsewhere, too")
    mark = int(text.startswith("\ufeff"))
    starts = [mark, *(end.end() for end in re.finditer(_LINE_END, text))]
    for sign_place in sorted(signs, reverse=True):
        start = starts[sign_place.line - 1] + sign_place.column - 1
        sign = _write_like(sign_place.written, signs[sign_place])
        text = text[:start] + sign + text[start + len(sign_place.written) :]
    return text.encode(encoding)


def _exact(encoding: str, data: bytes) -> str:
    """Return the encoding with its byte order; `utf-16` alone encodes in the machine's order."""
    if codecs.lookup(encoding).name != "utf-16":
        return encoding
    return "utf-16-be" if data.startswith(codecs.BOM_UTF16_BE) else "utf-16-le"


def _write_like(written: str, sign: str) -> str:
    """Return the sign, as an HTML reference if the `written` sign is one."""
    return escape(sign) if written.startswith("&") else sign
