"""The search that learns: it finds all solutions, and both forms take the same steps."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from time import monotonic

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from layouts import random_grids
from mutation import mutated
from puzzles import HARD, Hard
from strategies import (
    any_layouts,
    full_layouts,
    mixed_puzzles,
    partial_layouts,
    plain_puzzles,
    thin_puzzles,
)
from twins import TWINS, agreed, limits, node_limits

import ineqsudoku as iq
from ineqsudoku.puzzle import Grid, Puzzle
from ineqsudoku.search import learning
from ineqsudoku.search.engines import form
from ineqsudoku.search.enumeration import Searcher
from ineqsudoku.search.kernel import kernel, kernels

puzzles = st.one_of(
    full_layouts(),
    partial_layouts(108),
    any_layouts(),
    mixed_puzzles(),
    thin_puzzles(),
    plain_puzzles(0),
)

ENOUGH = 20_000
"""Nodes for any of these puzzles with few solutions."""


# --- by itself ---------------------------------------------------------------------------


@given(puzzles)
@examples(100, quick=20)
def test_it_finds_the_solutions_of_cells(puzzle: Puzzle) -> None:
    """All of them where there are few, and as many as asked for where there are many."""
    by_cells = iq.solve(puzzle, 30, engine="cells", node_limit=5_000)
    result = form("learning").search(puzzle, 30, ENOUGH)
    assert len(set(result.solutions)) == len(result.solutions)
    assert all(iq.check(puzzle, Grid(grid.line)) == () for grid in result.solutions)
    if by_cells.complete and result.complete:
        assert result.ascending().solutions == by_cells.solutions
    elif len(by_cells.solutions) == 30:
        assert not result.complete


@given(full_layouts() | partial_layouts(40) | mixed_puzzles())
@examples(30, quick=10)
def test_restarts_and_forgetting_change_no_solutions(puzzle: Puzzle) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(learning, "RESTART", 3)
        patch.setattr(learning, "MOST_LEARNED", 4)
        patch.setattr(learning, "MORE_LEARNED", 1)
        result = TWINS["learning"].search(puzzle, 10, 2_000)
    assert all(iq.check(puzzle, Grid(grid.line)) == () for grid in result.solutions)
    if result.complete:
        assert result.ascending().solutions == iq.solve(puzzle, 11).solutions


@given(puzzles, st.integers(1, 40))
@examples(30)
def test_a_node_limit_is_kept(puzzle: Puzzle, node_limit: int) -> None:
    searcher = form("learning")
    limited = searcher.search(puzzle, 2, node_limit)
    assert limited.nodes <= node_limit
    if limited.nodes < node_limit:
        assert limited == searcher.search(puzzle, 2, None)


@pytest.mark.parametrize("searcher", [TWINS["learning"], form("learning")])
def test_a_deadline_is_kept(searcher: Searcher) -> None:
    start = monotonic()
    assert not searcher.search(Puzzle(), None, None, start + 0.05).complete
    assert monotonic() - start < 5


def test_it_is_no_engine_to_choose() -> None:
    with pytest.raises(ValueError, match="no engine 'learning'"):
        iq.solve(Puzzle(), engine="learning")  # type: ignore[arg-type]  # wrong on purpose


# --- beside its twin ---------------------------------------------------------------------


@given(puzzles, limits, node_limits)
@examples(200, quick=30)
def test_both_forms_take_the_same_steps(puzzle: Puzzle, limit: int | None, node_limit: int) -> None:
    agreed("learning", puzzle, limit, node_limit)


def test_a_conflict_may_assign_everything() -> None:
    """The last clause that propagation visits has only false literals."""
    signs = (
        "<>>><>v^^vv^^v^<>><><^v^^v^v^v><><<>><><><vv^v^v^^^><<><<^^^^vv^vv.<>>><<><>>>vvv^^^^^v>><<"
        ">>^^vvvv^^^>><><>"
    )
    agreed("learning", Puzzle(signs), None, 57)


@pytest.mark.parametrize("hard", HARD.values(), ids=HARD)
def test_both_forms_take_the_same_steps_at_hard_puzzles(hard: Hard) -> None:
    agreed("learning", hard.puzzle, 2, 2_000)


@pytest.mark.parametrize("seed", [0, pytest.param(None, marks=pytest.mark.attack)])
def test_both_forms_agree_on_random_puzzles(seed: int | None) -> None:
    random = Random(seed)
    grid = next(random_grids(random))
    for _ in range(2_000 if seed is None else 25):
        puzzle = mutated(grid, random)
        agreed("learning", puzzle, random.choice((1, 2, 10, None)), random.randint(1, 60))


# --- the kernel --------------------------------------------------------------------------

compiled = pytest.mark.skipif(kernel("learning") is None, reason="the kernel is not compiled")


@compiled
def test_all_paths_are_there() -> None:
    assert [form.name for form in kernels("learning")] == [form.name for form in kernels("cells")]


@compiled
def test_threads_do_not_see_each_other() -> None:
    """Long searches, which let go of the GIL, among short ones."""

    def work(number: int) -> object:
        puzzle = (Puzzle(), Puzzle("<" * 6 + "." * 102), Puzzle(givens="1" + "." * 80))[number % 3]
        return form("learning").search(puzzle, (300, 10, 50)[number % 3], None)

    alone = [work(number) for number in range(3)]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(work, range(30))) == alone * 10


@compiled
@pytest.mark.parametrize(
    "texts",
    [
        ("." * 107, "." * 81, "." * 36),
        ("." * 108, "." * 82, "." * 36),
        ("." * 108, "." * 81, ""),
        ("^" + "." * 107, "." * 81, "." * 36),
        ("." * 108, "0" + "." * 80, "." * 36),
        ("." * 108, "." * 81, "1" * 36),
    ],
)
def test_malformed_puzzles_are_refused(texts: tuple[str, str, str]) -> None:
    with pytest.raises(ValueError, match="not 108 signs, 81 givens and 36 signs on borders"):
        kernels("learning")[0].call(0, *texts, 2, 0, True)


@compiled
def test_a_path_must_be_there() -> None:
    paths = len(kernels("learning"))
    for path in (-1, paths):
        with pytest.raises(ValueError, match="no path"):
            kernels("learning")[0].call(path, "." * 108, "." * 81, "." * 36, 2, 0, True)
