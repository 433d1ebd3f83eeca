"""Worksheets as HTML."""

from __future__ import annotations

from xml.etree.ElementTree import Element

import pytest
from boards import HOSTILE, SVG, root_of, sections
from puzzles import CONTEST, CONTEST_GRID

import ineqsudoku as iq
from ineqsudoku.apps.draw.worksheet import Exercise, draw_worksheet
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.messages import use_language
from ineqsudoku.puzzle import Puzzle

PUZZLE = iq.read(CONTEST)


def exercises(number: int) -> list[Exercise]:
    return [Exercise(Picture(PUZZLE), CONTEST_GRID, "easy")] * number


def words(element: Element) -> str:
    """The texts of an element outside of its boards."""
    if element.tag == f"{SVG}svg":
        return ""
    inner = [f"{words(each)} {each.tail or ''}" for each in element]
    return " ".join(f"{element.text or ''} {' '.join(inner)}".split())


def digits(page: Element) -> str:
    return "".join(text.text or "" for text in page.iter(f"{SVG}text"))


def boards(page: Element) -> int:
    return len(list(page.iter(f"{SVG}svg")))


@pytest.mark.parametrize("per_page", range(1, 13))
def test_each_page_has_as_many_places(per_page: int) -> None:
    pages = sections(draw_worksheet(exercises(13), per_page=per_page))
    assert [boards(page) for page in pages] == [
        min(per_page, 13 - start) for start in range(0, 13, per_page)
    ]
    shapes = {tuple(len(row) for row in page.findall("div")) for page in pages}
    assert len(shapes) == 1  # Boards of all pages have one size.
    assert sum(*shapes) >= per_page
    assert words(pages[-1]).endswith(f"{len(pages)} / {len(pages)}")


def test_fewer_boards_than_places_fill_their_page() -> None:
    page, answers = sections(draw_worksheet(exercises(1), per_page=12, has_answers=True))
    assert [len(row) for row in page.findall("div")] == [1]
    assert [len(row) for row in answers.findall("div")] == [1]
    *_, answers = sections(draw_worksheet(exercises(4), has_answers=True))
    assert [len(row) for row in answers.findall("div")] == [2, 2]


def test_answers_have_pages_of_their_own() -> None:
    first, second, answers = sections(
        draw_worksheet(exercises(3), title="Week 12", per_page=2, has_answers=True)
    )
    assert words(first) == (
        "Week 12 Name Date Each row, column and box holds the digits 1–9 once."
        " A sign points at the smaller cell. 1. easy 2. easy 1 / 3"
    )
    assert words(second).endswith("3. easy 2 / 3")
    assert words(answers) == "Week 12: answers 1 2 3 3 / 3"
    assert digits(first) == ""
    assert digits(answers) == CONTEST_GRID.line * 3


def test_one_puzzle_has_no_number() -> None:
    page, answers = sections(draw_worksheet(exercises(1), has_answers=True))
    assert words(page).endswith("cell. easy 1 / 2")
    assert words(answers) == "Answers 2 / 2"


def test_a_puzzle_without_answer_keeps_its_number() -> None:
    without = Exercise(Picture(PUZZLE))
    *_, answers = sections(draw_worksheet([without, *exercises(1)], has_answers=True))
    assert words(answers) == "Answers 2 3 / 3"
    assert boards(answers) == 1


def test_the_rules_explain_signs_if_there_are_any() -> None:
    for puzzles, has_signs in (([Puzzle()], False), ([Puzzle(), PUZZLE], True)):
        page, *_ = sections(draw_worksheet([Exercise(Picture(puzzle)) for puzzle in puzzles]))
        assert "Each row, column and box holds the digits 1–9 once." in words(page)
        assert ("A sign points at the smaller cell." in words(page)) == has_signs


def test_a_file_fetches_nothing_and_runs_nothing() -> None:
    html = draw_worksheet(exercises(2), title="A title", has_answers=True)
    tags = {element.tag.removeprefix(SVG) for page in sections(html) for element in page.iter()}
    assert not tags & {"script", "link", "img", "iframe", "image", "use", "style"}
    assert "url(" not in html
    assert "@import" not in html
    assert html.count("http") == html.count('xmlns="http://www.w3.org/2000/svg"')
    assert html.startswith('<!DOCTYPE html>\n<html lang="en">')


@pytest.mark.parametrize("title", HOSTILE.values(), ids=HOSTILE)
def test_hostile_titles_are_harmless(title: str) -> None:
    html = draw_worksheet(exercises(2), title=title, has_answers=True)
    for page in sections(html):
        assert not list(page.iter("script"))
        assert boards(page)
    assert not set(html) & set("\x00\x1b\u202e\u2066\ud800")
    caption = iq.draw_html(Picture(PUZZLE, title=title, caption=title))
    assert not list(sections(caption)[0].iter("script"))


def test_a_file_of_pictures_has_a_page_for_each() -> None:
    pictures = [Picture(PUZZLE, title="One", caption="First line\n second"), Picture(PUZZLE)]
    first, second = sections(iq.draw_html(*pictures))
    assert words(first) == "One First line second 1 / 2"
    assert first.findtext(".//figcaption") == "First line\nsecond"
    assert words(second) == "2 / 2"
    svg = root_of(iq.draw_svg(pictures[1]))
    assert digits(second) == "".join(text.text or "" for text in svg.iter(f"{SVG}text"))
    with pytest.raises(ValueError, match="expected auto, a4, letter, legal, found 'a5'"):
        iq.draw_html(*pictures, paper="a5")


def test_words_in_chinese() -> None:
    with use_language("zh"):
        html = draw_worksheet(exercises(1), title="第一周", has_answers=True)
    first, answers = sections(html)
    assert '<html lang="zh">' in html
    assert words(first).startswith(
        "第一周 姓名 日期 每行、每列、每宫中，数字 1–9 各出现一次。不等号的尖端指向较小的数字。"
    )
    assert words(answers) == "第一周（答案） 2 / 2"
