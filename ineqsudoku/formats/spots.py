"""Finds the characters of a mended text in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ineqsudoku.formats.characters import ESCAPE, REFERENCE, character_of
from ineqsudoku.formats.quotation import without_quotation

TAB = 8
"""Columns from one tab stop to the next."""


class Spot(NamedTuple):
    """A character as it is written in the file, and its column there, counted from 1."""

    column: int
    written: str


def spot_in_file(line: str, mended_line: str, column: int) -> Spot:
    """The character in the `line` of the file for the one at `column` of a mended line.

    Most characters stay in their columns.  But a reference becomes one character, an escape
    sequence none and a tab in a drawn board several, and quotation marks before the line are
    removed.  For a line that was skipped, the result is the whole line.
    """
    if not mended_line:
        return Spot(1, line)
    has_tabs = "\t" in line and "\t" not in mended_line
    replaced = list(_replaced(line, has_tabs))
    surplus = sum(end - start - length for start, end, length in replaced)
    before = len(line) - surplus - len(mended_line)
    if any(mark in line and mark not in mended_line for mark in _FRAMES):
        # A line of a drawn board, which may have been padded.
        before = len(line) - len(without_quotation(line))
    index = before + column - 1
    for start, end, length in replaced:
        if index < start:
            break
        if index < start + length:
            return Spot(start + 1, line[start:end])
        index += end - start - length
    index = min(index, len(line))
    return Spot(index + 1, line[index : index + 1])


_FRAMES = "│─|+"


def _replaced(line: str, has_tabs: bool) -> Iterator[tuple[int, int, int]]:
    """The start and end of each replaced part, and the number of characters that it became.

    Replaced parts are references to signs or blanks, escape sequences and, if the line `has_tabs`
    that were replaced, tabs.
    """
    if not ("&" in line or "\x1b" in line or has_tabs):
        return
    are_signs: dict[str, bool] = {}
    surplus = len(line) - len(without_quotation(line)) if has_tabs else 0
    for found in re.finditer(rf"{REFERENCE}|{ESCAPE}|\t", line):
        written, length = found[0], 1
        if written == "\t":
            length = TAB - (found.start() - surplus) % TAB if has_tabs else 1
        elif written.startswith("\x1b"):
            length = 0
        else:
            if written not in are_signs:
                are_signs[written] = character_of(written) != written
            length = 1 if are_signs[written] else len(written)
        surplus += len(written) - length
        if length != len(written):
            yield *found.span(), length
