"""Random grids: valid, reproducible, and as likely as they are said to be."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice
from statistics import mean, stdev

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st

import ineqsudoku as iq
from ineqsudoku.apps.generate import grids
from ineqsudoku.apps.generate.grids import (
    _bands,
    _columns,
    bound_grid,
    chain,
    compiled_forms,
    has_free_cycle,
    layout,
    random_grid,
)
from ineqsudoku.apps.generate.randomness import SplitMix, derive
from ineqsudoku.geometry import NINE, SUDOKU, Geometry, latin
from ineqsudoku.puzzle import Puzzle

SIZES = tuple(SUDOKU)


def test_random_numbers_are_those_of_the_published_generator() -> None:
    random = SplitMix(1234567)
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [random.next() for _ in published] == published


def test_derived_seeds_depend_on_all_parts() -> None:
    seeds = {derive(*parts) for parts in [(1, 2), (2, 1), (12,), ("1", 2), (1, 2, 0)]}
    assert len(seeds) == 5


@pytest.mark.parametrize("size", SIZES)
@examples(100, quick=6)
@given(seed=st.integers(0, 2**64 - 1))
def test_houses_hold_each_digit_once(size: int, seed: int) -> None:
    geometry = SUDOKU[size]
    grid = random_grid(geometry, seed)
    for house in geometry.houses:
        assert {grid[cell] for cell in house} == set(geometry.symbols)


def test_other_boxes_have_grids_and_latin_squares_have_none() -> None:
    geometry = Geometry(10, 2, 5)
    grid = random_grid(geometry, 1)
    assert all(len({grid[cell] for cell in house}) == 10 for house in geometry.houses)
    with pytest.raises(ValueError, match="no random grids of 5×5"):
        random_grid(latin(5), 1)


@given(seed=st.integers(0, 2**64 - 1), tries=st.integers(1, 5))
def test_the_compiled_form_draws_the_same_grids(seed: int, tries: int) -> None:
    def results() -> tuple[object, ...]:
        grid = random_grid(NINE, seed)
        found = bound_grid(NINE, seed, tries)
        return grid, layout(NINE, grid), has_free_cycle(NINE, grid), found

    compiled = results()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grids, "compiled_forms", lambda: None)
        assert results() == compiled


@pytest.mark.parametrize("size", [6, 9])
@given(seed=st.integers(0, 2**64 - 1))
def test_layouts_with_a_free_cycle_have_several_solutions(size: int, seed: int) -> None:
    grid = random_grid(SUDOKU[size], seed)
    if has_free_cycle(SUDOKU[size], grid):
        puzzle = Puzzle.of(SUDOKU[size], layout(SUDOKU[size], grid))
        assert iq.solve(puzzle, limit=2).status == "multiple"


def test_most_layouts_with_several_solutions_have_a_free_cycle() -> None:
    lines = [random_grid(NINE, seed) for seed in range(100)]
    several = [
        grid for grid in lines if iq.solve(Puzzle(layout(NINE, grid)), limit=2).status == "multiple"
    ]
    free = [grid for grid in several if has_free_cycle(NINE, grid)]
    assert 2 * len(free) > len(several)


@pytest.mark.parametrize("size", [6, 9])
@given(seed=st.integers(0, 2**64 - 1), tries=st.integers(1, 5))
def test_bound_grids_are_the_first_without_a_free_cycle(size: int, seed: int, tries: int) -> None:
    geometry = SUDOKU[size]
    result = bound_grid(geometry, seed, tries)
    lines = [*islice(chain(geometry, SplitMix(seed)), result.tried if result else tries)]
    bound = [line for line in lines if not has_free_cycle(geometry, line)]
    assert bound == ([result.line] if result else [])
    assert lines[0] == random_grid(geometry, seed)


def test_what_is_no_grid_is_refused() -> None:
    if forms := compiled_forms():
        for text in ("1" * 80, "0" * 81, "é" * 81):
            with pytest.raises(ValueError, match="not 81 digits"):
                forms.has_free_cycle(text)


def chi_square(counts: list[int]) -> float:
    """The statistic, as a distance from its mean in standard deviations."""
    expected = mean(counts)
    value = sum((count - expected) ** 2 / expected for count in counts)
    freedom = len(counts) - 1
    return float((value - freedom) / (2 * freedom) ** 0.5)


def test_all_grids_of_4_by_4_are_equally_likely() -> None:
    counts = Counter(random_grid(SUDOKU[4], derive(seed)) for seed in range(288 * 40))
    assert len(counts) == 288
    assert abs(chi_square([*counts.values()])) < 4


def test_the_bands_of_6_by_6_make_all_grids() -> None:
    """The number is that of all grids (Jarvis and Russell, 2006)."""
    assert sum(completions(band) for band in first_bands()) * 720 == 28_200_960


def first_bands() -> list[tuple[int, ...]]:
    """The 36 first bands with 0, 1, 2 above 3, 4, 5 in the first box."""
    all_bands = [band for bands in _bands(SUDOKU[6]).values() for band in bands]
    return [band for band in all_bands if band[:3] + band[6:9] == (0, 1, 2, 3, 4, 5)]


def completions(band: tuple[int, ...]) -> int:
    """The number of grids with this first band."""
    by_columns = _bands(SUDOKU[6])
    free = [63 ^ mask for mask in _columns(band)]
    count = 0
    for columns, middle in by_columns.items():
        if all(mask & of == mask for mask, of in zip(columns, free, strict=True)):
            lower = tuple(of ^ mask for mask, of in zip(columns, free, strict=True))
            count += len(middle) * len(by_columns.get(lower, ()))
    return count


@pytest.mark.slow
def test_bands_of_6_by_6_are_as_likely_as_they_have_completions() -> None:
    expected = {band: completions(band) * 1500 * 720 / 28_200_960 for band in first_bands()}
    counts = dict.fromkeys(expected, 0)
    for seed in range(1500):
        grid = random_grid(SUDOKU[6], derive(seed))
        names = str.maketrans(grid[:3] + grid[6:9], "012345")
        counts[tuple(map(int, grid[:12].translate(names)))] += 1
    assert len(counts) == 36
    value = sum((counts[band] - of) ** 2 / of for band, of in expected.items())
    assert abs(value - 35) < 4 * (2 * 35) ** 0.5


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
                    or NINE.box_of[cell] == NINE.box_of[other]
                }
                left -= beside
                queue += beside
    return count


def redrawn(grid: str, seed: int) -> str:
    """One of all grids that agree in the first band and the first stack: if all grids are
    equally likely, this one is drawn from the same distribution."""
    givens = "".join(
        symbol if cell < 27 or cell % 9 < 3 else "." for cell, symbol in enumerate(grid)
    )
    grids_left = iq.solve(Puzzle(givens=givens), limit=None, engine="cells").solutions
    return grids_left[SplitMix(derive("redrawn", seed)).below(len(grids_left))].line


@pytest.mark.slow
def test_grids_that_are_redrawn_in_part_have_as_many_cycles() -> None:
    lines = [random_grid(NINE, derive(seed)) for seed in range(400)]
    before = [cycles(grid) for grid in lines]
    after = [cycles(redrawn(grid, seed)) for seed, grid in enumerate(lines)]
    differences = [one - other for one, other in zip(before, after, strict=True)]
    assert stdev(differences) > 0
    assert abs(mean(differences)) < 4 * stdev(differences) / len(lines) ** 0.5
