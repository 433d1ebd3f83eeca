"""Several solutions: counted, compared, told apart."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from puzzles import CONTEST, POJ_3074, without
from shared import corpus, needs_shared
from strategies import full_layouts, mixed_puzzles, partial_layouts, plain_puzzles

import ineqsudoku as iq
from ineqsudoku.puzzle import ABSENT, Grid, Puzzle

few = settings(max_examples=15)

several = full_layouts() | partial_layouts(absent=108) | mixed_puzzles() | plain_puzzles()


def difference(first: Grid, second: Grid) -> tuple[int, ...]:
    return tuple(cell for cell in range(81) if first[cell] != second[cell])


def with_givens(puzzle: Puzzle, more: str) -> Puzzle:
    both = zip(puzzle.givens, more, strict=True)
    givens = "".join(new if old == ABSENT else old for old, new in both)
    return Puzzle(puzzle.signs, givens, puzzle.border_signs)


@few
@given(several)
def test_witnesses_are_solutions_and_differ_only_where_said(puzzle: Puzzle) -> None:
    witnesses = iq.find_witnesses(puzzle, limit=100)
    if witnesses is None:
        assert iq.solve(puzzle).status != "multiple"
        return
    assert iq.check(puzzle, witnesses.first) == iq.check(puzzle, witnesses.second) == ()
    assert witnesses.first < witnesses.second
    assert difference(witnesses.first, witnesses.second) == witnesses.differs
    assert len(witnesses.differs) >= 4
    assert witnesses.count <= 100
    assert witnesses.is_all or witnesses.count == 100
    common = {*witnesses.same, *witnesses.unknown}
    assert not common & set(witnesses.differs)


@few
@given(full_layouts() | partial_layouts(absent=12))
def test_all_is_known_where_all_solutions_are(puzzle: Puzzle) -> None:
    solutions = iq.solve(puzzle, limit=60).solutions
    assume(1 < len(solutions) < 60)
    witnesses = iq.find_witnesses(puzzle, limit=60)
    assert witnesses
    assert (witnesses.count, witnesses.is_all) == (len(solutions), True)
    smallest = min(len(difference(*pair)) for pair in combinations(solutions, 2))
    assert (len(witnesses.differs), witnesses.is_closest) == (smallest, True)
    same = [cell for cell in range(81) if len({grid[cell] for grid in solutions}) == 1]
    assert (witnesses.same, witnesses.unknown) == (tuple(same), ())


@few
@given(full_layouts() | partial_layouts(absent=12))
def test_with_a_low_limit_the_same_cells_are_in_common(puzzle: Puzzle) -> None:
    """They are then asked for one by one."""
    everything = iq.find_witnesses(puzzle, limit=200)
    assume(everything and everything.is_all and everything.count > 2)
    witnesses = iq.find_witnesses(puzzle, limit=2)
    assert everything
    assert witnesses
    assert not witnesses.is_all
    assert set(witnesses.same) <= set(everything.same)
    assert set(everything.same) <= {*witnesses.same, *witnesses.unknown}
    assert len(witnesses.differs) >= len(everything.differs)


@few
@given(several)
def test_telling_givens_leave_one_solution_and_none_can_be_spared(puzzle: Puzzle) -> None:
    telling = iq.find_telling_givens(puzzle)
    assert telling
    assert iq.solve(with_givens(puzzle, telling)).status == "unique"
    for cell in range(81):
        if telling[cell] != ABSENT:
            fewer = telling[:cell] + ABSENT + telling[cell + 1 :]
            assert iq.solve(with_givens(puzzle, fewer)).status == "multiple"


def test_a_puzzle_with_one_solution_has_no_witnesses() -> None:
    for puzzle in (iq.read(CONTEST), Puzzle(givens=next(iter(POJ_3074)))):
        assert iq.find_witnesses(puzzle) is None
        assert iq.find_telling_givens(puzzle) == ABSENT * 81


def test_a_puzzle_without_a_solution_has_neither() -> None:
    puzzle = Puzzle(givens="55" + "." * 79)
    assert iq.find_witnesses(puzzle) is None
    assert iq.find_telling_givens(puzzle) is None


def test_an_empty_grid() -> None:
    witnesses = iq.find_witnesses(Puzzle(), limit=50)
    assert witnesses
    assert (witnesses.count, witnesses.is_all) == (50, False)
    assert (len(witnesses.differs), witnesses.is_closest) == (4, True)
    assert (witnesses.same, witnesses.unknown) == ((), ())


def test_some_signs_absent() -> None:
    puzzle = without(iq.read(CONTEST), 24)
    witnesses = iq.find_witnesses(puzzle)
    assert witnesses
    assert (witnesses.count, witnesses.is_all) == (11, True)


def test_a_limit_below_two_is_refused() -> None:
    with pytest.raises(ValueError, match="limit is 1"):
        iq.find_witnesses(Puzzle(), limit=1)


@needs_shared
def test_layouts_of_the_corpus() -> None:
    for signs, count in corpus("open-multiple.tsv")[::6]:
        witnesses = iq.find_witnesses(Puzzle(signs))
        assert witnesses
        assert (witnesses.count, witnesses.is_all) == (int(count), True)
