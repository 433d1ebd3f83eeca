"""Puzzles are read from texts in every usual form, and written."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any, cast

import pytest
from effort import examples
from faults import in_words
from hypothesis import given
from hypothesis import strategies as st
from puzzles import EXAMPLES
from strategies import (
    LANGUAGES,
    any_layouts,
    blank_of,
    files,
    partial_layouts,
)

import ineqsudoku as iq
from ineqsudoku.formats import (
    compact,
    contest,
    entries,
    extended,
    syntax_of,
    whole_document,
    writer,
)
from ineqsudoku.formats.document import Document
from ineqsudoku.formats.mending import STANDS_FOR
from ineqsudoku.formats.registry import FormatChoice, format_of
from ineqsudoku.formats.syntax import Syntax
from ineqsudoku.puzzle import NO_GIVENS, Puzzle, Relation

LAYOUT = Puzzle(("<><>>>" + "^v^v^vvvv" + "<<<<<>" + "^^^^^^vvv" + "><>>><") * 3)
"""Any layout will do; nobody solves it here."""

GIVENS = Puzzle(
    givens="53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)


# --- one puzzle --------------------------------------------------------------------------


def test_extended_is_written_with_givens_below_the_signs() -> None:
    puzzle = Puzzle.from_relations([Relation(2, 3), Relation(27, 18)], "12" + "." * 79)
    lines = extended.write(puzzle).split("\n")
    assert lines[0] == ". . < . . . . ."
    assert lines[5] == "v . . . . . . . ."
    assert lines[17:20] == ["", "12.......", "........."]
    assert len(lines) == 27
    assert extended.write(replace(puzzle, givens=NO_GIVENS)).split("\n") == lines[:17]


def test_contest_is_written_with_single_blanks_and_no_last_newline() -> None:
    lines = contest.write(LAYOUT).split("\n")
    assert lines[:3] == ["< > < > > >", "^ v ^ v ^ v v v v", "< < < < < >"]
    assert len(lines) == 15
    assert lines[:5] == lines[5:10] == lines[10:]


def test_an_empty_cell_may_be_written_in_two_ways_in_one_puzzle() -> None:
    assert iq.read(GIVENS.givens.replace(".", "0", 20)) == GIVENS


# --- several puzzles ---------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@examples(60, quick=5)
@given(data=st.data())
def test_all_puzzles_of_a_file_are_read(language: str, data: st.DataObject) -> None:
    puzzles, text = data.draw(files(language))
    format = cast(FormatChoice, format_of(language))
    assert iq.read_all(text, format=format) == puzzles
    assert iq.read_all(text.encode(), format=format) == puzzles
    assert whole_document(text, "").language == language
    assert iq.read_all(text) == puzzles


def test_a_puzzle_on_one_line_may_stand_above_one_in_rows() -> None:
    """The rows of dots are no down lines below cells and signs."""
    for size, rows in ((4, "....\n" * 4), (6, "......\n" * 6)):
        line = "1." * (size + 1) + "." * (size**2 - 2 * size - 2)
        document = whole_document(f"{line}\n{rows}", "")
        assert document.language == f"plain-{size}"
        assert [puzzle.givens for puzzle in iq.read_all(f"{line}\n{rows}")] == [
            line,
            "." * size**2,
        ]


@pytest.mark.parametrize("blank", ["", "\n" * 9000])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_format_of_an_empty_puzzle_is_detected_by_its_lines(language: str, blank: str) -> None:
    text = blank + writer(format_of(language))(blank_of(language))
    assert whole_document(text, "").language == language
    assert iq.read(text) == blank_of(language)


@pytest.mark.parametrize(
    "text",
    [
        "1.1.\n....\n....\n....\n",  # Rows of *extended* also alternate cells and signs.
        ". . . . . . . . .\n" * 9,
        "1.2.3.4.1........2........3........4.",
        "1.2.\n....\n" * 2,
    ],
)
def test_cells_with_empty_cells_between_them_are_plain(text: str) -> None:
    assert format_of(whole_document(text, "").language) == "plain"


def test_entries_know_their_index_and_first_line() -> None:
    text = contest.write(LAYOUT)
    document = whole_document(f"\n{text}\n\n\n{text}\n{text}", "")
    places = [(entry.index, entry.line, entry.puzzle) for entry in entries(document)]
    assert places == [(0, 2, LAYOUT), (1, 19, LAYOUT), (2, 34, LAYOUT)]


def test_plain_lines_and_blocks_may_be_mixed() -> None:
    rows = "\n".join(GIVENS.givens[start : start + 9] for start in range(0, 81, 9))
    document = whole_document(f"{rows}\n{GIVENS.givens}\n\n{rows}\nend\n", "")
    assert [(entry.line, entry.puzzle) for entry in entries(document)] == [
        (1, GIVENS),
        (10, GIVENS),
        (12, GIVENS),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_read_refuses_a_second_puzzle_and_names_its_line(language: str) -> None:
    text = writer(format_of(language))(blank_of(language))
    with pytest.raises(iq.PuzzleSyntaxError) as caught:
        iq.read(f"{text}\n\n{text}\n", name="two.in")
    lines = text.count("\n") + 1
    assert (caught.value.file, caught.value.line, caught.value.column) == ("two.in", lines + 2, 1)
    fault = in_words(caught.value.faults[0])
    assert (fault.expected, fault.found) == (("one puzzle",), "2 puzzles")
    assert fault.hint == "read_all reads several."


@pytest.mark.parametrize("name", ["", "Contest", "sudoku", "dimacs", "extended-4", "contest-9"])
def test_an_unknown_format_is_a_value_error(name: FormatChoice) -> None:
    with pytest.raises(ValueError, match="; formats: contest, compact, plain") as caught:
        iq.read("<", format=name)
    assert not isinstance(caught.value, iq.PuzzleSyntaxError)


def test_the_path_of_a_file_is_read() -> None:
    path = EXAMPLES / "cqoi2013.in"
    assert iq.read(path) == iq.read(path.read_bytes())
    with pytest.raises(iq.PuzzleSyntaxError) as caught:
        iq.read(path, format="plain")
    assert caught.value.file == str(path)
    with pytest.raises(FileNotFoundError):
        iq.read(path.with_name("nowhere.in"))


@pytest.mark.parametrize("name", [str(EXAMPLES / "cqoi2013.in"), "puzzle.in", "tests/1"])
def test_the_name_of_a_file_is_no_text(name: str) -> None:
    for read in (iq.read, iq.read_all):
        with pytest.raises(iq.PuzzleSyntaxError) as caught:
            read(name)
        fault = in_words(caught.value.faults[0])
        assert fault.found == "the name of a file"
        assert fault.hint == f"To read a file, call read(pathlib.Path({name!r}))."


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_a_line_is_no_name_of_a_file(end: str) -> None:
    with pytest.raises(iq.PuzzleSyntaxError) as caught:
        iq.read(f"tests/1{end}")
    assert caught.value.faults[0].text == "tests/1"


def test_what_is_neither_text_nor_path_is_a_type_error() -> None:
    wrong: Any = io.StringIO("<")
    with pytest.raises(TypeError, match=r"got StringIO; read\(\) it first"):
        iq.read(wrong)


def test_functions_of_puzzles_want_no_text() -> None:
    text: Any = "< > <"
    for function in (iq.solve, iq.count, iq.validate, lambda text: iq.check(text, "1")):
        with pytest.raises(TypeError, match=r"expected a Puzzle, got str; call ineqsudoku.read"):
            function(text)
    with pytest.raises(TypeError, match="expected an iterable of puzzles, got str; split"):
        iq.solve_many(text)
    wrong: Any = [text, 1]
    with pytest.raises(TypeError, match=r"expected a Puzzle, got int$"):
        list(iq.solve_many(wrong[1:]))


def test_solve_many_reads_texts() -> None:
    unique = iq.read(EXAMPLES / "cqoi2013.in")
    line = unique.signs
    texts: list[Any] = [
        line,
        line.encode(),
        line + "\n",
        line.encode() + b"\r\n",
        contest.write(unique),
    ]
    for several in ([unique], texts[:1], texts[1:2], texts[:4], texts, [unique, *texts]):
        assert [*iq.solve_many(several)] == [iq.solve(unique)] * len(several)


@pytest.mark.parametrize("wrong", ["", "\n", LAYOUT.signs[1:], 2 * f"{LAYOUT.signs}\n", "＜" * 108])
def test_solve_many_names_the_text_that_is_no_puzzle(wrong: str) -> None:
    line = iq.read(EXAMPLES / "cqoi2013.in").signs
    for several in ([line] * 7 + [wrong], [line.encode()] * 7 + [wrong.encode()]):
        results = iq.solve_many([*several, line])
        assert [next(results).status for _ in range(7)] == ["unique"] * 7
        with pytest.raises(iq.PuzzleSyntaxError, match=r"^puzzles\[7\]:"):
            next(results)


@given(st.lists(any_layouts() | partial_layouts(), min_size=1, max_size=5), st.data())
def test_whole_lines_are_read_as_by_the_grammar(puzzles: list[Puzzle], data: st.DataObject) -> None:
    text = "".join(puzzle.signs + "\n" for puzzle in puzzles)
    assert compact.layouts(text) == puzzles
    place = data.draw(st.integers(0, len(text) - 1))
    text = text[:place] + data.draw(st.sampled_from("<>^v.V \n\0é")) + text[place + 1 :]
    reading = Syntax.parse(syntax_of("compact"), Document.of_lines(text, "file"))
    expected = None if reading.error else [entry.puzzle for entry in reading.entries]
    assert compact.layouts(text) in (None, expected)


# --- slips that are mended ---------------------------------------------------------------


@pytest.mark.parametrize("format", ["contest", "compact"])
@pytest.mark.parametrize(("wide", "sign"), STANDS_FOR.items())
def test_a_wide_character_is_read_with_a_warning(format: str, wide: str, sign: str) -> None:
    puzzle = Puzzle(LAYOUT.signs[:-1] + ".")
    if sign.isdigit():
        format, puzzle = "plain", GIVENS
    text = writer(format)(puzzle)
    text = (text.replace(".", "0") if sign == "0" else text).replace(sign, wide)
    if format != "contest" and sign == " ":
        text = wide + text
    for data in (text, text.encode()):
        with pytest.warns(iq.PuzzleSyntaxWarning, match="read as") as caught:
            assert iq.read(data) == puzzle
        assert len(caught) == 1
        assert caught[0].filename == __file__
