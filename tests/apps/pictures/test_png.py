"""PNG."""

from __future__ import annotations

import io
from functools import partial

import pytest
from boards import FOLDER, HOSTILE, needs_draw
from PIL import Image
from puzzles import CONTEST, CONTEST_GRID

import ineqsudoku as iq
from ineqsudoku.apps.pictures import png
from ineqsudoku.apps.pictures.model import Picture, Role
from ineqsudoku.apps.pictures.png import draw_png

pytestmark = needs_draw

PUZZLE = iq.read(CONTEST)

STORED = FOLDER / "board.png"
"""Made by `draw_png(BOARD)`."""

BOARD = Picture(
    PUZZLE,
    digits=CONTEST_GRID.line[:40] + "." * 41,
    candidates=dict.fromkeys(range(40, 81), 341),
    cell_roles=dict(zip(range(0, 80, 10), Role, strict=True)),
    sign_roles=dict(zip(PUZZLE.relations[::15], Role, strict=False)),
    title="Every role",
    caption="Cells and signs, marked in every way there is.",
)


def pixels(data: bytes) -> tuple[tuple[int, int], bytes]:
    """The size of a PNG and its red, green and blue values."""
    image = Image.open(io.BytesIO(data)).convert("RGB")
    return image.size, image.tobytes()


def difference(one: bytes, other: bytes) -> float:
    """The mean difference of two values, 0-255."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) / len(one)


def test_a_png_equals_a_stored_one() -> None:
    size, drawn = pixels(draw_png(BOARD))
    stored_size, stored = pixels(STORED.read_bytes())
    assert size == stored_size
    # Other versions of resvg may round otherwise at edges; a lost digit makes a tenth.
    assert difference(drawn, stored) < 0.05
    without = Picture(PUZZLE, digits="." + BOARD.digits[1:])
    assert difference(pixels(draw_png(without))[1], pixels(draw_png(Picture(PUZZLE)))[1]) > 0.05


def test_scale_multiplies_pixels() -> None:
    (width, height), _ = pixels(draw_png(Picture(PUZZLE)))
    assert pixels(draw_png(Picture(PUZZLE), scale=2))[0] == (2 * width, 2 * height)
    for scale in (0.0, 0.001, 1000.0):
        with pytest.raises(ValueError, match="pixels, but must be 1-8,192"):
            draw_png(Picture(PUZZLE), scale=scale)


def test_the_ground_is_opaque_paper() -> None:
    assert pixels(draw_png(Picture(PUZZLE)))[1][:3] == b"\xff\xff\xff"


def test_chinese_titles_need_a_font_of_the_system() -> None:
    if not png._has_glyph("数"):
        pytest.skip("needs a Chinese font: apt install fonts-wqy-microhei")
    drawn = pixels(draw_png(Picture(PUZZLE, title="数独")))
    other = pixels(draw_png(Picture(PUZZLE, title="数读")))
    assert drawn[0] == other[0]
    assert drawn != other


def test_a_character_that_no_font_has_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "_render", partial(png._render, skip_system_fonts=True))
    monkeypatch.setattr(png, "_has_glyph", png._has_glyph.__wrapped__)
    with pytest.raises(
        iq.IneqSudokuError, match=r"no font of this system has '数' \(U\+6570\); `apt install"
    ):
        draw_png(Picture(PUZZLE, title="Café – 数"))
    with pytest.raises(iq.IneqSudokuError, match=r"'六' \(U\+516D\), …;"):
        draw_png(Picture(PUZZLE, title="一二三四五六"))
    assert draw_png(Picture(PUZZLE, title="Café – 1…9"))


@pytest.mark.parametrize("title", HOSTILE.values(), ids=HOSTILE)
def test_hostile_titles_are_harmless(title: str) -> None:
    size, _ = pixels(draw_png(Picture(PUZZLE)))
    try:
        made = draw_png(Picture(PUZZLE, title=title))
    except png.MissingFontError as error:
        assert "an SVG uses the fonts of its reader" in str(error)  # noqa: PT017 - there may be no error
    else:
        assert pixels(made)[0][0] == size[0]
