"""Drawn boards, as `validate` prints them, are rewritten as lines of the format *extended*.

A line of an n×n board has 4n + 1 characters, frame included.  Column c, counted from 0, has its
cells at index 4c + 2 of the line; signs are halfway between cells, those across box borders on
the border.  Every cell and sign stays in its column.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ineqsudoku.formats.changes import Change
from ineqsudoku.formats.registry import FORMATS
from ineqsudoku.formats.sizes import SIZES
from ineqsudoku.puzzle import ABSENT

_FRAME = "─│┌┬┐├┼┤└┴┘+-|"
_HORIZONTAL = "─-"

_BRACKETS = "[](){}/"
"""Characters around marked digits and signs."""

_MISPLACED = "!"
"""Stands for a sign or digit in a wrong column, so that the fault is reported there."""

_TOP = r"([ \t]*)([┌+][─┬+-]+[┐+])"

_BOTTOM = r"[└+][─┴+-]+[┘+]"

_COLUMN_NUMBERS = r"[ \t]*1(?:[ \t]+[0-9]+)+[ \t]*"

_SKIPPED = "text outside a drawn board skipped"


class DrawnBoard(NamedTuple):
    """The lines `top` to `bottom` of a text, in which the frame starts at index `left`.

    A board that `is_latin` has no box borders."""

    top: int
    bottom: int
    left: int
    size: int
    is_latin: bool

    @property
    def right(self) -> int:
        """The index behind the frame."""
        return self.left + 4 * self.size + 1


def boards_as_lines(text: str) -> tuple[str, list[Change]]:
    """`text` with lines of cells and signs for each drawn board, and blank lines for the rest.

    A text without a board is returned unchanged.  Of boards side by side, the first one is read.
    """
    return _undrawn_all(text, SIZES["extended"], ABSENT)


def boards_as_drawings(text: str) -> tuple[str, list[Change]]:
    """Like `boards_as_lines`, in the format *futoshiki*, with blanks for absent signs."""
    return _undrawn_all(text, FORMATS["futoshiki"].sizes, " ")


def _undrawn_all(text: str, sizes: Container[int], absent: str) -> tuple[str, list[Change]]:
    lines = text.split("\n")
    found = [board for board in boards(lines) if board.size in sizes]
    if not found:
        return text, []
    read = [""] * len(lines)
    for board in found:
        for number in range(board.top + 1, board.bottom):
            is_row = (number - board.top) % 2 == 1
            read[number] = _undrawn(lines[number], board, is_row, absent)
    outside = _outside(lines, found)
    first = next(outside, None)
    changes = [Change(_SKIPPED, 1 + sum(1 for _ in outside), *first)] if first else []
    return "\n".join(read), changes


def boards(lines: Sequence[str]) -> Iterator[DrawnBoard]:
    """The boards in the lines of a text, in order."""
    end = 0
    frame_of = lru_cache(maxsize=64)(_frame)  # A text may have the same line again and again.
    for top, line in enumerate(lines):
        found = frame_of(line) if top >= end else None
        if not found or top + 2 * found[1] >= len(lines):
            continue
        left, size, is_latin = found
        bottom = top + 2 * size
        frame = {line[left : left + 1] for line in lines[top : bottom + 1]}
        if frame <= set(_FRAME) and re.match(_BOTTOM, lines[bottom][left:]):
            board = DrawnBoard(top, bottom, left, size, is_latin)
            if re.match(_TOP, lines[top + 1]):  # Lines of frames only.
                continue
            if not _is_frame_around_boxes(lines, board):
                yield board
                end = bottom + 1


def _frame(line: str) -> tuple[int, int, bool] | None:
    """For the upper frame of a board: its index, the size, and whether it has no box borders."""
    found = re.match(_TOP, line)
    size, rest = divmod(len(found[2]) - 1, 4) if found else (0, 0)
    if not found or rest:
        return None
    is_latin = set(found[2][1:-1]) <= {*_HORIZONTAL}
    sizes = FORMATS["futoshiki"].sizes if is_latin else SIZES["extended"]
    return (len(found[1]), size, is_latin) if size in sizes else None


def _is_frame_around_boxes(lines: Sequence[str], board: DrawnBoard) -> bool:
    """Whether most lines between rows have cells.

    A 9×9 with frames around its boxes and a blank between cells is as wide and high as a board of
    6×6.
    """
    between = range(board.top + 2, board.bottom, 2)
    return 2 * sum(_has_misplaced(lines[number], board) for number in between) > len(between)


def _has_misplaced(line: str, board: DrawnBoard) -> bool:
    return _MISPLACED in _undrawn(line, board, is_row=False, absent=ABSENT)


def _outside(lines: Sequence[str], boards: Iterable[DrawnBoard]) -> Iterator[tuple[int, int]]:
    """Line and column, counted from 1, of each text above, below and to the right of boards.

    Row and column numbers count as parts of the boards.
    """
    start = 0
    for board in boards:
        has_numbers = board.top > start and re.fullmatch(_COLUMN_NUMBERS, lines[board.top - 1])
        for number in range(start, board.top - bool(has_numbers)):
            if lines[number].strip(" \t"):
                yield number + 1, 1
        for number in range(board.top, board.bottom + 1):
            if lines[number][board.right :].strip(" \t"):
                yield number + 1, board.right + 1
        start = board.bottom + 1
    for number in range(start, len(lines)):
        if lines[number].strip(" \t"):
            yield number + 1, 1


def _undrawn(line: str, board: DrawnBoard, is_row: bool, absent: str) -> str:
    """A line as long as the drawn one, with its cells and signs."""
    inside = line[board.left : board.right].ljust(board.right - board.left)
    found = _row(inside, board.size, absent) if is_row else _between_rows(inside, absent)
    characters = "".join(found)
    return (" " * board.left + characters).ljust(len(line))


def _row(line: str, size: int, absent: str) -> Iterator[str]:
    """The characters of a row: cells, and signs or `absent` between them."""
    last = 4 * size
    for x, character in enumerate(line):
        if x % 4 == 2:
            yield _cell(character, size)
        elif x % 4 == 0 and 0 < x < last:
            yield absent if character in f" {_FRAME}" else character
        else:
            yield _beside(character)


def _beside(character: str) -> str:
    """The replacement for a character between cells and signs: a blank for a part of the frame or
    a mark, else `_MISPLACED`."""
    return " " if character in f" {_BRACKETS}{_FRAME}" else _MISPLACED


def _cell(character: str, size: int) -> str:
    """The cell; an empty one for a letter that marks it."""
    is_letter = size > 9
    if character in " ." or (character.isascii() and character.islower()):
        return "-" if is_letter else "0"
    return "0" if character.isascii() and character.isalpha() and not is_letter else character


def _between_rows(line: str, absent: str) -> Iterator[str]:
    """The characters between two rows: signs, or `absent`."""
    for x, character in enumerate(line):
        if x % 4 == 2:
            yield absent if character in f" {_FRAME}" else character
        else:
            yield _beside(character)
