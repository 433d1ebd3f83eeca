"""The format of a text, and the lines that stand between its puzzles."""

from __future__ import annotations

import pytest
from effort import examples
from faults import fault_of, in_words
from hypothesis import given, strategies as st
from puzzles import BZOJ_3109, CONTEST, EXAMPLES, NKOJ_2194, POJ_3074, UVA_11570

import ineqsudoku as iq
from ineqsudoku.errors import PuzzleSyntaxWarning
from ineqsudoku.formats import HEXADOKU, READABLE, whole_text
from ineqsudoku.formats.registry import FormatChoice

CAPITALS = ("CHAMPION LEAGUE", "GAME HELP AND INFO", "CHAMPIONSHIP", "LEAD-IN PUZZLE")
LAYOUT = iq.read(CONTEST)
LINES = CONTEST.splitlines()
PLAIN = next(iter(POJ_3074))
ROWS = "".join(f"{PLAIN[start : start + 9]}\n" for start in range(0, 81, 9))
EXTENDED = iq.write(LAYOUT, "extended")


def format_of(text: str) -> str:
    return whole_text(text, "file").format


@pytest.mark.parametrize(
    ("sample", "number"),
    [
        *((text, 1) for text in (UVA_11570, BZOJ_3109, NKOJ_2194)),
        (f"{UVA_11570}{BZOJ_3109}\n\n{CONTEST}", 3),
        pytest.param(f"1\n{ROWS.replace('.', '0')}", 1, id="POJ 2676"),
        pytest.param(f"{ROWS}\n{ROWS}".replace(".", "?"), 2, id="HDU 1426"),
        pytest.param(f"3\n{ROWS}\n3\n{ROWS}", 2, id="UVa 989"),
        pytest.param(f"2\n{PLAIN}\n{ROWS}{PLAIN}\nend\n", 3, id="lines and rows"),
    ],
)
@pytest.mark.filterwarnings("ignore::ineqsudoku.errors.PuzzleSyntaxWarning")
def test_the_samples_of_judges_are_read(sample: str, number: int) -> None:
    assert len(iq.read_all(sample)) == number


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("# <><>\n\nA title\n3\n\n" + CONTEST, "contest"),
        ("A title\n" * 4000 + CONTEST, "contest"),
        ("\n" * 9000 + EXTENDED, "extended"),
        (". . . . . .\n" + EXTENDED, "extended"),
        (". . . . . . . .\n" + CONTEST, "contest"),
        ("x".join(EXTENDED.split(">", 1)), "extended"),
        ("<" * 37, "compact"),
        (ROWS.replace("2", "<"), "plain"),
        ("0>0" + "<0" * 7 + "\n", "extended"),
        ("1.2.3.4.5\n", "plain"),
        ("-" * 12 + "\n", HEXADOKU),
        ("A title ABCDEFGHIJKL\n" + CONTEST, "contest"),
        ("Title\n--A----C-----O-I\n", HEXADOKU),
        ("- - A - - - - C - - - - - O - I\n", HEXADOKU),
        *((f"{heading}\n{CONTEST}", "contest") for heading in CAPITALS),
        *((link, "fpuzzles") for link in ("?load=N4Ig\n", "x?load=N4Ig", "fpuzN4Ig\n", "N4Ig")),
        ("\n  { }", "fpuzzles"),
    ],
)
def test_the_first_lines_show_the_format(text: str, format: str) -> None:
    assert format_of(text) == format


def test_sudoku_of_16_is_for_solve_alone() -> None:
    text = (EXAMPLES / "poj3076.in").read_text(encoding="ascii")
    assert format_of(text) == HEXADOKU
    fault = fault_of(f"# POJ 3076\n{text}")
    assert (fault.expected, fault.found) == (("a puzzle of 9×9",), "one of 16×16")
    assert (fault.line, fault.text) == (2, text.split("\n")[0])


OTHERS = [
    "#include <bits/stdc++.h>\nint main() { std::vector<int> v; v.push_back(1 << 3); }\n",
    "<!DOCTYPE html>\n<html><body><p>Sudoku &lt; &gt;</p></body></html>\n",
    "Dear Sir,\n\nplease find the puzzle attached.\n\nYours\n",
    "敏捷的棕色狐狸。跳过了懒狗。\n第二行，没有谜题。\n",
    '[project]\nname = "x"\nversion = "1.0"\n',
    "+-------+\n| 5 3 . |\n",
    "&lt; &gt; &lt; &lt; &gt; &lt;\n",
    "3\n",
    "end\n",
    "3\n\x85\n",  # a blank for Python, but none of a puzzle
]


@pytest.mark.parametrize("text", [text * times for text in OTHERS for times in (1, 40)])
def test_what_is_no_puzzle_gets_one_message(text: str) -> None:
    with pytest.raises(iq.PuzzleSyntaxError) as caught:
        iq.read_all(text)
    (fault,) = map(in_words, caught.value.faults)
    hint = str(fault.hint)
    assert hint.startswith("This is not a puzzle: ") or "another program" in hint
    assert fault.expected == ("a puzzle",)


@pytest.mark.parametrize("line", ["<!DOCTYPE html>", "[project]", "+-------+", "A title"])
def test_a_line_of_no_puzzle_is_reported_where_it_begins(line: str) -> None:
    fault = fault_of(f"# nothing\n\n \t {line}\n")
    assert (fault.line, fault.column) == (3, 4)
    assert line.startswith(str(fault.found).strip("'"))


@pytest.mark.parametrize("format", READABLE)
@pytest.mark.parametrize("text", ["# nothing\n", "\n\n# nothing\n\n", "A title\n3\n", "A title"])
def test_a_text_of_headings_and_comments_is_no_puzzle(text: str, format: FormatChoice) -> None:
    assert fault_of(text, format).expected == fault_of(text).expected == ("a puzzle",)


# --- between puzzles ---------------------------------------------------------------------

HEADINGS = ["3", " 1234567 ", "Grid 01", "样例输入", "Puzzle <3>", "No. 7: v < ^"]
BETWEEN = [*HEADINGS, "# Title", "\t#", "#", "", "  \t"]


@pytest.mark.parametrize("format", ["contest", "compact", "plain", "extended", "fpuzzles"])
@examples(60, quick=10)
@given(data=st.data())
def test_headings_counts_and_comments_may_stand_between_puzzles(
    format: FormatChoice, data: st.DataObject
) -> None:
    """The headings have one warning, with the place of the first."""
    puzzle = iq.Puzzle(givens=PLAIN) if format == "plain" else LAYOUT
    text = iq.write(puzzle, format)  # type: ignore[arg-type]  # a name of WRITABLE, too
    text = data.draw(st.sampled_from([text, ROWS])) if format == "plain" else text
    drawn = st.lists(st.sampled_from(BETWEEN), max_size=5).map(
        lambda lines: [f"{x}\n" for x in lines]
    )
    parts = [*data.draw(drawn), text, *data.draw(drawn), text, *data.draw(drawn)]
    headings = [part for part in parts if part.strip("\n") in HEADINGS]
    if not headings:
        assert iq.read_all("".join(parts)) == [puzzle] * 2
        return
    with pytest.warns(PuzzleSyntaxWarning) as caught:
        assert iq.read_all("".join(parts)) == [puzzle] * 2
    line = "".join(parts[: parts.index(headings[0])]).count("\n") + 1
    times = f"{len(headings)} times, here first" if len(headings) > 1 else "once"
    what = f"'{headings[0].strip()}' skipped as a heading or a count ({times})"
    assert [str(one.message) for one in caught] == [f"<text>:{line}:1: {what}"]


@pytest.mark.parametrize("text", [CONTEST, EXTENDED, f"{LAYOUT.signs}\n", ROWS])
def test_comments_may_stand_anywhere(text: str) -> None:
    for comment in (" # a comment: < > ^ v\n", "#\n", "\n#\n\t# < > 1 2 3\n"):
        assert iq.read_all(text.replace("\n", comment)) == iq.read_all(text)


@pytest.mark.parametrize("heading", ["Title", "5", "1234567", "-----", "第一题", "=== 1 ==="])
@pytest.mark.parametrize("format", ["contest", "extended", "plain"])
def test_a_heading_inside_a_puzzle_is_one_fault(heading: str, format: FormatChoice) -> None:
    lines = {"contest": CONTEST, "extended": EXTENDED, "plain": ROWS}[format].splitlines()
    for place in range(1, len(lines)):
        fault = fault_of("\n".join([*lines[:place], heading, *lines[place:]]), format)
        assert (fault.line, fault.column, fault.text) == (place + 1, 1, heading)
        assert fault.found == f"'{heading}'"
        assert str(fault.hint).startswith("A line is surplus here or above.")


@pytest.mark.parametrize("junk", ["-----", "<", "=== 1 ===", "| |", "12345678", "v"])
@pytest.mark.parametrize("format", ["contest", "extended", "plain", "compact"])
def test_a_line_that_begins_with_no_letter_is_never_skipped(
    junk: str, format: FormatChoice
) -> None:
    one = {"contest": CONTEST, "extended": EXTENDED, "plain": ROWS}.get(format, f"{LAYOUT.signs}\n")
    for text in (
        f"{one}\n{junk}\n\n{one}",
        f"{one}\n{junk}\n",
        f"{junk}\n\n{one}",
        f"{one}{junk}\n",
    ):
        with pytest.raises(iq.PuzzleSyntaxError) as caught:
            iq.read_all(text, format=format)
        (fault,) = map(in_words, caught.value.faults)
        assert fault.line in (text.split("\n").index(junk) + 1, text.split("\n").index(junk) + 2)
        assert junk in (fault.text, str(fault.found).strip("'"))
