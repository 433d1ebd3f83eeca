"""The second stage of reading: a text is mended where it departs from the grammars.

A text is mended only where it has one possible meaning, and every kind of change is recorded for
a warning.  The number of lines stays the same, and `origins` has the place of a character in the
user's file.
"""

from __future__ import annotations

from dataclasses import replace

from ineqsudoku.formats.characters import (
    Change,
    dereferenced,
    has_plain_characters_only,
    in_plain_blanks,
    in_plain_characters,
    in_small_v,
)
from ineqsudoku.formats.document import Document
from ineqsudoku.formats.lines import Framing, levels_of_quotation, undrawn, unquoted, without_titles
from ineqsudoku.formats.registry import AUTO, format_for_reading, format_of_other_program

_LINE_BY_LINE = (without_titles, in_plain_characters, in_small_v)
"""The kinds of mending that need no other lines, in order."""


def clean(document: Document, format: str = AUTO) -> Document:
    """Return a decoded document, mended for a format, or for any of ours if that is `auto`.

    Raises `ValueError` for an unknown format.
    In a format of another program, which becomes the `language` of the document, only blanks are
    mended.  A text of which only blanks would be left stays as it is.
    """
    original = document.original
    row = format_of_other_program(original) if format == AUTO else format_for_reading(format)
    if row and not row.has_grammar:
        text, changes = in_plain_blanks(original)
        return document.cleaned(text, in_original=changes, language=row.name)
    is_plain = has_plain_characters_only(original)
    text, of_references = dereferenced(original)
    framing = Framing.of(original) if row is None or row.is_framed else None
    if is_plain:
        return document.cleaned(original, framing=framing)
    quotation = levels_of_quotation(text)
    text, changes = unquoted(text, quotation)
    # The frames of a format that has them are no boards.
    if not (row and framing and framing.has_frames):
        text, more = undrawn(text)
        changes += more
    for mend in _LINE_BY_LINE:
        text, more = mend(text)
        changes += more
    if not text.strip(" \t\n"):
        return document.cleaned(original, framing=framing)
    return document.cleaned(text, changes, of_references, quotation, framing)


def clean_part(document: Document, language: str, framing: Framing | None) -> Document:
    """Return a decoded part of a file that is neither quoted nor drawn, mended line by line.

    The beginning of the file has shown the language and the framing."""
    text, of_references = dereferenced(document.original)
    changes: list[Change] = []
    for mend in _LINE_BY_LINE:
        text, more = mend(text)
        changes += more
    text = framing.removed(text) if framing else text
    cleaned = document.cleaned(text, changes, of_references, language=language)
    return replace(cleaned, is_part=True)
