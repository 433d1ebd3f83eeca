"""Worksheets and steps, printed by a browser."""

from __future__ import annotations

import re
from typing import Any

import pytest
from boards import HOSTILE
from browsing import PHONE, browser as browser, needs_chromium, needs_poppler, print_page
from puzzles import CONTEST, CONTEST_GRID

import ineqsudoku as iq
from ineqsudoku.apps.draw.worksheet import Exercise, draw_worksheet
from ineqsudoku.apps.explain.pictures import caption_steps
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.messages import use_language

pytestmark = [pytest.mark.browser, needs_chromium, needs_poppler]

PUZZLE = iq.read(CONTEST)

POINTS = {"a4": (595, 842), "letter": (612, 792), "legal": (612, 1008)}
"""The width and the height of the paper."""


def worksheet(language: str, paper: str, per_page: int, number: int, title: str = "Week 12") -> str:
    """A worksheet of puzzles whose solutions are filled in, so that their digits can be counted."""
    with use_language(language):
        solved = Picture(PUZZLE, CONTEST_GRID.line)
        exercise = Exercise(solved, CONTEST_GRID, iq.explain(PUZZLE).level_name or "")
        return draw_worksheet([exercise] * number, title, per_page, paper, has_answers=True)


def printed(browser: Any, html: str) -> tuple[set[tuple[int, int]], list[str]]:
    page = browser.new_page()
    page.set_content(html)
    pages = print_page(page)
    page.close()
    return pages


OUTSIDE = """() => [...document.querySelectorAll(".page")].flatMap(page => {
    const frame = page.getBoundingClientRect();
    const parts = [...page.querySelectorAll("h1, h2, p, span, svg, figcaption, footer")];
    const boxes = parts.map(part => part.getBoundingClientRect());
    const isOutside = box => box.left < frame.left - 1 || box.right > frame.right + 1 ||
        box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 &&
        one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const contains = (one, other) => parts[one].contains(parts[other]);
    return boxes.flatMap((box, number) => {
        const met = boxes.findIndex((other, place) =>
            place > number && !contains(number, place) && meet(box, other));
        return isOutside(box) || met >= 0 ? [parts[number].outerHTML.slice(0, 80)] : [];
    });
})"""
"""What sticks out of its page or meets another part of it."""


def outside(browser: Any, html: str, media: str, size: dict[str, int]) -> list[str]:
    page = browser.new_page(viewport=size)
    page.emulate_media(media=media)
    page.set_content(html)
    found: list[str] = page.evaluate(OUTSIDE)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.close()
    return found


@pytest.mark.parametrize(
    ("language", "paper", "per_page"),
    [
        ("en", "a4", 1),
        ("zh", "letter", 2),
        ("en", "legal", 4),
        ("zh", "a4", 6),
        ("en", "letter", 12),
    ],
)
def test_a_worksheet_fills_its_sheets_of_paper(
    browser: Any, language: str, paper: str, per_page: int
) -> None:
    number = per_page + 1
    html = worksheet(language, paper, per_page, number)
    sizes, texts = printed(browser, html)
    assert sizes == {POINTS[paper]}
    # The boards on each page, by their rows of digits: what spills onto another page counts there.
    counts = [per_page, 1, *([12, 1] if number > 12 else [number])]
    assert len(texts) == len(counts)
    for place, (text, count) in enumerate(zip(texts, counts, strict=True), 1):
        assert "".join(text.split()).endswith(f"{place}/{len(counts)}")
        assert len(re.findall(r"^(?:\d ){8}\d$", text, re.MULTILINE)) == 9 * count
    assert outside(browser, html, "print", {"width": 680, "height": 900}) == []
    assert outside(browser, html, "screen", PHONE) == []


@pytest.mark.parametrize("title", [HOSTILE["long"], HOSTILE["long word"]])
def test_a_long_title_leaves_room_for_the_boards(browser: Any, title: str) -> None:
    html = worksheet("en", "letter", 4, 4, title)
    assert len(printed(browser, html)[1]) == 2
    assert outside(browser, html, "print", {"width": 680, "height": 900}) == []


def test_a_long_caption_goes_on_on_another_sheet(browser: Any) -> None:
    pictures = [
        Picture(
            PUZZLE, CONTEST_GRID.line, caption="\n".join(f"line {n}" for n in range(1, lines + 1))
        )
        for lines in (60, 22, 130, 1)
    ]
    html = iq.draw_html(*pictures, paper="a4")
    sizes, texts = printed(browser, html)
    assert sizes == {POINTS["a4"]}
    # The sheets on which the lines of each caption stand, in order and each once.
    # Of some fonts, a browser prints no blanks that a text has.
    found = [list(map(int, re.findall(r"^line ?(\d+)$", text, re.MULTILINE))) for text in texts]
    boards = [len(re.findall(r"^(?:\d ){8}\d$", text, re.MULTILINE)) for text in texts]
    starts = [place for place, count in enumerate(boards) if count == 9]
    assert len(starts) == len(pictures)
    assert sum(boards) == 9 * len(pictures)
    assert starts[2] == starts[1] + 1
    ends = [*starts[1:], len(texts)]
    for start, end, lines in zip(starts, ends, (60, 22, 130, 1), strict=True):
        assert [n for sheet in found[start:end] for n in sheet] == [*range(1, lines + 1)]
    assert outside(browser, html, "print", {"width": 680, "height": 900}) == []
    assert outside(browser, html, "screen", PHONE) == []


@pytest.mark.parametrize("paper", POINTS)
def test_the_printer_chooses_the_paper(browser: Any, paper: str) -> None:
    page = browser.new_page()
    page.set_content(worksheet("en", "auto", 4, 5))
    sizes, texts = print_page(page, POINTS[paper])
    page.close()
    assert sizes == {POINTS[paper]}
    assert [len(re.findall(r"^(?:\d ){8}\d$", text, re.MULTILINE)) for text in texts] == [36, 9, 45]


def test_each_step_has_a_sheet_of_paper(browser: Any) -> None:
    with use_language("zh"):
        steps = iq.explain(PUZZLE).steps
        html = iq.draw_html(*caption_steps(PUZZLE, steps), paper="a4")
    sizes, texts = printed(browser, html)
    assert sizes == {POINTS["a4"]}
    assert len(texts) == len(steps)
    assert outside(browser, html, "print", {"width": 680, "height": 900}) == []
    assert outside(browser, html, "screen", PHONE) == []
