"""Constraint strings of Interactive Sudoku Solver."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from faults import fault_of
from other_programs import TWO_CELLS

from ineqsudoku.conversion import write
from ineqsudoku.errors import ConversionWarning
from ineqsudoku.formats.reading import read_all
from ineqsudoku.geometry import SUDOKU, Geometry, latin
from ineqsudoku.puzzle import Puzzle, Relation


def test_rows_and_columns_beyond_nine_are_letters() -> None:
    last = Puzzle.from_relations([Relation(255, 254)], "." * 254 + "PA", SUDOKU[16])
    text = ".Shape~16x16.~RgCf_16~RgCg_1.GreaterThan~RgCf~RgCg\n"
    assert write(last, "iss") == text
    assert read_all(text) == read_all(text.replace("g", "G")) == [last]
    assert write(Puzzle.of(latin(9)), "iss") == ".NoBoxes\n"
    assert write(Puzzle.of(latin(7)), "iss") == ".Shape~7x7\n"
    assert write(Puzzle.of(latin(6)), "iss") == ".Shape~6x6.NoBoxes\n"
    assert read_all(".~R4C4_4.NoBoxes.Shape~4x4")[0].geometry is latin(4)
    assert read_all(".Shape~8x8")[0].geometry is Geometry(8, 2, 4)


def test_givens_are_written_first() -> None:
    text = ".~R9C9_5.GreaterThan~R1C2~R1C1.GreaterThan~R3C1~R4C1\n"
    assert write(TWO_CELLS, "iss") == text
    assert write(Puzzle(), "iss") == ".Shape~9x9\n"


@pytest.mark.parametrize(
    "text",
    [
        "# a note\n\n.~R9C9_5\n  .GreaterThan~R1C2\n~R1C1 .GreaterThan~R3C1~R4C1\n",
        ".Shape~9x9.~R9C9_5.GreaterThan~R3C1~R4C1.GreaterThan~R1C2~R1C1",
        ".GreaterThan~R1C2~R1C1.~R9C9_5~R9C9_5.GreaterThan~r3c1~r4c1",
    ],
)
def test_blanks_notes_and_urls_are_read(text: str) -> None:
    assert read_all(text) == [TWO_CELLS]
    url = "https://example.org/?" + "q=" + quote(text, safe="")
    assert read_all(url) == [TWO_CELLS]
    assert read_all(f"{url}&other=1#top\n{url}\n") == [TWO_CELLS, TWO_CELLS]


def test_each_cell_of_a_constraint_exceeds_its_later_neighbours() -> None:
    (puzzle,) = read_all(".GreaterThan~R5C8~R4C8~R5C9~R6C8~R5C7")
    assert {str(relation) for relation in puzzle.relations} == {
        "r4c8 < r5c8",
        "r5c9 < r5c8",
        "r6c8 < r5c8",
        "r5c7 < r5c8",
    }
    (puzzle,) = read_all(".GreaterThan~R1C1~R1C2~R1C3~R2C3")
    assert len(puzzle.relations) == 3


@pytest.mark.parametrize(
    ("text", "column", "expected", "found"),
    [
        (".~R1C1_5~R1C1_6", 10, "a cell without a given", "'R1C1'"),
        (".~R1C1", 7, "'_' and a digit", "the end of the line"),
        (".~R1C1_0", 8, "a digit", "'0'"),
        (".~R1C1_12", 8, "a digit", "'1'"),
        (".~R1C10_1", 3, "a cell (R1C1 to R9C9)", "'R'"),
        (".~R1C1_1x", 9, "a constraint ('.' and its name)", "'x'"),
        (".GreaterThan~R1C1~R5C5", 1, "two neighbouring cells", "a relation without them"),
        (".GreaterThan", 1, "two neighbouring cells", "a relation without them"),
        (
            ".GreaterThan~R1C1~R1C2.GreaterThan~R1C2~R1C1",
            23,
            "another relation",
            "'R1C2' greater than 'R1C1'",
        ),
        (".~R1C1_1.AntiKnight", 9, "givens or 'GreaterThan'", "the constraint 'AntiKnight'"),
        (".~R1C1_1_2", 3, "one digit", "several candidates"),
        (".Shape~4x5", 7, "'~9x9'", "another shape"),
        (".Shape~17x17", 7, "'~9x9'", "another shape"),
        (".Shape~4x4.Shape~6x6", 17, "'~4x4'", "another shape"),
        (".Shape~6x6.~R1C7_1", 13, "a cell (R1C1 to R6C6)", "'R'"),
        (".Shape~6x6.~R1C6_7", 18, "a digit 1-6", "'7'"),
        (".Shape~16x16.~RgCg_17", 20, "a digit 1-16", "'1'"),
        ("# nothing", 1, "a constraint ('.' and its name)", "the end of the line"),
    ],
)
def test_faults_are_reported(text: str, column: int, expected: str, found: str) -> None:
    fault = fault_of(text, "iss")
    assert (fault.line, fault.column, fault.expected, fault.found) == (
        1,
        column,
        (expected,),
        found,
    )


def test_a_fault_in_a_url_has_its_column_in_the_url() -> None:
    fault = fault_of("\nhttps://example.org/?q=.~R1C1_5%7ER1C0_5")
    assert (fault.line, fault.column, fault.found) == (2, 35, "'R'")


def test_other_constraints_are_dropped_with_a_warning() -> None:
    text = ".~R9C9_5.AntiKnight.~R2C2_1_2.GreaterThan~R1C2~R1C1.GreaterThan~R3C1~R4C1"
    with pytest.warns(ConversionWarning) as caught:
        assert read_all(text, lossy=True) == [TWO_CELLS]
    assert [str(one.message) for one in caught] == [
        "<text>:1:9: the constraint 'AntiKnight' dropped",
        "<text>:1:22: several candidates dropped",
    ]
