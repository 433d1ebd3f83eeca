"""Game IDs of Unequal."""

from __future__ import annotations

import pytest
from faults import fault_of
from other_programs import TWO_CELLS

import ineqsudoku as iq
from ineqsudoku.conversion import write
from ineqsudoku.errors import ConversionWarning
from ineqsudoku.formats.reading import read_all
from ineqsudoku.geometry import SUDOKU, latin
from ineqsudoku.puzzle import Puzzle, Relation


def test_a_sudoku_is_written_without_its_boxes() -> None:
    six = Puzzle.from_relations([Relation(0, 1), Relation(27, 21)], geometry=SUDOKU[6])
    with pytest.warns(ConversionWarning, match="the rule of boxes dropped"):
        text = write(six, "unequal", lossy=True)
    without_boxes = Puzzle.from_relations(six.relations, geometry=latin(6))
    assert read_all(text) == [without_boxes]
    assert read_all(text, add_boxes=True) == [six]
    sixteen = Puzzle.from_relations([Relation(254, 255)], "P" + "." * 255, latin(16))
    assert write(sixteen, "unequal") == "16:16," + "0," * 254 + "0L,\n"
    assert read_all(write(sixteen, "unequal")) == [sixteen]


def test_game_ids_are_read_and_written() -> None:
    with pytest.warns(ConversionWarning):
        text = write(TWO_CELLS, "unequal", lossy=True)
    assert text == "9:0,0L," + "0," * 16 + "0D," + "0," * 61 + "5,\n"
    for tail in (text.strip(), text.strip().removesuffix(",")):
        assert read_all(tail, add_boxes=True) == [TWO_CELLS]
    assert read_all("9dt:a0L,p0D,zzi5", add_boxes=True) == [TWO_CELLS]


def test_a_latin_square_has_no_boxes_unless_they_are_added() -> None:
    for text in ("9:" + "0," * 81, ".NoBoxes"):
        assert read_all(text) == [Puzzle.of(latin(9))]
        assert read_all(text, add_boxes=True) == [Puzzle()]
    fault = fault_of("5:" + "0," * 25, add_boxes=True)
    assert (fault.expected, fault.found) == (
        (f"one of {', '.join(map(str, SUDOKU.values()))}",),
        "5×5 without boxes",
    )


def test_a_real_game_id_is_read_and_solved() -> None:
    game = "4:0R,0,0,0,0,0D,2,0,0U,0,0,0L,0,0R,0,0,"
    (puzzle,) = read_all(game)
    result = iq.solve(puzzle, limit=None)
    assert write(puzzle, "unequal") == game + "\n"
    assert all(iq.check(puzzle, grid) == () for grid in result.solutions)
    assert {grid.line[6] for grid in result.solutions} == {"2"}


@pytest.mark.parametrize(
    ("text", "column", "expected", "found"),
    [
        ("17:0,", 1, "a size 2-16", "'17'"),
        ("1:0,", 1, "a size 2-16", "'1'"),
        ("10:11,", 4, "a number 0-10", "'1'"),
        ("5:6,", 3, "a digit 0-5", "'6'"),
        ("2:0,0,0,0R,", 10, "a letter for a neighbour", "'R'"),
        ("2:0,0,0,0,0", 11, "the end of the ID", "more cells"),
        ("9a:0,", 2, "':'", "'a'"),
        ("9:0U,", 4, "a letter for a neighbour", "'U'"),
        ("9:0L,", 4, "a letter for a neighbour", "'L'"),
        ("9:h0R,", 5, "a letter for a neighbour", "'R'"),
        ("9:0R,0L,", 7, "another letter", "'L'"),
        ("9:x", 4, "a cell", "the end of the line"),
        ("9:0x", 4, "','", "'x'"),
        ("9:10,", 3, "a digit", "'1'"),
        ("9:0,0,", 7, "a cell", "the end of the line"),
    ],
)
def test_faults_are_reported(text: str, column: int, expected: str, found: str) -> None:
    fault = fault_of(text, "unequal", add_boxes=True)
    assert (fault.line, fault.column, fault.expected, fault.found) == (
        1,
        column,
        (expected,),
        found,
    )
