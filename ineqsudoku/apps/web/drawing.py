"""The answers to requests for pictures and worksheets."""

from __future__ import annotations

from dataclasses import dataclass

from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.svg import draw_svg
from ineqsudoku.apps.pictures.worksheet import Exercise, draw_worksheet
from ineqsudoku.apps.web.answers import NODE_LIMIT
from ineqsudoku.apps.web.values import Object
from ineqsudoku.puzzle import Grid, Puzzle
from ineqsudoku.search import solve


@dataclass(frozen=True, slots=True)
class Sheet:
    """The wishes for a worksheet."""

    answers: bool = False


def draw(puzzle: Puzzle, worksheet: Sheet | None = None) -> Object:
    """Return the `text` of a picture of a puzzle as SVG, or of a worksheet as HTML."""
    picture = Picture(puzzle)
    if worksheet is None:
        return {"text": draw_svg(picture)}
    answer = _answer(puzzle) if worksheet.answers else None
    exercise = Exercise(picture, answer)
    return {"text": draw_worksheet([exercise], has_answers=worksheet.answers)}


def _answer(puzzle: Puzzle) -> Grid | None:
    result = solve(puzzle, node_limit=NODE_LIMIT)
    return result.solutions[0] if result.status == "unique" else None
