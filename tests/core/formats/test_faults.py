"""Messages on faulty texts: the place, what was expected and found, and advice."""

from __future__ import annotations

import pytest
from faults import in_words
from hypothesis import given, strategies as st
from strategies import any_layouts, contest_texts, full_layouts, partial_layouts

import ineqsudoku as iq
from ineqsudoku.errors import CONTEXT_WIDTH, MAX_FAULTS, Fault, PuzzleSyntaxError
from ineqsudoku.formats import FormatChoice

ACROSS = "< > < > < >"
DOWN = "^ v ^ v ^ v ^ v ^"
PUZZLE = (ACROSS, DOWN, ACROSS, DOWN, ACROSS) * 3
ROW = "1 2 3 4 5 6 7 8 9"

ACROSS_LINE = "an across line (6 of '<' and '>')"
DOWN_LINE = "a down line (9 of '^' and 'v')"
ACROSS_SIGNS = ("'.'", "'<'", "'>'")
DOWN_SIGNS = ("'.'", "'^'", "'v'")
CELL = ("'.'", "a digit")
END_OF_LINE = "the end of the line"

V_ACROSS = "'v' compares cells of a column; across lines use '<' and '>'."
LESS_DOWN = "'<' compares cells of a row; down lines use '^' and 'v'."
DIGIT = "A digit: this format has signs only, no givens."
HTML = "'&lt;' and '&gt;' are HTML; write '<' and '>'."
CARET_ACROSS = "'^' compares cells of a column; across lines use '<' and '>'."
LETTER = "A letter: signs are '<', '>', '^' and a small 'v'; '.' stands for no sign."
MORE = "This line has {} signs instead of {}."
FEWER = f"{MORE} Write '.' for an absent sign."
NO_BLANKS = "There are no blanks between the signs of this format."
NO_CELL = "A cell is a digit, or '.' or '0' when it is empty."


def error_of(text: str, format: FormatChoice) -> PuzzleSyntaxError:
    with pytest.raises(PuzzleSyntaxError) as caught:
        iq.read_all(text, format=format, name="file.in")
    return caught.value


def faults_of(text: str, format: FormatChoice = "contest") -> list[Fault]:
    return list(map(in_words, error_of(text, format).faults))


def fault_of(text: str, format: FormatChoice = "contest") -> Fault:
    (fault,) = faults_of(text, format)
    return fault


def hint_of(text: str, format: FormatChoice = "contest") -> str:
    return str(fault_of(text, format).hint)


def with_line(number: int, line: str) -> str:
    """The puzzle with line `number` replaced."""
    return "\n".join([*PUZZLE[: number - 1], line, *PUZZLE[number:]])


# --- contest: signs ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("numbers", "line", "column", "expected", "found", "hint"),
    [
        ([1, 5, 8, 15], "< > ^ > < >", 5, ACROSS_SIGNS, "'^'", CARET_ACROSS),
        ([1, 5, 8, 15], "< > < > < v", 11, ACROSS_SIGNS, "'v'", V_ACROSS),
        ([1, 5, 8, 15], "1 > < > < >", 1, ACROSS_SIGNS, "'1'", DIGIT),
        ([1, 8], "< > a > < >", 5, ACROSS_SIGNS, "'a'", LETTER),
        ([1, 8], "&lt > < >", 1, ACROSS_SIGNS, "'&'", HTML),
        ([1, 8], "< > < > < &gt", 11, ACROSS_SIGNS, "'&'", HTML),
        ([1, 15], "< > < > <", 10, ACROSS_SIGNS, END_OF_LINE, FEWER.format(5, 6)),
        ([1, 15], "< > < > <  \t", 10, ACROSS_SIGNS, END_OF_LINE, FEWER.format(5, 6)),
        ([5], "< > < > - >", 9, ACROSS_SIGNS, "'-'", ""),
        ([5], "< > < \x1b > <", 7, ACROSS_SIGNS, "the character U+001B", ""),
        ([5], "< > < \ud800 > <", 7, ACROSS_SIGNS, "the character U+D800", ""),
        ([5], "< > < > <\x0c", 10, ACROSS_SIGNS, "the character U+000C", ""),
        ([2, 9, 14], "^ v ^ < ^ v ^ v ^", 7, DOWN_SIGNS, "'<'", LESS_DOWN),
        ([2, 9, 14], "^ v ^ W ^ v ^ v ^", 7, DOWN_SIGNS, "'W'", LETTER),
        ([2, 9, 14], "^v^v^v^v", 9, DOWN_SIGNS, END_OF_LINE, FEWER.format(8, 9)),
        ([2, 9, 14], "^v^v^v^v5", 9, DOWN_SIGNS, "'5'", DIGIT),
        ([6], "< > < > < > <", 13, (END_OF_LINE,), "'<'", MORE.format(7, 6)),
        ([6], "<><><>x", 7, (END_OF_LINE,), "'x'", LETTER),
        ([6], "<><><>\x0c", 7, (END_OF_LINE,), "the character U+000C", ""),
        ([6], "<><><>\u2003", 7, (END_OF_LINE,), "the character U+2003", ""),
        ([7], "^^^^^^^^^^", 10, (END_OF_LINE,), "'^'", MORE.format(10, 9)),
    ],
)
def test_a_wrong_character_in_a_line_is_reported(
    numbers: list[int], line: str, column: int, expected: tuple[str, ...], found: str, hint: str
) -> None:
    for number in numbers:
        fault = fault_of(with_line(number, line))
        assert fault == Fault(number, column, expected, found, hint, line)


wrong = st.sampled_from([*"0123456789abxzW&-_|,;^v<>", "第", "\x1b", "\x0c", "\u2028"])


@given(data=st.data())
def test_one_wrong_sign_is_reported_at_its_line_and_column(data: st.DataObject) -> None:
    layout = data.draw(full_layouts() | partial_layouts(108) | any_layouts())
    text = data.draw(contest_texts(layout)).replace("\r\n", "\n")
    place = data.draw(st.sampled_from([i for i, char in enumerate(text) if char in "<>^v."]))
    line = text.count("\n", 0, place) + 1
    right = "<>" if line % 5 in (0, 1, 3) else "^v"
    odd = data.draw(wrong.filter(lambda char: char not in right))
    fault = fault_of(text[:place] + odd + text[place + 1 :])
    assert fault.line == line
    assert fault.column == place - text.rfind("\n", 0, place)
    assert fault.expected == ("'.'", *(f"'{sign}'" for sign in right))
    assert fault.found in (f"'{odd}'", f"the character U+{ord(odd):04X}")


# --- contest: lines ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("missing", "expected", "place", "found"),
    [
        (1, ACROSS_LINE, 1, "a down line"),
        (2, DOWN_LINE, 2, "an across line"),
        (8, ACROSS_LINE, 8, "a down line"),
        (14, DOWN_LINE, 14, "an across line"),
        (15, ACROSS_LINE, 15, "the end of the puzzle"),
    ],
)
def test_a_missing_line_is_reported_where_it_shows(
    missing: int, expected: str, place: int, found: str
) -> None:
    fault = fault_of("\n".join(PUZZLE[: missing - 1] + PUZZLE[missing:]))
    assert (fault.line, fault.column) == (place, 1)
    assert (fault.expected, fault.found) == ((expected,), found)
    assert str(fault.hint).endswith(" There are 14 lines; a puzzle has 15.")


@pytest.mark.parametrize(
    ("extra", "line", "place", "expected"),
    [
        (1, ACROSS, 2, DOWN_LINE),
        (2, DOWN, 3, ACROSS_LINE),
        (8, ACROSS, 9, DOWN_LINE),
        (14, DOWN, 15, ACROSS_LINE),
        (15, ACROSS, 16, "a puzzle or the end of the file"),
    ],
)
def test_a_surplus_line_is_reported_where_it_shows(
    extra: int, line: str, place: int, expected: str
) -> None:
    fault = fault_of("\n".join((*PUZZLE[:extra], line, *PUZZLE[extra:])))
    assert (fault.line, fault.column, fault.expected) == (place, 1, (expected,))
    assert str(fault.hint).endswith("There are 16 lines; a puzzle has 15.")


@given(data=st.data(), number=st.integers(0, 14), times=st.sampled_from([0, 2]))
def test_a_line_deleted_or_doubled_is_one_fault(
    data: st.DataObject, number: int, times: int
) -> None:
    lines = data.draw(any_layouts().flatmap(contest_texts)).splitlines()
    lines[number : number + 1] = [lines[number]] * times
    assert f"There are {14 + times} lines" in hint_of("\n".join(lines))


# --- contest: several faults -------------------------------------------------------------


def test_faults_of_a_file_are_reported_in_the_order_of_lines() -> None:
    lines = [*PUZZLE, *PUZZLE]
    lines[3] = "^ v ^ v ^ v ^ v 1"
    lines[17] = "< > < > < V"
    lines[18] = "^"
    lines[29] = "<><><><"
    faults = faults_of("\n".join(lines))
    assert [(fault.line, fault.column) for fault in faults] == [(4, 17), (18, 11), (19, 2), (30, 7)]


def test_a_missing_line_does_not_hide_a_wrong_sign_behind_it() -> None:
    lines = with_line(9, "^ v ^ v x v ^ v ^").split("\n")
    del lines[2]
    missing, sign = faults_of("\n".join(lines))
    assert (missing.line, missing.expected) == (3, (ACROSS_LINE,))
    assert (sign.line, sign.column, sign.found) == (8, 9, "'x'")


def test_a_puzzle_that_breaks_off_does_not_hide_the_next() -> None:
    text = "\n".join((*PUZZLE[:7], "", *PUZZLE, "", *PUZZLE[:5]))
    first, second = faults_of(text)
    assert (first.line, first.found) == (8, "the end of the puzzle")
    assert first.hint == "The puzzle breaks off. There are 7 lines; a puzzle has 15."
    assert (second.line, second.found) == (30, "the end of the puzzle")
    assert second.hint == "The puzzle breaks off. There are 5 lines; a puzzle has 15."


def test_a_message_ends_after_so_many_faults() -> None:
    bad = [line[:-1] + "x" for line in PUZZLE]
    error = error_of("\n".join(bad * 3), "contest")
    lines = str(error).split("\n")
    assert [line for line in lines if ": expected " in line][-1].startswith("file.in:20:")
    assert lines[-1] == f"file.in: more than {MAX_FAULTS} faults; the rest are not shown"


def test_a_message_has_exactly_the_most_faults() -> None:
    bad = [line[:-1] + "x" for line in PUZZLE]
    message = str(error_of("\n".join(bad + bad[:5] + list(PUZZLE[5:])), "contest"))
    assert message.count(": expected ") == MAX_FAULTS
    assert "not shown" not in message


# --- extended ----------------------------------------------------------------------------

LONG = "< > < > < > < >"
LONG_LINE = "an across line (8 of '<' and '>')"
EXTENDED = ((LONG, DOWN) * 9)[:-1]
GIVENS = ("12.......", *["." * 9] * 8)
SPARSE = ((". " * 8, ". " * 9) * 9)[:-1]


@pytest.mark.parametrize(
    "below", [(), ("", *GIVENS), GIVENS, ("", *EXTENDED), ("", *GIVENS, *EXTENDED)]
)
@pytest.mark.parametrize(
    ("number", "line", "column", "expected", "found", "hint"),
    [
        (3, "< > ^ > < > < >", 5, ACROSS_SIGNS, "'^'", CARET_ACROSS),
        (
            17,
            "< > < > < > <",
            14,
            ACROSS_SIGNS,
            END_OF_LINE,
            FEWER.format(7, 8),
        ),
        (1, LONG + " <", 17, (END_OF_LINE,), "'<'", MORE.format(9, 8)),
        (2, "^ v ^ W ^ v ^ v ^", 7, DOWN_SIGNS, "'W'", LETTER),
        (4, "^v^v^v^v", 9, DOWN_SIGNS, END_OF_LINE, FEWER.format(8, 9)),
        (
            5,
            "< > 5 > < > < >",
            5,
            ACROSS_SIGNS,
            "'5'",
            "A digit: givens stand below all the lines of signs.",
        ),
        (
            8,
            "1 . . . . . . . .",
            1,
            DOWN_SIGNS,
            "'1'",
            "A digit: givens stand below all the lines of signs.",
        ),
        (
            9,
            ". . . . 1 . . .",
            9,
            ACROSS_SIGNS,
            "'1'",
            "A digit: givens stand below all the lines of signs.",
        ),
    ],
)
def test_a_wrong_sign_in_an_extended_line_is_reported(
    number: int,
    line: str,
    column: int,
    expected: tuple[str, ...],
    found: str,
    hint: str,
    below: tuple[str, ...],
) -> None:
    text = "\n".join([*EXTENDED[: number - 1], line, *EXTENDED[number:], *below])
    assert fault_of(text, "extended") == Fault(number, column, expected, found, hint, line)


@pytest.mark.parametrize("lines", [EXTENDED, SPARSE])
@pytest.mark.parametrize("below", [(), ("", *GIVENS)])
@pytest.mark.parametrize(("times", "left"), [(0, 16), (2, 18)])
def test_an_extended_line_missing_or_doubled_is_one_fault(
    lines: tuple[str, ...], below: tuple[str, ...], times: int, left: int
) -> None:
    for number in range(17):
        text = [*lines[:number], *lines[number : number + 1] * times, *lines[number + 1 :], *below]
        hint = hint_of("\n".join(text), "extended")
        assert f"There are {left} lines; a puzzle has 17." in hint, number


@pytest.mark.parametrize("before", [(), ("", *EXTENDED), ("", *EXTENDED, "", *GIVENS, "")])
@pytest.mark.parametrize(
    ("row", "column", "expected", "found", "hint"),
    [
        ("1 2 3 4", 8, CELL, END_OF_LINE, "This row has 4 cells instead of 9."),
        ("1234567890", 10, (END_OF_LINE,), "'0'", "This row has 10 cells instead of 9."),
        ("1 2 3 < 5 6 7 8 9", 7, CELL, "'<'", NO_CELL),
        ("1 2 3 x 5 6 7 8 9", 7, CELL, "'x'", NO_CELL),
    ],
)
def test_a_fault_in_a_row_of_givens_is_reported(
    row: str, column: int, expected: tuple[str, ...], found: str, hint: str, before: tuple[str, ...]
) -> None:
    lines = [*before, *EXTENDED, "", *GIVENS[:4], row, *GIVENS[5:]]
    fault = fault_of("\n".join(lines), "extended")
    assert fault == Fault(len(before) + 23, column, expected, found, hint, row)


def test_rows_of_givens_are_counted() -> None:
    signs = "\n".join([*EXTENDED, ""])
    for tail in ("", "\n", "\n\n" + signs):
        fault = fault_of("\n".join([signs, *GIVENS[:8]]) + tail, "extended")
        assert (fault.line, fault.column, fault.found) == (27, 1, "the end of the puzzle")
        assert fault.hint == "The puzzle breaks off. There are 8 rows of givens; a puzzle has 9."
    for gap in ([], [""]):
        fault = fault_of("\n".join([signs, *GIVENS, *gap, GIVENS[0]]), "extended")
        assert (fault.line, fault.found) == (28 + len(gap), "a row of givens")
        hint = (
            "Givens stand below the 17 lines of signs." if gap else "There are 10 rows of givens; "
        )
        assert hint in str(fault.hint)


def test_a_blank_line_inside_givens_is_reported() -> None:
    fault = fault_of("\n".join([*EXTENDED, "", *GIVENS[:4], "", *GIVENS[4:]]), "extended")
    assert (fault.line, fault.found) == (23, "a blank line")
    assert fault.hint == "Blank lines may stand between puzzles, not inside one."


def test_givens_without_signs_are_reported() -> None:
    fault = fault_of("\n".join(["", *GIVENS]), "extended")
    assert (fault.line, fault.expected, fault.found) == (2, (LONG_LINE,), "a row of givens")
    assert str(fault.hint).endswith("Givens stand below the 17 lines of signs.")


def test_faults_in_signs_and_givens_are_reported_in_order() -> None:
    lines = [*EXTENDED, "", *GIVENS, "", *EXTENDED, "", *GIVENS]
    lines[6] = "< > < > < > < x"
    lines[20] = "x........"
    lines[31] = "^ v"
    lines[50] = "........x"
    faults = faults_of("\n".join(lines), "extended")
    assert [(fault.line, fault.column) for fault in faults] == [(7, 15), (21, 1), (32, 4), (51, 9)]


# --- compact -----------------------------------------------------------------------------

SIGNS = "".join("".join(PUZZLE).split())


@pytest.mark.parametrize(
    ("line", "column", "expected", "found", "hint"),
    [
        (SIGNS[:-1], 108, ACROSS_SIGNS, END_OF_LINE, FEWER.format(107, 108)),
        (SIGNS + "<", 109, (END_OF_LINE,), "'<'", MORE.format(109, 108)),
        ("  ^" + SIGNS[1:], 3, ACROSS_SIGNS, "'^'", CARET_ACROSS),
        ("\t" + SIGNS[:6] + "W" + SIGNS[7:] + " ", 8, DOWN_SIGNS, "'W'", LETTER),
        (SIGNS[:50] + " " + SIGNS[50:], 51, DOWN_SIGNS, "' '", NO_BLANKS),
        (
            SIGNS + "\x0c",
            109,
            (END_OF_LINE,),
            "the character U+000C",
            MORE.format(109, 108),
        ),
    ],
)
def test_a_fault_in_a_compact_line_is_reported(
    line: str, column: int, expected: tuple[str, ...], found: str, hint: str
) -> None:
    fault = fault_of(f"\n{SIGNS}\n{line}\n{SIGNS}\n", "compact")
    assert fault == Fault(3, column, expected, found, hint, line)


def test_every_faulty_compact_line_is_reported() -> None:
    faults = faults_of(f"<\n{SIGNS}\n\n^\n", "compact")
    assert [(fault.line, fault.column) for fault in faults] == [(1, 2), (4, 1)]


# --- plain -------------------------------------------------------------------------------

COUNT_OF_CELLS = "cells; a puzzle is one line of 81 cells or 9 lines of 9."


@pytest.mark.parametrize(
    ("line", "column", "expected", "found", "hint"),
    [
        ("1" * 80, 81, CELL, END_OF_LINE, f"This line has 80 {COUNT_OF_CELLS}"),
        ("." * 82, 82, (END_OF_LINE,), "'.'", f"This line has 82 {COUNT_OF_CELLS}"),
        ("1" * 50 + "x", 51, CELL, "'x'", NO_CELL),
        ("1" * 81 + "x", 82, (END_OF_LINE,), "'x'", NO_CELL),
        ("1" * 81 + "2x", 82, (END_OF_LINE,), "'2'", "A line has 81 cells."),
    ],
)
def test_a_fault_in_a_plain_line_is_reported(
    line: str, column: int, expected: tuple[str, ...], found: str, hint: str
) -> None:
    fault = fault_of(f"{'.' * 81}\n{line}\n\n{'0' * 81}\nend\n", "plain")
    assert fault == Fault(2, column, expected, found, hint, line)


@pytest.mark.parametrize(
    ("row", "column", "expected", "found", "hint"),
    [
        ("1 2 3 4", 8, CELL, END_OF_LINE, f"This line has 4 {COUNT_OF_CELLS}"),
        ("1234567890", 10, (END_OF_LINE,), "'0'", f"This line has 10 {COUNT_OF_CELLS}"),
        ("1 2 3 < 5 6 7 8 9", 7, CELL, "'<'", NO_CELL),
    ],
)
def test_a_fault_in_a_row_of_a_plain_puzzle_is_reported(
    row: str, column: int, expected: tuple[str, ...], found: str, hint: str
) -> None:
    fault = fault_of("\n".join([ROW] * 4 + [row] + [ROW] * 4), "plain")
    assert fault == Fault(5, column, expected, found, hint, row)


@pytest.mark.parametrize(
    ("tail", "found"),
    [
        ("", "the end of the puzzle"),
        ("\n\n", "the end of the puzzle"),
        ("\nend\n", "the end of the puzzle"),
        (f"\n{'1' * 81}\n", "the end of the puzzle"),
    ],
)
def test_a_plain_puzzle_that_breaks_off_is_reported(tail: str, found: str) -> None:
    fault = fault_of("\n".join([ROW] * 8) + tail, "plain")
    assert (fault.line, fault.column) == (9, 1)
    assert (fault.expected, fault.found) == (("a row of 9 cells",), found)
    assert fault.hint == "The puzzle breaks off. There are 8 rows; a puzzle has 9."


# --- the printed form --------------------------------------------------------------------


def test_faults_print_their_places_lines_carets_and_hints() -> None:
    lines = with_line(3, "< > < > < x").split("\n")
    lines[6] = "^v^v^v^v"
    assert str(error_of("\n".join(lines), "contest")) == (
        "file.in:3:11: expected '.', '<' or '>', found 'x'\n"
        "    < > < > < x\n"
        "              ^\n"
        "  A letter: signs are '<', '>', '^' and a small 'v'; '.' stands for no sign.\n"
        "file.in:7:9: expected '.', '^' or 'v', found the end of the line\n"
        "    ^v^v^v^v\n"
        "            ^\n"
        "  This line has 8 signs instead of 9. Write '.' for an absent sign."
    )


def test_a_fault_without_a_line_prints_no_caret() -> None:
    fault = Fault(8, 1, ("a line of signs",), "a blank line", "Why.")
    assert str(fault) == "8:1: expected a line of signs, found a blank line\n  Why."


@pytest.mark.parametrize(
    ("text", "column", "shown", "caret_at"),
    [
        ("\t\t<\tx", 5, "  < x", 4),
        ("第一题x", 4, "第一题x", 6),
        ("＜x＞", 2, "＜x＞", 2),
        ("<\x1b\x00x", 4, "<��x", 3),
        ("<  \t", 2, "<", 1),
    ],
)
def test_a_caret_stands_under_the_character(
    text: str, column: int, shown: str, caret_at: int
) -> None:
    fault = Fault(1, column, ("'<'",), "'x'", text=text)
    assert str(fault).split("\n")[1:] == ["    " + shown, " " * (4 + caret_at) + "^"]


@pytest.mark.parametrize("column", [1, 2, 40, 50_000, 99_999, 100_000])
def test_of_a_long_line_only_the_part_around_the_fault_is_shown(column: int) -> None:
    text = "." * (column - 1) + "x" + "." * (100_000 - column)
    _, shown, caret = str(Fault(1, column, ("'<'",), "'x'", text=text)).split("\n")
    assert shown[caret.index("^")] == "x"
    assert len(shown) <= 4 + CONTEXT_WIDTH + 2
    assert shown.lstrip().startswith("…") == (column > CONTEXT_WIDTH // 2 + 1)
    assert shown.endswith("…") == (column <= 100_000 - CONTEXT_WIDTH // 2)


def test_a_fault_behind_100_000_blanks_is_reported() -> None:
    line = "<" + " " * 100_000 + "x"
    error = error_of(with_line(1, line), "contest")
    _, shown, caret, _ = str(error).split("\n")
    assert (error.line, error.column) == (1, 100_002)
    assert shown[caret.index("^")] == "x"


def test_an_error_has_the_place_of_its_first_fault() -> None:
    error = error_of(with_line(3, "< > 1 > < >") + "\n\n<", "contest")
    first = error.faults[0]
    assert error.file == "file.in"
    assert (error.line, error.column, error.expected) == (first.line, first.column, first.expected)
    assert (error.found, error.hint, error.text) == (first.found, first.hint, first.text)
    assert isinstance(error, iq.IneqSudokuError)
    assert isinstance(error, ValueError)


@pytest.mark.parametrize("line", [ACROSS, DOWN])
@pytest.mark.parametrize("puzzles", [1, 2])
def test_a_line_behind_the_last_puzzle_is_reported_once(line: str, puzzles: int) -> None:
    fault = fault_of("\n".join([*PUZZLE * puzzles, line]))
    assert fault.line == 15 * puzzles + 1
    assert str(fault.hint).startswith("A line is surplus here or above")


def test_joined_lines_are_reported_where_they_join() -> None:
    text = "\n".join(PUZZLE).replace("\n", "", 1)
    joined, missing = faults_of(text)
    assert (joined.line, joined.column, joined.hint) == (1, 12, "Another line begins here.")
    assert (missing.line, missing.expected) == (2, (DOWN_LINE,))
