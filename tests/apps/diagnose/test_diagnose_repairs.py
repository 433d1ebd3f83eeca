"""Repairs by a few flips, compared with trying all combinations."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise, product

import pytest
from data import LAYOUTS
from effort import examples
from hypothesis import assume, given, settings, strategies as st
from puzzles import CONTEST
from strategies import full_layouts, grids, partial_layouts, thinned, wrong_layouts, wrong_puzzles

import ineqsudoku as iq
from ineqsudoku.apps.diagnose.repairs import repairs as repair_steps
from ineqsudoku.apps.diagnose.signs import with_flipped
from ineqsudoku.geometry import CELLS, PAIRS, Pair
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import OPPOSITE, Puzzle, Relation
from ineqsudoku.search import solve_many

few = examples(25, quick=3)


def with_signs_flipped(layout: Puzzle, places: Sequence[int]) -> Puzzle:
    """A full layout with some of its 108 signs flipped."""
    signs = list(layout.signs)
    for place in places:
        signs[place] = OPPOSITE[signs[place]]
    return Puzzle("".join(signs))


def by_trying(puzzle: Puzzle, size: int) -> set[tuple[Relation, ...]]:
    """All sets of `size` relations that give a solution when flipped."""
    some = list(combinations(puzzle.relations, size))
    results = solve_many((with_flipped(puzzle, relations) for relations in some), limit=1)
    return {relations for relations, result in zip(some, results, strict=True) if result.solutions}


def check_repairs(puzzle: Puzzle, depth: int) -> None:
    """Assert that the repairs are all those with the fewest flips, with correct fields."""
    repairs = iq.find_repairs(puzzle, depth)
    sizes = (by_trying(puzzle, size) for size in range(1, depth + 1))
    assert {repair.relations for repair in repairs} == next(filter(None, sizes), set())
    order = [[puzzle.relations.index(r) for r in repair.relations] for repair in repairs]
    assert all(one < other for one, other in pairwise(order))  # none comes twice
    for repair in repairs:
        mended = with_flipped(puzzle, repair.relations)
        assert iq.solve(mended).status == repair.status
        assert iq.check(mended, repair.solution) == ()


@few
@given(wrong_layouts())
def test_all_single_flips_are_found(puzzle: Puzzle) -> None:
    assume(iq.solve(puzzle).status == "none")
    check_repairs(puzzle, 1)


@settings(max_examples=3)
@given(full_layouts(), st.lists(st.integers(0, 107), min_size=2, max_size=2, unique=True))
def test_all_pairs_of_flips_are_found(puzzle: Puzzle, places: list[int]) -> None:
    wrong = with_signs_flipped(puzzle, places)
    assume(iq.solve(wrong).status == "none")
    check_repairs(wrong, 2)


def around(cell: int) -> tuple[Relation, ...]:
    """A cycle of four cells."""
    steps = pairwise([cell, cell + 1, cell + 10, cell + 9, cell])
    return tuple(Relation(*step) for step in steps)


@pytest.mark.parametrize("cells", [[0], [0, 60], [0, 60, 33]])
def test_conflicts_apart_need_a_flip_each(cells: list[int]) -> None:
    cycles = [*map(around, cells)]
    puzzle = Puzzle.from_relations([relation for cycle in cycles for relation in cycle])
    order = puzzle.relations.index
    expected = {tuple(sorted(flips, key=order)) for flips in product(*cycles)}
    for known in ([], cycles[:1], cycles[::-1]):
        repairs = iq.find_repairs(puzzle, 3, known)
        assert {repair.relations for repair in repairs} == expected
        assert {repair.status for repair in repairs} == {"multiple"}
        assert len(cells) == 1 or iq.find_repairs(puzzle, len(cells) - 1, known) == ()


@examples(60, quick=5)
@given(
    grids(),
    st.sets(st.sampled_from(CELLS), min_size=20),
    st.lists(st.sampled_from(PAIRS), min_size=4, max_size=16, unique=True),
    st.integers(1, 4),
)
def test_all_repairs_by_up_to_three_flips_are_found(
    grid: iq.Grid, given_cells: set[int], pairs: list[Pair], flips: int
) -> None:
    """With givens, few signs, and signs across boxes."""
    relations = [Relation(*sorted(pair, key=grid.__getitem__)) for pair in pairs]
    puzzle = Puzzle.from_relations(relations, thinned(grid.line, given_cells))
    wrong = with_flipped(puzzle, relations[:flips])
    assume(iq.solve(wrong).status == "none")
    check_repairs(wrong, 3)


@examples(15, quick=2)
@given(full_layouts(), st.lists(st.integers(0, 107), min_size=3, max_size=3, unique=True))
def test_three_signs_flipped_are_flipped_back(puzzle: Puzzle, places: list[int]) -> None:
    wrong = with_signs_flipped(puzzle, places)
    assume(iq.solve(wrong).status == "none")
    repairs = iq.find_repairs(wrong, depth=3)
    assert repairs
    if len(repairs[0].relations) == 3:
        assert tuple(wrong.relations[place] for place in sorted(places)) in {
            repair.relations for repair in repairs
        }


@few
@given(wrong_puzzles())
def test_puzzles_with_givens_and_signs_across_boxes(puzzle: Puzzle) -> None:
    assume(iq.solve(puzzle).status == "none")
    check_repairs(puzzle, 1)


@few
@given(full_layouts() | partial_layouts(absent=60))
def test_a_puzzle_with_a_solution_needs_no_repair(puzzle: Puzzle) -> None:
    assert iq.find_repairs(puzzle, depth=2) == ()


@few
@given(wrong_layouts(), st.integers(1, 2))
def test_known_conflicts_change_nothing(puzzle: Puzzle, depth: int) -> None:
    conflict = iq.find_conflict(puzzle, orders=2)
    assume(conflict)
    assert conflict
    known = [conflict.relations, puzzle.relations]
    assert iq.find_repairs(puzzle, depth, known) == iq.find_repairs(puzzle, depth)


def test_a_depth_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="depth is 0"):
        iq.find_repairs(Puzzle(), 0)


@examples(15)
@given(wrong_layouts(), st.integers(1, 3))
def test_each_step_knows_more(puzzle: Puzzle, depth: int) -> None:
    assume(iq.solve(puzzle).status == "none")
    steps = list(repair_steps(puzzle, depth))
    assert [len(step.repairs) for step in steps] == sorted(len(step.repairs) for step in steps)
    assert [step.searched for step in steps] == sorted(step.searched for step in steps)
    last = steps[-1]
    assert last.searched == (len(last.repairs[0].relations) if last.repairs else depth)
    assert last.repairs == iq.find_repairs(puzzle, depth)


def test_progress_never_goes_back() -> None:
    steps: list[tuple[Message, int, int]] = []
    layout = iq.read(CONTEST)
    wrong = with_flipped(layout, [layout.relations[0], layout.relations[-1]])
    iq.find_repairs(wrong, 2, progress=lambda *step: steps.append(step))
    done: dict[Message, int] = {}
    for work, number, total in steps:
        assert done.get(work, 0) <= number <= total
        done[work] = number
    assert [*map(str, done)] == [
        "repairs by 1 flip",
        "conflicts after 1 flip",
        "repairs by 2 flips",
    ]


def test_a_published_layout_with_a_slip() -> None:
    """Exactly one flip repairs it, the one that its author named."""
    folder = LAYOUTS / "contest"
    broken = iq.read((folder / "niobaras-original-broken.txt").read_bytes())
    fixed = iq.read((folder / "niobaras-fixed.txt").read_bytes())
    (repair,) = iq.find_repairs(broken)
    assert (repair.relations, repair.status) == ((Relation(16, 25),), "unique")
    assert with_flipped(broken, repair.relations) == fixed
    assert by_trying(broken, 1) == {(Relation(16, 25),)}
