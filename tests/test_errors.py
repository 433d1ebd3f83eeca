"""Errors can be pickled, and have all their fields."""

from __future__ import annotations

import pickle

import pytest

import ineqsudoku as iq

FAULT = iq.Fault(3, 5, ("'<'", "'>'"), "'^'", "A hint.", "< > ^ < > <")

ERRORS = [
    iq.IneqSudokuError("anything"),
    iq.LayoutCycleError((0, 1, 10, 9)),
    iq.PuzzleSyntaxError("file.in", (FAULT,)),
    iq.UnsupportedPuzzleError("no"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors_survive_pickling(error: iq.IneqSudokuError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert (str(copy), vars(copy)) == (str(error), vars(error))


def test_a_cycle_is_listed_back_to_its_start() -> None:
    assert str(iq.LayoutCycleError((0, 1, 10))) == "a cycle: r1c1 < r1c2 < r2c2 < r1c1"
