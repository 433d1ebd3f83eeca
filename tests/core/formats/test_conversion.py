"""Puzzles are written in every format and read back, or the parts that do not fit are named."""

from __future__ import annotations

import pytest
from other_programs import LAYOUT, PLAIN, TWO_CELLS, WITHOUT_BOXES
from puzzles import CONTEST

from ineqsudoku.errors import ConversionError, ConversionWarning
from ineqsudoku.formats.conversion import convert, write
from ineqsudoku.formats.reading import read_all
from ineqsudoku.formats.registry import ReadableFormat
from ineqsudoku.puzzle import Puzzle


@pytest.mark.filterwarnings("ignore::ineqsudoku.ConversionWarning")
@pytest.mark.parametrize("format", ["contest", "extended", "compact", "fpuzzles", "unequal"])
def test_several_puzzles_follow_each_other(format: ReadableFormat) -> None:
    text = write([LAYOUT, LAYOUT], format, lossy=True)
    assert read_all(text, add_boxes=True) == [LAYOUT, LAYOUT]


@pytest.mark.parametrize("format", ["iss", "minizinc", "dzn", "dimacs"])
def test_a_format_for_one_puzzle_takes_no_second(format: ReadableFormat) -> None:
    with pytest.raises(ConversionError, match=f"a text in {format} holds one puzzle, not 2"):
        write([LAYOUT, LAYOUT], format)


def test_converting_there_and_back_restores_the_text() -> None:
    assert convert(CONTEST, to="contest") == CONTEST
    assert convert(convert(CONTEST, to="iss"), to="contest") == CONTEST


@pytest.mark.parametrize(
    ("puzzle", "format", "losses"),
    [
        (TWO_CELLS, "contest", "1 sign on box borders and 1 given"),
        (TWO_CELLS, "compact", "1 sign on box borders and 1 given"),
        (TWO_CELLS, "plain", "2 signs"),
        (LAYOUT, "plain", "108 signs"),
        (PLAIN, "contest", f"{81 - PLAIN.givens.count('.')} givens"),
        *((PLAIN, format, "the rule of boxes") for format in WITHOUT_BOXES),
    ],
)
def test_the_parts_that_a_format_cannot_hold_are_named(
    puzzle: Puzzle, format: ReadableFormat, losses: str
) -> None:
    with pytest.raises(ConversionError) as caught:
        write(puzzle, format)
    assert str(caught.value) == f"{format} cannot hold {losses}"
    with pytest.warns(ConversionWarning) as warned:
        write(puzzle, format, lossy=True)
    assert [str(one.message) for one in warned] == [f"{losses} dropped, which {format} cannot hold"]


def test_the_number_of_the_puzzle_that_does_not_fit_is_named() -> None:
    with pytest.raises(ConversionError, match="puzzle 2: contest cannot hold 36 givens"):
        write([LAYOUT, PLAIN], "contest")


def test_an_unknown_format_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="cannot write 'svg'; formats: contest,"):
        write(LAYOUT, "svg")  # type: ignore[arg-type]  # wrong on purpose
