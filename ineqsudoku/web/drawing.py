"""The answers to requests for pictures and worksheets.

All functions raise `RequestError` for a request that they cannot answer.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from typing import Annotated, Literal

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.fields import FieldError, Range
from ineqsudoku.puzzle import Grid, Puzzle
from ineqsudoku.web.answers import NODE_LIMIT
from ineqsudoku.web.errors import UNPROCESSABLE, Object, RequestError, refuse
from ineqsudoku.web.values import PuzzlesRequest

MOST_TITLE = 200
"""The most characters of a title."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The wishes for a worksheet."""

    per_page: Annotated[int, Range(1, 6)] = 1
    paper: Literal["a4", "letter"] = "a4"
    answers: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRequest(PuzzlesRequest):
    """The wishes for a picture or, with `worksheet`, for a worksheet."""

    to: Literal["svg", "png", "pdf"] = "svg"
    digits: str = ""
    title: str = ""
    scale: Annotated[int, Range(1, 8)] = 1
    worksheet: Sheet | None = None

    def __post_init__(self) -> None:
        if len(self.title) > MOST_TITLE:
            length = len(self.title)
            raise FieldError(f"expected at most {MOST_TITLE} characters in 'title', found {length}")


def draw(request: DrawRequest) -> Object:
    """Return a picture of a puzzle, or a worksheet of several: name, type and content.

    The content is in `text` for SVG and in `base64` for PNG and PDF.  A worksheet in SVG has the
    texts of its `pages`.
    """
    try:
        content = _worksheet(request, request.worksheet) if request.worksheet else _picture(request)
    except RequestError:
        raise
    except (ValueError, IneqSudokuError) as error:
        refuse(str(error), UNPROCESSABLE)
    return {"name": f"puzzle.{request.to}", "type": _TYPES[request.to], **content}


_TYPES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}


def _picture(request: DrawRequest) -> Object:
    from ineqsudoku.pictures.files import draw as picture_file
    from ineqsudoku.pictures.model import Picture

    puzzle, *others = request.all_puzzles
    if others:
        refuse("several puzzles need a worksheet")
    picture = Picture(puzzle, digits=request.digits, title=request.title)
    data = picture_file([[picture]], request.to, request.scale)
    return {"text": data.decode()} if request.to == "svg" else _binary(data)


def _binary(data: bytes) -> Object:
    return {"base64": b64encode(data).decode()}


def _worksheet(request: DrawRequest, sheet: Sheet) -> Object:
    from ineqsudoku.pictures.model import Picture
    from ineqsudoku.pictures.svg import write_svg
    from ineqsudoku.pictures.worksheet import Exercise, Worksheet, pages

    if request.to == "png":
        refuse("a worksheet has pages: set 'to' to 'pdf' or 'svg'")
    worksheet = Worksheet(
        title=request.title,
        per_page=sheet.per_page,
        paper=sheet.paper,
        has_answers=sheet.answers,
    )
    exercises = [
        Exercise(Picture(puzzle), _answer(puzzle) if sheet.answers else None)
        for puzzle in request.all_puzzles
    ]
    scenes = pages(exercises, worksheet)
    if request.to == "svg":
        return {"pages": list(map(write_svg, scenes))}

    from ineqsudoku.pictures.pdf import write_pdf

    return _binary(write_pdf(scenes, title=worksheet.title))


def _answer(puzzle: Puzzle) -> Grid | None:
    from ineqsudoku.search import solve

    result = solve(puzzle, node_limit=NODE_LIMIT)
    return result.solutions[0] if result.status == "unique" else None
