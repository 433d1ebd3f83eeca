"""A faulty puzzle spoils no other one, and no line of a text is dropped."""

from __future__ import annotations

import io

import pytest
from effort import examples
from faults import in_words
from hypothesis import given, strategies as st
from puzzles import CONTEST, POJ_3074
from strategies import extended_puzzles, files, mutated, partial_layouts, plain_puzzles

import ineqsudoku as iq
from ineqsudoku.errors import Fault
from ineqsudoku.formats.recognition import is_heading
from ineqsudoku.formats.registry import FormatChoice

pytestmark = pytest.mark.filterwarnings("ignore::ineqsudoku.errors.PuzzleSyntaxWarning")

LINES = CONTEST.splitlines()
ROWS = [line[start : start + 9] for line in POJ_3074 for start in range(0, 81, 9)]

Read = list[iq.Entry | iq.PuzzleSyntaxError]


def read_many(text: str, format: FormatChoice = "auto") -> Read:
    return list(iq.read_many(io.BytesIO(text.encode()), format=format))


def puzzles_in(read: Read) -> list[iq.Puzzle]:
    return [one.puzzle for one in read if isinstance(one, iq.Entry)]


def faults_in(read: Read) -> list[Fault]:
    errors = (one for one in read if isinstance(one, iq.PuzzleSyntaxError))
    return [in_words(fault) for error in errors for fault in error.faults]


# --- one faulty puzzle -------------------------------------------------------------------

PUZZLES = {
    "contest": partial_layouts(60),
    "compact": partial_layouts(108),
    "plain": plain_puzzles(0),
    "extended": extended_puzzles(),
}

SEPARATORS = {"a blank line": "\n", "a heading": "Title\n", "nothing": ""}


def texts_of(format: str, puzzles: list[iq.Puzzle]) -> list[list[str]]:
    """The lines of puzzles; those in the format *plain* are rows."""
    if format == "plain":
        return [[p.givens[start : start + 9] for start in range(0, 81, 9)] for p in puzzles]
    texts = (iq.write(puzzle, format) for puzzle in puzzles)  # type: ignore[arg-type]  # a name
    return [[line for line in text.splitlines() if line] for text in texts]


def assert_others_are_read(
    format: FormatChoice, texts: list[list[str]], puzzles: list[iq.Puzzle], bad: int, between: str
) -> None:
    """Assert that all puzzles but one are read with their places, and that this one has faults."""
    parts = ["".join(f"{line}\n" for line in lines) + between for lines in texts]
    read = read_many("".join(parts), format)
    assert [isinstance(one, iq.Entry) for one in read] == [n != bad for n in range(len(texts))]
    for number, one in enumerate(read):
        if isinstance(one, iq.Entry):
            assert (one.index, one.puzzle) == (number, puzzles[number])
            assert one.line == "".join(parts[:number]).count("\n") + 1


each_separator = pytest.mark.parametrize("between", SEPARATORS)


@pytest.mark.parametrize("format", PUZZLES)
@each_separator
@examples(100, quick=10)
@given(data=st.data())
def test_a_wrong_character_spoils_one_puzzle(
    format: FormatChoice, between: str, data: st.DataObject
) -> None:
    # Above a faulty line, nine dots below givens may be a row of them or a line of signs.
    is_clear = format != "extended" or bool(SEPARATORS[between])
    drawn = PUZZLES[format] if is_clear else partial_layouts(60)
    puzzles = data.draw(st.lists(drawn, min_size=1, max_size=5))
    texts = texts_of(format, puzzles)
    bad = data.draw(st.integers(0, len(puzzles) - 1))
    number = data.draw(st.integers(0, len(texts[bad]) - 1))
    line = texts[bad][number]
    place = data.draw(st.sampled_from([i for i, char in enumerate(line) if char != " "]))
    odd = data.draw(st.sampled_from("xV-&|第"))
    texts[bad][number] = line[:place] + odd + line[place + 1 :]
    assert_others_are_read(format, texts, puzzles, bad, SEPARATORS[between])


@pytest.mark.parametrize("format", ["contest", "extended", "plain"])
@each_separator
@pytest.mark.parametrize("times", [0, 2])
@examples(60, quick=10)
@given(data=st.data())
def test_a_line_missing_or_doubled_spoils_one_puzzle(
    format: FormatChoice, between: str, times: int, data: st.DataObject
) -> None:
    """Without a line between puzzles it is not clear to which of two puzzles their first and last
    lines belong, nor to which of all puzzles a row belongs."""
    is_clear = bool(SEPARATORS[between])
    drawn = PUZZLES[format] if format != "extended" else partial_layouts(60)
    puzzles = data.draw(
        st.lists(drawn, min_size=1, max_size=5 if is_clear or format != "plain" else 1)
    )
    texts = texts_of(format, puzzles)
    bad = data.draw(st.integers(0, len(puzzles) - 1))
    ends = int(not is_clear and format != "plain")
    number = data.draw(st.integers(ends, len(texts[bad]) - 1 - ends))
    texts[bad][number : number + 1] = [texts[bad][number]] * times
    assert_others_are_read(format, texts, puzzles, bad, SEPARATORS[between])


@pytest.mark.parametrize("format", ["contest", "extended"])
@examples(300, quick=40)
@given(data=st.data())
def test_no_puzzle_is_made_of_the_lines_of_two(format: FormatChoice, data: st.DataObject) -> None:
    """Where a line is missing or surplus and nothing stands between the puzzles, at most two
    puzzles are one faulty one."""
    drawn = PUZZLES[format] if format == "contest" else partial_layouts(60)
    puzzles = data.draw(st.lists(drawn, min_size=2, max_size=5))
    lines = [line for text in texts_of(format, puzzles) for line in text]
    number = data.draw(st.integers(0, len(lines) - 1))
    lines[number : number + 1] = data.draw(
        st.sampled_from([[], [lines[number], data.draw(st.sampled_from(lines))]])
    )
    read = read_many("\n".join(lines), format)
    whole = puzzles_in(read)
    assert len(whole) >= len(puzzles) - 2
    assert len(read) <= len(whole) + 1
    assert all(puzzle in puzzles for puzzle in whole)


@pytest.mark.parametrize("format", ["contest", "extended", "plain"])
@given(data=st.data())
@examples(60, quick=10)
def test_a_blank_line_inside_a_puzzle_is_one_fault(
    format: FormatChoice, data: st.DataObject
) -> None:
    drawn = PUZZLES[format] if format != "extended" else partial_layouts(60)
    puzzles = data.draw(st.lists(drawn, min_size=1, max_size=4))
    texts = texts_of(format, puzzles)
    bad = data.draw(st.integers(0, len(puzzles) - 1))
    number = data.draw(st.integers(1, len(texts[bad]) - 1))
    texts[bad].insert(number, data.draw(st.sampled_from(["", " \t", "\n\n"])))
    assert_others_are_read(format, texts, puzzles, bad, "\n")
    (fault,) = faults_in(read_many("\n".join(texts[bad]), format))
    assert (fault.line, fault.column, fault.found) == (number + 1, 1, "a blank line")
    assert fault.hint == "Blank lines may stand between puzzles, not inside one."


def test_rows_that_are_no_whole_puzzles_are_one_faulty_puzzle_up_to_a_heading() -> None:
    for rows in (ROWS[1:], [*ROWS, ROWS[0]], ROWS[:10] + ROWS[11:]):
        read = read_many("\n".join([*rows, "Title", *ROWS, *POJ_3074]) + "\n")
        assert len(read) == 5
        (fault,) = faults_in(read)
        assert f"There are {len(rows)} rows; a puzzle has 9." in str(fault.hint)


def test_a_whole_band_that_is_missing_is_one_faulty_puzzle() -> None:
    """It is not clear which one, up to a heading or a blank line."""
    for between in ("Title", ""):
        read = read_many("\n".join([*LINES * 2, *LINES[5:], *LINES, between, *LINES]) + "\n")
        assert [isinstance(one, iq.Entry) for one in read] == [False, True]
        assert "There are 55 lines; a puzzle has 15." in str(faults_in(read)[0].hint)


# --- no line is dropped ------------------------------------------------------------------

JUNK = ["<", "x", "< < < < < <", "v v v v v v v v v", ". " * 9, "1234", "-" * 9, "12345678", "v 1"]
JUNK += ["Title", "123456789", "." * 81, "#", "", " ", "0>" * 8 + "0", "第一题", "end", "=" * 20]


@st.composite
def texts_with_slips(draw: st.DrawFn, format: str) -> str:
    """Files with headings, lines of other formats and slips of all kinds."""
    text = draw(files(format, at_most=4)).text.removeprefix("\ufeff").replace("\r\n", "\n")
    lines = text.replace("\r", "\n").split("\n")
    for _ in range(draw(st.integers(0, 5))):
        place = draw(st.integers(0, len(lines) - 1))
        few = st.sampled_from([0, 1, 1, 1, 2, 5])
        lines[place : place + draw(few)] = draw(
            st.lists(st.sampled_from([*JUNK, *lines]), max_size=2)
        )
        lines = lines or [""]
    text = "\n".join(lines)
    return draw(mutated(text)) if text and draw(st.booleans()) else text


LENGTHS = {"contest": [15], "compact": [1], "plain": [9, 1], "extended": [26, 17]}


@pytest.mark.parametrize("format", LENGTHS)
@examples(300, quick=30)
@given(data=st.data())
def test_every_line_is_of_a_puzzle_a_fault_or_between_puzzles(
    format: FormatChoice, data: st.DataObject
) -> None:
    """The lines from that of an entry on are its puzzle; where lines are left, there is a fault."""
    text = data.draw(texts_with_slips(format))
    lines = [line.split("#")[0].strip(" \t") for line in text.split("\n")]
    written = [n for n, line in enumerate(text.split("\n")) if lines[n] or "#" not in line]
    read = read_many(text, format)
    taken: set[int] = set()
    for one in read:
        if isinstance(one, iq.Entry):
            below = [n for n in written if n >= one.line - 1 and lines[n]]
            sizes = (n for n in LENGTHS[format] if is_puzzle(format, lines, below[:n], one.puzzle))
            own = {*below[: next(sizes)]}
            assert not taken & own
            taken |= own
    left = {n for n in written if lines[n] and n not in taken and not is_heading(lines[n])}
    faults = [fault.line - 1 for fault in faults_in(read)]
    assert faults or (read and not left)
    if format != "extended":  # A fault of its givens stands in another block than its signs.
        for block in blocks(written, lines):
            assert not left & {*block} or any(block.start <= line <= block.stop for line in faults)


def is_puzzle(format: FormatChoice, lines: list[str], own: list[int], puzzle: iq.Puzzle) -> bool:
    text = "".join(f"{lines[number]}\n" for number in own)
    try:
        return iq.read(text, format=format) == puzzle
    except iq.PuzzleSyntaxError:
        return False


def blocks(written: list[int], lines: list[str]) -> list[range]:
    """The parts of a text without blank lines, each with those above it."""
    found = [range(0)]
    start = 0
    for number in written:
        if lines[number]:
            found[-1] = range(start, number + 1)
        elif found[-1].stop > start:
            start = number
            found.append(range(start, start))
    return found
