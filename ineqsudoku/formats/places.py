"""The places of a puzzle's signs in its file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from ineqsudoku.formats.document import Document
from ineqsudoku.formats.interfaces import Entry
from ineqsudoku.formats.modules import syntax_of
from ineqsudoku.formats.registry import FORMATS
from ineqsudoku.formats.scanning import place
from ineqsudoku.formats.sizes import format_of
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
