"""Formats of Latin squares: drawings of Futoshiki and grids with pairs."""

from __future__ import annotations

import pytest
from effort import examples
from faults import assert_readable, fault_of
from hypothesis import given
from hypothesis import strategies as st
from strategies import mutated, puzzles_of

import ineqsudoku as iq
from ineqsudoku.formats import whole_document
from ineqsudoku.formats.registry import FormatChoice, ReadableFormat, format_of
from ineqsudoku.geometry import latin
from ineqsudoku.puzzle import Puzzle, Relation

THREE = Puzzle.from_relations([Relation(0, 1), Relation(7, 4)], "1.......2", latin(3))

DRAWING = "5\n1<0 0\n\n0 0 0\n  v\n0 0 2\n"
PAIRS = "1 0 0\n0 0 0\n0 0 2\n--------\n0 1\n7 4\n"


def test_a_drawing_and_pairs_are_written() -> None:
    assert iq.write(THREE, "futoshiki") == DRAWING
    assert iq.write(THREE, "pairs") == PAIRS


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


@pytest.mark.parametrize(
    ("text", "format", "place", "expected", "found"),
    [
        ("0<0\n0 0 0\n", "futoshiki", (2, 1), "a row of 2 cells", "3 cells"),
        ("0<0\n", "futoshiki", (2, 1), "a row", "the end of the puzzle"),
        ("0<0\n v\n^^\n0 x\n", "futoshiki", (4, 3), "a cell or a sign", "'x'"),
        ("0<" + "9" * 5000 + "\n0 0\n", "futoshiki", (1, 3), "a digit 0-2", f"'{'9' * 40}'"),
        ("2:0," + "9" * 5000, "unequal", (1, 5), "a digit 0-2", "'9'"),
        ("0<3\n0 0\n", "futoshiki", (1, 3), "a digit 0-2", "'3'"),
        ("0<0\nvv\n0 0\n", "futoshiki", (2, 2), "a sign below a cell", "'v'"),
        ("9\n0<0\n0 0\n", "futoshiki", (1, 1), "the size 2 or the number 3 of lines", "'9'"),
        ("0 0\n0\n", "pairs", (2, 1), "a row of 2 cells", "1 words"),
        ("0 0\n0 3\n---\n", "pairs", (2, 3), "a number 1-2", "'3'"),
        ("0 0\n0 0\n---\n0 4\n", "pairs", (4, 3), "a number 0-3", "'4'"),
        ("0 0\n0 0\n---\n0 3\n", "pairs", (4, 1), "two neighbouring cells", "the pair '0 3'"),
        ("0 0\n0 0\n---\n0 1\n1 0\n", "pairs", (5, 1), "another pair", "the pair '1 0'"),
        ("0 0\n0 0\n---\n0 1 1\n", "pairs", (4, 1), "a pair ('x y' or 'r c r c')", "3 words"),
    ],
)
def test_faults_are_reported(
    text: str, format: FormatChoice, place: tuple[int, int], expected: str, found: str
) -> None:
    fault = fault_of(text, format)
    assert ((fault.line, fault.column), fault.expected) == (place, (expected,))
    assert fault.found == found


def test_a_pair_that_contradicts_another_says_so() -> None:
    fault = fault_of("0 0\n0 0\n---\n0 1\n1 0\n", "pairs")
    assert fault.hint == "These two cells are related the other way round already."
    assert fault_of("0 0\n0 0\n", "pairs").found == "the end of the file"


def test_a_pair_of_cells_that_are_no_neighbours_is_dropped_if_lossy() -> None:
    with pytest.warns(iq.ConversionWarning, match="the pair '0 8' dropped"):
        assert iq.read(PAIRS + "0 8\n", lossy=True) == THREE


def test_unequal_has_numbers_at_sizes_beyond_nine() -> None:
    last = Puzzle.from_relations([Relation(98, 99)], "J" + "." * 99, latin(10))
    assert iq.write(last, "unequal") == "10:10," + "0," * 98 + "0L,\n"
    assert iq.read("10dk:10,zzzt0L,") == last


@pytest.mark.filterwarnings("ignore::ineqsudoku.PuzzleSyntaxWarning")
@pytest.mark.parametrize("format", ["auto", "futoshiki", "pairs", "sudokupad"])
@examples(200)
@given(data=st.data())
def test_any_text_gives_puzzles_or_a_syntax_error(
    format: FormatChoice, data: st.DataObject
) -> None:
    link = iq.write(THREE, "sudokupad")
    start = data.draw(st.sampled_from([DRAWING, PAIRS, link, '{"cells":[[{},{}],[{},{}]]}\n']))
    text = data.draw(mutated(data.draw(mutated(start)) or "\n"))
    try:
        assert iq.read_all(text, format=format)
    except iq.PuzzleSyntaxError as error:
        assert_readable(error)
