"""Ratings have the order of other programs' ratings; the correlations with them are right."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from effort import slow
from hypothesis import given
from hypothesis import strategies as st
from ratings import Rated, kendall, plain, rate, spearman, unequal

EVERY = 8


@pytest.mark.parametrize("first", [0, *slow(range(1, EVERY))])
@pytest.mark.parametrize("rated", [plain, unequal])
def test_in_the_order_of_other_programs(rated: Callable[[], list[Rated]], first: int) -> None:
    puzzles = rated()[first::EVERY]
    ours = [rate(one.puzzle).rating for one in puzzles]
    assert spearman([one.theirs for one in puzzles], ours) >= 0.9


@given(st.lists(st.integers(0, 9), min_size=2).filter(lambda values: len({*values}) > 1))
def test_only_the_order_counts(values: list[int]) -> None:
    greater, reverse = [value**3 for value in values], [-value for value in values]
    for correlation in (spearman, kendall):
        assert correlation(values, greater) == pytest.approx(1)
        assert correlation(values, reverse) == pytest.approx(-1)


def test_ties() -> None:
    assert spearman([1, 1, 2], [1, 2, 3]) == pytest.approx(3**0.5 / 2)
    assert kendall([1, 1, 2], [1, 2, 3]) == pytest.approx(2 / 6**0.5)
