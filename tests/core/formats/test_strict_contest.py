"""The strict contest format: exactly one text for each puzzle and style is accepted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzles import BZOJ_3109, CONTEST, NKOJ_2194, UVA_11570
from strategies import contest_texts, full_layouts, mutated

import ineqsudoku as iq
from ineqsudoku.formats import contest, strict_contest
from ineqsudoku.puzzle import Puzzle

ACROSS = ("'<'", "'>'")
END = "the end of the file"


def fault_of(text: str) -> tuple[int, int, tuple[str, ...], str]:
    with pytest.raises(iq.PuzzleSyntaxError) as caught:
        strict_contest.read(text.encode(), "input")
    assert caught.value.file == "input"
    fault = caught.value.faults[0]
    return fault.line, fault.column, tuple(map(str, fault.expected)), str(fault.found)


@given(puzzle=full_layouts())
def test_what_is_written_is_official(puzzle: Puzzle) -> None:
    assert strict_contest.read(f"{contest.write(puzzle)}\n".encode(), "input") == [puzzle]


@given(data=st.data(), puzzle=full_layouts())
def test_no_other_text_is(data: st.DataObject, puzzle: Puzzle) -> None:
    text = data.draw(contest_texts(puzzle) | mutated(f"{contest.write(puzzle)}\n"))
    try:
        read = strict_contest.read(text.encode(), "input")
    except iq.PuzzleSyntaxError:
        assert text != f"{contest.write(puzzle)}\n"
    else:
        assert text in [written(style, read) for style in strict_contest.STYLES]


def written(style: strict_contest.Style, puzzles: list[Puzzle]) -> str:
    """The puzzles as a style has them, by the samples that were published."""
    lines = [line.split() for puzzle in puzzles for line in contest.write(puzzle).split("\n")]
    across = style.across.replace("-", "{}")
    return "".join(
        f"{across.format(*signs) if len(signs) == 6 else ' '.join(signs)}\n" for signs in lines
    )


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
    puzzles = strict_contest.read(text.encode(), "input")
    assert puzzles == iq.read_all(text)
    assert len(puzzles) == number


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (CONTEST * 2, (16, 1, (END,), "'>'")),
        (CONTEST + "\n", (16, 1, (END,), "the end of the line")),
        (CONTEST[:-1], (15, 12, ("the end of the line",), END)),
        (CONTEST.replace("\n", "\r\n"), (1, 12, ("the end of the line",), "a carriage return")),
        (CONTEST.replace(" ", "\t"), (1, 2, (*ACROSS, "a blank"), "a tab")),
        (CONTEST.replace(" ", ""), (1, 3, ("a blank",), "'<'")),
        ("\ufeff" + CONTEST, (1, 1, (*ACROSS, "a blank"), "a byte-order mark")),
        ("", (1, 1, (*ACROSS, "a blank"), END)),
        (CONTEST.replace("<", ".", 1), (1, 3, ACROSS, "'.'")),
        (CONTEST.replace("<", "＜", 1), (1, 3, ACROSS, "the character U+FF1C")),
        (CONTEST.replace("<", "\0", 1), (1, 3, ACROSS, "the character U+0000")),
        (CONTEST.replace("v v ^", "v x ^", 1), (2, 7, ("'^'", "'v'"), "'x'")),
        (BZOJ_3109 * 2, (16, 1, (END,), "a blank")),
        (BZOJ_3109.replace(" \n", "\n", 1), (3, 15, ("the end of the line",), "a blank")),
        (BZOJ_3109.replace("> \n", ">\n", 1), (5, 15, ("a blank",), "the end of the line")),
        (UVA_11570.replace("<< <>", "< < <>", 1), (3, 2, ACROSS, "a blank")),
        (UVA_11570 + "\n" + UVA_11570, (16, 1, (*ACROSS, END), "the end of the line")),
    ],
)
def test_the_first_difference_is_reported(
    text: str, fault: tuple[int, int, tuple[str, ...], str]
) -> None:
    assert fault_of(text) == fault


@pytest.mark.parametrize("byte", [b"\x80", b"\xff", b"\xc0\x80", b"\xed\xa0\x80"])
def test_an_undecodable_byte_is_named_as_a_byte(byte: bytes) -> None:
    with pytest.raises(iq.PuzzleSyntaxError) as caught:
        strict_contest.read(CONTEST.encode().replace(b"<", byte, 1), "input")
    assert str(caught.value.found) == f"byte 0x{byte[0]:02x}"
