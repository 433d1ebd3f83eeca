"""The official text of a contest puzzle: one text, and every other one is told apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzles import BZOJ_3109, CONTEST, NKOJ_2194, UVA_11570
from strategies import contest_texts, full_layouts, mutated

import ineqsudoku as iq
from ineqsudoku.formats import contest, official
from ineqsudoku.puzzle import Puzzle


def fault_of(text: str) -> tuple[int, int, tuple[str, ...], str]:
    with pytest.raises(iq.PuzzleSyntaxError) as caught:
        official.read(text.encode(), "input")
    assert caught.value.file == "input"
    fault = caught.value.faults[0]
    return fault.line, fault.column, fault.expected, fault.found


@given(puzzle=full_layouts())
def test_what_is_written_is_official(puzzle: Puzzle) -> None:
    assert official.read(f"{contest.write(puzzle)}\n".encode(), "input") == [puzzle]


@given(data=st.data(), puzzle=full_layouts())
def test_no_other_text_is(data: st.DataObject, puzzle: Puzzle) -> None:
    text = data.draw(contest_texts(puzzle) | mutated(f"{contest.write(puzzle)}\n"))
    try:
        read = official.read(text.encode(), "input")
    except iq.PuzzleSyntaxError:
        assert text != f"{contest.write(puzzle)}\n"
    else:
        assert text in [style.write(read) for style in official.STYLES]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (CONTEST, 1),
        (BZOJ_3109, 1),
        (BZOJ_3109.replace(" \n", "\n"), 1),
        (NKOJ_2194, 1),
        (NKOJ_2194.replace(" \n", "\n"), 1),
        (UVA_11570, 1),
        (UVA_11570 * 2, 2),
    ],
)
def test_published_samples_are_official(text: str, number: int) -> None:
    puzzles = official.read(text.encode(), "input")
    assert puzzles == iq.read_all(text)
    assert len(puzzles) == number


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (CONTEST * 2, (16, 1, ("the end of the file",), "'>'")),
        (CONTEST + "\n", (16, 1, ("the end of the file",), "the end of the line")),
        (CONTEST[:-1], (15, 12, ("the end of the line",), "the end of the file")),
        (CONTEST.replace("\n", "\r\n"), (1, 12, ("the end of the line",), "a carriage return")),
        (CONTEST.replace(" ", "\t"), (1, 2, ("a blank",), "a tab")),
        (CONTEST.replace(" ", ""), (1, 3, ("a blank",), "'<'")),
        ("\ufeff" + CONTEST, (1, 1, ("'>'",), "a byte-order mark")),
        (CONTEST.replace("<", ".", 1), (1, 3, ("a sign",), "'.'")),
        (CONTEST.replace("<", "＜", 1), (1, 3, ("'<'",), "'＜'")),
        (BZOJ_3109 * 2, (16, 1, ("the end of the file",), "a blank")),
        (BZOJ_3109.replace(" \n", "\n", 1), (3, 15, ("the end of the line",), "a blank")),
        (BZOJ_3109.replace("> \n", ">\n", 1), (5, 15, ("a blank",), "the end of the line")),
        (UVA_11570.replace("<< <>", "< < <>", 1), (3, 2, ("'<'",), "a blank")),
        (UVA_11570 + "\n" + UVA_11570, (16, 1, ("'>'",), "the end of the line")),
    ],
)
def test_the_first_difference_is_told(
    text: str, fault: tuple[int, int, tuple[str, ...], str]
) -> None:
    assert fault_of(text) == fault


def test_of_what_is_no_puzzle_all_faults_are_told() -> None:
    lines = CONTEST.splitlines()
    with pytest.raises(iq.PuzzleSyntaxError) as caught:
        official.read("\n".join(["x", *lines[1:14], "y"]).encode(), "input")
    assert [fault.line for fault in caught.value.faults] == [1, 15]
