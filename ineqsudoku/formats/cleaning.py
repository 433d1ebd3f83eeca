"""The second stage of reading: a decoded text is mended where it departs from the grammars.

A text is mended only where it has one possible meaning, and every kind of change is recorded for
a warning.  The number of lines stays the same, and `spot_in_file` finds a character of the cleaned
text in the user's file.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from ineqsudoku.formats.characters import (
    REFERENCE,
    Change,
    character_of,
    dereferenced,
    in_plain_blanks,
    in_plain_characters,
    in_small_v,
)
from ineqsudoku.formats.lines import (
    levels_of_quotation,
    unquoted,
    without_quotation,
    without_titles,
)
from ineqsudoku.formats.recognition import HEAD
from ineqsudoku.formats.scanning import numbered_lines


class Cleaned(NamedTuple):
    """A cleaned text; the `changes` have their places in the original text, from whose lines so
    many levels of `quotation` were removed."""

    text: str
    changes: tuple[Change, ...] = ()
    quotation: int = 0


def cleaned(original: str, is_part: bool = False, may_be_drawn: bool = True) -> Cleaned:
    """A text, cleaned for the grammars of our formats.

    A text of which only blanks would be left is returned unchanged.  A text that `is_part` of one
    that is neither quoted nor drawn is mended line by line.
    """
    if _has_plain_characters_only(original):
        return Cleaned(original)
    text, of_references = dereferenced(original)
    quotation = 0 if is_part else levels_of_quotation(text)
    text, changes = unquoted(text, quotation)
    mends: tuple[_Mend, ...] = (without_titles, in_plain_characters, in_small_v)
    if may_be_drawn and not is_part and _may_have_boards(text):
        mends = (_undrawn, *mends)
    for mend in mends:
        text, more = mend(text)
        changes += more
    if not is_part and not text.strip(" \t\n"):
        return Cleaned(original)
    in_file = _in_file(changes, original, text, quotation)
    return Cleaned(text, (*of_references, *in_file), quotation)


_Mend = Callable[[str], tuple[str, list[Change]]]


def with_plain_blanks(text: str) -> Cleaned:
    """A text with plain blanks; the formats of other programs are mended no further."""
    text, changes = in_plain_blanks(text)
    return Cleaned(text, tuple(changes))


def _has_plain_characters_only(text: str) -> bool:
    """A quick check: a text of signs, digits and line feeds needs no mending.  One with blanks may
    be quoted."""
    return text.isascii() and not text.encode("ascii").translate(None, b"<>^v.0123456789\n")


# --- drawn boards ------------------------------------------------------------------------


def _may_have_boards(text: str) -> bool:
    """A quick check of the beginning that rules out most texts."""
    text = text[:HEAD]
    return "┌" in text or "+-" in text


def has_board(text: str) -> bool:
    """Whether a text that is not quoted has a drawn board."""
    if not _may_have_boards(text):
        return False
    from ineqsudoku.formats.boards import boards

    return any(True for _ in boards(in_plain_blanks(text)[0].split("\n")))


def _undrawn(text: str) -> tuple[str, list[Change]]:
    """`text` with lines of cells and signs in place of drawn boards."""
    from ineqsudoku.formats.boards import boards_as_lines

    plain, of_blanks = in_plain_blanks(text)
    drawn, changes = boards_as_lines(plain)
    return (text, []) if drawn is plain else (drawn, [*of_blanks, *changes])


# --- places in the file ------------------------------------------------------------------


class Spot(NamedTuple):
    """A character as it is written in the file, and its column there, counted from 1."""

    column: int
    written: str


def spot_in_file(line: str, cleaned: str, column: int, quotation: int) -> Spot:
    """The character in a `line` of the file for the one at `column` of the `cleaned` line.

    Most characters stay in their columns.  But a reference becomes one character, and marks of
    quotation are removed.  For a line that was skipped, the result is the whole line.
    """
    if not cleaned:
        return Spot(1, line)
    index = column - 1
    if quotation:
        plain, _ = dereferenced(line)
        index += len(plain) - len(without_quotation(plain, quotation))
    for reference in re.finditer(REFERENCE, line) if "&" in line else ():
        start, end = reference.span()
        if index < start:
            break
        if character_of(reference[0]) == reference[0]:
            continue
        if index == start:
            return Spot(start + 1, reference[0])
        index += end - start - 1
    index = min(index, len(line))
    return Spot(index + 1, line[index : index + 1])


def _in_file(changes: list[Change], original: str, text: str, quotation: int) -> list[Change]:
    """The changes with the columns of the original lines."""
    if not changes:
        return []
    numbers = {change.line for change in changes}
    originals, lines = numbered_lines(original, numbers), numbered_lines(text, numbers)
    return [
        change._replace(
            column=spot_in_file(
                originals[change.line], lines[change.line], change.column, quotation
            ).column
        )
        for change in changes
    ]
