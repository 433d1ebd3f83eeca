"""The formats of other programs: what they can be written like, what is written, and faults."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from urllib.parse import quote

import pytest
from effort import examples
from faults import fault_of
from hypothesis import given
from hypothesis import strategies as st
from other_programs import TWO_CELLS, board, json_of
from puzzles import CONTEST, CONTEST_GRID
from strategies import puzzles_of

import ineqsudoku as iq
from ineqsudoku.errors import ConversionWarning
from ineqsudoku.formats import whole_document
from ineqsudoku.formats.compression import pack
from ineqsudoku.formats.registry import FormatChoice, ReadableFormat, format_of
from ineqsudoku.geometry import SUDOKU, Geometry, latin
from ineqsudoku.puzzle import Puzzle, Relation

THREE = Puzzle.from_relations([Relation(0, 1), Relation(7, 4)], "1.......2", latin(3))

DRAWING = "5\n1<0 0\n\n0 0 0\n  v\n0 0 2\n"
PAIRS = "1 0 0\n0 0 0\n0 0 2\n--------\n0 1\n7 4\n"


@pytest.mark.parametrize("format", ["futoshiki", "pairs", "unequal", "sudokupad", "iss"])
@examples(60)
@given(data=st.data())
def test_latin_squares_of_all_sizes_are_written_and_read(
    format: ReadableFormat, data: st.DataObject
) -> None:
    geometry = latin(data.draw(st.integers(2, 16)))
    puzzles = data.draw(st.lists(puzzles_of(geometry), min_size=1, max_size=3))
    if format == "iss":
        puzzles = puzzles[:1]
    text = iq.write(puzzles, format)
    assert iq.read_all(text, format=format) == puzzles
    assert iq.read_all(text) == puzzles


def other_grid(value: object) -> str:
    return board(grid=[[value] * 9] * 9)


def of_cells(*rows: Sequence[object], **more: object) -> str:
    """The JSON of a puzzle in SudokuPad."""
    return json.dumps({"cells": rows, **more})


def sign_on_border(text: str, **more: object) -> dict[str, object]:
    """A text between r1c1 and r1c2 in SudokuPad."""
    return {"center": [0.5, 1], "text": text, **more}


LINE_ENDS = "the end of the line"


@pytest.mark.parametrize(
    ("link", "found", "hint"),
    [
        ("https://sudokupad.app/n8pq3", "a short link of SudokuPad", "https://sudokupad.app/scl."),
        (
            "https://www.f-puzzles.com/?id=yc2x3abc",
            "a short link of f-puzzles",
            "https://www.f-puzzles.com/?load=.",
        ),
        ("https://www.luogu.com.cn/problem/P4573", "a link", "that contain a puzzle can be read."),
        ("http://1.2.3.4/<>^v<>^v<>^v", "a link", "that contain a puzzle can be read."),
    ],
)
def test_a_link_without_its_puzzle_is_named_as_that(link: str, found: str, hint: str) -> None:
    fault = fault_of(f"  {link}\n")
    assert (fault.line, fault.column, fault.expected) == (1, 3, ("a puzzle",))
    assert fault.found == found
    assert str(fault.hint).endswith(hint)
    assert fault_of(link).found == found


def test_links_of_one_program_to_another_are_recognised() -> None:
    packed = iq.write(TWO_CELLS, "fpuzzles").partition("=")[2]
    for start in ("?puzzleid=fpuzzles", "fpuz", "?load="):
        assert iq.read(f"https://sudokupad.app/{start}{packed}") == TWO_CELLS


OTHER_WAY = "These two cells already have the opposite sign."

FAULTS: dict[FormatChoice, list[tuple[str, tuple[int, int], str, str]]] = {
    "futoshiki": [
        ("0<0\n0 0 0\n", (2, 1), "a row of 2 cells", "3 cells"),
        ("0<0\n", (2, 1), "a row", "the end of the puzzle"),
        ("0<0\n v\n^^\n0 x\n", (4, 3), "a cell or a sign", "'x'"),
        ("0<" + "9" * 5000 + "\n0 0\n", (1, 3), "a digit 0-2", f"'{'9' * 40}'"),
        ("0<3\n0 0\n", (1, 3), "a digit 0-2", "'3'"),
        ("0<0\nvv\n0 0\n", (2, 2), "a sign below a cell", "'v'"),
        ("9\n0<0\n0 0\n", (1, 1), "the size 2 or the number of lines, 3", "'9'"),
    ],
    "pairs": [
        ("0 0\n0\n", (2, 1), "a row of 2 cells", "1 word"),
        ("0 0\n0 3\n---\n", (2, 3), "a number 1-2", "'3'"),
        ("0 0\n0 0\n", (3, 1), "a line of hyphens", "the end of the file"),
        ("0 0\n0 0\n---\n0 4\n", (4, 3), "a number 0-3", "'4'"),
        ("0 0\n0 0\n---\n0 3\n", (4, 1), "two neighbouring cells", "the pair '0 3'"),
        ("0 0\n0 0\n---\n0 1\n1 0\n", (5, 1), "another pair", "the pair '1 0'"),
        ("0 0\n0 0\n---\n0 1 1\n", (4, 1), "a pair ('x y' or 'r c r c')", "3 words"),
    ],
    "unequal": [
        ("17:0,", (1, 1), "a size 2-16", "'17'"),
        ("1:0,", (1, 1), "a size 2-16", "'1'"),
        ("2:0," + "9" * 5000, (1, 5), "a digit 0-2", "'9'"),
        ("10:11,", (1, 4), "a number 0-10", "'1'"),
        ("5:6,", (1, 3), "a digit 0-5", "'6'"),
        ("2:0,0,0,0R,", (1, 10), "a letter for a neighbour", "'R'"),
        ("2:0,0,0,0,0", (1, 11), "the end of the ID", "more cells"),
        ("9a:0,", (1, 2), "':'", "'a'"),
        ("9:0U,", (1, 4), "a letter for a neighbour", "'U'"),
        ("9:0L,", (1, 4), "a letter for a neighbour", "'L'"),
        ("9:h0R,", (1, 5), "a letter for a neighbour", "'R'"),
        ("9:0R,0L,", (1, 7), "another letter", "'L'"),
        ("9:x", (1, 4), "a cell", LINE_ENDS),
        ("9:0x", (1, 4), "','", "'x'"),
        ("9:10,", (1, 3), "a digit", "'1'"),
        ("9:0,0,", (1, 7), "a cell", LINE_ENDS),
    ],
    "iss": [
        (".~R1C1_5~R1C1_6", (1, 10), "a cell without a given", "'R1C1'"),
        (".~R1C1", (1, 7), "'_' and a digit", LINE_ENDS),
        (".~R1C1_0", (1, 8), "a digit", "'0'"),
        (".~R1C1_12", (1, 8), "a digit", "'1'"),
        (".~R1C10_1", (1, 3), "a cell (R1C1 to R9C9)", "'R'"),
        (".~R1C1_1x", (1, 9), "a constraint ('.' and its name)", "'x'"),
        (
            ".GreaterThan~R1C1~R5C5",
            (1, 1),
            "two neighbouring cells",
            "cells that are not neighbours",
        ),
        (".GreaterThan", (1, 1), "two neighbouring cells", "cells that are not neighbours"),
        (
            ".GreaterThan~R1C1~R1C2.GreaterThan~R1C2~R1C1",
            (1, 23),
            "another relation",
            "'R1C2' greater than 'R1C1'",
        ),
        (".~R1C1_1.AntiKnight", (1, 9), "givens or 'GreaterThan'", "the constraint 'AntiKnight'"),
        (".~R1C1_1_2", (1, 3), "one digit", "several candidates"),
        (".Shape~4x5", (1, 7), "'~9x9'", "another shape"),
        (".Shape~17x17", (1, 7), "'~9x9'", "another shape"),
        (".Shape~4x4.Shape~6x6", (1, 17), "'~4x4'", "another shape"),
        (".Shape~6x6.~R1C7_1", (1, 13), "a cell (R1C1 to R6C6)", "'R'"),
        (".Shape~6x6.~R1C6_7", (1, 18), "a digit 1-6", "'7'"),
        (".Shape~16x16.~RgCg_17", (1, 20), "a digit 1-16", "'1'"),
        ("# nothing", (1, 1), "a constraint ('.' and its name)", LINE_ENDS),
        ("\nhttps://example.org/?q=.~R1C1_5%7ER1C0_5", (2, 35), "a cell (R1C1 to R9C9)", "'R'"),
        (".~R1C1_1" * 40_000, (1, 1), "at most 262,144 characters", "a longer text"),
    ],
    "fpuzzles": [
        ("?load=" + "N" * 40_000, (1, 1), "at most 32,768 characters", "a longer text"),
        (board(size=5), (1, 1), "'size' 4, 6, 8, 9 or 16", "another value"),
        (board(size=9.0), (1, 1), "'size' 4, 6, 8, 9 or 16", "another value"),
        (board(size=6), (1, 1), "'grid' with 6 rows of 6 cells", "another value"),
        (board(grid=[]), (1, 1), "'grid' with 9 rows of 9 cells", "another value"),
        (other_grid(0), (1, 1), "'grid' with 9 rows of 9 cells", "another value"),
        (other_grid({"given": True, "value": "x"}), (1, 1), "a digit in R1C1", "another value"),
        (board(thermometer=5), (1, 1), "a thermometer with 'lines'", "another value"),
        (board(thermometer=[{"lines": [5]}]), (1, 1), "a cell (R1C1 to R9C9)", "another value"),
        (
            board(thermometer=[{"lines": [["R1C1"]]}]),
            (1, 1),
            "a line of two cells or more",
            "a shorter line",
        ),
        (
            board(thermometer=[{"lines": [["R1C1", "R1C2", "R1C1"]]}]),
            (1, 1),
            "another thermometer",
            "a thermometer from R1C2 to R1C1",
        ),
    ],
    "sudokupad": [
        ("hello", (1, 1), "a link of SudokuPad", "another text"),
        ("  scl-", (1, 3), "a link of SudokuPad", "another text"),
        ('{"cells": 5}', (1, 1), "'cells' with 2 to 16 rows", "another value"),
        (of_cells([{}, {}], [{}]), (1, 1), "'cells' with 2 rows of 2 cells", "another value"),
        (of_cells([{}, 5], [{}, {}]), (1, 1), "an object in r1c2", "another value"),
        (of_cells([{}, {}], [{"value": "x"}, {}]), (1, 1), "a digit in r2c1", "another value"),
        (of_cells([{}, {}], [{"value": 3}, {}]), (1, 1), "a digit in r2c1", "another value"),
        (
            of_cells([{}, {}], [{}, {}], overlays=[sign_on_border("<"), sign_on_border(">")]),
            (1, 1),
            "another sign",
            "'>' at r1c1",
        ),
    ],
}


@pytest.mark.parametrize(
    ("format", "text", "place", "expected", "found"),
    [(format, *fault) for format, faults in FAULTS.items() for fault in faults],
)
def test_faults_are_reported(
    format: FormatChoice, text: str, place: tuple[int, int], expected: str, found: str
) -> None:
    fault = fault_of(text, format, add_boxes=True)
    assert ((fault.line, fault.column), fault.expected) == (place, (expected,))
    assert fault.found == found
    assert (fault.hint == OTHER_WAY) == expected.startswith("another ")


# --- futoshiki and pairs -----------------------------------------------------------------


def test_a_drawing_and_pairs_are_written() -> None:
    assert iq.write(THREE, "futoshiki") == DRAWING
    assert iq.write(THREE, "pairs") == PAIRS


@pytest.mark.parametrize(
    "text",
    [
        DRAWING.removeprefix("5\n"),
        DRAWING.replace("5", "3", 1),
        "1 < .   .\n\n.   _   ?\n    v\n-   0   2\n",
        "1<0 0\n0 0 0\n  V\n0 0 2\n",
        "1<0 0\n0 0 0\n  ∨\n0 0 2\n",
        "1 < 0 0 \r\n        \r\n0   0 0 \r\n    v   \r\n0   0 2 \r\n",
    ],
)
def test_drawings_are_read_however_they_are_spaced(text: str) -> None:
    assert iq.read(text) == iq.read(text, format="futoshiki") == THREE
    assert iq.read_all(text + "\n" + text) == [THREE, THREE]


CELLS_BETWEEN = "0<0>0<0\n^ v ^ v\n" * 3 + "0<0>0<0\n"


@pytest.mark.parametrize(
    ("text", "format"),
    [
        (CELLS_BETWEEN, "extended"),
        (CELLS_BETWEEN.replace("<", ".", 1), "extended"),
        (CELLS_BETWEEN.replace("v", ".", 1), "extended"),
        ("7\n" + CELLS_BETWEEN, "futoshiki"),
        (CELLS_BETWEEN[:-8] + "0 0>0<0\n", "futoshiki"),
        ("0<0>0\n^ v ^\n" * 2 + "0<0>0\n", "futoshiki"),
    ],
)
def test_cells_between_signs_are_extended_if_every_place_for_a_sign_has_one(
    text: str, format: str
) -> None:
    for spaced in (text, "\n".join(map(" ".join, text.split("\n")))):
        assert format_of(whole_document(spaced, "").language) == format
        assert bool(iq.read(spaced).geometry.boxes) == (format == "extended")


@pytest.mark.parametrize(
    "text",
    [
        PAIRS.replace("0 1\n7 4", "1 1 1 2\n3 2 2 2"),
        "1\n3 2\n1 0 0\n0 0 0\n0 0 2\n1 1 1 2\n3 2 2 2\n",
        "1\n\n3\t2\n\n1\t0\t0\t\n0\t0\t0\n0\t0\t2\n\n0 1\n7 4\n\n",
        PAIRS.replace("0 0 0", ". _ ?"),
    ],
)
def test_pairs_are_read_however_they_are_written(text: str) -> None:
    assert iq.read(text) == iq.read(text, format="pairs") == THREE


def test_codingame_and_a_known_file_are_read() -> None:
    assert iq.read("3\n1 0\n\n0 0\n", format="futoshiki").givens == "1..."
    (puzzle,) = iq.read_all("3\n0>0\nv ^\n0<0\n")
    assert [str(relation) for relation in puzzle.relations] == [
        *("r1c2 < r1c1", "r2c1 < r1c1", "r1c2 < r2c2", "r2c1 < r2c2"),
    ]


def test_a_pair_of_cells_that_are_no_neighbours_is_dropped_if_lossy() -> None:
    with pytest.warns(ConversionWarning, match="the pair '0 8' dropped"):
        assert iq.read(PAIRS + "0 8\n", lossy=True) == THREE


# --- unequal -----------------------------------------------------------------------------


def test_a_sudoku_is_written_without_its_boxes() -> None:
    six = Puzzle.from_relations([Relation(0, 1), Relation(27, 21)], geometry=SUDOKU[6])
    with pytest.warns(ConversionWarning, match="the rule of boxes dropped"):
        text = iq.write(six, "unequal", lossy=True)
    without_boxes = Puzzle.from_relations(six.relations, geometry=latin(6))
    assert iq.read_all(text) == [without_boxes]
    assert iq.read_all(text, add_boxes=True) == [six]


def test_game_ids_are_read_and_written() -> None:
    with pytest.warns(ConversionWarning):
        text = iq.write(TWO_CELLS, "unequal", lossy=True)
    assert text == "9:0,0L," + "0," * 16 + "0D," + "0," * 61 + "5,\n"
    for tail in (text.strip(), text.strip().removesuffix(",")):
        assert iq.read_all(tail, add_boxes=True) == [TWO_CELLS]
    assert iq.read_all("9dt:a0L,p0D,zzi5", add_boxes=True) == [TWO_CELLS]
    assert iq.read("2:00,a000,01") == iq.read("2:0,0,0,1")
    last = Puzzle.from_relations([Relation(98, 99)], "J" + "." * 99, latin(10))
    assert iq.write(last, "unequal") == "10:10," + "0," * 98 + "0L,\n"
    assert iq.read("10dk:10,zzzt0L,") == last
    game = "4:0R,0,0,0,0,0D,2,0,0U,0,0,0L,0,0R,0,0,\n"
    assert iq.write(iq.read(game), "unequal") == game


def test_a_latin_square_has_no_boxes_unless_they_are_added() -> None:
    for text in ("9:" + "0," * 81, ".NoBoxes"):
        assert iq.read_all(text) == [Puzzle.of(latin(9))]
        assert iq.read_all(text, add_boxes=True) == [Puzzle()]
    fault = fault_of("5:" + "0," * 25, add_boxes=True)
    assert (fault.expected, fault.found) == (
        ("a puzzle of 4×4, 6×6, 8×8, 9×9 or 16×16",),
        "5×5 without boxes",
    )


# --- Interactive Sudoku Solver -----------------------------------------------------------


def test_rows_and_columns_beyond_nine_are_letters() -> None:
    last = Puzzle.from_relations([Relation(255, 254)], "." * 254 + "PA", SUDOKU[16])
    text = ".Shape~16x16.~RgCf_16~RgCg_1.GreaterThan~RgCf~RgCg\n"
    assert iq.write(last, "iss") == text
    assert iq.read_all(text) == iq.read_all(text.replace("g", "G")) == [last]
    assert iq.write(Puzzle.of(latin(9)), "iss") == ".NoBoxes\n"
    assert iq.write(Puzzle.of(latin(7)), "iss") == ".Shape~7x7\n"
    assert iq.write(Puzzle.of(latin(6)), "iss") == ".Shape~6x6.NoBoxes\n"
    assert iq.read_all(".~R4C4_4.NoBoxes.Shape~4x4")[0].geometry is latin(4)
    assert iq.read_all(".Shape~8x8")[0].geometry is Geometry(8, 2, 4)


def test_givens_are_written_first() -> None:
    text = ".~R9C9_5.GreaterThan~R1C2~R1C1.GreaterThan~R3C1~R4C1\n"
    assert iq.write(TWO_CELLS, "iss") == text
    assert iq.write(Puzzle(), "iss") == ".Shape~9x9\n"


@pytest.mark.parametrize(
    "text",
    [
        "# a note\n\n.~R9C9_5\n  .GreaterThan~R1C2\n~R1C1 .GreaterThan~R3C1~R4C1\n",
        ".Shape~9x9.~R9C9_5.GreaterThan~R3C1~R4C1.GreaterThan~R1C2~R1C1",
        ".GreaterThan~R1C2~R1C1.~R9C9_5~R9C9_5.GreaterThan~r3c1~r4c1",
    ],
)
def test_blanks_notes_and_urls_are_read(text: str) -> None:
    assert iq.read_all(text) == [TWO_CELLS]
    url = "https://example.org/?" + "q=" + quote(text, safe="")
    assert iq.read_all(url) == [TWO_CELLS]
    assert iq.read_all(f"{url}&other=1#top\n{url}\n") == [TWO_CELLS, TWO_CELLS]


def test_each_cell_of_a_constraint_exceeds_its_later_neighbours() -> None:
    (puzzle,) = iq.read_all(".GreaterThan~R5C8~R4C8~R5C9~R6C8~R5C7")
    assert {str(relation) for relation in puzzle.relations} == {
        "r4c8 < r5c8",
        "r5c9 < r5c8",
        "r6c8 < r5c8",
        "r5c7 < r5c8",
    }
    (puzzle,) = iq.read_all(".GreaterThan~R1C1~R1C2~R1C3~R2C3")
    assert len(puzzle.relations) == 3


def test_other_constraints_are_dropped_with_a_warning() -> None:
    text = ".~R9C9_5.AntiKnight.~R2C2_1_2.GreaterThan~R1C2~R1C1.GreaterThan~R3C1~R4C1"
    with pytest.warns(ConversionWarning) as caught:
        assert iq.read_all(text, lossy=True) == [TWO_CELLS]
    assert [str(one.message) for one in caught] == [
        "<text>:1:9: the constraint 'AntiKnight' dropped",
        "<text>:1:22: several candidates dropped",
    ]


# --- f-puzzles ---------------------------------------------------------------------------


def test_a_link_holds_givens_and_thermometers() -> None:
    url = iq.write(TWO_CELLS, "fpuzzles").strip()
    link = url.partition("load=")[2]
    for text in (link, f"?load={link}", f"x?load={quote(link, safe='')}&a", board()):
        assert iq.read_all(text, format="fpuzzles") == [TWO_CELLS]
    values = json_of(link)
    assert values["thermometer"] == json.loads(board())["thermometer"]
    assert values["grid"][8][8] == {"value": 5, "given": True}


def test_a_long_thermometer_is_several_relations() -> None:
    text = board(thermometer=[{"lines": [["R1C1", "R1C2", "R2C2"], ["R9C9", "R9C8"]]}])
    (puzzle,) = iq.read_all(text)
    assert len(puzzle.relations) == 3


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({"killercage": [{"cells": ["R1C1"]}]}, "'killercage'"),
        ({"diagonal+": True}, "'diagonal+'"),
        ({"thermometer": [{"lines": [["R1C1", "R2C2"]]}]}, "a thermometer from R1C1 to R2C2"),
    ],
)
def test_other_rules_are_named(more: dict[str, object], found: str) -> None:
    assert fault_of(board(**more)).found == found
    with pytest.warns(ConversionWarning, match=re.escape(f"{found} dropped")):
        assert len(iq.read_all(board(**more), lossy=True)) == 1


def test_rules_that_are_switched_off_are_ignored() -> None:
    assert iq.read_all(board(**{"diagonal+": False, "antiknight": None})) == [TWO_CELLS]


# --- SudokuPad ---------------------------------------------------------------------------


def test_a_link_holds_cells_regions_signs_and_rules() -> None:
    values = json_of(iq.write(TWO_CELLS, "sudokupad"))
    assert values["cells"][8][8] == {"value": 5}
    assert sorted(cell for region in values["regions"] for cell in region) == [
        [row, column] for row in range(9) for column in range(9)
    ]
    signs = [(overlay["center"], overlay["text"]) for overlay in values["overlays"]]
    assert signs == [([0.5, 1.0], "<"), ([3.0, 0.5], "∨")]
    assert "smaller" in values["metadata"]["rules"]


def test_a_link_holds_the_only_solution() -> None:
    values = json_of(iq.write(iq.read(CONTEST), "sudokupad"))
    assert values["metadata"]["solution"] == CONTEST_GRID.line
    assert "solution" not in json_of(iq.write(TWO_CELLS, "sudokupad"))["metadata"]


FOUR: list[list[object]] = [[{}] * 4] * 4
"""The cells of an empty puzzle of 4×4."""


def read_with(**more: object) -> Puzzle:
    """A puzzle of 4×4 without boxes with more values in its JSON."""
    return iq.read(of_cells(*FOUR, **more), format="sudokupad", lossy=True)


@pytest.mark.parametrize(
    ("text", "angle", "relation"),
    [
        ("<", None, "r1c1 < r1c2"),
        (">", 0, "r1c2 < r1c1"),
        ("^", 270, "r1c1 < r1c2"),
        ("∨", -270.0, "r1c1 < r1c2"),
        ("<", 180, "r1c2 < r1c1"),
    ],
)
def test_signs_are_read_as_they_are_turned(text: str, angle: object, relation: str) -> None:
    overlay = sign_on_border(text, angle=angle)
    assert list(map(str, read_with(overlays=[overlay]).relations)) == [relation]


@pytest.mark.parametrize("angle", [None, 0, 45, 90, float("nan"), float("inf")])
@pytest.mark.parametrize("text", ["", "<^", ">v", "<^>v", "1", "<<"])
def test_other_texts_on_borders_are_no_signs(text: str, angle: object) -> None:
    overlay = sign_on_border(text, angle=angle)
    with pytest.warns(ConversionWarning, match="dropped"):
        assert read_with(overlays=[overlay]).relations == ()


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({"cages": [{"cells": [[0, 0]]}]}, "a cage"),
        ({"arrows": [{}]}, "'arrows'"),
        ({"regions": [[[0, 0], [1, 1]]]}, "regions that are not boxes"),
        ({"overlays": [{"center": [0.5, 1]}]}, "a shape"),
        ({"overlays": [sign_on_border("^")]}, "the text '^'"),
        ({"overlays": [{"center": [1, 1], "text": "<"}]}, "the text '<'"),
        ({"overlays": [{"center": [0.5, 9], "text": "<"}]}, "the text '<'"),
        ({"overlays": [{"center": [0.5, 0.1], "text": "<"}]}, "the text '<'"),
        ({"overlays": [{"center": "here", "text": "<"}]}, "the text '<'"),
        ({"cells": [[{"centremarks": [1, 2]}, {}], [{}, {}]]}, "candidates in r1c1"),
    ],
)
def test_what_a_puzzle_cannot_hold_is_dropped_if_lossy(more: dict[str, object], found: str) -> None:
    assert fault_of(of_cells(*FOUR, **more), "sudokupad").found == found
    with pytest.warns(ConversionWarning, match=re.escape(f"{found} dropped")):
        assert read_with(**more).relations == ()


def test_the_shorter_form_is_read() -> None:
    text = "{ce:[[{v:'1'},],[,{}]],overlays:[{ct:[0.5,1],te:'<',c1:#F,c2:abcdef,w:t}],cages:f}"
    puzzle = iq.read("scl" + pack(text))
    assert puzzle == Puzzle.from_relations([Relation(0, 1)], "1...", latin(2))
