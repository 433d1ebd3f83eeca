"""Finds the characters of a mended text in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ineqsudoku.formats.characters import REFERENCE, character_of
from ineqsudoku.formats.quotation import without_quotation


class Spot(NamedTuple):
    """A character as it is written in the file, and its column there, counted from 1."""

    column: int
    written: str


def spot_in_file(line: str, mended_line: str, column: int) -> Spot:
    """The character in the `line` of the file for the one at `column` of a mended line.

    Most characters stay in their columns.  But a reference becomes one character, and quotation
    marks before the line are removed.  For a line that was skipped, the result is the whole line.
    """
    if not mended_line:
        return Spot(1, line)
    replaced = list(_replaced(line))
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


def _replaced(line: str) -> Iterator[tuple[int, int, int]]:
    """The start and end of each reference to a sign or a blank, and its new length."""
    if "&" not in line:
        return
    are_signs: dict[str, bool] = {}
    for found in re.finditer(REFERENCE, line):
        written = found[0]
        if written not in are_signs:
            are_signs[written] = character_of(written) != written
        if are_signs[written]:
            yield *found.span(), 1
