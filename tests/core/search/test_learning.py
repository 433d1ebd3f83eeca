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
    OTHER_SIZES,
    any_layouts,
    full_layouts,
    mixed_puzzles,
    partial_layouts,
    plain_puzzles,
    puzzles_of_other_sizes,
    thin_puzzles,
)
from twins import TWINS, agreed, limits, node_limits

import ineqsudoku as iq
from ineqsudoku.geometry import NINE, SUDOKU, Geometry, latin
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
    puzzles_of_other_sizes(),
)

ENOUGH = 20_000
"""Nodes for any of these puzzles with few solutions."""

SIZES = (NINE, *OTHER_SIZES, Geometry(8, 2, 4), Geometry(10, 5, 2), latin(2), latin(11))


# --- by itself ---------------------------------------------------------------------------


@given(puzzles)
@examples(100, quick=20)
def test_it_finds_the_solutions_of_cells(puzzle: Puzzle) -> None:
    """All of them where there are few, and as many as asked for where there are many."""
    by_cells = iq.solve(puzzle, 30, engine="cells", node_limit=5_000)
    result = form("learning", puzzle.geometry).search(puzzle, 30, ENOUGH)
    assert len(set(result.solutions)) == len(result.solutions)
    assert all(iq.check(puzzle, Grid(grid.line)) == () for grid in result.solutions)
    if by_cells.complete and result.complete:
        assert result.ascending().solutions == by_cells.solutions
    elif len(by_cells.solutions) == 30:
        assert not result.complete


@pytest.mark.parametrize(
    ("geometry", "grids"),
    [(latin(2), 2), (latin(3), 12), (latin(4), 576), (SUDOKU[4], 288)],
    ids=str,
)
def test_all_grids_are_found(geometry: Geometry, grids: int) -> None:
    """Latin squares: OEIS A002860; 4×4 sudoku grids: 288."""
    agreed("learning", Puzzle.of(geometry), None, None)
    assert form("learning", geometry).count(Puzzle.of(geometry), None) == grids


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
    searcher = form("learning", puzzle.geometry)
    limited = searcher.search(puzzle, 2, node_limit)
    assert limited.nodes <= node_limit
    if limited.nodes < node_limit:
        assert limited == searcher.search(puzzle, 2, None)


@pytest.mark.parametrize("searcher", [TWINS["learning"], form("learning", NINE)])
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


@pytest.mark.parametrize("geometry", SIZES, ids=str)
@pytest.mark.parametrize("seed", [0, pytest.param(None, marks=pytest.mark.attack)])
def test_both_forms_agree_on_random_puzzles(geometry: Geometry, seed: int | None) -> None:
    random = Random(seed)
    grid = next(random_grids(random, geometry))
    for _ in range(2_000 if seed is None else 6 if geometry.size > 9 else 25):
        puzzle = mutated(grid, random, geometry)
        agreed("learning", puzzle, random.choice((1, 2, 10, None)), random.randint(1, 60))


# --- the kernel --------------------------------------------------------------------------

compiled = pytest.mark.skipif(kernel("learning") is None, reason="the kernel is not compiled")


@compiled
def test_all_paths_are_there() -> None:
    assert [form.name for form in kernels("learning")] == [form.name for form in kernels("cells")]
    assert kernels("learning", Geometry(10, 2, 5)) == kernels("learning")


@compiled
def test_threads_do_not_see_each_other() -> None:
    """Long searches, which let go of the GIL, among short ones of other sizes."""

    def work(number: int) -> object:
        geometry = (NINE, SUDOKU[4], SUDOKU[16])[number % 3]
        return form("learning", geometry).search(Puzzle.of(geometry), 300, None)

    alone = [work(number) for number in range(3)]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(work, range(30))) == alone * 10


@compiled
@pytest.mark.parametrize(
    "sizes",
    [
        *((size, 0, 0) for size in (0, 1, 17, -4, 2**31 - 1)),
        *((4, 2, 0), (4, 0, 2), (4, 2, 3), (4, -2, -2), (9, 3, 2**31 - 1), (9, 2**30, 3)),
    ],
)
def test_other_grids_are_refused(sizes: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="of a size from 2 to 16"):
        kernels("learning")[0].call(0, *sizes, "", "." * 16, "." * 24, 2, 0, True)


@compiled
def test_a_path_must_be_there() -> None:
    paths = len(kernels("learning"))
    for path in (-1, paths):
        with pytest.raises(ValueError, match="no path"):
            kernels("learning")[0].call(path, 2, 0, 0, "", "....", "....", 2, 0, True)
