"""Puzzles drawn in the terminal: cells, signs in their places, box borders."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

import click

from ineqsudoku.geometry import CELLS, COLUMN_OF, ROW_OF, SIZE
from ineqsudoku.puzzle import ABSENT, Puzzle, Relation

WIDTH, HEIGHT = 4 * SIZE + 1, 2 * SIZE + 1
"""Of a frame, in characters.  A cell stands at column 4c + 2 of line 2r + 1, its row r and
column c counted from 0; signs stand halfway, those across box borders on the border."""

EMPTY = "."

MARKED, FAINT = "marked", "faint"


@dataclass(frozen=True, slots=True)
class Picture:
    """What to draw: the signs of a puzzle, its givens and other `characters` in its cells.

    What it is all about is marked: some `cells`, and some `relations`, behind which the other
    signs step back.  In colour marks are red and other signs dim; without colour, marked digits
    stand in brackets, marked letters speak for themselves, and other signs are left out.
    """

    puzzle: Puzzle
    characters: Mapping[int, str] = field(default_factory=dict)
    cells: Collection[int] = ()
    relations: Collection[Relation] = ()
    title: str = ""


class _Glyph(NamedTuple):
    character: str
    style: str = ""


def _style(text: str, style: str) -> str:
    return (
        click.style(text, fg="red", bold=True) if style == MARKED else click.style(text, dim=True)
    )


_Canvas = dict[tuple[int, int], _Glyph]


def in_colour() -> bool:
    """Whether standard output can show colours and nobody objects (no-color.org)."""
    objections = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not objections


def drawn(*pictures: Picture, colour: bool, encoding: str = "utf-8") -> str:
    """The pictures side by side under their titles, with the numbers of rows and columns; two
    of them fit 80 columns.

    With an `encoding` that has no box-drawing characters, frames are of `+`, `-` and `|`.
    """
    margin = [" ", " ", *(f"{y // 2 + 1}" if y % 2 else " " for y in range(HEIGHT))]
    columns = [margin, *(_lines(picture, colour, _fancy(encoding)) for picture in pictures)]
    rows = list(zip(*columns, strict=True))
    if not any(picture.title for picture in pictures):
        del rows[0]
    return "".join(f"{first} {'  '.join(others)}".rstrip() + "\n" for first, *others in rows)


def _fancy(encoding: str) -> bool:
    try:
        return bool("─│┼".encode(encoding))
    except (LookupError, UnicodeEncodeError):
        return False


def _lines(picture: Picture, colour: bool, fancy: bool) -> list[str]:
    canvas = _frame(fancy)
    _draw_signs(canvas, picture, colour)
    _draw_cells(canvas, picture, colour)
    return [
        picture.title.ljust(WIDTH),
        "".join(f"  {column + 1} " for column in range(SIZE)) + " ",
        *(
            "".join(_styled([canvas.get((x, y), _Glyph(" ")) for x in range(WIDTH)], colour))
            for y in range(HEIGHT)
        ),
    ]


def _styled(glyphs: list[_Glyph], colour: bool) -> Iterator[str]:
    for style, run in groupby(glyphs, key=lambda glyph: glyph.style):
        text = "".join(glyph.character for glyph in run)
        yield _style(text, style) if colour and style else text


def _frame(fancy: bool) -> _Canvas:
    canvas: _Canvas = {}
    for x in range(WIDTH):
        for y in range(HEIGHT):
            on_column, on_row = x % 12 == 0, y % 6 == 0
            if on_column and on_row:
                joint = "┌┬┐├┼┤└┴┘"[3 * ((y > 0) + (y == HEIGHT - 1)) + (x > 0) + (x == WIDTH - 1)]
                canvas[x, y] = _Glyph(joint if fancy else "+")
            elif on_column:
                canvas[x, y] = _Glyph("│" if fancy else "|")
            elif on_row:
                canvas[x, y] = _Glyph("─" if fancy else "-")
    return canvas


def _place(cell: int) -> tuple[int, int]:
    return 4 * COLUMN_OF[cell] + 2, 2 * ROW_OF[cell] + 1


def _draw_signs(canvas: _Canvas, picture: Picture, colour: bool) -> None:
    for relation in picture.puzzle.relations:
        (x, y), (other_x, other_y) = map(_place, relation.pair)
        style = ""
        if picture.relations:
            style = MARKED if relation in picture.relations else FAINT
        if colour or style != FAINT:
            canvas[(x + other_x) // 2, (y + other_y) // 2] = _Glyph(relation.sign, style)


def _draw_cells(canvas: _Canvas, picture: Picture, colour: bool) -> None:
    for cell in CELLS:
        x, y = _place(cell)
        given = picture.puzzle.givens[cell]
        character = picture.characters.get(cell, EMPTY if given == ABSENT else given)
        marked = cell in picture.cells
        canvas[x, y] = _Glyph(character, MARKED if marked else "")
        if marked and not colour and character.isdigit():
            canvas[x - 1, y], canvas[x + 1, y] = _Glyph("["), _Glyph("]")
