"""`auto` on puzzles that are hard for one engine, and its parts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import islice

import pytest
from data import corpus
from effort import examples, slow
from hypothesis import given, strategies as st
from puzzles import CONTEST, HARD, Hard
from strategies import (
    full_layouts,
    mixed_puzzles,
    partial_layouts,
    plain_puzzles,
    thin_puzzles,
)
from twins import in_python, limits, node_limits

import ineqsudoku as iq
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search import EngineChoice, auto, cells
from ineqsudoku.search.auto import MOST_KEPT, first_nodes
from ineqsudoku.search.engines import choose
from ineqsudoku.search.enumeration import Enumeration, SearchResult
from ineqsudoku.search.kernel import kernels

FEW = 41_000
"""Nodes that are enough for each hard puzzle, in all attempts together."""

hard = pytest.mark.parametrize("hard", HARD.values(), ids=HARD)
puzzles = st.one_of(full_layouts(), partial_layouts(40), mixed_puzzles())


@hard
def test_hard_puzzles_are_decided_within_few_nodes(hard: Hard) -> None:
    result = iq.solve(hard.puzzle, node_limit=FEW)
    assert result.status == hard.status
    assert all(iq.check(hard.puzzle, grid) == () for grid in result.solutions)


@hard
def test_they_are_hard(hard: Hard) -> None:
    """Easy puzzles would test nothing here."""
    assert iq.solve(hard.puzzle, engine="cells", node_limit=FEW).status == "unknown"


@contextmanager
def short_attempts() -> Iterator[None]:
    """Attempts of which few hundred nodes take all kinds."""
    with pytest.MonkeyPatch.context() as patch:
        for name, nodes in {"FIRST": 60, "RESTART": 20, "SHORT": 40, "LONG": 100}.items():
            patch.setattr(auto, name, nodes)
        yield


def assert_forms_agree(puzzle: Puzzle, limit: int, node_limit: int) -> SearchResult:
    with short_attempts():
        compiled = auto.search(puzzle, limit, node_limit)
        with in_python():
            assert auto.search(puzzle, limit, node_limit) == compiled
    return compiled


@hard
def test_both_forms_take_the_same_attempts(hard: Hard) -> None:
    assert_forms_agree(hard.puzzle, 2, 1_500)


@given(puzzles | plain_puzzles(17) | thin_puzzles(), st.integers(1, 3))
@examples(60)
def test_both_forms_take_the_same_attempts_at_any_puzzle(puzzle: Puzzle, limit: int) -> None:
    result = assert_forms_agree(puzzle, limit, 1_000)
    if result.complete:
        assert result.ascending() == replace(iq.solve(puzzle, limit + 1), nodes=result.nodes)


@given(puzzles | plain_puzzles(17) | thin_puzzles(), st.integers(1, 90), limits, node_limits)
@examples(100, quick=25)
def test_both_forms_break_ties_alike(
    puzzle: Puzzle, seed: int, limit: int | None, node_limit: int
) -> None:
    search = Enumeration(partial(cells.solutions, seed=seed)).search
    result = search(puzzle, limit, node_limit)
    for form in kernels("cells"):
        assert replace(form, seed=seed).search(puzzle, limit, node_limit) == result
    if result.complete:
        assert result.ascending().solutions == iq.solve(puzzle, None, "cells").solutions


def test_limits_of_restarts_grow_as_those_of_luby() -> None:
    with_a_sign = Puzzle(border_signs="<" + "." * 35)
    limits = [most for _, most in islice(auto._attempts(with_a_sign), 16)]
    assert limits.pop(auto.EARLY) == auto.LONG
    in_units = [most // auto.RESTART for most in limits]
    assert in_units == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]


@pytest.mark.parametrize("part", [0, *slow(range(1, 5))])
def test_the_heavy_tail_of_the_corpus_is_cut_off(part: int) -> None:
    for signs, border_signs, solution in corpus("heavy-tail.tsv")[part::5]:
        puzzle = Puzzle(signs, border_signs=border_signs)
        assert iq.check(puzzle, iq.Grid(solution)) == ()
        assert iq.solve(puzzle, node_limit=FEW).status == "multiple"


hard_puzzles = st.sampled_from([hard.puzzle for hard in HARD.values()])


@given(puzzles | hard_puzzles, st.integers(1, 2_500), st.integers(1, 3))
@examples(100)
def test_limits_are_kept_by_any_puzzle(puzzle: Puzzle, node_limit: int, limit: int) -> None:
    limited = iq.solve(puzzle, limit, node_limit=node_limit)
    assert limited.nodes <= node_limit
    assert len(limited.solutions) <= limit
    assert limited.nodes == node_limit or limited == iq.solve(puzzle, limit)


@pytest.mark.parametrize("limit", [1, 2])
@pytest.mark.parametrize("node_limit", [None, 2_020, *slow([400, 2_200])])
def test_batches_give_the_same_results_as_single_searches(
    limit: int, node_limit: int | None
) -> None:
    several = [hard.puzzle for hard in HARD.values()] + [iq.read(CONTEST)]
    results = list(iq.solve_many(several, limit, node_limit=node_limit))
    assert results == [iq.solve(puzzle, limit, node_limit=node_limit) for puzzle in several]


@hard
def test_more_solutions_of_hard_puzzles(hard: Hard) -> None:
    result = iq.solve(hard.puzzle, limit=40, node_limit=20 * FEW)
    assert len(set(result.solutions)) == (0 if hard.status == "none" else 40)
    assert list(result.solutions) == sorted(result.solutions)
    assert all(iq.check(hard.puzzle, grid) == () for grid in result.solutions)


@given(full_layouts() | mixed_puzzles())
@examples(60)
def test_all_solutions_are_those_of_an_engine(puzzle: Puzzle) -> None:
    everything = iq.solve(puzzle, limit=None, engine="cells", node_limit=5_000)
    if everything.complete:
        for limit in (None, MOST_KEPT + 1, 200):
            result = iq.solve(puzzle, limit)
            assert result.solutions == everything.solutions[:limit] or limit == 200
            assert iq.count(puzzle, limit) == len(everything.solutions[:limit])


def test_an_enumeration_of_all_keeps_its_node_limit() -> None:
    for node_limit in (1, 30, 700):
        result = iq.solve(Puzzle(), limit=None, node_limit=node_limit)
        assert (result.nodes, result.complete) == (node_limit, False)


@pytest.mark.parametrize("engine", ["boxes", "rowmajor", "cells", "dlx", "auto"])
def test_a_search_time_ends_every_engine(engine: EngineChoice) -> None:
    """An empty grid has more solutions than anybody enumerates."""
    result = iq.solve(Puzzle(), limit=None, engine=engine, search_time=0.01)
    assert not result.complete


@pytest.mark.parametrize("engine", ["boxes", "rowmajor", "cells", "dlx", "auto"])
def test_a_search_time_ends_every_engine_in_python(engine: EngineChoice) -> None:
    with in_python():
        assert not iq.solve(Puzzle(), limit=None, engine=engine, search_time=0.01).complete


def test_a_search_time_leaves_what_ends_before_it_alone() -> None:
    several = [hard.puzzle for hard in HARD.values()]
    results = list(iq.solve_many(several, search_time=3_600))
    assert results == [iq.solve(puzzle) for puzzle in several]


def test_a_search_time_is_that_of_each_puzzle() -> None:
    results = list(iq.solve_many([Puzzle()] * 3, limit=None, search_time=0.01))
    assert [result.complete for result in results] == [False] * 3


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_a_search_time_must_be_positive(seconds: float) -> None:
    with pytest.raises(ValueError, match=r"search_time is .*, but must be positive or None"):
        iq.solve(Puzzle(), search_time=seconds)
    with pytest.raises(ValueError, match="search_time"):
        iq.solve_many([], search_time=seconds)


def test_the_first_attempt_decides_what_most_searches_decide() -> None:
    layout = iq.read(CONTEST)
    assert iq.solve(layout).nodes <= first_nodes(2, None)
    assert iq.solve(layout) == iq.solve(layout, engine=choose(layout))
