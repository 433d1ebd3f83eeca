"""Boards as text."""

from __future__ import annotations

import sys

import pytest
from puzzles import CONTEST, CONTEST_GRID

import ineqsudoku as iq
from ineqsudoku.apps.pictures.model import Picture, Role
from ineqsudoku.apps.pictures.terminal import draw_text, in_colour
from ineqsudoku.geometry import CELLS, DIGITS
from ineqsudoku.messages.lines import columns
from ineqsudoku.puzzle import Puzzle, Relation

PUZZLE = iq.read(CONTEST)


def test_a_board_shows_signs_across_boxes() -> None:
    puzzle = Puzzle.from_relations([Relation(2, 3), Relation(27, 18)], "." * 80 + "5")
    lines = draw_text(Picture(puzzle)).splitlines()
    assert lines[1] == "  ┌───────────┬───────────┬───────────┐"
    assert lines[2] == "1 │ .   .   . < .   .   . │ .   .   . │"
    assert lines[7] == "  ├─v─────────┼───────────┼───────────┤"
    assert lines[18] == "9 │ .   .   . │ .   .   . │ .   .   5 │"


def test_titles_of_full_width_characters_stand_above_their_boards() -> None:
    puzzle = Puzzle()
    first, second = (Picture(puzzle, title=title) for title in ("一个解", "另一个解"))
    title, digits, *_ = draw_text(first, second).splitlines()
    assert columns(title.partition("另")[0]) == digits.rindex("1") - 2


def test_colour_marks_and_dims() -> None:
    first, second = PUZZLE.relations[:2]
    picture = Picture(
        PUZZLE,
        cell_roles={0: Role.CONFLICT},
        sign_roles={first: Role.CONFLICT, second: Role.REPAIR},
    )
    coloured = draw_text(picture, colour=True)
    assert coloured.count("\x1b[31m\x1b[1m>\x1b[0m") == 1
    assert coloured.count("\x1b[32m\x1b[1m<\x1b[0m") == 1
    assert "\x1b[31m\x1b[1mx\x1b[0m" in coloured
    assert coloured.count("\x1b[2m") == 106


def test_without_colour_only_marked_signs_are_shown() -> None:
    first, second = PUZZLE.relations[:2]
    signs = {first: Role.CONFLICT, second: Role.REPAIR}
    plain = draw_text(Picture(PUZZLE, sign_roles=signs))
    assert "\x1b" not in plain
    assert sum(plain.count(sign) for sign in "<>^v") == 2
    assert "(<)" in plain


@pytest.mark.parametrize(
    ("role", "shown"),
    [(Role.DIFFERS, "[5]"), (Role.WRONG, "{5}"), (Role.PREMISE, "(5)"), (Role.REMOVED, "/5/")],
)
def test_without_colour_marked_digits_stand_in_brackets(role: Role, shown: str) -> None:
    picture = Picture(PUZZLE, digits="5" + "." * 80, cell_roles={0: role})
    assert draw_text(picture).splitlines()[2].startswith(f"1 │{shown}")


@pytest.mark.parametrize(
    ("terminal", "variables", "colour"),
    [
        (True, {"TERM": "xterm"}, True),
        (True, {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (False, {"TERM": "xterm"}, False),
    ],
)
def test_colour_is_for_terminals_where_nobody_objects(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, variables: dict[str, str], colour: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    assert in_colour() == colour


def test_a_narrow_encoding_gets_plain_frames() -> None:
    for encoding in ("ascii", "latin-1", "nonsense"):
        assert draw_text(Picture(PUZZLE), encoding=encoding).isascii()


def test_digits_stand_in_their_cells() -> None:
    puzzle = Puzzle(givens=CONTEST_GRID.line)
    lines = draw_text(Picture(puzzle, cell_roles={0: Role.DIFFERS})).splitlines()
    assert len(lines) == 20
    assert {len(line) for line in lines[1:]} == {len(lines[1])}
    assert "".join(filter(str.isdigit, "".join(line[2:] for line in lines[1:]))) == puzzle.givens
    assert f"[{puzzle.givens[0]}]" in lines[2]


@pytest.mark.parametrize(("width", "rows"), [(78, 1), (77, 2), (60, 2), (20, 2), (200, 1)])
def test_boards_that_do_not_fit_stand_one_below_the_other(width: int, rows: int) -> None:
    one, other = Picture(PUZZLE, title="one"), Picture(PUZZLE, title="other")
    lines = draw_text(one, other, width=width).splitlines()
    assert len(lines) == 21 * rows + (rows - 1)
    assert max(map(len, lines)) <= max(width, 40)
    assert any("one" in line and "other" in line for line in lines) == (rows == 1)


def test_boards_of_different_sizes_stand_one_below_the_other() -> None:
    large = Picture(PUZZLE, candidates={0: 1})
    assert draw_text(Picture(PUZZLE), large) == f"{draw_text(Picture(PUZZLE))}\n{draw_text(large)}"


def test_titles_and_captions_send_no_control_characters() -> None:
    drawn = draw_text(Picture(PUZZLE, title="a\x1b[2Jb\u202ec\nd", caption="\x07e"))
    assert set(drawn) & set("\x1b\x07\u202e") == set()
    assert drawn.splitlines()[0].strip() == r"a\x1b[2Jb\u202ec\nd"
    assert drawn.splitlines()[-1] == r"\x07e"


def test_candidates_stand_in_their_places() -> None:
    puzzle = Puzzle.from_relations([Relation(0, 1), Relation(9, 0)], "." * 80 + "5")
    picture = Picture(
        puzzle,
        candidates={0: 0b111, 1: 0b100010010, 80: 0b1},
        candidate_roles={(0, 3): Role.REMOVED, (1, 2): Role.PLACED},
    )
    lines = draw_text(picture).splitlines()
    assert lines[2].startswith("  │ 12x   ·*·       │")
    assert lines[3].startswith("1 │ ··· < ·5·    .  │")
    assert lines[4].startswith("  │ ···   ··9       │")
    assert lines[5].startswith("  │  v              │")
    assert lines[-3].endswith("5  │")
    coloured = draw_text(picture, colour=True)
    assert "12\x1b[33m\x1b[1m\x1b[9m3\x1b[0m" in coloured
    assert draw_text(picture, encoding="ascii").splitlines()[2].startswith("  | 12x   .*.  ")


def test_a_board_with_all_candidates_has_57_columns() -> None:
    picture = Picture(Puzzle(), candidates=dict.fromkeys(CELLS, 511))
    lines = draw_text(picture, width=57).splitlines()
    assert {len(line) for line in lines[1:]} == {57}
    shown = "".join(line[2:] for line in lines[1:])
    assert {shown.count(digit) for digit in DIGITS} == {81}
