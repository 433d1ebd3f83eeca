"""Random grids: valid, reproducible, and as likely as they are said to be."""

from __future__ import annotations

from itertools import combinations, islice
from statistics import mean, stdev

import pytest
from effort import examples
from hypothesis import given, strategies as st

import ineqsudoku as iq
from ineqsudoku.apps.generate import grids
from ineqsudoku.apps.generate.grids import (
    bound_grid,
    chain,
    compiled_forms,
    has_free_cycle,
    layout,
    random_grid,
)
from ineqsudoku.apps.generate.randomness import SplitMix, derive
from ineqsudoku.geometry import BOX_OF, HOUSES
from ineqsudoku.puzzle import Puzzle


def test_random_numbers_are_those_of_the_published_generator() -> None:
    random = SplitMix(1234567)
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [random.next() for _ in published] == published


def test_derived_seeds_depend_on_all_parts() -> None:
    seeds = {derive(*parts) for parts in [(1, 2), (2, 1), (12,), ("1", 2), (1, 2, 0)]}
    assert len(seeds) == 5


@examples(100, quick=6)
@given(seed=st.integers(0, 2**64 - 1))
def test_houses_hold_each_digit_once(seed: int) -> None:
    grid = random_grid(seed)
    for house in HOUSES:
        assert {grid[cell] for cell in house} == set("123456789")


@given(seed=st.integers(0, 2**64 - 1), tries=st.integers(1, 5))
def test_the_compiled_form_draws_the_same_grids(seed: int, tries: int) -> None:
    def results() -> tuple[object, ...]:
        grid = random_grid(seed)
        found = bound_grid(seed, tries)
        return grid, layout(grid), has_free_cycle(grid), found

    compiled = results()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grids, "compiled_forms", lambda: None)
        assert results() == compiled


@given(seed=st.integers(0, 2**64 - 1))
def test_layouts_with_a_free_cycle_have_several_solutions(seed: int) -> None:
    grid = random_grid(seed)
    if has_free_cycle(grid):
        assert iq.solve(layout(grid), limit=2).status == "multiple"


def test_most_layouts_with_several_solutions_have_a_free_cycle() -> None:
    lines = [random_grid(seed) for seed in range(100)]
    several = [grid for grid in lines if iq.solve(layout(grid), limit=2).status == "multiple"]
    free = [grid for grid in several if has_free_cycle(grid)]
    assert 2 * len(free) > len(several)


@given(seed=st.integers(0, 2**64 - 1), tries=st.integers(1, 5))
def test_bound_grids_are_the_first_without_a_free_cycle(seed: int, tries: int) -> None:
    drawn, found = bound_grid(seed, tries)
    lines = [*islice(chain(SplitMix(seed)), drawn)]
    bound = [line for line in lines if not has_free_cycle(line)]
    assert bound == ([found] if found else [])
    assert lines[0] == random_grid(seed)


def test_what_is_no_grid_is_refused() -> None:
    if forms := compiled_forms():
        for text in ("1" * 80, "0" * 81, "é" * 81):
            with pytest.raises(ValueError, match="not 81 digits"):
                forms.has_free_cycle(text)


def cycles(grid: str) -> int:
    """The number of parts in which two digits can be exchanged, over all pairs of digits."""
    count = 0
    for pair in combinations("123456789", 2):
        left = {cell for cell in range(81) if grid[cell] in pair}
        while left:
            count += 1
            queue = [left.pop()]
            for cell in queue:
                beside = {
                    other
                    for other in left
                    if cell // 9 == other // 9
                    or cell % 9 == other % 9
                    or BOX_OF[cell] == BOX_OF[other]
                }
                left -= beside
                queue += beside
    return count


def redrawn(grid: str, seed: int) -> str:
    """One of all grids that agree in the first band and the first stack: if all grids are
    equally likely, this one is drawn from the same distribution."""
    givens = "".join(digit if cell < 27 or cell % 9 < 3 else "." for cell, digit in enumerate(grid))
    grids_left = iq.solve(Puzzle(givens=givens), limit=None, engine="cells").solutions
    return grids_left[SplitMix(derive("redrawn", seed)).below(len(grids_left))].line


@pytest.mark.slow
def test_grids_that_are_redrawn_in_part_have_as_many_cycles() -> None:
    lines = [random_grid(derive(seed)) for seed in range(400)]
    before = [cycles(grid) for grid in lines]
    after = [cycles(redrawn(grid, seed)) for seed, grid in enumerate(lines)]
    differences = [one - other for one, other in zip(before, after, strict=True)]
    assert stdev(differences) > 0
    assert abs(mean(differences)) < 4 * stdev(differences) / len(lines) ** 0.5
