"""Worksheets."""

from __future__ import annotations

from itertools import pairwise

import pytest
from boards import HOSTILE, needs_draw, needs_poppler, pages, text_of
from effort import slow
from puzzles import CONTEST, CONTEST_GRID

import ineqsudoku as iq
from ineqsudoku.apps.pictures import worksheet
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.pdf import write_pdf
from ineqsudoku.apps.pictures.scene import Label, Placed, Scene
from ineqsudoku.apps.pictures.worksheet import PAPERS, Exercise, Worksheet
from ineqsudoku.messages import use_language
from ineqsudoku.puzzle import Puzzle

PUZZLE = iq.read(CONTEST)


def exercises(number: int) -> list[Exercise]:
    return [Exercise(Picture(PUZZLE), CONTEST_GRID, "easy")] * number


def boards(page: Scene) -> list[Placed]:
    return [item for item in page.items if isinstance(item, Placed)]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", [1, 2, 4, 6])
@pytest.mark.parametrize("number", [1, 13, *slow([6])])
def test_boards_fill_pages_and_stay_on_the_paper(paper: str, per_page: int, number: int) -> None:
    sheet = Worksheet(per_page=per_page, paper=paper, has_answers=True, title="T" * 80)
    made = worksheet.pages(exercises(number), sheet)
    with_puzzles, with_answers = -(-number // per_page), -(-number // 12)
    assert len(made) == with_puzzles + with_answers
    assert sum(len(boards(page)) for page in made[:with_puzzles]) == number
    assert sum(len(boards(page)) for page in made[with_puzzles:]) == number
    for place, page in enumerate(made, 1):
        assert (page.width, page.height) == PAPERS[paper]
        assert f"{place} / {len(made)}" in page.texts()
        corners = [(b.x, b.y, b.x + b.scene.width * b.scale, b.y + b.scene.height * b.scale)
                   for b in boards(page)]  # fmt: skip
        assert all(x > 40 and y > 90 and right < page.width - 40 and bottom < page.height - 60
                   for x, y, right, bottom in corners)  # fmt: skip
        for one, other in pairwise(corners):
            assert one[2] < other[0] or one[3] < other[1]
        texts = [item for item in page.items if isinstance(item, Label)]
        assert all(0 < text.x < page.width and 0 < text.y < page.height for text in texts)


@needs_draw
@needs_poppler
def test_text_stands_in_reading_order() -> None:
    sheet = Worksheet(title="Week 12", per_page=2, has_answers=True)
    made = write_pdf(worksheet.pages(exercises(3), sheet))
    assert pages(made) == 3
    first, second, answers, rest = text_of(made, "-raw").split("\f")
    assert rest == ""
    assert " ".join(first.split()) == (
        "Week 12 Name Date Each row, column and box holds the digits 1–9 once."
        " A sign points at the smaller cell. 1 easy 2 easy 1 / 3"
    )
    assert second.split()[-5:] == ["3", "easy", "2", "/", "3"]
    assert answers.startswith("Week 12: answers\n1\n")
    digits = [word for word in "".join(answers.split()[3:]) if word.isdigit()]
    assert "".join(digits).count(CONTEST_GRID.line) == 3
    assert "Name" not in answers


def test_numbers_are_for_several_puzzles_with_answers_and_on_request() -> None:
    def numbers(count: int, is_numbered: bool = False, has_answers: bool = False) -> list[str]:
        sheet = Worksheet(per_page=4, is_numbered=is_numbered, has_answers=has_answers)
        page, *_ = worksheet.pages(exercises(count), sheet)
        return [text for text in page.texts() if text.isdigit()]

    assert numbers(2) == []
    assert numbers(2, is_numbered=True) == ["1", "2"]
    assert numbers(1, has_answers=True) == []
    assert numbers(1, is_numbered=True) == ["1"]
    assert numbers(3, has_answers=True) == ["1", "2", "3"]


def test_a_puzzle_without_answer_keeps_its_number() -> None:
    without = Exercise(Picture(PUZZLE))
    made = worksheet.pages([without, *exercises(1)], Worksheet(has_answers=True))
    assert len(made) == 3
    assert [text for text in made[-1].texts() if text == "2"]
    assert len(boards(made[-1])) == 1
    (answer,) = boards(made[-1])
    assert "".join(answer.scene.texts()) == CONTEST_GRID.line


def test_the_rules_explain_signs_if_there_are_any() -> None:
    for puzzles, has_signs in (([Puzzle()], False), ([Puzzle(), PUZZLE], True)):
        page, *_ = worksheet.pages([Exercise(Picture(puzzle)) for puzzle in puzzles], Worksheet())
        words = " ".join(page.texts())
        assert "Each row, column and box holds the digits 1–9 once." in words
        assert ("A sign points at the smaller cell." in words) == has_signs


def pages_with(title: str) -> list[Scene]:
    """Two puzzles and their answers, with a title of their own and of the sheet."""
    exercise = Exercise(Picture(PUZZLE), CONTEST_GRID, title)
    return worksheet.pages([exercise] * 2, Worksheet(title=title, has_answers=True))


@pytest.mark.parametrize("title", HOSTILE.values(), ids=HOSTILE)
def test_hostile_titles_stay_on_the_paper(title: str) -> None:
    for page in pages_with(title):
        texts = [item for item in page.items if isinstance(item, Label)]
        assert all(0 < text.y < page.height for text in texts)


def test_options_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match="expected 1, 2, 4 or 6 boards on a page, found 3"):
        Worksheet(per_page=3)
    with pytest.raises(ValueError, match="expected a4 or letter, found 'a5'"):
        Worksheet(paper="a5")
    with pytest.raises(ValueError, match="at least one puzzle"):
        worksheet.pages([], Worksheet())


def test_words_in_chinese() -> None:
    sheet = Worksheet(title="第一周", has_answers=True)
    with use_language("zh"):
        made = worksheet.pages([Exercise(Picture(PUZZLE), CONTEST_GRID)], sheet)
    texts = " ".join(made[0].texts())
    assert "第一周 姓名 日期" in texts
    assert "每行、每列、每宫中，数字 1–9 各出现一次。不等号的尖端指向较小的数字。" in texts
    assert "Name" not in texts
    assert "第一周（答案）" in made[-1].texts()
