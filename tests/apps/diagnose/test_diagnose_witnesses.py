"""Several solutions: counted and compared."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from data import corpus
from effort import examples
from hypothesis import assume, given, strategies as st
from puzzles import CONTEST, POJ_3074
from strategies import full_layouts, mixed_puzzles, partial_layouts, plain_puzzles

import ineqsudoku as iq
from ineqsudoku.geometry import CELLS, COLUMNS, DIGITS, ROWS
from ineqsudoku.puzzle import ABSENT, Grid, Puzzle

few = examples(30)

several = full_layouts() | partial_layouts(absent=108) | mixed_puzzles() | plain_puzzles()


def difference(first: Grid, second: Grid) -> tuple[int, ...]:
    return tuple(cell for cell in range(81) if first[cell] != second[cell])


@few
@given(several)
def test_witnesses_are_solutions_that_differ_in_the_listed_cells_only(puzzle: Puzzle) -> None:
    witnesses = iq.find_witnesses(puzzle, limit=100)
    if witnesses is None:
        assert iq.solve(puzzle).status != "multiple"
        return
    assert iq.check(puzzle, witnesses.first) == iq.check(puzzle, witnesses.second) == ()
    pair = witnesses.first, witnesses.second
    assert pair[0] < pair[1]
    assert difference(witnesses.first, witnesses.second) == witnesses.differs
    assert len(witnesses.differs) >= 4
    assert sorted(cell for loop in witnesses.loops for cell in loop) == [*witnesses.differs]
    for loop in witnesses.loops:
        for line in ROWS + COLUMNS:
            cells = {*loop}.intersection(line)
            before, after = ([grid[cell] for cell in cells] for grid in pair)
            assert sorted(before) == sorted(after)
    assert witnesses.count <= 100
    assert witnesses.is_all or witnesses.count == 100
    common = {*witnesses.same, *witnesses.unknown}
    assert not common & set(witnesses.differs)


def test_a_puzzle_with_one_solution_has_no_witnesses() -> None:
    for puzzle in (iq.read(CONTEST), Puzzle(givens=next(iter(POJ_3074)))):
        assert iq.find_witnesses(puzzle) is None


def test_a_puzzle_without_a_solution_has_no_witnesses() -> None:
    assert iq.find_witnesses(Puzzle(givens="55" + "." * 79)) is None


def test_an_empty_grid() -> None:
    witnesses = iq.find_witnesses(Puzzle(), limit=50)
    assert witnesses
    assert (witnesses.count, witnesses.is_all) == (50, False)
    # Which two are found depends on the engine; only four cells are proved to be the fewest.
    assert len(witnesses.differs) <= 6
    assert witnesses.is_closest == (len(witnesses.differs) == 4)
    assert (witnesses.same, witnesses.unknown) == ((), ())


def possible(puzzle: Puzzle, cell: int) -> str:
    """The digits that a cell has in some solution, each of them tried."""
    tried = ((digit, given_as(puzzle, cell, digit)) for digit in DIGITS)
    return "".join(d for d, of in tried if puzzle.givens[cell] in (d, ABSENT) and solvable(of))


def given_as(puzzle: Puzzle, cell: int, digit: str) -> Puzzle:
    return replace(puzzle, givens=puzzle.givens[:cell] + digit + puzzle.givens[cell + 1 :])


def solvable(puzzle: Puzzle) -> bool:
    return bool(iq.solve(puzzle, limit=1).solutions)


@given(mixed_puzzles() | plain_puzzles(24), st.sampled_from([2, 3, 10, 1_000]))
@examples(40, quick=5)
def test_witnesses_are_true_at_every_limit(puzzle: Puzzle, limit: int) -> None:
    witnesses = iq.find_witnesses(puzzle, limit)
    assume(witnesses)
    assert witnesses
    assert iq.check(puzzle, witnesses.first) == iq.check(puzzle, witnesses.second) == ()
    different = [c for c in CELLS if witnesses.first[c] != witnesses.second[c]]
    assert witnesses.differs == tuple(different)
    givens = {cell for cell in CELLS if puzzle.givens[cell] != ABSENT}
    assert givens <= {*witnesses.same}
    for cell in {*CELLS} - {*witnesses.unknown}:
        assert (cell in witnesses.same) == (len(possible(puzzle, cell)) == 1)
    solutions = iq.solve(puzzle, limit=300)
    if solutions.complete:
        number = len(solutions.solutions)
        assert witnesses.count == min(number, limit)
        assert witnesses.is_all == (number < limit) or number == limit
        pairs = combinations(solutions.solutions, 2)
        closest = min(sum(map(str.__ne__, a.line, b.line)) for a, b in pairs)
        assert len(witnesses.differs) >= closest
        assert len(witnesses.differs) == closest or not witnesses.is_closest
    else:
        assert not witnesses.is_closest or len(witnesses.differs) == 4


@pytest.mark.parametrize("limit", [2, 3, 5])
def test_givens_are_the_same_in_all_solutions(limit: int) -> None:
    witnesses = iq.find_witnesses(Puzzle(givens=".1" + "." * 79), limit)
    assert witnesses
    assert witnesses.same == (1,)
    assert 1 not in witnesses.differs


def test_progress_never_goes_back() -> None:
    steps: list[tuple[str, int, int]] = []
    iq.find_witnesses(Puzzle(), limit=50, progress=lambda *step: steps.append(step))
    done: dict[str, int] = {}
    for work, number, total in steps:
        assert done.get(work, 0) <= number <= total
        done[work] = number
    assert len(done) == 3


def test_a_limit_below_two_is_refused() -> None:
    with pytest.raises(ValueError, match="limit is 1"):
        iq.find_witnesses(Puzzle(), limit=1)


def test_layouts_of_the_corpus() -> None:
    for signs, count in corpus("open-multiple.tsv")[::6]:
        witnesses = iq.find_witnesses(Puzzle(signs))
        assert witnesses
        assert (witnesses.count, witnesses.is_all) == (int(count), True)
