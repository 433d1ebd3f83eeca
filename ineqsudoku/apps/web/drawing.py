"""The answers to requests for pictures and worksheets."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from typing import Literal

from ineqsudoku.apps.pictures.files import draw as picture_file
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.pdf import write_pdf
from ineqsudoku.apps.pictures.svg import write_svg
from ineqsudoku.apps.pictures.worksheet import Exercise, Worksheet, pages
from ineqsudoku.apps.web.answers import NODE_LIMIT
from ineqsudoku.apps.web.values import UNPROCESSABLE, Object, refuse
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.puzzle import Grid, Puzzle
from ineqsudoku.search import solve

FileFormat = Literal["svg", "pdf"]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The wishes for a worksheet."""

    answers: bool = False


def draw(puzzle: Puzzle, to: FileFormat = "svg", worksheet: Sheet | None = None) -> Object:
    """Return a picture of a puzzle, or a worksheet.

    The content is in `text` for SVG and in `base64` for PDF.  A worksheet in SVG has the texts of
    its `pages`.  Raises `RequestError` if it cannot be drawn.
    """
    try:
        return _worksheet(puzzle, to, worksheet) if worksheet else _picture(puzzle, to)
    except IneqSudokuError as error:
        refuse(error, UNPROCESSABLE)


def _picture(puzzle: Puzzle, to: FileFormat) -> Object:
    data = picture_file([[Picture(puzzle)]], to)
    return {"text": data.decode()} if to == "svg" else _binary(data)


def _binary(data: bytes) -> Object:
    return {"base64": b64encode(data).decode()}


def _worksheet(puzzle: Puzzle, to: FileFormat, sheet: Sheet) -> Object:
    exercise = Exercise(Picture(puzzle), _answer(puzzle) if sheet.answers else None)
    scenes = pages([exercise], Worksheet(has_answers=sheet.answers))
    if to == "svg":
        return {"pages": list(map(write_svg, scenes))}

    return _binary(write_pdf(scenes))


def _answer(puzzle: Puzzle) -> Grid | None:
    result = solve(puzzle, node_limit=NODE_LIMIT)
    return result.solutions[0] if result.status == "unique" else None
