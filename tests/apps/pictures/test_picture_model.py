"""The drawing model."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from puzzles import CONTEST

import ineqsudoku as iq
from ineqsudoku.apps.pictures.lettering import ELLIPSIS, clean, lines, width
from ineqsudoku.apps.pictures.model import Picture, Role
from ineqsudoku.puzzle import Puzzle, Relation

PUZZLE = iq.read(CONTEST)


def test_digits_stand_over_givens_and_letters_over_both() -> None:
    puzzle = Puzzle(givens="123" + "." * 78)
    picture = Picture(puzzle, digits="1534" + "." * 77, letters={2: "a", 4: "b"})
    assert [picture.text(cell) for cell in range(6)] == ["1", "5", "a", "4", "b", ""]
    assert [picture.is_given(cell) for cell in range(3)] == [True, False, False]


@pytest.mark.parametrize(
    ("digits", "reason"),
    [
        ("1" * 80, "expected 81 of 1-9 and '.'"),
        ("0" * 81, "expected 81 of 1-9 and '.'"),
        ("A" * 81, "expected 81 of 1-9 and '.'"),
    ],
)
def test_digits_must_fit_the_puzzle(digits: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Picture(PUZZLE, digits=digits)


def test_marked_cells_and_signs_must_be_there() -> None:
    with pytest.raises(ValueError, match=r"cells are 0-80: \[81\]"):
        Picture(PUZZLE, cell_roles={81: Role.WRONG})
    with pytest.raises(ValueError, match=r"cells are 0-80: \[-1\]"):
        Picture(PUZZLE, candidate_roles={(-1, 1): Role.WRONG})
    flipped = PUZZLE.relations[0].flipped()
    with pytest.raises(ValueError, match=f"the puzzle has no such sign: {flipped}"):
        Picture(PUZZLE, sign_roles={flipped: Role.CONFLICT})
    with pytest.raises(ValueError, match="no such sign: r1c3 < r1c4"):
        Picture(PUZZLE, sign_roles={Relation(2, 3): Role.CONFLICT})


@pytest.mark.parametrize("draw", [iq.draw_html, iq.draw_png, iq.draw_svg, iq.draw_text])
def test_only_pictures_are_drawn(draw: Callable[..., object]) -> None:
    with pytest.raises(ValueError, match="at least one picture"):
        draw()
    with pytest.raises(TypeError, match="expected a Picture, got list"):
        draw([Picture(PUZZLE)])
    with pytest.raises(TypeError, match="expected a Picture, got Puzzle"):
        draw(Picture(PUZZLE), PUZZLE)


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("a\x00b\x1b[2Jc", "ab[2Jc"),
        ("a\u202eb\u2066c", "abc"),
        ("first\n second\t", "first second"),
        ("a\ud800b\udcffc", "abc"),
        ("数独\u3000练习", "数独 练习"),
        ("", ""),
    ],
)
def test_titles_are_cleaned(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


@pytest.mark.parametrize("text", ["word " * 60, "W" * 300, "数独" * 150, "e\u0301" * 150, "a b"])
def test_long_titles_break_and_end_with_an_ellipsis(text: str) -> None:
    title_lines = lines(text, 15, 300, 3)
    assert len(title_lines) <= 3
    assert all(width(line, 15) <= 300 for line in title_lines)
    if "".join(title_lines).replace(" ", "") != clean(text).replace(" ", ""):
        assert title_lines[-1].endswith(ELLIPSIS)
        assert width("".join(title_lines), 15) > 600
    assert not any(line.startswith(" ") or line.endswith(" ") for line in title_lines)
