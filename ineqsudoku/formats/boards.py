"""Drawn boards, as `validate` prints them, are rewritten as lines of the format *extended*.

A line of an n×n board has 4n + 1 characters, frame included.  Column c, counted from 0, has its
cells at index 4c + 2 of the line; signs are halfway between cells, those across box borders on
the border.  Every cell and sign stays in its column.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ineqsudoku.formats.mending import MISPLACED, Change, in_plain_blanks, may_have_boards
from ineqsudoku.formats.registry import FORMATS, language
from ineqsudoku.geometry import NINE
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import ABSENT

_FRAME = "─│┌┬┐├┼┤└┴┘+-|"
_HORIZONTAL = "─-"

_TOP = r"([ \t]*)([┌+][─┬+-]+[┐+])"

_BOTTOM = r"[└+][─┴+-]+[┘+]"

_COLUMN_NUMBERS = r"[ \t]*1(?:[ \t]+[0-9]+)+[ \t]*"

_SKIPPED = Message("formats.outside-board", "text outside a drawn board skipped")


class DrawnBoard(NamedTuple):
    """The lines `top` to `bottom` of a text, in which the frame starts at index `left`."""

    top: int
    bottom: int
    left: int
    size: int

    @property
    def right(self) -> int:
        """The index behind the frame."""
        return self.left + 4 * self.size + 1


def has_board(text: str) -> bool:
    """Whether a text that is not quoted has a drawn board."""
    if not may_have_boards(text):
        return False
    return any(True for _ in boards(in_plain_blanks(text)[0].split("\n")))


def undrawn(text: str) -> tuple[str, list[Change], str]:
    """Replace drawn boards by lines of cells and signs, and the rest by blank lines.

    Also returns the language of these lines.  A text without a board is returned unchanged, with
    an empty language.  Of boards side by side, the first one is read.
    """
    plain, changes = in_plain_blanks(text)
    lines = plain.split("\n")
    drawn = list(boards(lines))
    if not drawn:
        return text, [], ""
    read = [""] * len(lines)
    for board in drawn:
        for number in range(board.top + 1, board.bottom):
            is_row = (number - board.top) % 2 == 1
            read[number] = _undrawn(lines[number], board, is_row)
    outside = _outside(lines, drawn)
    if first := next(outside, None):
        changes.append(Change(_SKIPPED, 1 + sum(1 for _ in outside), *first))
    return "\n".join(read), changes, language("extended", drawn[0].size)


def boards(lines: Sequence[str]) -> Iterator[DrawnBoard]:
    """Yield the boards in the lines of a text, in order."""
    end = 0
    frame_of = lru_cache(maxsize=64)(_frame)  # A text may have the same line again and again.
    for top, line in enumerate(lines):
        upper = frame_of(line) if top >= end else None
        if not upper or top + 2 * upper[1] >= len(lines):
            continue
        left, size = upper
        bottom = top + 2 * size
        frame = {line[left : left + 1] for line in lines[top : bottom + 1]}
        if frame <= set(_FRAME) and re.match(_BOTTOM, lines[bottom][left:]):
            board = DrawnBoard(top, bottom, left, size)
            if re.match(_TOP, lines[top + 1]):  # Lines of frames only.
                continue
            if not _is_frame_around_boxes(lines, board):
                yield board
                end = bottom + 1


def _frame(line: str) -> tuple[int, int] | None:
    """Return the index of the upper frame of a board, and the board's size."""
    match = re.match(_TOP, line)
    size, rest = divmod(len(match[2]) - 1, 4) if match else (0, 0)
    if not match or rest:
        return None
    has_boxes = not set(match[2][1:-1]) <= {*_HORIZONTAL}
    return (len(match[1]), size) if has_boxes and size in FORMATS["extended"].sizes else None


def _is_frame_around_boxes(lines: Sequence[str], board: DrawnBoard) -> bool:
    """Whether most lines between rows have cells.

    A 9×9 with frames around its boxes and a blank between cells is as wide and high as a board of
    6×6.
    """
    between = range(board.top + 2, board.bottom, 2)
    return 2 * sum(_has_misplaced(lines[number], board) for number in between) > len(between)


def _has_misplaced(line: str, board: DrawnBoard) -> bool:
    return MISPLACED in _undrawn(line, board, is_row=False)


def _outside(lines: Sequence[str], boards: Iterable[DrawnBoard]) -> Iterator[tuple[int, int]]:
    """Yield line and column, counted from 1, of the texts above, below and to the right of boards.

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


def _undrawn(line: str, board: DrawnBoard, is_row: bool) -> str:
    """Return a line as long as the drawn one, with its cells and signs."""
    inside = line[board.left : board.right].ljust(board.right - board.left)
    parts = _row(inside, board.size) if is_row else _between_rows(inside)
    characters = "".join(parts)
    return (" " * board.left + characters).ljust(len(line))


def _row(line: str, size: int) -> Iterator[str]:
    """Yield the characters of a row: cells, and signs between them."""
    last = 4 * size
    for x, character in enumerate(line):
        if x % 4 == 2:
            yield _cell(character, size)
        elif x % 4 == 0 and 0 < x < last:
            yield _sign(character)
        else:
            yield _beside(character)


def _sign(character: str) -> str:
    """Return the sign, absent where a blank or the frame is."""
    return ABSENT if character in f" {_FRAME}" else character


def _beside(character: str) -> str:
    """Return a blank for a part of the frame between cells and signs, else `MISPLACED`."""
    return " " if character in f" {_FRAME}" else MISPLACED


def _cell(character: str, size: int) -> str:
    empty = "-" if size > NINE.size else "0"
    return empty if character in " ." else character


def _between_rows(line: str) -> Iterator[str]:
    """Yield the characters between two rows: signs."""
    for x, character in enumerate(line):
        yield _sign(character) if x % 4 == 2 else _beside(character)
