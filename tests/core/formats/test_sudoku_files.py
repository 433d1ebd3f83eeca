"""Files of givens as judges and programs write them: counts, headings, frames."""

from __future__ import annotations

import warnings

import pytest
from commands import Command
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import plain_puzzles

import ineqsudoku as iq
from ineqsudoku.formats.mending import Framing
from ineqsudoku.geometry import SUDOKU
from ineqsudoku.puzzle import Puzzle

ROWS = (
    *("103000509", "002109400", "000704000", "300502006", "060000050"),
    *("700803004", "000401000", "009205800", "804000107"),
)
PUZZLE = Puzzle(givens="".join(ROWS).replace("0", "."))


def framed(rows: list[str], row: str, rule: str, ends: str) -> str:
    """Rows with bars where `row` has them, a rule below each third row and rules at both ends."""
    lines = [ends] if ends else []
    for number, cells in enumerate(rows, 1):
        lines.append(row.format(*cells))
        if number in (3, 6):
            lines.append(rule)
    return "\n".join([*lines, ends] if ends else lines) + "\n"


FRAMES = {
    "wide": ("| {} {} {} | {} {} {} | {} {} {} |", "+-------+-------+-------+") * 2,
    "simple sudoku": (
        *("|{}{}{}|{}{}{}|{}{}{}|", "|---+---+---|"),
        *("|{}{}{}|{}{}{}|{}{}{}|", "*-----------*"),
    ),
    "ss": ("{}{}{}|{}{}{}|{}{}{}", "---+---+---", "", ""),
    "hyphens": ("{} {} {} | {} {} {} | {} {} {}", "---------------------", "", ""),
}


def rows(empty: str = "0", blank: str = "") -> list[str]:
    return [blank.join(row.replace("0", empty)) for row in ROWS]


def text(empty: str = "0", blank: str = "") -> str:
    return "\n".join(rows(empty, blank)) + "\n"


@pytest.mark.parametrize(
    ("written", "number"),
    [
        pytest.param(f"1\n{text()}", 1, id="POJ 2676"),
        pytest.param(f"{text('?', ' ')}\n{text('?', ' ')}", 2, id="HDU 1426"),
        pytest.param(f"2\n{text()}\n{text()}", 2, id="HDU 2780"),
        pytest.param(f"2\n{text('?')}---\n{text('?')}", 2, id="HDU 3111"),
        pytest.param(f"3\n{text('0', ' ')}\n3\n{text('0', ' ')}", 2, id="UVa 989"),
        pytest.param(f"2\n{''.join(rows('.'))}\n{''.join(rows('.'))}\n", 2, id="lines"),
    ],
)
def test_inputs_of_judges_are_read_without_a_warning(written: str, number: int) -> None:
    assert iq.read_all(written) == iq.read_all(written, format="plain") == [PUZZLE] * number
    assert iq.read_all(written.replace("\n", "\r\n")) == [PUZZLE] * number


def test_a_count_may_stand_below_a_title() -> None:
    with pytest.warns(iq.PuzzleSyntaxWarning, match="the title 'Sample Input' skipped"):
        assert iq.read(f"Sample Input\n1\n{text()}") == PUZZLE


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("empty", ["0", ".", "?"])
@settings(max_examples=5)
@given(puzzle=plain_puzzles(20) | st.just(Puzzle()))
def test_any_puzzle_in_any_frame_is_read(frame: str, empty: str, puzzle: Puzzle) -> None:
    row, rule, _, ends = FRAMES[frame]
    cells = puzzle.givens.replace(".", empty)
    one = framed([cells[start : start + 9] for start in range(0, 81, 9)], row, rule, ends)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert iq.read(one) == iq.read(one, format="plain") == puzzle
        for two in (one + one, f"{one}\n{one}", f"2\n{one}\n{one}"):
            assert iq.read_all(two) == [puzzle] * 2


def test_a_fault_in_a_frame_has_its_place() -> None:
    row, rule, _, ends = FRAMES["wide"]
    one = framed(rows(), row, rule, ends).replace("7", "x", 1)
    with pytest.raises(iq.PuzzleSyntaxError) as caught:
        iq.read(one)
    fault = caught.value.faults[0]
    line = one.split("\n")[fault.line - 1]
    assert (line[fault.column - 1], fault.text, fault.found) == ("x", line, "'x'")


def test_a_row_that_is_missing_in_a_frame_is_a_fault() -> None:
    row, rule, _, ends = FRAMES["wide"]
    lines = framed(rows(), row, rule, ends).split("\n")
    del lines[6]
    with pytest.raises(iq.PuzzleSyntaxError, match="There are 8 rows so far; a puzzle has 9"):
        iq.read("\n".join(lines))


def test_one_framed_puzzle_with_a_slip_spoils_no_other(ineqsudoku: Command) -> None:
    row, rule, _, ends = FRAMES["wide"]
    good = framed(rows(), row, rule, ends)
    ran = ineqsudoku(
        "solve", "--to", "line", stdin=f"{good}{good.replace('7', 'x')}{good}".encode()
    )
    assert (ran.code, len(ran.out.split())) == (2, 2)


def test_hexadoku_has_a_count_and_hyphens_for_cells() -> None:
    lines = ["--A----C-----O-I", "-" * 16] * 8
    text = "\n".join(lines) + "\n"
    (puzzle,) = iq.read_all(text)
    assert puzzle.geometry is SUDOKU[16]
    assert iq.read_all(f"2\n{text}\n{text}") == [puzzle] * 2


def unframed(text: str) -> str:
    framing = Framing.of(text)
    return framing.remove(text) if framing else text


@given(text=st.text("0123456789.?|+-=* \nGrid", max_size=200))
def test_unframing_keeps_lines_and_columns(text: str) -> None:
    assert [len(line) for line in unframed(text).split("\n")] == [
        len(line) for line in text.split("\n")
    ]


@pytest.mark.parametrize("unit", ["5\n", "5\n\n", "|\n", "-\n", "+-", " \n", "\n", "grid ", "| "])
def test_unframing_takes_linear_time(unit: str) -> None:
    """In quadratic time, none of these would finish."""
    text = unit * 200_000
    assert len(unframed(text)) == len(text)
