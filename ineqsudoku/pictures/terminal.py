"""Boards as text: cells, signs in their places, box borders."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from ineqsudoku.geometry import Geometry
from ineqsudoku.names import printable
from ineqsudoku.pictures.model import Picture, Role

EMPTY = "."
"""A cell without anything to show."""

CROSS = "x"
"""A marked cell without anything to show."""

BETWEEN = "  "
"""What separates boards that stand side by side."""

_RED, _GREEN, _YELLOW, _CYAN = "31", "32", "33", "36"
_FAINT = "2"
_COLOURS = {
    Role.CONFLICT: _RED,
    Role.REPAIR: _GREEN,
    Role.DIFFERS: _YELLOW,
    Role.WRONG: _RED,
    Role.PREMISE: _CYAN,
    Role.PLACED: _GREEN,
    Role.REMOVED: _YELLOW,
}
"""Codes of SGR, which terminals understand."""

_AROUND_DIGITS = {Role.WRONG: "{}", Role.PREMISE: "()", Role.REMOVED: "//"}
"""How a marked digit shows without colour; other roles have square brackets."""

_AROUND_SIGNS = {Role.REPAIR: "()", Role.WRONG: "{}", Role.REMOVED: "//"}
"""How a marked sign shows without colour; of other roles a sign stands alone."""


class _Glyph(NamedTuple):
    """A character, and its SGR codes in the order in which they are sent."""

    character: str
    codes: tuple[str, ...] = ()


_Canvas = dict[tuple[int, int], _Glyph]
"""Of a puzzle of n×n 4n + 1 columns and 2n + 1 lines.  A cell stands at column 4c + 2 of line
2r + 1, its row r and column c counted from 0; signs stand halfway, those across box borders
on the border."""


def in_colour() -> bool:
    """Whether standard output can show colours and nobody objects (no-color.org)."""
    objections = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not objections


def columns() -> int:
    """The width of the terminal; 80 where there is none."""
    return shutil.get_terminal_size().columns


def draw_text(
    *pictures: Picture, colour: bool = False, encoding: str = "utf-8", width: int = 80
) -> str:
    """The boards under their titles, with the numbers of rows and columns, captions below.

    Boards stand side by side as far as `width` columns allow, else one below the other; two
    of 9×9 need 78.  Candidates are not shown: a cell is one character.  In colour, marks have
    the colour of their role and other signs are dim; without colour, marked digits and the
    signs of a repair stand in brackets, and other signs are left out.  A marked cell without a
    digit is an `x`.  With an
    `encoding` that has no box-drawing characters, frames are of `+`, `-` and `|`.
    """
    is_fancy = _is_fancy(encoding)
    boards = [(_margin(each.geometry), _lines(each, colour, is_fancy)) for each in pictures]
    captions = [printable(each.caption) for each in pictures if each.caption]
    blocks = [_block(row) for row in _rows(boards, width)]
    return "\n".join([*blocks, *(f"{caption}\n" for caption in captions)])


_Board = tuple[list[str], list[str]]
"""The numbers of the rows, and the lines of the board, title first; equally many."""


def _rows(boards: list[_Board], width: int) -> Iterator[list[_Board]]:
    """The boards that stand side by side, row by row."""
    row: list[_Board] = []
    used = 0
    for board in boards:
        margin, lines = board
        needed = len(margin[0]) + 1 + _plain_width(lines)
        alike = row and row[0][0] == margin
        if row and alike and used + len(BETWEEN) + _plain_width(lines) <= width:
            used += len(BETWEEN) + _plain_width(lines)
        else:
            if row:
                yield row
            row, used = [], needed
        row.append(board)
    if row:
        yield row


def _plain_width(lines: list[str]) -> int:
    """That of the line with the numbers of columns, which has no colours."""
    return len(lines[1])


def _block(row: list[_Board]) -> str:
    """Boards side by side; without a line for titles if none has one."""
    margin = row[0][0]
    lines = list(zip(margin, *(lines for _, lines in row), strict=True))
    if not any(title.strip() for title in lines[0][1:]):
        del lines[0]
    return "".join(f"{first} {BETWEEN.join(others)}".rstrip() + "\n" for first, *others in lines)


def _margin(geometry: Geometry) -> list[str]:
    numbers = (str(y // 2 + 1) if y % 2 else "" for y in range(_height(geometry)))
    return [number.rjust(len(str(geometry.size))) for number in ("", "", *numbers)]


def _width(geometry: Geometry) -> int:
    return 4 * geometry.size + 1


def _height(geometry: Geometry) -> int:
    return 2 * geometry.size + 1


def _is_fancy(encoding: str) -> bool:
    try:
        return bool("─│┼".encode(encoding))
    except (LookupError, UnicodeEncodeError):
        return False


def _lines(picture: Picture, colour: bool, is_fancy: bool) -> list[str]:
    geometry = picture.geometry
    width = _width(geometry)
    canvas = _frame(geometry, is_fancy)
    _draw_signs(canvas, picture, colour)
    _draw_cells(canvas, picture, colour)
    return [
        printable(picture.title).ljust(width),
        "".join(f"{column:3} " for column in range(1, geometry.size + 1)) + " ",
        *(
            "".join(_coloured([canvas.get((x, y), _Glyph(" ")) for x in range(width)], colour))
            for y in range(_height(geometry))
        ),
    ]


def _coloured(glyphs: list[_Glyph], colour: bool) -> Iterator[str]:
    for codes, run in groupby(glyphs, key=lambda glyph: glyph.codes):
        text = "".join(glyph.character for glyph in run)
        if colour and codes:
            yield "".join(f"\x1b[{code}m" for code in codes) + text + "\x1b[0m"
        else:
            yield text


def _marked(character: str, role: Role) -> _Glyph:
    return _Glyph(character, (_COLOURS[role], "1"))


def _frame(geometry: Geometry, is_fancy: bool) -> _Canvas:
    """The outer border and those of boxes."""
    canvas: _Canvas = {}
    width, height = _width(geometry), _height(geometry)
    box_width = 4 * (geometry.box_columns or geometry.size)
    box_height = 2 * (geometry.box_rows or geometry.size)
    for x in range(width):
        for y in range(height):
            on_column, on_row = x % box_width == 0, y % box_height == 0
            if on_column and on_row:
                joint = "┌┬┐├┼┤└┴┘"[3 * ((y > 0) + (y == height - 1)) + (x > 0) + (x == width - 1)]
                canvas[x, y] = _Glyph(joint if is_fancy else "+")
            elif on_column:
                canvas[x, y] = _Glyph("│" if is_fancy else "|")
            elif on_row:
                canvas[x, y] = _Glyph("─" if is_fancy else "-")
    return canvas


def _place(cell: int, geometry: Geometry) -> tuple[int, int]:
    return 4 * geometry.column_of[cell] + 2, 2 * geometry.row_of[cell] + 1


def _draw_signs(canvas: _Canvas, picture: Picture, colour: bool) -> None:
    for relation in picture.puzzle.relations:
        first, second = relation.pair
        x, y = _place(first, picture.geometry)
        other_x, other_y = _place(second, picture.geometry)
        glyph = _Glyph(relation.sign)
        if role := picture.sign_roles.get(relation):
            glyph = _marked(relation.sign, role)
        elif picture.sign_roles:
            glyph = _Glyph(relation.sign, (_FAINT,))
        place = (x + other_x) // 2, (y + other_y) // 2
        if colour or glyph.codes != (_FAINT,):
            canvas[place] = glyph
        if role in _AROUND_SIGNS and not colour:
            _enclose(canvas, place, _AROUND_SIGNS[role])


def _draw_cells(canvas: _Canvas, picture: Picture, colour: bool) -> None:
    geometry = picture.geometry
    for cell in geometry.cells:
        x, y = _place(cell, geometry)
        role = picture.cell_roles.get(cell)
        symbol = printable(picture.symbol(cell))[:1] or (CROSS if role else EMPTY)
        canvas[x, y] = _marked(symbol, role) if role else _Glyph(symbol)
        if role and not colour and symbol in geometry.symbols:
            _enclose(canvas, (x, y), _AROUND_DIGITS.get(role, "[]"))


def _enclose(canvas: _Canvas, place: tuple[int, int], brackets: str) -> None:
    x, y = place
    canvas[x - 1, y], canvas[x + 1, y] = map(_Glyph, brackets)
