"""Finds the first line of an output that is no row of a grid.

Whether an output has the shape of grids is decided by its words alone.  Its lines only explain to
people where the shape is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from ineqsudoku.checker.words import BLANKS, BYTE_ORDER_MARK, PIECE, quote
from ineqsudoku.geometry import CELLS, SIZE
from ineqsudoku.messages import Message

_END_OF_LINE = re.compile(rb"\r\n|\r|\n")
_NUMBER = re.compile(rb"-?[0-9]+")


def line_fault(start: bytes, number: int) -> Message | None:
    """Return a message on the first line that is no row; `start` is the start of an output.

    An output is examined only if most of its lines are rows, or if most of a grid is on one line.
    Lines after the last row of `number` grids are ignored.
    """
    lines = list(islice(_lines(start), number * SIZE))
    rows = sum(SIZE in (len(words), len(b"".join(words))) for _, words in lines)
    if 2 * rows > len(lines):
        expected = SIZE
    elif len(lines) == 1 and 2 * len(b"".join(lines[0][1])) > len(CELLS):
        expected = len(CELLS)
    else:
        return None
    faults = (_fault(line, words, expected) for line, words in lines)
    return next(filter(None, faults), None)


def _lines(start: bytes) -> Iterator[tuple[int, list[bytes]]]:
    """Yield the numbers of the lines that are not blank, and their words."""
    lines = _END_OF_LINE.split(start[:PIECE].removeprefix(BYTE_ORDER_MARK))
    if len(start) >= PIECE:
        lines.pop()  # the last one may be cut
    for number, line in enumerate(lines, 1):
        if text := line.strip(BLANKS):
            words = text.replace(b"\t", b" ").split(b" ")
            yield number, list(filter(None, words))


def _fault(line: int, words: list[bytes], expected: int) -> Message | None:
    """Return a message on a line, unless it has the expected number of words or digits."""
    is_dense = len(words) == 1
    found = len(words[0]) if is_dense else len(words)
    # a dense row is a word of digits
    if found == expected and (not is_dense or words[0][:1].isdigit()):
        return None
    other = next((word for word in words if not _NUMBER.fullmatch(word)), None)
    if other is not None:
        return Message(
            "check.line-word",
            "line {line}: expected {expected} digits, found {word}",
            line=line,
            expected=expected,
            word=quote(other),
        )
    if not is_dense and found < expected and max(map(len, words)) > 1:
        return Message(
            "check.line-groups",
            "line {line}: expected {expected} digits, all apart or all together, found {groups}",
            line=line,
            expected=expected,
            groups=quote(b" ".join(words)),
        )
    return Message(
        "check.line-length",
        "line {line}: expected {expected} digits, found {number}",
        line=line,
        expected=expected,
        number=found,
    )
