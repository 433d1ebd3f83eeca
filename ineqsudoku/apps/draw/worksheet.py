"""Worksheets: pages with puzzles to solve, and with answers at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from typing import NamedTuple

from ineqsudoku.apps.pictures.lettering import clean
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.pages import PAPER_OF_PRINTER, Page, write_html
from ineqsudoku.messages import Message, Text, paragraph
from ineqsudoku.puzzle import Grid

MOST_ON_A_PAGE = 12


class Exercise(NamedTuple):
    """A puzzle to solve, as it is printed; its solution; and its level, empty if not known."""

    picture: Picture
    answer: Grid | None = None
    level: Text = ""


def draw_worksheet(
    exercises: Sequence[Exercise],
    title: str = "",
    per_page: int = 1,
    paper: str = PAPER_OF_PRINTER,
    has_answers: bool = False,
) -> str:
    """Return a worksheet as an HTML file, in the current language.

    Several exercises are numbered.  `per_page`: up to 12 boards on a page.  `has_answers`: whether
    pages with the known answers follow.  Raises `ValueError` without an exercise, and like
    `draw_html`.
    """
    title = clean(title)
    boards: list[Picture] = []
    answers: list[Picture] = []
    for place, (picture, answer, level) in enumerate(exercises, 1):
        number = f"{place}" if len(exercises) > 1 else ""
        title_of_board = _NUMBERED.fill(number=number, level=level) if number and level else ""
        boards.append(replace(picture, title=title_of_board or number or level, caption=""))
        if answer and has_answers:
            answers.append(Picture(picture.puzzle, answer.line, title=number))
    has_signs = not all(exercise.picture.puzzle.is_plain for exercise in exercises)
    pages = [
        *_pages(boards, per_page, _header(title, has_signs)),
        *_pages(answers, MOST_ON_A_PAGE, _heading(_answers(title))),
    ]
    return write_html(pages, paper, title)


_NUMBERED = Message("worksheet.numbered", "{number}. {level}")


def _pages(pictures: Sequence[Picture], per_page: int, header: str) -> Iterator[Page]:
    """Yield pages with equally many places, at most one per picture; surplus places stay free."""
    per_page = min(per_page, len(pictures)) or 1
    across = 1 if per_page <= 2 else 2 if per_page <= 6 else 3
    down = -(-per_page // across)
    for start in range(0, len(pictures), per_page):
        places: list[Picture | None] = [*pictures[start : start + per_page]]
        places += [None] * (across * down - len(places))
        rows = [places[row * across : (row + 1) * across] for row in range(down)]
        yield Page(rows, header)


def _header(title: str, has_signs: bool) -> str:
    """Return the title, lines for name and date, and the rules, as HTML."""
    name, date = Message("worksheet.name", "Name"), Message("worksheet.date", "Date")
    rules = paragraph(_RULES_OF_SUDOKU, *([_RULE_OF_SIGNS] if has_signs else ()))
    fields = f'<p class="fields"><span>{name}</span><span>{date}</span></p>'
    return f"{_heading(title)}{fields}<p>{rules}</p>"


_RULES_OF_SUDOKU = Message("worksheet.rules", "Each row, column and box holds the digits 1–9 once.")
_RULE_OF_SIGNS = Message("worksheet.signs", "A sign points at the smaller cell.")


def _answers(title: str) -> Text:
    if title:
        return Message("worksheet.answers-of", "{title}: answers", title=title)
    return Message("worksheet.answers", "Answers")


def _heading(title: Text) -> str:
    heading = escape(str(title))
    return heading and f"<h1>{heading}</h1>"
