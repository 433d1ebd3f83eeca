"""Boards that validate prints are read back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from commands import Command
from effort import examples
from faults import fault_of, in_words
from hypothesis import given
from hypothesis import strategies as st
from puzzles import CONTEST, CONTEST_ANSWER, CONTEST_GRID
from strategies import puzzles_of

import ineqsudoku as iq
from ineqsudoku.apps.pictures.model import Picture, Role
from ineqsudoku.apps.pictures.terminal import draw_text
from ineqsudoku.formats import parse, whole_document
from ineqsudoku.formats.places import sign_places
from ineqsudoku.formats.registry import FORMATS, FormatChoice
from ineqsudoku.geometry import SUDOKU, latin
from ineqsudoku.puzzle import Puzzle, Relation

ENCODING = pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
IGNORED = pytest.mark.filterwarnings("ignore::ineqsudoku.PuzzleSyntaxWarning")


COPIES: dict[str, Callable[[str], str]] = {
    "as printed": str,
    "lower": lambda text: "\n\n" + text,
    "no-break spaces": lambda text: text.replace(" ", "\u00a0"),
    "ideographic spaces": lambda text: text.replace(" ", "\u3000"),
    "indented by tabs": lambda text: "".join(f"\t{line}\n" for line in text.splitlines()),
    "quoted": lambda text: "".join(f"> {line}\n" for line in text.splitlines()),
}


@IGNORED
@ENCODING
@pytest.mark.parametrize("copy", COPIES)
@examples(20)
@given(data=st.data())
def test_boards_are_read_with_the_places_of_their_signs(
    encoding: str, copy: str, data: st.DataObject
) -> None:
    size = data.draw(st.sampled_from(FORMATS["extended"].sizes))
    puzzles = data.draw(st.lists(puzzles_of(SUDOKU[size]), min_size=1, max_size=3))
    gap = data.draw(st.sampled_from(["", "\n", "\n\n"]))
    text = COPIES[copy](gap.join(draw_text(Picture(p), encoding=encoding) for p in puzzles))
    assert iq.read_all(text) == iq.read_all(text, format="extended") == puzzles
    document = whole_document(text, "a")
    lines = text.split("\n")
    for entry, puzzle in zip(parse(document).entries, puzzles, strict=True):
        places = sign_places(document, entry)
        for relation in puzzle.relations:
            line, column, written = places[relation.pair]
            assert lines[line - 1][column - 1] == written == relation.sign


@pytest.mark.parametrize("size", [4, 9, 16])
def test_a_board_without_boxes_is_no_puzzle(size: int) -> None:
    with pytest.raises(iq.PuzzleSyntaxError):
        iq.read(draw_text(Picture(Puzzle.of(latin(size)))))


def test_a_marked_cell_is_a_fault() -> None:
    marked = Picture(Puzzle.of(SUDOKU[4], givens="1" + "." * 15), cell_roles={0: Role.CONFLICT})
    with pytest.raises(iq.PuzzleSyntaxError):
        iq.read(draw_text(marked))
    lettered = Picture(iq.read(CONTEST), letters={5: "a"})
    with pytest.raises(iq.PuzzleSyntaxError, match="found 'a'"):
        iq.read(draw_text(lettered))


def test_commands_read_what_validate_prints(ineqsudoku: Command) -> None:
    out = ineqsudoku("validate", stdin=CONTEST.encode()).out
    ran = ineqsudoku("solve", stdin=out.encode())
    assert (ran.code, ran.out) == (0, CONTEST_ANSWER)
    assert "text outside a drawn board skipped" in ran.err


def test_two_solutions_side_by_side_are_read_as_the_first() -> None:
    layout = iq.read(CONTEST)
    both = draw_text(
        Picture(layout, digits=CONTEST_GRID.line, title="a solution"),
        Picture(layout, title="another one"),
        colour=False,
    )
    with pytest.warns(iq.PuzzleSyntaxWarning, match="<text>:1:1: text outside a drawn board"):
        puzzle = iq.read(both)
    assert (puzzle.signs, puzzle.givens) == (layout.signs, CONTEST_GRID.line)


BOARD = draw_text(
    Picture(Puzzle.from_relations([Relation(0, 1)], "." * 16, SUDOKU[4]))
).splitlines()


@pytest.mark.parametrize(
    ("line", "column", "character", "expected"),
    [
        (3, 7, "^", "'<'"),
        (3, 5, "?", "a digit 1-4"),
        (4, 5, "<", "'^'"),
        (4, 7, "^", "a blank"),
        (9, 17, "5", "a digit 1-4"),
    ],
)
def test_a_fault_on_a_board_is_where_it_is(
    line: int, column: int, character: str, expected: str
) -> None:
    lines = [*BOARD]
    text = lines[line - 1]
    lines[line - 1] = text[: column - 1] + character + text[column:]
    with pytest.raises(iq.PuzzleSyntaxError) as caught:
        iq.read("\n".join(lines))
    fault = in_words(caught.value.faults[0])
    assert (fault.line, fault.column, fault.found) == (line, column, f"'{character}'")
    assert expected in fault.expected


@pytest.mark.parametrize(
    ("line", "column", "character"), [(3, 6, "<"), (3, 8, "."), (4, 6, "."), (4, 8, "v")]
)
@pytest.mark.parametrize("mark", ["", "> "])
def test_a_character_in_a_wrong_column_is_named_as_that(
    line: int, column: int, character: str, mark: str
) -> None:
    lines = [*BOARD]
    text = lines[line - 1]
    lines[line - 1] = text[: column - 1] + character + text[column:]
    formats: list[FormatChoice] = ["auto", "extended"]
    for format in formats:
        fault = fault_of("\n".join(mark + line for line in lines), format)
        assert (fault.line, fault.column) == (line, column + len(mark))
        assert (fault.expected, fault.found) == (("a blank", "the frame"), f"'{character}'")
        assert str(fault.hint).startswith("This stands in a wrong column.")


@pytest.mark.parametrize("line", range(1, 10))
def test_a_board_with_a_line_missing_is_no_board(line: int) -> None:
    with pytest.raises(iq.PuzzleSyntaxError):
        iq.read("\n".join([*BOARD[:line], *BOARD[line + 1 :]]))


FRAME = "+-------+-------+-------+"
ROWS = "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79"


def _framed(rows: list[str]) -> str:
    lines = [
        "| " + " | ".join(" ".join(row[at : at + 3]) for at in (0, 3, 6)) + " |" for row in rows
    ]
    bands = ("\n".join([FRAME, *lines[at : at + 3]]) for at in (0, 3, 6))
    return "\n".join([*bands, FRAME])


def test_a_frame_around_boxes_is_no_board() -> None:
    """It is as wide and as high as a board of 6×6."""
    text = _framed(ROWS.split())
    assert whole_document(text, "framed").language == "plain"
    assert iq.read(text).givens == ROWS.replace(" ", "")


def test_a_frame_around_every_cell_is_a_board() -> None:
    line = "+---" * 9 + "+"
    rows = (f"| {' | '.join(row)} |\n{line}" for row in ROWS.split())
    text = "\n".join([line, *rows])
    assert iq.read(text) == iq.read(text, format="plain") == Puzzle(givens=ROWS.replace(" ", ""))


@IGNORED
@pytest.mark.parametrize("mark", ["", "> ", "> > "])
@pytest.mark.parametrize("cut", [0, 1, 5])
def test_a_fault_in_a_short_line_has_its_place(mark: str, cut: int) -> None:
    lines = draw_text(Picture(iq.read(CONTEST)), encoding="ascii").splitlines()
    lines[2] = lines[2][:6] + "x" + lines[2][7 : len(lines[2]) - cut]
    with pytest.raises(iq.PuzzleSyntaxError) as caught:
        iq.read("".join(f"{mark}{line}\n" for line in lines))
    fault = in_words(caught.value.faults[0])
    assert (fault.line, fault.column, fault.found) == (3, len(mark) + 7, "'x'")
