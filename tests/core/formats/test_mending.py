"""Mended texts: the changes, and the places of faults in the file."""

from __future__ import annotations

from io import BytesIO

import pytest
from faults import in_words
from hypothesis import given
from hypothesis import strategies as st
from puzzles import CONTEST, EXAMPLES, POJ_3074
from strategies import mutated

import ineqsudoku as iq
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.terminal import draw_text
from ineqsudoku.errors import MAX_FAULTS, PuzzleSyntaxError
from ineqsudoku.formats import clean, whole_document
from ineqsudoku.formats.document import Document
from ineqsudoku.formats.reading import read_all
from ineqsudoku.formats.registry import READABLE, FormatChoice
from ineqsudoku.formats.stream import pieces

LAYOUT = iq.read(CONTEST)
LINES = CONTEST.splitlines()
BOARD = draw_text(Picture(LAYOUT))
HTML = CONTEST.replace("<", "&lt;").replace("> ", "&gt; ")
QUOTED = "".join(f"> {line}\n" for line in LINES)


def changes_of(text: str) -> list[str]:
    warnings = clean(Document.of_lines(text, "file")).warnings
    return [str(warning).removeprefix("file:") for warning in warnings]


@pytest.mark.parametrize(
    "text",
    [
        *(HTML, HTML.replace("&lt;", "&#60;")),
        *(HTML.replace("&gt;", "&#x3E;"), CONTEST.replace(" ", "&nbsp;")),
        *(CONTEST.replace("^", "&and;").replace("v", "&or;"), CONTEST.replace("v", "V")),
        *(QUOTED, "".join(f"> {line}\n" for line in QUOTED.splitlines())),
        *(f"```\n{CONTEST}```\n", f"~~~text\n{CONTEST}~~~", f"> ```\n{QUOTED}> ```"),
        *(f"> 样例输入\n>\n{QUOTED}", f"```cpp\n{CONTEST}\n```\n\n```\n```"),
        *(f"{title}\n{CONTEST}" for title in ("样例输入", "Sample Input", "输入样例 #1", "INPUT:")),
        *(
            f"{title}\n\n{CONTEST}"
            for title in ("## 样例输入 #1", "【样例输入】", "**Input 1**", "#1")
        ),
        CONTEST.translate(str.maketrans("<>^v", "〈〉︿﹀")),
        CONTEST.translate(str.maketrans("<>^v ", "﹤﹥ΛＶ\u3000")),
    ],
)
def test_what_has_one_meaning_is_read_with_warnings(text: str) -> None:
    for data in (text, text.encode(), text.replace("\n", "\r\n")):
        with pytest.warns(iq.PuzzleSyntaxWarning):
            assert iq.read(data) == LAYOUT


@pytest.mark.parametrize(
    "text",
    [*(path.read_text() for path in EXAMPLES.glob("*.in")), CONTEST * 2, LAYOUT.signs, "第一关\n"],
)
def test_what_is_right_is_not_mended(text: str) -> None:
    document = clean(Document.of_lines(text, ""))
    assert (document.text, document.changes) == (document.original, ())


def test_titles_may_stand_before_every_puzzle() -> None:
    first, second = POJ_3074
    rows = "\n".join(first[row : row + 9] for row in range(0, 81, 9))
    with pytest.warns(iq.PuzzleSyntaxWarning, match="the title 'Grid 01' skipped .2 times"):
        puzzles = iq.read_all(f"Grid 01\n{rows}\nGrid 02\n{second}\n")
    assert [puzzle.givens for puzzle in puzzles] == [first, second]


def test_signs_are_no_quotation_where_one_line_is_not_quoted() -> None:
    text = CONTEST.replace("<", ">")
    assert iq.read(text) == iq.Puzzle(LAYOUT.signs.replace("<", ">"))
    assert changes_of(QUOTED + "<\n") == []


def test_changes_are_reported_with_their_places_in_the_file() -> None:
    text = "> ```\n> &lt; ＜ &gt;\n>\n> ^ V\n> \u3000ｖｖ\n> ```\n"
    assert changes_of(text) == [
        "2:3: '&lt;' read as '<' (once)",
        "2:10: '&gt;' read as '>' (once)",
        "1:1: '> ' before every line skipped (6 times, here first)",
        "1:1: the fence '```' skipped (2 times, here first)",
        "2:8: '＜' read as '<' (once)",
        "5:4: 'ｖ' read as 'v' (2 times, here first)",
        "5:3: an ideographic space (U+3000) read as a blank (once)",
        "4:5: 'V' read as 'v' (once)",
    ]


@pytest.mark.parametrize(
    ("number", "line", "column", "found"),
    [
        (1, "&gt; &lt; x &lt; &lt; &gt;", 11, "'x'"),
        (1, "&gt; &lt; &lt; &lt; &lt;", 25, "the end of the line"),
        (2, "^ ^ &lt; v v ^ v ^ v", 5, "'&lt;'"),
        (2, "^ ^ ＜ v v ^ v ^ v", 5, "'＜'"),
        (3, "> < V > < >", 5, "'V'"),
    ],
)
def test_faults_have_the_places_and_words_of_the_file(
    number: int, line: str, column: int, found: str
) -> None:
    lines = [*LINES[: number - 1], line, *LINES[number:]]
    with pytest.raises(PuzzleSyntaxError) as caught:
        iq.read("\n".join(lines))
    (fault,) = map(in_words, caught.value.faults)
    assert (fault.line, fault.column, fault.found, fault.text) == (number, column, found, line)
    with pytest.raises(PuzzleSyntaxError) as caught:
        iq.read("".join(f"> {line}\n" for line in lines))
    (fault,) = map(in_words, caught.value.faults)
    assert (fault.line, fault.column, fault.found) == (number, column + 2, found)


def test_a_title_inside_a_puzzle_is_a_fault() -> None:
    with pytest.raises(PuzzleSyntaxError) as caught:
        iq.read("\n".join([*LINES[:3], "Sample 1", *LINES[3:]]), format="contest")
    (fault,) = map(in_words, caught.value.faults)
    assert (fault.line, fault.column, fault.text) == (4, 1, "Sample 1")
    assert fault.found == "a title, a fence or the like"


def test_parts_of_a_mended_text_keep_their_lines() -> None:
    document = whole_document(f"```\n{HTML}{HTML.replace('&lt;', 'x', 1)}```\n", "file")
    parts = list(document.parts([1, document.text.index("\n", 200) + 1], [0, 1]))
    assert "".join(part.original for part in parts) == document.original[4:]
    for part in parts:
        assert part.original.count("\n") == part.text.count("\n")


# --- texts that are no puzzles -----------------------------------------------------------

SUMDOKU = "".join(f"{line}\n" for line in (["<=>" * 2, "<=>" * 3] * 2 + ["><=" * 2]) * 3)

OTHERS = [
    "#include <bits/stdc++.h>\nint main() { std::vector<int> v; v.push_back(1 << 3); }\n",
    "// This program solves the inequality sudoku by searching <v> and ^ row by row.\nint a;\n",
    "<!DOCTYPE html>\n<html><body><p>Sudoku &lt; &gt;</p></body></html>\n",
    "$ ./solve < puzzle.in > out\nSegmentation fault (core dumped)\n$ ls -l\ntotal 0\n",
    "Dear Sir,\n\nplease find the puzzle attached.\n\nYours\n",
    "敏捷的棕色狐狸。跳过了懒狗。\n第二行，没有谜题。\n",
    '[project]\nname = "x"\nversion = "1.0"\n',
]


@pytest.mark.parametrize("text", [text * times for text in OTHERS for times in (1, 40)])
@pytest.mark.parametrize("format", ["auto", "contest", "compact"])
def test_what_is_no_puzzle_gets_one_message(text: str, format: FormatChoice) -> None:
    with pytest.raises(PuzzleSyntaxError) as caught:
        iq.read_all(text, format=format)
    (fault,) = map(in_words, caught.value.faults)
    assert str(fault.hint).startswith("This is not a puzzle: ")
    assert fault.expected == ("a puzzle",)


MANY_LINES = {
    "frames": "+---+\n",
    "frames of boards": "+---+---+---+---+\n",
    "dots": "......\n\n",
    "dots of a layout": "......\n.........\n......\n\n",
    "signs": "<\n",
    "signs apart": "<\n\n",
    "capital letters": "V\n",
    "quotation": "> \n",
    "digits": "5\n",
    "digits apart": "5\n\n",
    "both": "<\n5\n",
    "references": "&#10000;\n",
    "separated": "1, 2, 3, 4, 5, 6, 7, 8, 9;\n",
    "short rows of letters": "A\n",
}


@pytest.mark.filterwarnings("ignore::ineqsudoku.PuzzleSyntaxWarning")
@pytest.mark.parametrize("name", MANY_LINES)
def test_many_lines_that_are_no_puzzle_get_one_message(name: str) -> None:
    text = MANY_LINES[name] * 3000
    with pytest.raises(PuzzleSyntaxError) as caught:
        iq.read_all(text)
    (fault,) = map(in_words, caught.value.faults)
    assert str(fault.hint).startswith("This is not a puzzle: ")
    with pytest.raises(PuzzleSyntaxError) as caught:
        list(pieces(BytesIO(text.encode()), "a"))
    assert tuple(map(in_words, caught.value.faults)) == (fault,)


@pytest.mark.parametrize("format", ["auto", *READABLE])
@pytest.mark.filterwarnings("ignore::ineqsudoku.PuzzleSyntaxWarning")
def test_a_long_line_gets_few_messages(format: FormatChoice) -> None:
    for unit in ("A", "+-", ".", "-", "5", "<", "&lt;", "A\t", "样", "V", "> "):
        for text in (unit * 5000, f"{unit * 5000}\n" * 2):
            with pytest.raises(PuzzleSyntaxError) as caught:
                iq.read_all(text, format=format)
            assert 1 <= len(caught.value.faults) <= 5, unit


FAULTY: dict[str, tuple[str, FormatChoice]] = {
    "contest": (CONTEST.replace("<", "x", 1), "contest"),
    "contest, a sign": (CONTEST.replace("<", "x"), "contest"),
    "contest, doubled": (CONTEST.replace("<", "<<").replace("^", "^^"), "contest"),
    "compact": (LAYOUT.signs.replace("<", "x", 20) + "\n", "compact"),
    "plain": ("." * 80 + "5" * 3 + "\n", "plain"),
    "rows": ("12345678\n" * 9 + "\n", "plain"),
}


@pytest.mark.parametrize("name", FAULTY)
def test_many_puzzles_with_slips_get_all_messages(name: str) -> None:
    text, format = FAULTY[name]
    with pytest.raises(PuzzleSyntaxError) as caught:
        iq.read_all((text + "\n") * 100, format=format)
    assert len(caught.value.faults) == MAX_FAULTS + 1


@given(data=st.data(), number=st.integers(1, 6))
def test_a_puzzle_with_slips_is_a_puzzle(data: st.DataObject, number: int) -> None:
    text = CONTEST
    for _ in range(number):
        text = data.draw(mutated(text)) or CONTEST
    try:
        read_all(text, format="contest")
    except PuzzleSyntaxError as error:
        message = str(error)
    else:
        return
    assert "This is not a puzzle" not in message


@pytest.mark.parametrize("blank", ["", " "])
def test_sumdoku_is_refused_with_the_reason(blank: str) -> None:
    text = "\n".join(blank.join(line) for line in SUMDOKU.split("\n"))
    for variant in (text, text * 2, text.replace("=", "<"), text.replace("=", "", 1)):
        with pytest.raises(PuzzleSyntaxError) as caught:
            iq.read_all(variant)
        (fault,) = map(in_words, caught.value.faults)
        assert fault.found == "a Sumdoku"
        assert "compare the sum of two cells with 10" in str(fault.hint)
