"""The answers to requests for pictures and worksheets."""

from __future__ import annotations

from ineqsudoku.apps.draw.worksheet import Exercise, draw_worksheet
from ineqsudoku.apps.explain.strategy import explain, solution_of
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.svg import draw_svg
from ineqsudoku.apps.web.values import Object
from ineqsudoku.errors import InvalidPuzzleError
from ineqsudoku.puzzle import Puzzle


def draw(puzzle: Puzzle) -> Object:
    """Return the `text` of a picture of a puzzle, an SVG."""
    return {"text": draw_svg(Picture(puzzle))}


def worksheet(puzzle: Puzzle, title: str = "", answers: bool = False) -> Object:
    """Return the `text` of a worksheet, an HTML file for the paper of the printer.

    A puzzle that does not have exactly one solution has neither a level nor an answer; one that the
    techniques do not solve has no level.
    """
    picture = Picture(puzzle)
    try:
        exercise = Exercise(picture, solution_of(puzzle), explain(puzzle).level_name or "")
    except InvalidPuzzleError:
        exercise = Exercise(picture)
    return {"text": draw_worksheet([exercise], title, has_answers=answers)}
