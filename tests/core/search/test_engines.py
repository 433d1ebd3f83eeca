"""Tests that every engine passes: it finds all solutions, the same as the others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from effort import examples, slow
from hypothesis import example, given, strategies as st
from puzzles import CONTEST, CONTEST_GRID, EXAMPLES, POJ_3074, without
from strategies import (
    any_layouts,
    full_layouts,
    mixed_puzzles,
    partial_layouts,
    plain_puzzles,
    thinned,
    wrong_layouts,
)

import ineqsudoku as iq
from ineqsudoku.geometry import BOX_OF, IN_BOX_PAIRS
from ineqsudoku.puzzle import Grid, Puzzle, Relation
from ineqsudoku.search import BATCH, ENGINES, EngineChoice, choose
from ineqsudoku.search.engines import NARROW, EngineName, engine_for, spread
from ineqsudoku.search.kernel import kernel

EMPTY = Puzzle()

SLOW_NODES = 5_000
"""Where a row-major search is still looking after so many nodes, others speak for it."""

puzzles = st.one_of(
    full_layouts(),
    partial_layouts(),
    wrong_layouts(),
    any_layouts(),
    plain_puzzles(),
    mixed_puzzles(),
)


def takes(engine: EngineChoice, puzzle: Puzzle) -> bool:
    try:
        iq.solve(puzzle, limit=1, engine=engine, node_limit=1)
    except iq.UnsupportedPuzzleError:
        return False
    return True


def engines_for(puzzle: Puzzle) -> list[EngineName]:
    return [engine for engine in ENGINES if takes(engine, puzzle)]


@examples(100, quick=12)
@given(puzzles)
def test_engines_agree(puzzle: Puzzle) -> None:
    results = [
        iq.solve(puzzle, limit=50, engine=engine, node_limit=SLOW_NODES)
        for engine in engines_for(puzzle)
    ]
    assert len(results) >= 2 or puzzle.border_signs != EMPTY.border_signs
    complete = {result.solutions for result in results if result.complete}
    assert len(complete) <= 1
    for solutions in complete:
        for result in results:
            assert set(result.solutions) <= set(solutions)


@examples(100, quick=6)
@given(puzzles)
def test_every_solution_solves_the_puzzle(puzzle: Puzzle) -> None:
    for engine in engines_for(puzzle):
        solutions = iq.solve(puzzle, 20, engine, SLOW_NODES).solutions
        assert list(solutions) == sorted(set(solutions))
        assert all(iq.check(puzzle, grid) == () for grid in solutions)


@given(full_layouts() | partial_layouts(), st.integers(1, 5))
def test_a_limit_stops_the_search(puzzle: Puzzle, limit: int) -> None:
    """A limited search gives as many of the solutions as the limit allows."""
    everything = iq.solve(puzzle, limit=200)
    some = iq.solve(puzzle, limit=limit)
    assert len(some.solutions) == min(limit, len(everything.solutions))
    assert some.complete == (len(everything.solutions) < limit)
    if everything.complete:
        assert set(some.solutions) <= set(everything.solutions)


@pytest.mark.parametrize("engine", ENGINES)
@given(puzzles, st.integers(1, 40))
@examples(30)
def test_a_node_limit_is_kept(engine: EngineChoice, puzzle: Puzzle, node_limit: int) -> None:
    if not takes(engine, puzzle):
        return
    limited = iq.solve(puzzle, engine=engine, node_limit=node_limit)
    assert limited.nodes <= node_limit
    again = iq.solve(puzzle, engine=engine, node_limit=node_limit)
    assert again == limited
    if limited.nodes < node_limit:
        assert limited == iq.solve(puzzle, engine=engine)
    if limited.status == "unknown":
        assert limited.nodes == node_limit


@given(full_layouts() | partial_layouts(absent=30))
def test_counting_agrees_with_enumerating(puzzle: Puzzle) -> None:
    result = iq.solve(puzzle, limit=300)
    assert iq.count(puzzle, limit=300) == len(result.solutions)
    if result.complete:
        assert iq.count(puzzle) == len(result.solutions)


@examples(100, quick=6)
@given(full_layouts() | partial_layouts())
def test_rowmajor_finds_the_first_solutions(puzzle: Puzzle) -> None:
    """Its order is ascending, so a limit takes from the front."""
    everything = iq.solve(puzzle, limit=None, engine="boxes", node_limit=500)
    first = iq.solve(puzzle, limit=2, engine="rowmajor", node_limit=SLOW_NODES)
    if everything.complete and first.status != "unknown":
        assert first.solutions == everything.solutions[:2]


@pytest.mark.parametrize("engine", ENGINES)
def test_an_empty_grid_has_as_many_solutions_as_one_likes(engine: EngineChoice) -> None:
    result = iq.solve(EMPTY, limit=25, engine=engine)
    assert len(set(result.solutions)) == 25
    assert not result.complete
    assert iq.count(EMPTY, limit=25, engine=engine) == 25


@pytest.mark.parametrize("engine", ENGINES)
def test_a_given_grid_is_its_own_solution(engine: EngineChoice) -> None:
    result = iq.solve(Puzzle(givens=CONTEST_GRID.line), engine=engine)
    assert (result.status, result.solutions) == ("unique", (CONTEST_GRID,))


@pytest.mark.parametrize("engine", ["boxes", "rowmajor", "cells"])
def test_a_cycle_has_no_solution(engine: EngineChoice) -> None:
    around = [Relation(0, 1), Relation(1, 10), Relation(10, 9), Relation(9, 0)]
    assert iq.solve(Puzzle.from_relations(around), engine=engine).status == "none"


@pytest.mark.parametrize(("puzzle", "solution"), POJ_3074.items())
@pytest.mark.parametrize("engine", ["dlx", "auto"])
def test_poj_3074(puzzle: str, solution: str, engine: EngineChoice) -> None:
    result = iq.solve(Puzzle(givens=puzzle), engine=engine)
    assert (result.status, result.solutions) == ("unique", (Grid(solution),))


def test_auto_takes_the_engine_that_fits() -> None:
    layout = iq.read(CONTEST)
    across_boxes = Puzzle.from_relations([Relation(2, 3)])
    assert choose(layout) == "boxes"
    assert choose(Puzzle(givens=next(iter(POJ_3074)))) == "cells"
    assert choose(across_boxes) == "cells"
    assert iq.solve(across_boxes, limit=3).status == "multiple"


@given(absent=st.lists(st.integers(0, 8), min_size=9, max_size=9))
@example(absent=[5, *[4] * 8])  # a spread of 160
@example(absent=[5, 5, *[4] * 7])
def test_auto_goes_by_the_spread_alone(absent: list[int]) -> None:
    boxes = [[p for p, pair in enumerate(IN_BOX_PAIRS) if BOX_OF[pair[0]] == b] for b in range(9)]
    away = {place for places, n in zip(boxes, absent, strict=True) for place in places[:n]}
    puzzle = Puzzle(thinned(iq.read(CONTEST).signs, set(range(108)) - away))
    assert spread(puzzle) == sum(2**n for n in absent)
    assert (choose(puzzle) == "boxes") == (spread(puzzle) <= NARROW)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_compiled_engine_is_used_where_there_is_one(engine: EngineName) -> None:
    compiled = kernel(engine)
    puzzle = Puzzle(givens=CONTEST_GRID.line)
    assert (engine_for(puzzle, engine) is compiled) == (compiled is not None)


def test_engines_name_the_reason_for_an_unsupported_puzzle() -> None:
    layout = iq.read(CONTEST)
    across_boxes = Puzzle.from_relations([Relation(2, 3)])
    cases: list[tuple[EngineChoice, Puzzle]] = [
        ("dlx", layout),
        ("dlx", across_boxes),
        ("boxes", across_boxes),
    ]
    for engine, puzzle in cases:
        with pytest.raises(iq.UnsupportedPuzzleError, match=f"the engine {engine} cannot"):
            iq.solve(puzzle, engine=engine)


HUGE = (2**31, 2**63 - 1, 2**63, 2**64, 2**70)


@pytest.mark.parametrize("engine", ["auto", *ENGINES])
@pytest.mark.parametrize("limit", [HUGE[0], HUGE[-1], *slow(HUGE[1:-1])])
def test_limits_may_be_of_any_size(engine: EngineChoice, limit: int) -> None:
    few_signs = without(iq.read((EXAMPLES / "cqoi2013-2.in").read_bytes()), 24)
    plain = Puzzle(givens=next(iter(POJ_3074)))
    puzzle, number = (plain, 1) if engine == "dlx" else (few_signs, 4)
    assert iq.count(puzzle, limit, engine) == number
    everything = iq.solve(puzzle, limit=None, engine=engine)
    assert len(everything.solutions) == number
    assert iq.solve(puzzle, limit, engine, node_limit=limit) == everything
    assert [*iq.solve_many([puzzle] * 2, limit, engine, limit)] == [everything] * 2
    assert iq.solve(puzzle, 2, engine, node_limit=limit) == iq.solve(puzzle, 2, engine)


@pytest.mark.parametrize("engine", ENGINES)
def test_counting_stops_at_the_limit(engine: EngineChoice) -> None:
    puzzle = Puzzle(givens="1" + "." * 80)
    for limit in (1, 2, 7):
        assert iq.count(puzzle, limit, engine) == limit
    assert iq.count(Puzzle(givens="11" + "." * 79), 5, engine) == 0


def test_unknown_engines_and_limits_below_one_are_refused() -> None:
    layout = iq.read(CONTEST)
    with pytest.raises(ValueError, match="abacus"):
        iq.solve(layout, engine="abacus")  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(ValueError, match="abacus"):
        iq.solve_many([], engine="abacus")  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(ValueError, match="limit is 0, but must be at least 1"):
        iq.solve(layout, limit=0)
    with pytest.raises(ValueError, match="node_limit is 0, but must be at least 1"):
        iq.solve(layout, node_limit=0)
    with pytest.raises(ValueError, match="limit"):
        iq.count(layout, limit=-1)


def test_solve_many_takes_more_and_more_puzzles_ahead() -> None:
    layout, taken = iq.read(CONTEST), iter(range(5000))
    results = iq.solve_many(layout for _ in taken)
    next(results)
    assert next(taken) == 1
    for _ in range(1000):
        next(results)
    assert next(taken) <= 1000 + BATCH + 1


@given(
    several=st.lists(puzzles, max_size=8),
    limit=st.sampled_from([1, 2, 3]),
    node_limit=st.sampled_from([3, 2000]),
)
@examples(30)
def test_solve_many_gives_what_solve_gives(
    several: list[Puzzle], limit: int, node_limit: int | None
) -> None:
    results = list(iq.solve_many(several, limit, node_limit=node_limit))
    assert results == [iq.solve(puzzle, limit, node_limit=node_limit) for puzzle in several]


def test_an_error_comes_after_the_results_before_it() -> None:
    layout = iq.read(CONTEST)

    def broken_off() -> Iterator[Puzzle]:
        yield from [layout] * 5
        raise OSError

    results = iq.solve_many(broken_off())
    assert [next(results).status for _ in range(5)] == ["unique"] * 5
    with pytest.raises(OSError):  # noqa: PT011 - raised above without a message
        next(results)
    plain = Puzzle(givens="1" + "." * 80)
    results = iq.solve_many([plain] * 5 + [layout], limit=1, engine="dlx")
    assert sum(len(next(results).solutions) for _ in range(5)) == 5
    with pytest.raises(iq.UnsupportedPuzzleError):
        next(results)
