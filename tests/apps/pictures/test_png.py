"""PNG."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from boards import FOLDER, needs_draw
from puzzles import CONTEST, CONTEST_GRID

import ineqsudoku as iq
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


def pixels(png: bytes) -> tuple[tuple[int, int], bytes]:
    """The size of a PNG and its red, green and blue values."""
    image = pytest.importorskip("PIL.Image").open(io.BytesIO(png)).convert("RGB")
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


def test_a_font_of_the_reader_is_used(tmp_path: Path) -> None:
    from ineqsudoku.apps.pictures.fonts import vera

    bold = str(vera("VeraBd"))
    plain = draw_png(Picture(PUZZLE, caption="A caption"))
    assert draw_png(Picture(PUZZLE, caption="A caption"), font=bold) != plain
    assert draw_png(Picture(PUZZLE), font=bold) == draw_png(Picture(PUZZLE))
    with pytest.raises(iq.IneqSudokuError, match=r"has no '数' \(U\+6570\), '独' \(U\+72EC\)"):
        draw_png(Picture(PUZZLE, title="数独"), font=bold)
    with pytest.raises(FileNotFoundError):
        draw_png(Picture(PUZZLE, title="a"), font=str(tmp_path / "none.ttf"))
    nonsense = tmp_path / "nonsense.ttf"
    for data in (b"", b"nonsense", b"ttcf", vera("Vera").read_bytes()[:3000]):
        nonsense.write_bytes(data)
        with pytest.raises(
            iq.IneqSudokuError, match=r"nonsense\.ttf is not a font, or is damaged$"
        ):
            draw_png(Picture(PUZZLE, title="a"), font=str(nonsense))
