"""Puzzles in other programs' formats: there and back, what is lost, and what real solvers say."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from commands import Command
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzles import CONTEST, EXAMPLES, POJ_3074
from strategies import (
    extended_puzzles,
    mixed_puzzles,
    mutated,
    puzzles_of,
    puzzles_of_other_sizes,
)

import ineqsudoku as iq
from ineqsudoku.conversion import convert, write
from ineqsudoku.errors import ConversionError, ConversionWarning, Fault, PuzzleSyntaxError
from ineqsudoku.formats import READABLE, WRITABLE, detect_language, read_all
from ineqsudoku.formats.document import Document
from ineqsudoku.formats.registry import FormatChoice, ReadableFormat, WritableFormat
from ineqsudoku.formats.sizes import SIZES
from ineqsudoku.geometry import SUDOKU, Geometry, latin
from ineqsudoku.puzzle import Puzzle, Relation

EXTENDED = iq.read((EXAMPLES / "extended.in").read_text(encoding="ascii"))
LAYOUT = iq.read(CONTEST)
SIX = iq.read((EXAMPLES / "six.in").read_text(encoding="ascii"))
LATIN = Puzzle.of(latin(4), givens="1234" + "34.." + "4..1" + "....")
PLAIN = iq.read(next(iter(POJ_3074)))
TWO_CELLS = Puzzle.from_relations([Relation(0, 1), Relation(27, 18)], "." * 80 + "5")

FOREIGN = ("iss", "fpuzzles", "unequal", "sudokupad", "futoshiki", "pairs")


WITHOUT_BOXES = ("unequal", "futoshiki", "pairs")


def fault_of(text: str, format: FormatChoice = "auto", add_boxes: bool = False) -> Fault:
    with pytest.raises(PuzzleSyntaxError) as caught:
        read_all(text, format=format, name="file", add_boxes=add_boxes)
    assert caught.value.file == "file"
    return caught.value.faults[0]


# --- there and back ----------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore::ineqsudoku.ConversionWarning")
@pytest.mark.parametrize("format", ["extended", *FOREIGN])
@settings(max_examples=40)
@given(puzzle=extended_puzzles())
def test_a_puzzle_written_and_read_is_the_same(format: ReadableFormat, puzzle: Puzzle) -> None:
    has_no_boxes = format in WITHOUT_BOXES
    if format == "futoshiki" and puzzle.is_plain:
        return  # Without signs it is a sudoku.
    text = write(puzzle, format, lossy=has_no_boxes)
    assert detect_language(Document.read(text, "")) == format
    assert read_all(text, format=format, add_boxes=True) == [puzzle]
    assert read_all(text, add_boxes=True) == [puzzle]


@pytest.mark.filterwarnings("ignore::ineqsudoku.ConversionWarning")
@pytest.mark.parametrize("format", ["contest", "extended", "compact", "fpuzzles", "unequal"])
def test_several_puzzles_follow_each_other(format: ReadableFormat) -> None:
    text = write([LAYOUT, LAYOUT], format, lossy=True)
    assert read_all(text, add_boxes=True) == [LAYOUT, LAYOUT]


@pytest.mark.parametrize("format", ["iss", "minizinc", "dzn", "dimacs"])
def test_a_format_for_one_puzzle_takes_no_second(format: ReadableFormat) -> None:
    with pytest.raises(ConversionError, match=f"a text in {format} holds one puzzle, not 2"):
        write([LAYOUT, LAYOUT], format)


def test_the_text_that_is_written_is_the_file_it_came_from() -> None:
    assert convert(CONTEST, to="contest") == CONTEST
    assert convert(convert(CONTEST, to="iss"), to="contest") == CONTEST


# --- what is lost ------------------------------------------------------------------------


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
def test_what_a_format_cannot_hold_is_named(
    puzzle: Puzzle, format: ReadableFormat, losses: str
) -> None:
    with pytest.raises(ConversionError) as caught:
        write(puzzle, format)
    assert str(caught.value) == f"{format} cannot hold {losses}"
    with pytest.warns(ConversionWarning) as warned:
        write(puzzle, format, lossy=True)
    assert [str(one.message) for one in warned] == [f"{losses} dropped, which {format} cannot hold"]


def test_a_size_that_a_format_does_not_have_is_an_error_lossy_or_not() -> None:
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


@pytest.mark.parametrize("format", ["extended", "plain", "hexadoku"])
@given(data=st.data())
@settings(max_examples=10)
def test_our_formats_hold_other_sizes(format: ReadableFormat, data: st.DataObject) -> None:
    geometry = SUDOKU[data.draw(st.sampled_from(SIZES[format]))]
    puzzle = data.draw(puzzles_of(geometry))
    if format != "extended":
        puzzle = Puzzle.of(geometry, givens=puzzle.givens)
    assert read_all(write([puzzle, puzzle], format)) == [puzzle] * 2


@pytest.mark.parametrize("format", ["iss", "fpuzzles", "unequal"])
@given(data=st.data())
@settings(max_examples=60)
def test_foreign_formats_hold_other_sizes(format: ReadableFormat, data: st.DataObject) -> None:
    """As far as they take them; Unequal gives them back without boxes."""
    puzzle = data.draw(puzzles_of_other_sizes())
    geometry = puzzle.geometry
    takes = {"unequal": not geometry.boxes, "fpuzzles": bool(geometry.boxes), "iss": True}
    if not takes[format]:
        with pytest.raises(ConversionError, match=f"{format} cannot hold "):
            write(puzzle, format)
        return
    text = write(puzzle, format)
    assert detect_language(Document.read(text, "")) == format
    assert read_all(text) == read_all(text, format=format) == [puzzle]


def test_unequal_takes_a_sudoku_without_its_boxes() -> None:
    six = Puzzle.from_relations([Relation(0, 1), Relation(27, 21)], geometry=SUDOKU[6])
    with pytest.warns(ConversionWarning, match="the rule of boxes dropped"):
        text = write(six, "unequal", lossy=True)
    without_boxes = Puzzle.from_relations(six.relations, geometry=latin(6))
    assert read_all(text) == [without_boxes]
    assert read_all(text, add_boxes=True) == [six]
    sixteen = Puzzle.from_relations([Relation(254, 255)], "P" + "." * 255, latin(16))
    assert write(sixteen, "unequal") == "16:16," + "0," * 254 + "0L,\n"
    assert read_all(write(sixteen, "unequal")) == [sixteen]


def test_iss_writes_lines_beyond_nine_as_letters() -> None:
    last = Puzzle.from_relations([Relation(255, 254)], "." * 254 + "PA", SUDOKU[16])
    text = ".Shape~16x16.~RgCf_16~RgCg_1.GreaterThan~RgCf~RgCg\n"
    assert write(last, "iss") == text
    assert read_all(text) == read_all(text.replace("g", "G")) == [last]
    assert write(Puzzle.of(latin(9)), "iss") == ".NoBoxes\n"
    assert write(Puzzle.of(latin(7)), "iss") == ".Shape~7x7\n"
    assert write(Puzzle.of(latin(6)), "iss") == ".Shape~6x6.NoBoxes\n"
    assert read_all(".~R4C4_4.NoBoxes.Shape~4x4")[0].geometry is latin(4)
    assert read_all(".Shape~8x8")[0].geometry is Geometry(8, 2, 4)


def test_of_several_puzzles_the_one_that_loses_is_named() -> None:
    with pytest.raises(ConversionError, match="puzzle 2: contest cannot hold 36 givens"):
        write([LAYOUT, PLAIN], "contest")


@pytest.mark.parametrize("format", [f for f in WRITABLE if f not in (*WITHOUT_BOXES, "hexadoku")])
@settings(max_examples=10)
@given(puzzle=extended_puzzles())
def test_nothing_is_lost_in_silence(format: ReadableFormat, puzzle: Puzzle) -> None:
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
        write(LAYOUT, "svg")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="cannot read 'dimacs'; formats: contest,"):
        read_all("p cnf 0 0", format="dimacs")  # type: ignore[arg-type]


# --- ISS ---------------------------------------------------------------------------------


def test_iss_is_written_with_givens_first() -> None:
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
def test_iss_may_be_written_in_many_ways(text: str) -> None:
    assert read_all(text) == [TWO_CELLS]
    url = "https://example.org/?" + "q=" + quote(text, safe="")
    assert read_all(url) == [TWO_CELLS]
    assert read_all(f"{url}&other=1#top\n{url}\n") == [TWO_CELLS, TWO_CELLS]


def test_in_iss_each_cell_exceeds_its_later_neighbours() -> None:
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
def test_faults_in_iss_are_told(text: str, column: int, expected: str, found: str) -> None:
    fault = fault_of(text, "iss")
    assert (fault.line, fault.column, fault.expected, fault.found) == (
        1,
        column,
        (expected,),
        found,
    )


def test_a_fault_in_a_url_is_told_where_it_stands_there() -> None:
    fault = fault_of("\nhttps://example.org/?q=.~R1C1_5%7ER1C0_5")
    assert (fault.line, fault.column, fault.found) == (2, 35, "'R'")


def test_other_rules_of_iss_are_dropped_with_a_warning() -> None:
    text = ".~R9C9_5.AntiKnight.~R2C2_1_2.GreaterThan~R1C2~R1C1.GreaterThan~R3C1~R4C1"
    with pytest.warns(ConversionWarning) as caught:
        assert read_all(text, lossy=True) == [TWO_CELLS]
    assert [str(one.message) for one in caught] == [
        "<text>:1:9: the constraint 'AntiKnight' dropped",
        "<text>:1:22: several candidates dropped",
    ]


# --- f-puzzles ---------------------------------------------------------------------------


def board(**more: object) -> str:
    grid: list[list[dict[str, object]]] = [[{} for _ in range(9)] for _ in range(9)]
    grid[8][8] = {"value": 5, "given": True}
    grid[0][0] = {"value": 5}  # What a player has put there.
    lines = [["R1C1", "R1C2"]], [["R4C1", "R3C1"]]
    thermometers = [{"lines": line} for line in lines]
    return json.dumps({"size": 9, "grid": grid, "thermometer": thermometers, **more})


def test_a_link_of_f_puzzles_holds_givens_and_thermometers() -> None:
    from lzstring import LZString

    packed = LZString().compressToBase64(board())
    for text in (packed, f"?load={packed}", f"x?load={quote(packed, safe='')}&a", board()):
        assert read_all(text, format="fpuzzles") == [TWO_CELLS]
    url = write(TWO_CELLS, "fpuzzles").strip()
    values = json.loads(LZString().decompressFromBase64(url.partition("load=")[2]))
    assert values["thermometer"] == json.loads(board())["thermometer"]
    assert values["grid"][8][8] == {"value": 5, "given": True}


def test_a_long_thermometer_is_many_relations() -> None:
    (puzzle,) = read_all(
        board(thermometer=[{"lines": [["R1C1", "R1C2", "R2C2"], ["R9C9", "R9C8"]]}])
    )
    assert len(puzzle.relations) == 3


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({"killercage": [{"cells": ["R1C1"]}]}, "'killercage'"),
        ({"diagonal+": True}, "'diagonal+'"),
        (
            {"thermometer": [{"lines": [["R1C1", "R2C2"]]}]},
            "a thermometer from R1C1 to R2C2",
        ),
    ],
)
def test_other_rules_of_f_puzzles_are_named(more: dict[str, object], found: str) -> None:
    assert fault_of(board(**more)).found == found
    with pytest.warns(ConversionWarning, match=re.escape(f"{found} dropped")):
        assert len(read_all(board(**more), lossy=True)) == 1


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({"size": 5}, "another size"),
        ({"size": 9.0}, "another size"),
        ({"size": 6}, "another grid"),
        ({"grid": []}, "another grid"),
        ({"grid": [[0] * 9] * 9}, "another grid"),
        ({"grid": [[{"given": True, "value": "x"}] * 9] * 9}, "another value"),
        ({"thermometer": 5}, "another value"),
        ({"thermometer": [{"lines": [5]}]}, "another value"),
        ({"thermometer": [{"lines": [["R1C1"]]}]}, "a shorter one"),
        (
            {"thermometer": [{"lines": [["R1C1", "R1C2", "R1C1"]]}]},
            "a thermometer from R1C2 to R1C1",
        ),
    ],
)
def test_faults_of_f_puzzles_are_told(more: dict[str, object], found: str) -> None:
    assert fault_of(board(**more)).found == found


def test_rules_that_are_off_mean_nothing() -> None:
    assert read_all(board(**{"diagonal+": False, "antiknight": None})) == [TWO_CELLS]


def test_without_lzstring_it_is_told_what_to_install(
    ineqsudoku: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "lzstring", None)
    ran = ineqsudoku("convert", "--to", "fpuzzles", EXAMPLES / "cqoi2013.in")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "fpuzzles needs the package lzstring: pip install 'ineqsudoku[convert]'\n"


def test_what_could_unfold_to_gigabytes_is_refused() -> None:
    assert fault_of("?load=" + "N" * 40_000).expected == ("at most 32,768 characters",)
    assert fault_of(".~R1C1_1" * 40_000).expected == ("at most 262,144 characters",)


# --- Unequal -----------------------------------------------------------------------------


def test_unequal_ids_are_read_and_written() -> None:
    with pytest.warns(ConversionWarning):
        text = write(TWO_CELLS, "unequal", lossy=True)
    assert text == "9:0,0L," + "0," * 16 + "0D," + "0," * 61 + "5,\n"
    for tail in (text.strip(), text.strip().removesuffix(",")):
        assert read_all(tail, add_boxes=True) == [TWO_CELLS]
    assert read_all("9dt:a0L,p0D,zzi5", add_boxes=True) == [TWO_CELLS]


def test_a_latin_square_is_read_as_what_it_is_unless_boxes_are_added() -> None:
    for text in ("9:" + "0," * 81, ".NoBoxes"):
        assert read_all(text) == [Puzzle.of(latin(9))]
        assert read_all(text, add_boxes=True) == [Puzzle()]
    fault = fault_of("5:" + "0," * 25, add_boxes=True)
    assert (fault.expected, fault.found) == (
        ("one of 4×4, 6×6, 8×8, 9×9, 16×16",),
        "5×5 without boxes",
    )


def test_a_game_of_unequal_has_one_solution() -> None:
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
def test_faults_in_unequal_ids_are_told(text: str, column: int, expected: str, found: str) -> None:
    fault = fault_of(text, "unequal", add_boxes=True)
    assert (fault.line, fault.column, fault.expected, fault.found) == (
        1,
        column,
        (expected,),
        found,
    )


# --- written only ------------------------------------------------------------------------


def json_of(link: str) -> Any:
    """The JSON in a link of SudokuPad."""
    from lzstring import LZString

    packed = link.strip().removeprefix("https://sudokupad.app/scl")
    return json.loads(LZString().decompressFromBase64(packed))


def test_sudokupad_has_cells_regions_signs_and_rules() -> None:
    values = json_of(write(TWO_CELLS, "sudokupad"))
    assert values["cells"][8][8] == {"value": 5}
    assert sorted(cell for region in values["regions"] for cell in region) == [
        [row, column] for row in range(9) for column in range(9)
    ]
    signs = [(overlay["center"], overlay["text"]) for overlay in values["overlays"]]
    assert signs == [([0.5, 1.0], "<"), ([3.0, 0.5], "∨")]
    assert "smaller" in values["metadata"]["rules"]


def test_clauses_are_counted_and_explained() -> None:
    lines = write(EXTENDED, "dimacs").splitlines()
    comments = [line for line in lines if line.startswith("c clauses")]
    header = next(line for line in lines if line.startswith("p cnf"))
    clauses = lines[lines.index(header) + 1 :]
    assert header == f"p cnf 729 {len(clauses)}"
    assert all(clause.endswith(" 0") for clause in clauses)
    assert comments[-1].startswith(f"c clauses {len(clauses) - 49 * 45 + 1} to {len(clauses)}: rel")


def test_clauses_of_other_sizes_have_their_numbers() -> None:
    lines = write(Puzzle.of(latin(5)), "dimacs").splitlines()
    assert "c Inequality sudoku; variable 5 * (5 * row + column) + digit: the cell in that" in lines
    assert not [line for line in lines if "box" in line]
    assert next(line for line in lines if line.startswith("p cnf 125 "))
    rules = json_of(write(Puzzle.of(SUDOKU[6]), "sudokupad"))
    assert "each 2×3 box holds the digits 1 to 6" in rules["metadata"]["rules"]
    assert json_of(write(Puzzle.of(latin(5)), "sudokupad"))["regions"] == []


def by_sat(puzzle: Puzzle) -> list[str]:
    """Up to two solutions that PySAT finds."""
    formula = pytest.importorskip("pysat.formula", reason="PySAT is not there")
    solvers = pytest.importorskip("pysat.solvers")
    clauses = formula.CNF(from_string=write(puzzle, "dimacs"))
    with solvers.Solver(name="cadical153", bootstrap_with=clauses) as solver:
        found: list[str] = []
        while len(found) < 2 and solver.solve():
            true = [variable - 1 for variable in solver.get_model() if variable > 0]
            symbols = puzzle.geometry.symbols
            found.append("".join(symbols[variable % len(symbols)] for variable in sorted(true)))
            solver.add_clause([-variable - 1 for variable in true])
    return found


@settings(max_examples=12)
@given(puzzle=mixed_puzzles() | extended_puzzles() | puzzles_of(SUDOKU[6]) | puzzles_of(latin(5)))
def test_a_sat_solver_says_the_same(puzzle: Puzzle) -> None:
    found = by_sat(puzzle)
    ours = iq.solve(puzzle, node_limit=20_000)
    if ours.complete:
        assert len(found) == len(ours.solutions)
    if ours.status == "unique":
        assert found == [ours.solutions[0].line]


@pytest.mark.skipif(not shutil.which("minizinc"), reason="MiniZinc is not there")
@pytest.mark.parametrize(
    "puzzle",
    [LAYOUT, PLAIN, EXTENDED, SIX, LATIN],
    ids=["layout", "plain", "extended", "six", "latin"],
)
def test_minizinc_says_the_same(puzzle: Puzzle, tmp_path: Path) -> None:
    model = Path(iq.__file__).parent / "formats" / "sudoku.mzn"
    whole, data = tmp_path / "puzzle.mzn", tmp_path / "puzzle.dzn"
    whole.write_text(write(puzzle, "minizinc"))
    data.write_text(write(puzzle, "dzn"))
    for files in ([whole], [model, data]):
        ran = subprocess.run(
            ["minizinc", "--all-solutions", *files], capture_output=True, text=True, check=True
        )
        found = ran.stdout.replace(" ", "").replace("\n", "").split("----------")
        assert found == [iq.solve(puzzle).solutions[0].line, "=========="]


# --- anything at all ---------------------------------------------------------------------

TEXTS = [
    *(write(TWO_CELLS, "iss"), "x?q=.~R1C1_5%7E", write(TWO_CELLS, "fpuzzles"), board()),
    *(
        "9:" + "0," * 81,
        "9:a0L,p0D,zzi5",
        "5:0," + "0R," * 24,
        ".Shape~6x6.~R6C6_6",
        CONTEST,
        "{}",
        "[[[[",
        "?load=N4Ig",
        '{"size": 9}',
    ),
]

rubbish = (
    st.binary()
    | st.text()
    | st.text(".~R1C2_9#?q=%&GreaterThan \n")
    | st.text("9:0URDLaz, \n").map("9:".__add__)
    | st.text("N4IgABCDabcd0123+/=").map("?load=".__add__)
    | st.sampled_from(TEXTS).flatmap(mutated)
    | st.lists(st.sampled_from([*"{}[],:9", '"size"', '"grid"', "{}", "true"])).map("".join)
)


@pytest.mark.filterwarnings("ignore::ineqsudoku.PuzzleSyntaxWarning")
@pytest.mark.parametrize("format", ["auto", *FOREIGN])
@examples(200)
@given(data=rubbish)
def test_any_text_gives_puzzles_or_a_syntax_error(format: FormatChoice, data: str | bytes) -> None:
    try:
        puzzles = read_all(data, format=format)
    except PuzzleSyntaxError as error:
        assert_readable(error)
    else:
        assert puzzles
        assert all(isinstance(puzzle, Puzzle) for puzzle in puzzles)


def assert_readable(error: PuzzleSyntaxError) -> None:
    for fault in error.faults:
        assert min(fault.line, fault.column) >= 1
        assert fault.expected
        assert fault.found
    assert all(line.isprintable() for line in str(error).split("\n"))


# --- the command -------------------------------------------------------------------------


def test_the_command_converts_a_file_and_standard_input(ineqsudoku: Command) -> None:
    ran = ineqsudoku("convert", "--to", "iss", EXAMPLES / "cqoi2013.in")
    assert (ran.code, ran.err) == (0, "")
    for arguments in ((), ("-",), ("--format", "iss")):
        back = ineqsudoku("convert", "--to", "contest", *arguments, stdin=ran.out.encode())
        assert back == (0, CONTEST, "")


def test_the_command_names_what_would_be_lost(ineqsudoku: Command) -> None:
    arguments = ("convert", "--to", "contest", EXAMPLES / "extended.in")
    ran = ineqsudoku(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "contest cannot hold 13 signs on box borders and 10 givens\n"
    ran = ineqsudoku(*arguments, "--lossy")
    assert ran.code == 0
    assert ran.err.startswith("warning: 13 signs on box borders and 10 givens dropped")


def test_the_command_tells_faults(ineqsudoku: Command) -> None:
    ran = ineqsudoku("convert", "--to", "contest", stdin=b".~R1C1_0")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("<stdin>:1:8: expected a digit, found '0'")


def test_the_command_takes_one_file(ineqsudoku: Command) -> None:
    ran = ineqsudoku("convert", "--to", "iss", EXAMPLES)
    assert (ran.code, ran.out) == (2, "")
    assert "convert reads one file, found the folder" in ran.err


# --- solve reads them, too ---------------------------------------------------------------

GAME = "5:0,0,0,0,0L,0U,3U,0,0,0,0U,0,0,0D,0,0,0,0,0R,0,0,0,0,3,0,"


@pytest.mark.filterwarnings("ignore::ineqsudoku.errors.ConversionWarning")
@pytest.mark.parametrize("format", FOREIGN)
@pytest.mark.parametrize("sample", ["cqoi2013", "extended", "six"])
def test_solve_takes_the_formats_of_others(
    ineqsudoku: Command, format: ReadableFormat, sample: str
) -> None:
    if format in ("fpuzzles", "sudokupad"):
        pytest.importorskip("lzstring")
    puzzle = iq.read((EXAMPLES / f"{sample}.in").read_bytes())
    text = write([puzzle], format, lossy=True)
    ran = ineqsudoku("solve", "--format", format, "--any", stdin=text.encode())
    assert (ran.code, ran.err) == (0, "")
    (read,) = read_all(text, format=format)
    assert ran.out == f"{iq.solve(read, 1).solutions[0]}\n"


def test_solve_tells_the_line_of_what_has_no_solution(ineqsudoku: Command) -> None:
    text = f"{GAME}\n\n{GAME.replace('3U', '1U')}\n".encode()
    ran = ineqsudoku("solve", "--format", "unequal", "--to", "line", stdin=text)
    assert (ran.code, ran.out) == (1, "1234523514412533542154132\nnone\n")
    assert ran.err == "<stdin>:3: no solution\n"


def test_solve_takes_a_url(ineqsudoku: Command) -> None:
    text = f"# a note\nhttps://example.org/?q={quote('.Shape~4x4.~R1C1_1~R1C2_1')}\n".encode()
    ran = ineqsudoku("solve", "--format", "iss", stdin=text)
    assert (ran.code, ran.out, ran.err) == (1, "none\n", "<stdin>:2: no solution\n")


@pytest.mark.parametrize(("format", "text"), [("iss", ".Cage~5~R1C1"), ("unequal", "4:0,")])
def test_solve_tells_faults_in_the_formats_of_others(
    ineqsudoku: Command, format: str, text: str
) -> None:
    ran = ineqsudoku("solve", "--format", format, stdin=text.encode())
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("<stdin>:1:")
