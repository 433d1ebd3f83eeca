"""Ratings have the order of other programs' ratings."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from effort import slow
from ratings import Rated, plain, rate, spearman, unequal

EVERY = 8


@pytest.mark.parametrize("first", [0, *slow(range(1, EVERY))])
@pytest.mark.parametrize("rated", [plain, unequal])
def test_in_the_order_of_other_programs(rated: Callable[[], list[Rated]], first: int) -> None:
    puzzles = rated()[first::EVERY]
    ours = [rate(one.puzzle).rating for one in puzzles]
    assert spearman([one.theirs for one in puzzles], ours) >= 0.9
