"""The text of values for `print`, and their pictures for notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ineqsudoku.geometry import SUDOKU, Geometry, latin
from ineqsudoku.pictures.model import Picture, Role
from ineqsudoku.pictures.svg import draw_svg
from ineqsudoku.pictures.terminal import columns, draw_text
from ineqsudoku.puzzle import Grid, Puzzle


def text_of(words: str, pictures: Sequence[Picture]) -> str:
    """Return words, an empty line and the boards, as wide as the terminal; no trailing newline."""
    boards = draw_text(*pictures, width=columns()) if pictures else ""
    return "\n\n".join(part for part in (words, boards.rstrip("\n")) if part)


def html_of(words: str, pictures: Sequence[Picture]) -> str:
    """Return a paragraph with the words, and the boards side by side."""
    svg = draw_svg(*pictures) if pictures else ""
    return f"<div><p>{escape(words)}</p>{svg}</div>"


def picture_of_grid(grid: Grid) -> Picture:
    """Return the digits of a grid.

    A grid has no boxes of its own: the usual boxes of its size are drawn if each of them holds
    every digit once.
    """
    return Picture(Puzzle.of(_geometry(grid)), digits=grid.line)


def pictures_of_solutions(solutions: Sequence[Grid]) -> tuple[Picture, ...]:
    """Return pictures of up to two solutions; of two, the cells that differ are marked."""
    if len(solutions) < 2:
        return tuple(map(picture_of_grid, solutions))
    return pictures_of_two(Puzzle.of(_geometry(solutions[0])), *solutions[:2])


def pictures_of_two(puzzle: Puzzle, first: Grid, second: Grid) -> tuple[Picture, Picture]:
    """Return pictures of two solutions, in which the cells that differ are marked."""
    differs = {
        cell: Role.DIFFERS
        for cell, (one, other) in enumerate(zip(first.line, second.line, strict=True))
        if one != other
    }
    return (
        Picture(puzzle, first.line, cell_roles=differs, title="a solution"),
        Picture(puzzle, second.line, cell_roles=differs, title="another one"),
    )


def _geometry(grid: Grid) -> Geometry:
    geometry = SUDOKU.get(grid.size)
    if geometry and all(
        len({grid.line[cell] for cell in box}) == grid.size for box in geometry.boxes
    ):
        return geometry
    return latin(grid.size)
