"""`read` and `read_all`: what they take, and what they say of wrong arguments."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from effort import examples
from faults import in_words
from hypothesis import given, strategies as st
from puzzles import CONTEST, EXAMPLES, POJ_3074
from strategies import LINE_FORMATS, any_layouts, files, partial_layouts

import ineqsudoku as iq
from ineqsudoku.formats import FormatChoice, parse, read_layouts, whole_text
from ineqsudoku.puzzle import Puzzle

LAYOUT = iq.read(CONTEST)


@pytest.mark.parametrize("format", LINE_FORMATS)
@examples(60, quick=10)
@given(data=st.data())
def test_all_puzzles_of_a_file_are_read(format: FormatChoice, data: st.DataObject) -> None:
    puzzles, text = data.draw(files(format))
    assert iq.read_all(text, format=format) == puzzles
    assert iq.read_all(text.encode(), format=format) == puzzles
    assert whole_text(text, "").format == format
    assert iq.read_all(text) == puzzles


def test_entries_know_their_index_and_first_line() -> None:
    data = f"\n{CONTEST}\n\n{CONTEST}{CONTEST}".encode()
    places = [
        (entry.index, entry.line, entry.puzzle)
        for entry in iq.read_many(io.BytesIO(data))
        if isinstance(entry, iq.Entry)
    ]
    assert places == [(0, 2, LAYOUT), (1, 19, LAYOUT), (2, 34, LAYOUT)]


def test_plain_lines_and_rows_may_be_mixed() -> None:
    line = next(iter(POJ_3074))
    rows = "\n".join(line[start : start + 9] for start in range(0, 81, 9))
    entries = parse(whole_text(f"{rows}\n{line}\n\n{rows}\nend\n", "")).entries()
    assert [entry.line for entry in entries] == [1, 10, 12]
    assert {entry.puzzle.givens for entry in entries} == {line}


def test_read_refuses_a_second_puzzle_and_names_its_line() -> None:
    with pytest.raises(iq.PuzzleSyntaxError) as caught:
        iq.read(f"{CONTEST}\n{CONTEST}", name="two.in")
    assert (caught.value.file, caught.value.line, caught.value.column) == ("two.in", 17, 1)
    fault = in_words(caught.value.faults[0])
    assert (fault.expected, fault.found) == (("one puzzle",), "2 puzzles")
    assert fault.hint == "read_all reads several."


@pytest.mark.parametrize("name", ["", "Contest", "sudoku", "dimacs", "hexadoku"])
def test_an_unknown_format_is_a_value_error(name: Any) -> None:
    with pytest.raises(ValueError, match="; formats: contest, compact, plain") as caught:
        iq.read("<", format=name)
    assert not isinstance(caught.value, iq.PuzzleSyntaxError)


def test_the_path_of_a_file_is_read() -> None:
    path = EXAMPLES / "cqoi2013.in"
    assert iq.read(path) == iq.read(path.read_bytes()) == iq.read(bytearray(path.read_bytes()))  # type: ignore[arg-type]  # a buffer
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


def test_what_is_neither_text_nor_path_is_a_type_error() -> None:
    wrong: Any = io.StringIO("<")
    with pytest.raises(TypeError, match=r"got StringIO; read\(\) it first"):
        iq.read(wrong)


def test_functions_of_puzzles_want_no_text() -> None:
    text: Any = "< > <"
    for function in (iq.solve, iq.count, iq.validate, lambda text: iq.check(text, "1")):
        with pytest.raises(TypeError, match=r"expected a Puzzle, got str; call ineqsudoku.read"):
            function(text)
    unread: Any
    for many in (iq.solve_many, iq.validate_many, iq.explain_many):
        for unread in (text, Path("layouts.txt")):
            with pytest.raises(TypeError, match=r"an iterable of puzzles, got .*read_all first"):
                many(unread)
    with pytest.raises(TypeError, match="got Entry; give its attribute puzzle"):
        list(iq.solve_many(iq.read_many(EXAMPLES / "cqoi2013.in")))  # type: ignore[arg-type]
    wrong: Any = [text, 1]
    with pytest.raises(TypeError, match=r"expected a Puzzle, got int$"):
        list(iq.solve_many(wrong[1:]))


def test_solve_many_reads_texts() -> None:
    line = LAYOUT.signs
    texts: list[Any] = [line, line.encode(), line + "\n", line.encode() + b"\r\n", CONTEST]
    for several in ([LAYOUT], texts[:1], texts[1:2], texts[:4], texts, [LAYOUT, *texts]):
        assert [*iq.solve_many(several)] == [iq.solve(LAYOUT)] * len(several)


@pytest.mark.parametrize("wrong", ["", "\n", LAYOUT.signs[1:], 2 * f"{LAYOUT.signs}\n", "＜" * 108])
@pytest.mark.filterwarnings("ignore::ineqsudoku.errors.PuzzleSyntaxWarning")
def test_solve_many_names_the_text_that_is_no_puzzle(wrong: str) -> None:
    line = LAYOUT.signs
    for several in ([line] * 7 + [wrong], [line.encode()] * 7 + [wrong.encode()]):
        results = iq.solve_many([*several, line])
        assert [next(results).status for _ in range(7)] == ["unique"] * 7
        with pytest.raises(iq.PuzzleSyntaxError, match=r"^puzzles\[7\]:"):
            next(results)


@given(st.lists(any_layouts() | partial_layouts(), min_size=1, max_size=5), st.data())
def test_whole_lines_are_read_as_one_by_one(puzzles: list[Puzzle], data: st.DataObject) -> None:
    text = "".join(puzzle.signs + "\n" for puzzle in puzzles)
    assert read_layouts(text) == puzzles
    place = data.draw(st.integers(0, len(text) - 1))
    text = text[:place] + data.draw(st.sampled_from("<>^v.V \n\0é")) + text[place + 1 :]
    try:
        lines = text.removesuffix("\n").split("\n")
        expected = [puzzle for line in lines for puzzle in iq.read_all(line, format="compact")]
    except iq.PuzzleSyntaxError:
        expected = None
    assert read_layouts(text) in (None, expected)
