"""Conflicts: relations that cannot all hold, none of which is superfluous."""

from __future__ import annotations

import pytest
from data import corpus
from effort import examples, slow
from hypothesis import assume, example, given, strategies as st
from puzzles import CONTEST, POJ_3074
from strategies import (
    any_layouts,
    full_layouts,
    mixed_puzzles,
    partial_layouts,
    wrong_layouts,
    wrong_puzzles,
)

import ineqsudoku as iq
from ineqsudoku.apps.diagnose.conflicts import conflicts, some_conflict
from ineqsudoku.apps.diagnose.oracle import LONG, Oracle
from ineqsudoku.apps.diagnose.signs import with_flipped, with_only
from ineqsudoku.puzzle import NO_BORDER_SIGNS, Puzzle, Relation

MANY_NODES = 100_000

SHORT = 256
"""The nodes of the longest search of `some_conflict`."""

SLOWLY_REFUTED = Puzzle(
    "<<<>><v^v^v^^^v<>><><^v^^^vv^v><><<><>><<>^v^v^^^vv><<><>v^^"
    "^vv^v^<><>><><<>>>v^v^^^vv^<>>>><^^^vv^v^v>>><<>"
)
"""A layout without a solution whose proof needs more nodes than that."""

few = examples(25, quick=3)


def only(puzzle: Puzzle, relations: tuple[Relation, ...]) -> Puzzle:
    return Puzzle.from_relations(relations, puzzle.givens)


def has_solution(puzzle: Puzzle) -> bool | None:
    """Whether there is a solution; `None` if no engine can tell because there are few signs."""
    for engine in ("auto", "rowmajor"):
        result = iq.solve(puzzle, 1, engine, node_limit=MANY_NODES)
        if result.solutions or result.complete:
            return bool(result.solutions)
    return None


def check_conflict(puzzle: Puzzle) -> None:
    """Assert that the relations conflict, and that removing any one of them ends the conflict."""
    conflict = iq.find_conflict(puzzle, orders=4)
    assert conflict
    assert set(conflict.relations) <= set(puzzle.relations)
    assert not has_solution(only(puzzle, conflict.relations))
    without = (
        only(puzzle, tuple(other for other in conflict.relations if other != relation))
        for relation in conflict.relations
    )
    if conflict.is_minimal:
        assert all(has_solution(rest) is not False for rest in without)
    elif conflict.is_minimal is False:
        assert any(has_solution(rest) is False for rest in without)
    elif puzzle.border_signs == NO_BORDER_SIGNS:
        results = (iq.solve(rest, 1, node_limit=LONG) for rest in without)
        assert any(not (result.solutions or result.complete) for result in results)


HARD_AT_FIRST = Puzzle(
    "><<<<<v^^^^vv^v><<><>^^^vv^^v^><><>><<<<><^^^^vv^^v<>>>"
    "<>vv^v^^^v^<<>>><<>><>>v^vv^vv^^<><><>^v^v^vvv^>><>><"
)
"""A set of its relations needs a long search, but is answered at once when others are removed."""


@few
@given(wrong_layouts() | any_layouts())
@example(HARD_AT_FIRST)
def test_layouts(puzzle: Puzzle) -> None:
    assume(has_solution(puzzle) is False)
    check_conflict(puzzle)


@few
@given(wrong_puzzles())
def test_puzzles_with_givens_and_signs_across_boxes(puzzle: Puzzle) -> None:
    """The givens are not part of a conflict."""
    assume(has_solution(puzzle) is False)
    check_conflict(puzzle)


@few
@given(full_layouts() | partial_layouts(absent=60) | mixed_puzzles())
def test_what_has_a_solution_has_no_conflict(puzzle: Puzzle) -> None:
    assert iq.find_conflict(puzzle) is None
    assert some_conflict(puzzle) is None


@pytest.mark.slow
@few
@given(wrong_layouts())
@example(SLOWLY_REFUTED)
def test_a_conflict_is_known_at_once_and_better_ones_later(puzzle: Puzzle) -> None:
    steps = [*conflicts(puzzle)]
    for conflict, proof in steps:
        used = {relation for step in proof for relation in step.premises.relations}
        assert not proof or used == {*conflict.relations}
        assert not has_solution(only(puzzle, conflict.relations))
    quick = some_conflict(puzzle)
    oracle = Oracle(puzzle)
    is_refuted = oracle.is_refuted(oracle.everything, SHORT)
    assert (quick is None) == (not is_refuted)
    assert steps or not is_refuted
    assert quick is None or not has_solution(only(puzzle, quick))


def test_of_a_long_cycle_ten_cells_are_enough() -> None:
    """There are nine digits.  This one goes round four rows of five columns."""
    cells = [0, 1, 2, 3, 4, 13, 22, 31, 30, 29, 28, 27, 18, 9]
    around = [Relation(*step) for step in zip(cells, (*cells[1:], cells[0]), strict=True)]
    check_conflict(Puzzle.from_relations(around))


def test_a_given_and_a_sign_conflict() -> None:
    givens = "1" + "." * 80
    puzzle = Puzzle.from_relations([Relation(1, 0), Relation(40, 41)], givens)
    assert iq.find_conflict(puzzle) == iq.Conflict((Relation(1, 0),), is_minimal=True)


def test_a_row_without_a_place_for_a_one() -> None:
    """Each cell of the first row exceeds the one below it."""
    below = tuple(Relation(cell + 9, cell) for cell in range(9))
    others = (Relation(40, 41), Relation(60, 61), Relation(30, 39), Relation(80, 79))
    conflict = iq.find_conflict(Puzzle.from_relations([*others, *below]))
    assert conflict == iq.Conflict(below, is_minimal=True)


def test_an_oracle_remembers_the_relations_that_grids_break() -> None:
    layout = iq.read(CONTEST)
    oracle = Oracle(layout)
    oracle.remember(iq.solve(layout).solutions[0].line)
    assert oracle.has_solution(oracle.everything)
    assert oracle.relations(0b101) == (layout.relations[0], layout.relations[2])


def test_the_one_solution_does_not_count_when_others_are_asked_for() -> None:
    puzzle = Puzzle(givens=next(iter(POJ_3074)))
    solution = iq.solve(puzzle).solutions[0]
    assert Oracle(puzzle).has_solution(0) is True
    assert Oracle(puzzle, apart_from=solution).has_solution(0) is False


@few
@given(wrong_puzzles(), st.sets(st.integers(0, 143)))
def test_signs_are_flipped_and_taken_away(puzzle: Puzzle, places: set[int]) -> None:
    some = [puzzle.relations[place] for place in sorted(places)]
    assert with_only(puzzle, some) == only(puzzle, tuple(some))
    others = set(puzzle.relations) - set(some)
    flipped = {relation.flipped() for relation in some}
    assert set(with_flipped(puzzle, some).relations) == others | flipped


@pytest.mark.parametrize("place", [0, 75, 150, 225, *slow(range(25, 300, 25))])
def test_layouts_of_the_corpus(place: int) -> None:
    (signs,) = corpus("open-unsat.txt")[place]
    check_conflict(Puzzle(signs))
