"""The pictures of grids and solutions."""

from __future__ import annotations

from collections.abc import Sequence

from ineqsudoku.geometry import SUDOKU, Geometry, latin
from ineqsudoku.pictures.model import Picture, Role
from ineqsudoku.puzzle import Grid, Puzzle


def picture_of_grid(grid: Grid) -> Picture:
    """Return the digits of a grid.

    A grid has no boxes of its own: the usual boxes of its size are drawn if all of them hold every
    digit once.
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
