"""The places of a puzzle's signs in its file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from ineqsudoku.formats import Entry, syntax_of
from ineqsudoku.formats.cleaning import spot_in_file
from ineqsudoku.formats.document import Document
from ineqsudoku.formats.registry import FORMATS
from ineqsudoku.formats.scanning import numbered_lines, place
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


def sign_indexes(document: Document, language: str, entry: Entry) -> Mapping[Pair, int]:
    """The index of each pair's sign, even an absent one, in the text of a document.

    Empty for formats without signs or without a grammar.  The entry was read from the document.
    """
    if not FORMATS[format_of(language)].has_grammar:
        return {}
    start = 0
    for _ in range(entry.line - document.line):
        start = document.text.index("\n", start) + 1
    pattern = re.compile(r"[^ \t\n]")
    first = pattern.search(document.text, start)
    pairs = syntax_of(language).pairs(first[0] if first else "")
    found = zip(pairs, pattern.finditer(document.text, start), strict=False)
    return {pair: character.start() for pair, character in found if pair}


def sign_places(document: Document, language: str, entry: Entry) -> Places:
    """The place of each pair's sign in the file; otherwise as `sign_indexes`."""
    indexes = sign_indexes(document, language, entry)
    places = {pair: place(document.text, index) for pair, index in indexes.items()}
    numbers = {line for line, _ in places.values()}
    originals = numbered_lines(document.original, numbers)
    lines = numbered_lines(document.text, numbers)
    found = {}
    for pair, (line, column) in places.items():
        spot = spot_in_file(originals[line], lines[line], column, document.quotation)
        found[pair] = Place(line + document.line - 1, *spot)
    return found
