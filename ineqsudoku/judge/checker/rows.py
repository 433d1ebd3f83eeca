"""Finds the line of a printed grid that is too short or too long."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from ineqsudoku.geometry import Geometry
from ineqsudoku.judge.checker.output_words import BLANKS, BYTE_ORDER_MARK, PIECE

_END_OF_LINE = re.compile(rb"\r\n|\r|\n")


def row_fault(start: bytes, geometries: Sequence[Geometry]) -> str:
    """A sentence on the first line that is no row, from the start of an output; else empty.

    Only an output whose lines are mostly rows, or that is most of a grid on one line, is examined.
    Lines after the last row are ignored.
    """
    geometry = geometries[0]
    lines = list(islice(_lengths(start), sum(geometry.size for geometry in geometries)))
    rows = sum(length == geometry.size for _, length in lines)
    if 2 * rows > len(lines):
        expected = geometry.size
    elif len(lines) == 1 and 2 * lines[0][1] > len(geometry.cells):
        expected = len(geometry.cells)
    else:
        return ""
    for number, length in lines:
        if length != expected:
            symbols = geometry.symbol + "s" * (length != 1)
            return f"line {number} has {length} {symbols}, not {expected}"
    return ""


def _lengths(start: bytes) -> Iterator[tuple[int, int]]:
    """The number of each line that is not blank, and its number of symbols."""
    lines = _END_OF_LINE.split(start[:PIECE].removeprefix(BYTE_ORDER_MARK))
    if len(start) >= PIECE:
        lines.pop()  # It may be cut.
    for number, line in enumerate(lines, 1):
        if text := line.strip(BLANKS):
            words = text.replace(b"\t", b" ").split(b" ")
            yield number, len(text) if len(words) == 1 else len(words) - words.count(b"")
