"""Worksheets: pages of paper with puzzles to solve, and with small answers at the end.

A page is a scene, laid out like this:

    ┌──────────────────────────────┐
    │            title             │  header: also lines for name and date, and the rules
    │  1               2    hard   │  captions of the boards: number, difficulty
    │  ┌────┐          ┌────┐      │  boards, as large as their slots allow
    │  └────┘          └────┘      │
    │            1 / 3             │  footer
    └──────────────────────────────┘
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ineqsudoku.apps.pictures.board import MARGIN, scene
from ineqsudoku.apps.pictures.lettering import clean, lines
from ineqsudoku.apps.pictures.lettering import width as width_of
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.scene import Item, Label, Placed, Scene, Strokes
from ineqsudoku.messages import Message, Text, paragraph
from ineqsudoku.puzzle import Grid

PAPERS = {"a4": (793.7, 1122.52), "letter": (816.0, 1056.0)}
"""Width and height of the page."""

ARRANGEMENTS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}
"""Boards across and down, by the number of boards on a page."""

_ANSWERS = (3, 4)
"""Boards across and down on a page of answers."""

_EDGE = 56.0
"""The margin of the page, 15 mm."""

_BETWEEN = 28.0
"""The space between slots."""

_LABEL = 24.0
"""The height of the caption of a board."""

_LARGEST = 2.0
"""The largest scale of a board: cells of 19 mm."""

_TITLE, _LINE, _RULES, _FOOTER = 25.0, 13.0, 12.0, 11.0
"""Sizes of text."""


class Exercise(NamedTuple):
    """A puzzle to solve, its solution, and its difficulty in words; empty if not known."""

    picture: Picture
    answer: Grid | None = None
    difficulty: Text = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Worksheet:
    """The look of the pages, whose words are in the current language.

    `per_page`: boards on a page: 1, 2, 4 or 6.
    `paper`: `a4` or `letter`.
    `has_answers`: whether pages with the answers follow.  Then boards are numbered if there
    are several.
    `is_numbered`: whether boards are numbered anyway.
    """

    title: str = ""
    per_page: int = 1
    paper: str = "a4"
    has_answers: bool = False
    is_numbered: bool = False

    def __post_init__(self) -> None:
        if self.per_page not in ARRANGEMENTS:
            raise ValueError(f"expected 1, 2, 4 or 6 boards on a page, found {self.per_page}")
        if self.paper not in PAPERS:
            raise ValueError(f"expected a4 or letter, found {self.paper!r}")


class _Slot(NamedTuple):
    """The place of a board and its caption on a page."""

    x: float
    y: float
    width: float
    height: float


def pages(exercises: Sequence[Exercise], worksheet: Worksheet) -> list[Scene]:
    """Return the pages, puzzles first.

    An exercise without an answer is left out among the answers.  Raises `ValueError` if there
    is no exercise.
    """
    if not exercises:
        raise ValueError("expected at least one puzzle")
    has_numbers = worksheet.is_numbered or (worksheet.has_answers and len(exercises) > 1)
    numbered = [
        (f"{number}" if has_numbers else "", exercise)
        for number, exercise in enumerate(exercises, 1)
    ]
    answers = [
        (number, Exercise(replace(exercise.picture, digits=exercise.answer.line, candidates={})))
        for number, exercise in numbered
        if worksheet.has_answers and exercise.answer
    ]
    header = _puzzle_header(exercises, worksheet)
    made = [
        *_fill_pages(numbered, header, ARRANGEMENTS[worksheet.per_page], worksheet),
        *_fill_pages(answers, _answer_header(worksheet), _ANSWERS, worksheet),
    ]
    return [_with_footer(page, number, len(made)) for number, page in enumerate(made, 1)]


class _Header(NamedTuple):
    items: tuple[Item, ...]
    bottom: float


def _fill_pages(
    exercises: Sequence[tuple[str, Exercise]],
    header: _Header,
    arrangement: tuple[int, int],
    worksheet: Worksheet,
) -> Iterator[Scene]:
    """Yield pages with all exercises in their slots."""
    width, height = PAPERS[worksheet.paper]
    slots = list(_slots(header.bottom, arrangement, width, height))
    for start in range(0, len(exercises), len(slots)):
        items = list(header.items)
        # Without this the last page would differ: all slots count, filled or not.
        for slot, (number, exercise) in zip(slots, exercises[start:], strict=False):
            items += _exercise(slot, number, exercise)
        yield Scene(width, height, tuple(items), clean(worksheet.title))


def _slots(
    top: float, arrangement: tuple[int, int], width: float, height: float
) -> Iterator[_Slot]:
    across, down = arrangement
    slot_width = (width - 2 * _EDGE - (across - 1) * _BETWEEN) / across
    bottom = height - _EDGE - 3 * _FOOTER
    slot_height = (bottom - top - (down - 1) * _BETWEEN / 2) / down
    for row in range(down):
        for column in range(across):
            x = _EDGE + column * (slot_width + _BETWEEN)
            yield _Slot(x, top + row * (slot_height + _BETWEEN / 2), slot_width, slot_height)


def _exercise(slot: _Slot, number: str, exercise: Exercise) -> Iterator[Item]:
    board = scene(replace(exercise.picture, title="", caption=""))
    has_label = bool(number or exercise.difficulty)
    room = slot.height - _LABEL * has_label
    # Frames of all sizes align: only they count, not the margins around them.
    frame_width, frame_height = board.width - 2 * MARGIN, board.height - 2 * MARGIN
    scale = min(slot.width / frame_width, room / frame_height, _LARGEST)
    left = slot.x + (slot.width - frame_width * scale) / 2
    right = left + frame_width * scale
    top = slot.y + _LABEL * has_label + (room - frame_height * scale) / 2
    if number:
        yield Label("title", left, top - 7, 15, number, "start")
    for difficulty in lines(exercise.difficulty, _LINE, 0.8 * (right - left), 1):
        yield Label("caption", right, top - 7, _LINE, difficulty, "end")
    yield Placed(board, left - MARGIN * scale, top - MARGIN * scale, scale)


def _puzzle_header(exercises: Sequence[Exercise], worksheet: Worksheet) -> _Header:
    width, _ = PAPERS[worksheet.paper]
    title = _heading(worksheet.title, width)
    y = title.bottom + 2.2 * _LINE
    right = width - _EDGE
    items = [
        *title.items,
        *_field(Message("worksheet.name", "Name"), _EDGE, width * 0.64, y),
        *_field(Message("worksheet.date", "Date"), width * 0.67, right, y),
    ]
    y += 2.0 * _LINE
    has_signs = not all(exercise.picture.puzzle.is_plain for exercise in exercises)
    rules = paragraph(_RULES_OF_SUDOKU, _RULE_OF_SIGNS) if has_signs else _RULES_OF_SUDOKU
    for line in lines(rules, _RULES, width - 2 * _EDGE, 2):
        items.append(Label("caption", width / 2, y, _RULES, line))
        y += 1.4 * _RULES
    return _Header(tuple(items), y)


_RULES_OF_SUDOKU = Message("worksheet.rules", "Each row, column and box holds the digits 1–9 once.")
_RULE_OF_SIGNS = Message("worksheet.signs", "A sign points at the smaller cell.")


def _answer_header(worksheet: Worksheet) -> _Header:
    width, _ = PAPERS[worksheet.paper]
    title = Message("worksheet.answers", "Answers")
    if own := clean(worksheet.title):
        title = Message("worksheet.answers-of", "{title}: answers", title=own)
    heading = _heading(title, width)
    return _Header(heading.items, heading.bottom + _LINE)


def _heading(title: Text, width: float) -> _Header:
    """Return a title of up to two lines, and where it ends."""
    y = _EDGE
    items: list[Item] = []
    for line in lines(title, _TITLE, width - 2 * _EDGE, 2):
        y += _TITLE
        items.append(Label("title", width / 2, y, _TITLE, line))
        y += 0.3 * _TITLE
    return _Header(tuple(items), y)


def _field(name: Message, left: float, right: float, y: float) -> Iterator[Item]:
    """Yield a word and a line to write on."""
    word = str(name)
    yield Label("caption", left, y, _LINE, word, "start")
    yield Strokes("rule", (((left + 1.1 * width_of(word, _LINE) + 6, y + 2), (right, y + 2)),))


def _with_footer(page: Scene, number: int, total: int) -> Scene:
    text = Label("caption", page.width / 2, page.height - _EDGE, _FOOTER, f"{number} / {total}")
    return replace(page, items=(*page.items, text))
