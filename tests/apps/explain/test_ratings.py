"""Ratings have the order of those of Sudoku Explainer."""

from __future__ import annotations

import pytest
from effort import slow
from ratings import plain, rate, spearman

EVERY = 8


@pytest.mark.parametrize("first", [0, *slow(range(1, EVERY))])
def test_in_the_order_of_sudoku_explainer(first: int) -> None:
    puzzles = plain()[first::EVERY]
    ours = [rate(one.puzzle).rating for one in puzzles]
    assert spearman([one.theirs for one in puzzles], ours) >= 0.9
