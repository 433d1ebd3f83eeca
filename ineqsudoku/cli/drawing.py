"""Puzzles drawn in the terminal: cells, signs in their places, box borders."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

import click

from ineqsudoku.geometry import Geometry
from ineqsudoku.puzzle import ABSENT, Puzzle, Relation

EMPTY = "."

MARKED, FAINT = "marked", "faint"


@dataclass(frozen=True, slots=True)
class Picture:
    """What to draw: the signs of a puzzle, its givens, and `characters` in its other cells.

    What it is all about is marked: some `cells`, and some `relations`, behind which the other
    signs step back.  In colour marks are red and other signs dim; without colour, marked digits
    stand in brackets, other letters speak for themselves, and other signs are left out.
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
"""Of a puzzle of n×n 4n + 1 columns and 2n + 1 lines.  A cell stands at column 4c + 2 of line
2r + 1, its row r and column c counted from 0; signs stand halfway, those across box borders
on the border."""


def _width(geometry: Geometry) -> int:
    return 4 * geometry.size + 1


def _height(geometry: Geometry) -> int:
    return 2 * geometry.size + 1


def in_colour() -> bool:
    """Whether standard output can show colours and nobody objects (no-color.org)."""
    objections = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not objections


def drawn(*pictures: Picture, colour: bool, encoding: str = "utf-8") -> str:
    """The pictures, of one size, side by side under their titles, with the numbers of rows and
    columns; two of them fit 80 columns up to 9×9.

    With an `encoding` that has no box-drawing characters, frames are of `+`, `-` and `|`.
    """
    geometry = pictures[0].puzzle.geometry
    numbers = (str(y // 2 + 1) if y % 2 else "" for y in range(_height(geometry)))
    width = len(str(geometry.size))
    margin = [number.rjust(width) for number in ("", "", *numbers)]
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
    geometry = picture.puzzle.geometry
    width = _width(geometry)
    canvas = _frame(geometry, fancy)
    _draw_signs(canvas, picture, colour)
    _draw_cells(canvas, picture, colour)
    return [
        picture.title.ljust(width),
        "".join(f"{column:3} " for column in range(1, geometry.size + 1)) + " ",
        *(
            "".join(_styled([canvas.get((x, y), _Glyph(" ")) for x in range(width)], colour))
            for y in range(_height(geometry))
        ),
    ]


def _styled(glyphs: list[_Glyph], colour: bool) -> Iterator[str]:
    for style, run in groupby(glyphs, key=lambda glyph: glyph.style):
        text = "".join(glyph.character for glyph in run)
        yield _style(text, style) if colour and style else text


def _frame(geometry: Geometry, fancy: bool) -> _Canvas:
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
                canvas[x, y] = _Glyph(joint if fancy else "+")
            elif on_column:
                canvas[x, y] = _Glyph("│" if fancy else "|")
            elif on_row:
                canvas[x, y] = _Glyph("─" if fancy else "-")
    return canvas


def _place(cell: int, geometry: Geometry) -> tuple[int, int]:
    return 4 * geometry.column_of[cell] + 2, 2 * geometry.row_of[cell] + 1


def _draw_signs(canvas: _Canvas, picture: Picture, colour: bool) -> None:
    for relation in picture.puzzle.relations:
        first, second = relation.pair
        x, y = _place(first, picture.puzzle.geometry)
        other_x, other_y = _place(second, picture.puzzle.geometry)
        style = ""
        if picture.relations:
            style = MARKED if relation in picture.relations else FAINT
        if colour or style != FAINT:
            canvas[(x + other_x) // 2, (y + other_y) // 2] = _Glyph(relation.sign, style)


def _draw_cells(canvas: _Canvas, picture: Picture, colour: bool) -> None:
    geometry = picture.puzzle.geometry
    for cell in geometry.cells:
        x, y = _place(cell, geometry)
        given = picture.puzzle.givens[cell]
        character = picture.characters.get(cell, EMPTY) if given == ABSENT else given
        marked = cell in picture.cells
        canvas[x, y] = _Glyph(character, MARKED if marked else "")
        if marked and not colour and character in geometry.symbols:
            canvas[x - 1, y], canvas[x + 1, y] = _Glyph("["), _Glyph("]")
