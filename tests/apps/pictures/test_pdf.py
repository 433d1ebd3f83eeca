"""PDF."""

from __future__ import annotations

import re

import pytest
from boards import HOSTILE, any_pictures, needs_draw, needs_poppler, pages, text_of
from hypothesis import given, settings
from puzzles import CONTEST, CONTEST_GRID

import ineqsudoku as iq
from ineqsudoku.apps.pictures import fonts
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.pdf import draw_pdf
from ineqsudoku.geometry import CELLS

pytestmark = [needs_draw, needs_poppler]

PUZZLE = iq.read(CONTEST)


@given(any_pictures())
@settings(max_examples=2)
def test_text_is_title_then_digits_in_reading_order(picture: Picture) -> None:
    plain = Picture(picture.puzzle, picture.digits, title="The title")
    words = "".join(map(plain.text, CELLS))
    for option in ("-raw", "-layout"):
        shown = text_of(draw_pdf(plain), option)
        assert "".join(shown.split()) == f"Thetitle{words}"


def test_each_board_has_a_page_as_large_as_itself() -> None:
    made = draw_pdf(Picture(PUZZLE), Picture(PUZZLE, digits=CONTEST_GRID.line), Picture(PUZZLE))
    assert pages(made) == 3
    assert [len(page.split()) for page in text_of(made).split("\f")] == [0, 81, 0, 0]
    with pytest.raises(ValueError, match="at least one page"):
        draw_pdf()


def test_the_same_picture_gives_the_same_bytes() -> None:
    assert draw_pdf(Picture(PUZZLE, title="a")) == draw_pdf(Picture(PUZZLE, title="a"))


def test_all_fonts_are_embedded() -> None:
    made = draw_pdf(Picture(PUZZLE, title="A title", caption="A caption"))
    assert len(re.findall(rb"/FontFile2 ", made)) == 2
    assert b"/Type1" not in made


@pytest.mark.parametrize("title", HOSTILE.values(), ids=HOSTILE)
def test_hostile_titles_are_harmless(title: str) -> None:
    try:
        made = draw_pdf(Picture(PUZZLE, title=title, caption=title))
    except iq.IneqSudokuError as error:
        assert "name a font with --font FILE" in str(error)  # noqa: PT017 - there may be no error
    else:
        assert pages(made) == 1


def has_chinese_font() -> bool:
    try:
        fonts.extra_font("数独")
    except iq.IneqSudokuError:
        return False
    return True


def test_chinese_titles_are_text() -> None:
    if not has_chinese_font():
        pytest.skip("needs a Chinese font: apt install fonts-noto-cjk")
    made = draw_pdf(Picture(PUZZLE, title="数独 Sudoku 练习"))
    assert text_of(made).split() == ["数独", "Sudoku", "练习"]
    assert len(re.findall(rb"/FontFile2 ", made)) == 2
    assert len(made) < 100_000


def test_without_a_font_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "_folders", list)
    fonts._system_font.cache_clear()
    message = (
        r"no font of this system has '数' \(U\+6570\), '独' \(U\+72EC\): install one, or name a"
    )
    with pytest.raises(iq.IneqSudokuError, match=message):
        draw_pdf(Picture(PUZZLE, title="数独"))
    fonts._system_font.cache_clear()
    assert draw_pdf(Picture(PUZZLE, title="Sudoku"))
