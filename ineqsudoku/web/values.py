"""Puzzles as JSON, both ways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from ineqsudoku.fields import FieldError, Range, read
from ineqsudoku.geometry import LARGEST, NINE, Geometry
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.web.errors import Object, refuse


@dataclass(frozen=True, slots=True)
class _Parts:
    """The JSON form of a puzzle: the numbers of its geometry, 9×9 without any, and its texts."""

    size: Annotated[int, Range(2, LARGEST)] | None = None
    box_rows: Annotated[int, Range(0, LARGEST)] = 0
    box_columns: Annotated[int, Range(0, LARGEST)] = 0
    signs: str = ""
    givens: str = ""
    border_signs: str = ""


def object_of(puzzle: Puzzle) -> Object:
    """Return the JSON form of a puzzle: its texts and the numbers of its geometry."""
    geometry = puzzle.geometry
    return {
        "size": geometry.size,
        "box_rows": geometry.box_rows,
        "box_columns": geometry.box_columns,
        "signs": puzzle.signs,
        "givens": puzzle.givens,
        "border_signs": puzzle.border_signs,
    }


def puzzle_of(value: Any, path: str = "puzzle") -> Puzzle:
    """Return the puzzle of a JSON form; parts that are left out are empty, and the size is 9×9.

    Raises `FieldError`, which calls the form `path`.
    """
    parts = read(_Parts, value, path)
    geometry = _geometry(parts, path)
    try:
        return Puzzle.of(
            geometry, signs=parts.signs, givens=parts.givens, border_signs=parts.border_signs
        )
    except ValueError as error:
        raise FieldError(f"'{path}' is no puzzle: {str(error)[:200]}") from None


PuzzleObject = Annotated[Puzzle, puzzle_of]
"""A field for a puzzle in its JSON form."""


def _geometry(parts: _Parts, path: str) -> Geometry:
    size, rows, columns = parts.size, parts.box_rows, parts.box_columns
    if size is None:
        if rows or columns:
            raise FieldError(f"the field '{path}.size' is missing")
        return NINE
    try:
        return Geometry(size, rows, columns)
    except ValueError:
        boxes = f"boxes of {rows}×{columns} cells"
        raise FieldError(f"no puzzle of {size}×{size} has {boxes}") from None


MOST_PUZZLES = 1000
"""The most puzzles in an answer to `read`, and in a request to draw or convert."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzlesRequest:
    """One puzzle or several."""

    puzzle: PuzzleObject | None = None
    puzzles: tuple[PuzzleObject, ...] | None = None

    @property
    def all_puzzles(self) -> tuple[Puzzle, ...]:
        if self.puzzle is not None and self.puzzles is None:
            return (self.puzzle,)
        if self.puzzles is None or self.puzzle is not None:
            refuse("expected either 'puzzle' or 'puzzles'")
        if not self.puzzles:
            refuse("expected at least one puzzle in 'puzzles'")
        if (number := len(self.puzzles)) > MOST_PUZZLES:
            refuse(f"expected at most {MOST_PUZZLES} elements in 'puzzles', found {number}")
        return self.puzzles
