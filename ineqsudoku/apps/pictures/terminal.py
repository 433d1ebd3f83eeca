"""Boards as text: cells, signs in their places, box borders."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from itertools import groupby
from shutil import get_terminal_size
from typing import NamedTuple, Self

from ineqsudoku.apps.names import printable
from ineqsudoku.apps.pictures.model import Picture, Role, require_pictures
from ineqsudoku.geometry import CELLS, COLUMN_OF, DIGITS, ROW_OF, SIZE, Pair, is_across
from ineqsudoku.messages.lines import pad

EMPTY = "."
"""A cell without anything to show."""

CROSS = "x"
"""A marked cell without anything to show."""

BETWEEN = "  "
"""The space between boards that stand side by side."""

_RED, _GREEN, _YELLOW, _CYAN = "31", "32", "33", "36"
_FAINT, _UNDERLINED, _STRUCK = "2", "4", "9"
_COLOURS = {
    Role.CONFLICT: _RED,
    Role.REPAIR: _GREEN,
    Role.DIFFERS: _YELLOW,
    Role.WRONG: _RED,
    Role.PREMISE: _CYAN,
    Role.PLACED: _GREEN,
    Role.REMOVED: _YELLOW,
    Role.FAILS: _RED,
}
"""Codes of SGR, which terminals understand."""

_AROUND_DIGITS = {Role.WRONG: "{}", Role.PREMISE: "()", Role.REMOVED: "//", Role.FAILS: "!!"}
"""The brackets of a marked digit without colour; other roles have square brackets."""

_EMPTY_MARKS = {Role.FAILS: "!"}
"""The marks of empty cells by role; other roles have `CROSS`."""

_AROUND_SIGNS = {Role.REPAIR: "()", Role.WRONG: "{}", Role.REMOVED: "//"}
"""The brackets of a marked sign without colour; other roles have none."""


class _Glyph(NamedTuple):
    """A character, and its SGR codes in the order in which they are sent."""

    character: str
    codes: tuple[str, ...] = ()


_SHAPES = {
    Role.REMOVED: _Glyph("x", (_STRUCK,)),
    Role.WRONG: _Glyph("x", (_STRUCK,)),
    Role.PLACED: _Glyph("*", (_UNDERLINED,)),
    Role.FAILS: _Glyph("x", (_STRUCK,)),
}
"""The symbols of marked candidates without colour, and their SGR codes besides the colour."""


_Canvas = dict[tuple[int, int], _Glyph]


def _is_long(letter: str) -> bool:
    return len(letter) > 1


class _Layout(NamedTuple):
    """The places of cells and signs.

    A cell has `across` columns and `down` lines: one of each, three columns for long letters or, on
    a board with candidates, a place per digit.  Three columns and a line separate cells; signs
    stand in the middle of them, as the borders of boxes do.
    """

    across: int = 1
    down: int = 1

    @classmethod
    def of(cls, picture: Picture) -> Self:
        if all(map(picture.text, picture.candidates)):
            return cls(across=3 if any(map(_is_long, picture.letters.values())) else 1)
        return cls(3, 3)

    @property
    def pitch(self) -> tuple[int, int]:
        """The distance from a cell to the next one, across and down."""
        return self.across + 3, self.down + 1

    @property
    def width(self) -> int:
        return self.pitch[0] * SIZE + 1

    @property
    def height(self) -> int:
        return self.pitch[1] * SIZE + 1

    def corner(self, cell: int) -> tuple[int, int]:
        """Return where a cell begins."""
        across, down = self.pitch
        return across * COLUMN_OF[cell] + 2, down * ROW_OF[cell] + 1

    def middle(self, cell: int) -> tuple[int, int]:
        x, y = self.corner(cell)
        return x + (self.across - 1) // 2, y + (self.down - 1) // 2

    def between(self, pair: Pair) -> tuple[int, int]:
        """Return where the sign between two cells stands."""
        (left, top), (x, y) = self.corner(pair[1]), self.middle(pair[1])
        return (left - 2, y) if is_across(pair) else (x, top - 1)

    def margin(self) -> list[str]:
        """Return the numbers of the rows; none beside the title and the numbers of the columns."""
        numbers = [" "] * (2 + self.height)
        for row in range(SIZE):
            numbers[2 + row * self.pitch[1] + 1 + (self.down - 1) // 2] = str(row + 1)
        return numbers

    def heading(self) -> str:
        """Return the numbers of the columns."""
        across = self.pitch[0]
        end = 3 + (self.across - 1) // 2
        numbers = (str(n + 1).rjust(end).ljust(across) for n in range(SIZE))
        return "".join(numbers) + " "


def in_colour() -> bool:
    """Whether standard output can show colours and NO_COLOR is not set (no-color.org)."""
    objections = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not objections


def columns() -> int:
    """Return the width of the terminal, or 80 without one."""
    if "COLUMNS" not in os.environ and not os.isatty(1):
        return 80
    return get_terminal_size().columns


def draw_text(
    *pictures: Picture, colour: bool = False, encoding: str = "utf-8", width: int = 80
) -> str:
    """Return the boards below their titles and above their captions, with numbered rows and
    columns.

    Boards stand side by side if `width` columns are enough, otherwise one below the other.  Two
    boards need 78 columns.  With colour, marks have the colour of their role, and other signs
    are dim.  Without colour, marked digits and the signs of a repair are in brackets, and other
    signs are left out.  A marked cell without a digit is an `x`.

    On a board with candidates, a digit has its own place in the cell, and the board needs 57
    columns.  A dot stands for a digit that is not a candidate.  A removed candidate is struck
    through, and a placed one is underlined; without colour, they are `x` and `*`.  If `encoding`
    has no box-drawing characters, frames consist of `+`, `-` and `|`.

    Raises `ValueError` without a picture, and `TypeError` for what is no picture.
    """
    require_pictures(pictures)
    is_fancy = _is_fancy(encoding)
    boards = [
        (_Layout.of(picture).margin(), _lines(picture, colour, is_fancy)) for picture in pictures
    ]
    captions = ["\n".join(map(printable, str(one.caption).splitlines())) for one in pictures]
    blocks = [_block(row) for row in _rows(boards, width)]
    return "\n".join([*blocks, *(f"{caption}\n" for caption in captions if caption)])


_Board = tuple[list[str], list[str]]
"""The numbers of the rows, and the lines of the board, title first; equally many."""


def _rows(boards: list[_Board], width: int) -> Iterator[list[_Board]]:
    """Yield the boards that stand side by side, row by row."""
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
    """Return the width of the line with the numbers of columns, which has no colours."""
    return len(lines[1])


def _block(row: list[_Board]) -> str:
    """Return boards side by side; without a line for titles if none has one."""
    margin = row[0][0]
    lines = list(zip(margin, *(lines for _, lines in row), strict=True))
    if not any(title.strip() for title in lines[0][1:]):
        del lines[0]
    return "".join(f"{first} {BETWEEN.join(others)}".rstrip() + "\n" for first, *others in lines)


def _is_fancy(encoding: str) -> bool:
    try:
        return bool("─│┼".encode(encoding))
    except (LookupError, UnicodeEncodeError):
        return False


def _lines(picture: Picture, colour: bool, is_fancy: bool) -> list[str]:
    layout = _Layout.of(picture)
    width = layout.width
    canvas = _frame(layout, is_fancy)
    _draw_signs(canvas, layout, picture, colour)
    _draw_cells(canvas, layout, picture, colour)
    if layout.across > 1:
        _draw_candidates(canvas, layout, picture, colour, "·" if is_fancy else ".")
    return [
        pad(printable(str(picture.title)), width),
        layout.heading(),
        *(
            "".join(_colour([canvas.get((x, y), _Glyph(" ")) for x in range(width)], colour))
            for y in range(layout.height)
        ),
    ]


def _colour(glyphs: list[_Glyph], colour: bool) -> Iterator[str]:
    for codes, run in groupby(glyphs, key=lambda glyph: glyph.codes):
        text = "".join(glyph.character for glyph in run)
        if colour and codes:
            yield "".join(f"\x1b[{code}m" for code in codes) + text + "\x1b[0m"
        else:
            yield text


def _mark(character: str, role: Role) -> _Glyph:
    return _Glyph(character, (_COLOURS[role], "1"))


def _frame(layout: _Layout, is_fancy: bool) -> _Canvas:
    """Return the outer border and those of boxes."""
    canvas: _Canvas = {}
    width, height = layout.width, layout.height
    box_width, box_height = 3 * layout.pitch[0], 3 * layout.pitch[1]
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


def _draw_signs(canvas: _Canvas, layout: _Layout, picture: Picture, colour: bool) -> None:
    for relation in picture.puzzle.relations:
        glyph = _Glyph(relation.sign)
        if role := picture.sign_roles.get(relation):
            glyph = _mark(relation.sign, role)
        elif picture.sign_roles:
            glyph = _Glyph(relation.sign, (_FAINT,))
        x, y = layout.between(relation.pair)
        if colour or glyph.codes != (_FAINT,):
            canvas[x, y] = glyph
        if role in _AROUND_SIGNS and not colour:
            canvas[x - 1, y], canvas[x + 1, y] = map(_Glyph, _AROUND_SIGNS[role])


def _draw_cells(canvas: _Canvas, layout: _Layout, picture: Picture, colour: bool) -> None:
    for cell in CELLS:
        x, y = layout.middle(cell)
        role = picture.cell_roles.get(cell)
        text = printable(picture.text(cell))[: layout.across]
        shown = text or (_EMPTY_MARKS.get(role, CROSS) if role else EMPTY)
        before = (len(shown) - 1) // 2
        for place, character in enumerate(shown, x - before):
            canvas[place, y] = _mark(character, role) if role else _Glyph(character)
        if role and not colour and text and (len(text) > 1 or text in DIGITS):
            left, right = x - before - 1, x - before + len(text)
            canvas[left, y], canvas[right, y] = map(_Glyph, _AROUND_DIGITS.get(role, "[]"))


def _draw_candidates(
    canvas: _Canvas, layout: _Layout, picture: Picture, colour: bool, absent: str
) -> None:
    for cell, mask in picture.candidates.items():
        if picture.text(cell):
            continue
        left, top = layout.corner(cell)
        for digit in range(1, SIZE + 1):
            row, column = divmod(digit - 1, 3)
            glyph = _Glyph(absent, (_FAINT,))
            if role := picture.candidate_roles.get((cell, digit)):
                shape = _SHAPES.get(role, _Glyph(str(digit)))
                codes = (_COLOURS[role], "1", *shape.codes)
                glyph = _Glyph(str(digit) if colour else shape.character, codes)
            elif mask >> digit - 1 & 1:
                glyph = _Glyph(str(digit))
            canvas[left + column, top + row] = glyph
