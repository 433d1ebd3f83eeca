"""Puzzles as JSON, both ways."""

from __future__ import annotations

from ineqsudoku.geometry import LARGEST, NINE, Geometry
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.web.fields import Fields, Object, refuse

_PARTS = ("signs", "givens", "border_signs")
_SHAPE = ("size", "box_rows", "box_columns")


def object_of(puzzle: Puzzle) -> Object:
    """The JSON form of a puzzle: its texts and the numbers of its geometry."""
    geometry = puzzle.geometry
    return {
        "size": geometry.size,
        "box_rows": geometry.box_rows,
        "box_columns": geometry.box_columns,
        "signs": puzzle.signs,
        "givens": puzzle.givens,
        "border_signs": puzzle.border_signs,
    }


def puzzle_of(value: object, path: str = "puzzle") -> Puzzle:
    """The puzzle of a JSON form; parts that are left out are empty, and the size is 9×9.

    Raises `RequestError`.
    """
    fields = Fields(value, path, (*_SHAPE, *_PARTS))
    geometry = _geometry(fields)
    try:
        return Puzzle.of(geometry, **{name: fields.text(name, "") for name in _PARTS})
    except ValueError as error:
        refuse(f"'{path}' is no puzzle: {str(error)[:200]}")


def _geometry(fields: Fields) -> Geometry:
    if not any(name in fields for name in _SHAPE):
        return NINE
    size = fields.whole("size", 2, LARGEST)
    rows, columns = (fields.whole(name, 0, LARGEST, 0) for name in _SHAPE[1:])
    try:
        return Geometry(size, rows, columns)
    except ValueError:
        refuse(f"no puzzle of {size}×{size} has boxes of {rows}×{columns} cells")
