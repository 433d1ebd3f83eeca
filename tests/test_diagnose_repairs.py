"""Repairs: what turning signs can mend, nothing missed and nothing made up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from puzzles import CONTEST, CONTEST_GRID, turned
from shared import SHARED, corpus, needs_shared
from strategies import full_layouts, partial_layouts, wrong_layouts, wrong_puzzles

import ineqsudoku as iq
from ineqsudoku.puzzle import Puzzle, Relation

OTHER_WAY = {"<": ">", ">": "<", "^": "v", "v": "^"}

few = settings(max_examples=15)


def all_turned(puzzle: Puzzle, relations: tuple[Relation, ...]) -> Puzzle:
    for relation in relations:
        puzzle = turned(puzzle, relation)
    return puzzle


def with_signs_turned(layout: Puzzle, places: Sequence[int]) -> Puzzle:
    """The same for a full layout, where there is little time."""
    signs = list(layout.signs)
    for place in places:
        signs[place] = OTHER_WAY[signs[place]]
    return Puzzle("".join(signs))


def by_trying(puzzle: Puzzle, size: int) -> set[tuple[Relation, ...]]:
    return {
        relations
        for relations in combinations(puzzle.relations, size)
        if iq.solve(all_turned(puzzle, relations), limit=1).status != "none"
    }


@few
@given(wrong_layouts())
def test_all_single_signs_that_help_are_found(puzzle: Puzzle) -> None:
    assume(iq.solve(puzzle).status == "none")
    repairs = iq.find_repairs(puzzle)
    assert [repair.relations for repair in repairs] == sorted(
        by_trying(puzzle, 1), key=lambda relations: puzzle.relations.index(relations[0])
    )
    for repair in repairs:
        mended = iq.solve(all_turned(puzzle, repair.relations))
        assert mended.status == repair.status
        assert iq.check(all_turned(puzzle, repair.relations), repair.solution) == ()


@settings(max_examples=3)
@given(full_layouts(), st.lists(st.integers(0, 107), min_size=2, max_size=2, unique=True))
def test_all_pairs_that_help_are_found(puzzle: Puzzle, places: list[int]) -> None:
    wrong = with_signs_turned(puzzle, places)
    assume(all(iq.solve(with_signs_turned(wrong, [i])).status == "none" for i in range(108)))
    found = {repair.relations for repair in iq.find_repairs(wrong, depth=2)}
    assert found == {
        (wrong.relations[first], wrong.relations[second])
        for first, second in combinations(range(108), 2)
        if iq.solve(with_signs_turned(wrong, [first, second]), limit=1).status != "none"
    }


@few
@given(full_layouts(), st.integers(0, 107))
def test_turning_back_is_a_repair(puzzle: Puzzle, place: int) -> None:
    wrong = with_signs_turned(puzzle, [place])
    assume(iq.solve(wrong).status == "none")
    found = [(repair.relations, repair.status) for repair in iq.find_repairs(wrong)]
    assert ((wrong.relations[place],), iq.solve(puzzle).status) in found


@few
@given(wrong_puzzles())
def test_puzzles_with_givens_and_signs_across_boxes(puzzle: Puzzle) -> None:
    assume(iq.solve(puzzle).status == "none")
    assert {repair.relations for repair in iq.find_repairs(puzzle)} == by_trying(puzzle, 1)


@few
@given(full_layouts() | partial_layouts(absent=60))
def test_what_has_a_solution_needs_no_repair(puzzle: Puzzle) -> None:
    assert iq.find_repairs(puzzle, depth=2) == ()


def test_two_signs_turned() -> None:
    layout = iq.read(CONTEST)
    first, second = layout.relations[0], layout.relations[-1]
    wrong = turned(turned(layout, first), second)
    assert iq.find_repairs(wrong) == ()
    repairs = iq.find_repairs(wrong, depth=2)
    backs = {first.flipped(), second.flipped()}
    assert [repair.solution for repair in repairs if set(repair.relations) == backs] == [
        CONTEST_GRID
    ]


def test_two_cycles_need_two_signs() -> None:
    def around(cell: int) -> list[Relation]:
        cells = [cell, cell + 1, cell + 10, cell + 9]
        return [Relation(*step) for step in zip(cells, (*cells[1:], cells[0]), strict=True)]

    puzzle = Puzzle.from_relations([*around(0), *around(60)])
    assert iq.find_repairs(puzzle) == ()
    repairs = iq.find_repairs(puzzle, depth=2)
    assert {repair.status for repair in repairs} == {"multiple"}
    assert len(repairs) == 16


def test_givens_that_contradict_each_other_are_beyond_repair() -> None:
    assert iq.find_repairs(Puzzle(iq.read(CONTEST).signs, "55" + "." * 79), depth=2) == ()


def test_a_depth_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="depth is 0"):
        iq.find_repairs(Puzzle(), depth=0)


def test_progress_is_told() -> None:
    told: list[tuple[str, int, int]] = []
    wrong = turned(iq.read(CONTEST), iq.read(CONTEST).relations[0])
    iq.find_repairs(wrong, progress=lambda *step: told.append(step))
    assert told
    assert all(0 <= done <= total for _, done, total in told)


@needs_shared
def test_a_published_layout_with_a_slip() -> None:
    """Exactly one sign mends it, and its author found it, too."""
    folder = SHARED / "layouts" / "contest"
    broken = iq.read((folder / "niobaras-original-broken.txt").read_bytes())
    fixed = iq.read((folder / "niobaras-fixed.txt").read_bytes())
    (repair,) = iq.find_repairs(broken)
    assert (repair.relations, repair.status) == ((Relation(16, 25),), "unique")
    assert turned(broken, Relation(16, 25)) == fixed
    assert by_trying(broken, 1) == {(Relation(16, 25),)}


@needs_shared
@pytest.mark.parametrize("place", range(0, 300, 60))
def test_layouts_of_the_corpus_are_not_mended_by_one_sign(place: int) -> None:
    (signs,) = corpus("open-unsat.txt")[place]
    found = {repair.relations for repair in iq.find_repairs(Puzzle(signs))}
    assert found == by_trying(Puzzle(signs), 1)
