"""Any text gives puzzles or a syntax error, in every format."""

from __future__ import annotations

import pytest
from effort import examples
from faults import assert_readable
from hypothesis import given, strategies as st
from other_programs import TWO_CELLS, board
from puzzles import CONTEST, EXAMPLES, POJ_3074
from strategies import mutated

import ineqsudoku as iq
from ineqsudoku.errors import MAX_LINE_KEPT
from ineqsudoku.formats import READABLE, FormatChoice
from ineqsudoku.puzzle import Puzzle

STARTS = [
    *(path.read_text() for path in EXAMPLES.glob("*.in")),
    *(CONTEST * 3, f"样例输入\n{CONTEST}", CONTEST.replace("<", "＜")),
    *(f"{puzzle}\n" for puzzle in POJ_3074),
    iq.read(CONTEST).signs + "\n" + "x" * 500,
    *("<=>\n" * 15, "int main() { return 1 << 3; }\n", "Dear Sir,\n\n第二行，没有谜题。\n"),
    *(iq.write(TWO_CELLS, "fpuzzles"), board(), board(size=6), "?load=N4Ig", "[[[["),
]

PARTS = [
    *(CONTEST.encode(), iq.read(CONTEST).signs.encode() + b"\n"),
    *(b"........\n", b"<>......\n", b"......\n", b". . . . . . . . .\n", b"...\n....\n"),
    *(b"123456789\n", b"1234\n", b"end\n", b"-ABCDEFGHIJKLMNO\n", b"-ABCDEFGHIJKLMNO\n" * 16),
    *(b"\n", b"\r", b"\t", b"\f", b" ", b"#", b"\xef\xbb\xbf", "＜".encode(), b"\xff", b"\0"),
]

any_texts = (
    st.binary()
    | st.text()
    | st.text("<>^v.0123456789AP- \t\n\f\x1b\x85\u2028end#")
    | st.text("N4IgABCDabcd0123+/=").map("?load=".__add__)
    | st.lists(st.sampled_from(PARTS) | st.binary(max_size=3), max_size=40).map(b"".join)
    | st.lists(st.sampled_from([*"{}[],:9", '"size"', '"grid"', "{}", "true"])).map("".join)
)


def mutated_twice(texts: list[str]) -> st.SearchStrategy[str]:
    return st.sampled_from(texts).flatmap(mutated).flatmap(lambda text: mutated(text or "<"))


@pytest.mark.filterwarnings("ignore::ineqsudoku.errors.PuzzleSyntaxWarning")
@pytest.mark.parametrize("format", ["auto", *READABLE])
@examples(200)
@given(data=st.data())
def test_any_text_gives_puzzles_or_faults_that_lie_inside_it(
    format: FormatChoice, data: st.DataObject
) -> None:
    text = data.draw(mutated_twice(STARTS) | any_texts)
    try:
        puzzles = iq.read_all(text, format=format)
    except iq.PuzzleSyntaxError as error:
        if isinstance(text, str):
            assert_inside(error, text)
        assert_readable(error)
    else:
        assert puzzles
        assert all(isinstance(puzzle, Puzzle) for puzzle in puzzles)


def assert_inside(error: iq.PuzzleSyntaxError, text: str) -> None:
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = [*plain.split("\n"), ""]  # A puzzle may break off behind the last line.
    for fault in error.faults:
        assert 1 <= fault.line <= len(lines)
        line = lines[fault.line - 1]
        assert 1 <= fault.column <= len(line) + 1
        assert len(fault.text) <= MAX_LINE_KEPT
        assert fault.text in line
