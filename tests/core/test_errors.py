"""Errors can be pickled, and have all their fields."""

from __future__ import annotations

import pickle

import pytest

import ineqsudoku as iq
from ineqsudoku.errors import Fault, LayoutCycleError
from ineqsudoku.formats.words import END_OF_LINE, SAVE_AS
from ineqsudoku.messages import use_language

FAULT = Fault(3, 5, ("'<'", "'>'"), "'^'", "A hint.", "< > ^ < > <")

WORDED = Fault(3, 5, ("'<'", "'>'"), END_OF_LINE, SAVE_AS, "< > ^ < > <")

ERRORS = [
    iq.IneqSudokuError("anything"),
    LayoutCycleError((0, 1, 10, 9)),
    *(iq.PuzzleSyntaxError("file.in", (fault,)) for fault in (FAULT, WORDED)),
    iq.UnsupportedPuzzleError("no"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors_survive_pickling(error: iq.IneqSudokuError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert (str(copy), vars(copy)) == (str(error), vars(error))
    with use_language("zh"):
        assert str(copy) == str(error)


def test_faults_are_put_into_words_when_they_are_printed() -> None:
    assert str(WORDED).startswith("3:5: expected '<' or '>', found the end of the line\n")
    with use_language("zh"):
        assert str(WORDED).startswith("3:5: 应为 '<' 或 '>'，实为行尾\n")


def test_a_cycle_is_listed_back_to_its_start() -> None:
    assert str(LayoutCycleError((0, 1, 10))) == "a cycle: r1c1 < r1c2 < r2c2 < r1c1"
