"""What requests and answers have in common: puzzles as JSON, both ways, and refusals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, NoReturn

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.fields import FieldError, Range, read
from ineqsudoku.geometry import LARGEST, NINE, Geometry
from ineqsudoku.puzzle import Puzzle

Object = dict[str, Any]
"""A JSON object."""

BAD_REQUEST, NOT_FOUND, UNPROCESSABLE = 400, 404, 422


class RequestError(IneqSudokuError):
    """A request that cannot be answered: an HTTP `status` of 4xx, and the reason in a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        self.status = status
        self.sentence = sentence
        super().__init__(status, sentence)

    def __str__(self) -> str:
        return self.sentence


def refuse(sentence: str, status: int = BAD_REQUEST) -> NoReturn:
    """Raise `RequestError` with a sentence, whose first letter and full stop are added."""
    end = "" if sentence[-1] in ".!?" else "."
    raise RequestError(status, f"{sentence[:1].upper()}{sentence[1:]}{end}")


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


def one_or_several(puzzle: Puzzle | None, puzzles: tuple[Puzzle, ...] | None) -> tuple[Puzzle, ...]:
    """Return the puzzles of a request, which has either `puzzle` or `puzzles`."""
    if puzzle is not None and puzzles is None:
        return (puzzle,)
    if puzzles is None or puzzle is not None:
        refuse("expected either 'puzzle' or 'puzzles'")
    if not puzzles:
        refuse("expected at least one puzzle in 'puzzles'")
    if (number := len(puzzles)) > MOST_PUZZLES:
        refuse(f"expected at most {MOST_PUZZLES} elements in 'puzzles', found {number}")
    return puzzles
