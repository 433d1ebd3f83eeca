"""The origin map: where the characters of a cleaned text stand in the user's file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ineqsudoku.formats.characters import REFERENCE, character_of, dereferenced
from ineqsudoku.formats.lines import without_quotation
from ineqsudoku.formats.scanning import numbered_lines


class Spot(NamedTuple):
    """A character as it is `written` in the file, and its column there, counted from 1.

    `line` is its line in the file, and `cleaned` that line of the cleaned text."""

    column: int
    written: str
    line: str
    cleaned: str


def spots_in_file(
    places: Iterable[tuple[int, int]], original: str, text: str, quotation: int
) -> Iterator[Spot]:
    """Yield the spots of the characters of a cleaned text at some places, lines and columns from 1.

    `original` is the text of the file, from whose lines so many levels of `quotation` were removed.
    """
    places = list(places)
    numbers = {number for number, _ in places}
    lines = numbered_lines(original, numbers)
    cleaned_lines = lines if text is original else numbered_lines(text, numbers)
    for number, column in places:
        yield _spot(lines.get(number, ""), cleaned_lines.get(number, ""), column, quotation)


def _spot(line: str, cleaned: str, column: int, quotation: int) -> Spot:
    """Return the spot of the character at `column` of a `cleaned` line.

    Most characters stay in their columns.  But a reference becomes one character, and marks of
    quotation are removed.  For a line that was skipped, the result is the whole line.
    """
    if not cleaned:
        return Spot(1, line, line, cleaned)
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
            return Spot(start + 1, reference[0], line, cleaned)
        index += end - start - 1
    index = min(index, len(line))
    return Spot(index + 1, line[index : index + 1], line, cleaned)
