"""Any text gives puzzles or a syntax error in the formats of other programs."""

from __future__ import annotations

import pytest
from effort import examples
from faults import assert_readable, fault_of
from hypothesis import given
from hypothesis import strategies as st
from other_programs import OTHER_PROGRAMS, TWO_CELLS, board
from puzzles import CONTEST
from strategies import mutated

from ineqsudoku.conversion import write
from ineqsudoku.errors import PuzzleSyntaxError
from ineqsudoku.formats.reading import read_all
from ineqsudoku.formats.registry import FormatChoice
from ineqsudoku.puzzle import Puzzle


def test_long_compressed_texts_are_refused() -> None:
    assert fault_of("?load=" + "N" * 40_000).expected == ("at most 32,768 characters",)
    assert fault_of(".~R1C1_1" * 40_000).expected == ("at most 262,144 characters",)


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
@pytest.mark.parametrize("format", ["auto", *OTHER_PROGRAMS])
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
