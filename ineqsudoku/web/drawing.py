"""The answers to requests for pictures and worksheets.

All functions raise `RequestError` for a request that they cannot answer.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from typing import Annotated, Literal

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.fields import Range
from ineqsudoku.language import Message
from ineqsudoku.puzzle import Grid, Puzzle
from ineqsudoku.web.answers import NODE_LIMIT
from ineqsudoku.web.values import (
    UNPROCESSABLE,
    Object,
    PuzzleObject,
    RequestError,
    one_or_several,
    refuse,
)

FileFormat = Literal["svg", "png", "pdf"]

MOST_TITLE = 200
"""The most characters of a title."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The wishes for a worksheet."""

    per_page: Annotated[int, Range(1, 6)] = 1
    paper: Literal["a4", "letter"] = "a4"
    answers: bool = False


def draw(
    *,
    puzzle: PuzzleObject | None = None,
    puzzles: tuple[PuzzleObject, ...] | None = None,
    to: FileFormat = "svg",
    digits: str = "",
    title: str = "",
    scale: Annotated[int, Range(1, 8)] = 1,
    worksheet: Sheet | None = None,
) -> Object:
    """Return a picture of a puzzle, or a worksheet of several: name, type and content.

    The content is in `text` for SVG and in `base64` for PNG and PDF.  A worksheet in SVG has the
    texts of its `pages`.
    """
    if len(title) > MOST_TITLE:
        refuse(
            Message(
                "web.title",
                "Expected at most {most} characters in 'title', found {number}.",
                most=MOST_TITLE,
                number=len(title),
            )
        )
    if worksheet and to == "png":
        refuse(Message("web.pages", "A worksheet has pages: set 'to' to 'pdf' or 'svg'."))
    try:
        drawn = one_or_several(puzzle, puzzles)
        if worksheet:
            content = _worksheet(drawn, to, title, worksheet)
        else:
            content = _picture(drawn, to, digits, title, scale)
    except RequestError:
        raise
    except (ValueError, IneqSudokuError) as error:
        refuse(error, UNPROCESSABLE)
    return {"name": f"puzzle.{to}", "type": _TYPES[to], **content}


_TYPES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}


def _picture(
    puzzles: tuple[Puzzle, ...], to: FileFormat, digits: str, title: str, scale: int
) -> Object:
    from ineqsudoku.pictures.files import draw as picture_file
    from ineqsudoku.pictures.model import Picture

    puzzle, *others = puzzles
    if others:
        refuse(Message("web.several", "Several puzzles need a worksheet."))
    picture = Picture(puzzle, digits=digits, title=title)
    data = picture_file([[picture]], to, scale)
    return {"text": data.decode()} if to == "svg" else _binary(data)


def _binary(data: bytes) -> Object:
    return {"base64": b64encode(data).decode()}


def _worksheet(puzzles: tuple[Puzzle, ...], to: FileFormat, title: str, sheet: Sheet) -> Object:
    from ineqsudoku.pictures.model import Picture
    from ineqsudoku.pictures.svg import write_svg
    from ineqsudoku.pictures.worksheet import Exercise, Worksheet, pages

    worksheet = Worksheet(
        title=title,
        per_page=sheet.per_page,
        paper=sheet.paper,
        has_answers=sheet.answers,
    )
    exercises = [
        Exercise(Picture(puzzle), _answer(puzzle) if sheet.answers else None) for puzzle in puzzles
    ]
    scenes = pages(exercises, worksheet)
    if to == "svg":
        return {"pages": list(map(write_svg, scenes))}

    from ineqsudoku.pictures.pdf import write_pdf

    return _binary(write_pdf(scenes, title=worksheet.title))


def _answer(puzzle: Puzzle) -> Grid | None:
    from ineqsudoku.search import solve

    result = solve(puzzle, node_limit=NODE_LIMIT)
    return result.solutions[0] if result.status == "unique" else None
