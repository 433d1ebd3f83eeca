"""Puzzles are written in every format and read back, or the parts that do not fit are named."""

from __future__ import annotations

import warnings

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from other_programs import LAYOUT, PLAIN, TWO_CELLS, WITHOUT_BOXES
from puzzles import CONTEST
from strategies import extended_puzzles, puzzles_of_other_sizes

from ineqsudoku.conversion import convert, write
from ineqsudoku.errors import ConversionError, ConversionWarning
from ineqsudoku.formats import whole_document
from ineqsudoku.formats.reading import read_all
from ineqsudoku.formats.registry import READABLE, WRITABLE, ReadableFormat, WritableFormat
from ineqsudoku.geometry import SUDOKU, latin
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


def test_an_unsupported_size_is_an_error_even_if_lossy() -> None:
    cases: list[tuple[Puzzle, WritableFormat]] = [
        (Puzzle(), "hexadoku"),
        (Puzzle.of(SUDOKU[16]), "plain"),
        (Puzzle.of(SUDOKU[6]), "contest"),
        (Puzzle.of(SUDOKU[6]), "compact"),
        (Puzzle.of(SUDOKU[6]), "hexadoku"),
        (Puzzle.of(latin(9)), "extended"),
    ]
    for puzzle, format in cases:
        with pytest.raises(ConversionError, match=f"{format} cannot hold {puzzle.geometry}"):
            write(puzzle, format, lossy=True)


def test_the_number_of_the_puzzle_that_does_not_fit_is_named() -> None:
    with pytest.raises(ConversionError, match="puzzle 2: contest cannot hold 36 givens"):
        write([LAYOUT, PLAIN], "contest")


@pytest.mark.parametrize("format", [f for f in WRITABLE if f not in (*WITHOUT_BOXES, "hexadoku")])
@examples(25)
@given(puzzle=extended_puzzles())
def test_nothing_is_lost_silently(format: ReadableFormat, puzzle: Puzzle) -> None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            text = write(puzzle, format)
    except ConversionError:
        return
    if format in READABLE:
        assert read_all(text, format=format) == [puzzle]


def test_an_unknown_format_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="cannot write 'svg'; formats: contest,"):
        write(LAYOUT, "svg")  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(ValueError, match="cannot read 'dimacs'; formats: contest,"):
        read_all("p cnf 0 0", format="dimacs")  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize("format", ["iss", "fpuzzles", "unequal"])
@given(data=st.data())
@examples(100)
def test_formats_of_other_programs_hold_other_sizes(
    format: ReadableFormat, data: st.DataObject
) -> None:
    """As far as they take them; Unequal gives them back without boxes."""
    puzzle = data.draw(puzzles_of_other_sizes())
    geometry = puzzle.geometry
    takes = {"unequal": not geometry.boxes, "fpuzzles": bool(geometry.boxes), "iss": True}
    if not takes[format]:
        with pytest.raises(ConversionError, match=f"{format} cannot hold "):
            write(puzzle, format)
        return
    text = write(puzzle, format)
    assert whole_document(text, "").language == format
    assert read_all(text) == read_all(text, format=format) == [puzzle]
