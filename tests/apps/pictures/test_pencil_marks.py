"""Pencil marks."""

from __future__ import annotations

from effort import examples
from hypothesis import given, strategies as st
from strategies import extended_puzzles, grids, signs_of, thinned

from ineqsudoku.apps.pictures.candidates import pencil_marks
from ineqsudoku.geometry import BORDER_PAIRS, CELLS, IN_BOX_PAIRS, SIZE
from ineqsudoku.puzzle import Grid, Puzzle, Relation


@examples(50)
@given(grids(), st.sets(st.sampled_from(CELLS)))
def test_the_digits_of_every_solution_stay(grid: Grid, kept: set[int]) -> None:
    inside, border = (signs_of(grid, pairs) for pairs in (IN_BOX_PAIRS, BORDER_PAIRS))
    marks = pencil_marks(Puzzle(inside, thinned(grid.line, kept), border))
    assert marks.keys() == set(CELLS) - kept
    for cell, mask in marks.items():
        assert mask >> grid[cell] - 1 & 1
        assert mask < 1 << SIZE


@examples(50)
@given(extended_puzzles())
def test_givens_and_signs_that_conflict_raise_nothing(puzzle: Puzzle) -> None:
    assert all(0 <= mask < 1 << SIZE for mask in pencil_marks(puzzle).values())


def test_givens_and_signs_remove_candidates() -> None:
    puzzle = Puzzle.from_relations([Relation(1, 0), Relation(2, 1)], "." * 8 + "9" + "." * 72)
    marks = pencil_marks(puzzle)
    assert marks[0] == 0b011111100
    assert marks[1] == 0b001111110
    assert marks[2] == 0b000111111
    assert marks[17] == 0b011111111
    assert marks[40] == 0b111111111


def test_a_given_bounds_its_neighbours_and_theirs() -> None:
    relations = [Relation(0, 1), Relation(1, 2)]
    assert pencil_marks(Puzzle.from_relations(relations, "..4" + "." * 78))[0] == 0b000000011
    assert pencil_marks(Puzzle.from_relations(relations, ".2" + "." * 79))[0] == 0b000000001


def test_cells_of_a_cycle_have_no_candidates() -> None:
    around = [Relation(0, 1), Relation(1, 10), Relation(10, 9), Relation(9, 0)]
    marks = pencil_marks(Puzzle.from_relations(around))
    assert marks[40] == 511
    assert {marks[cell] for cell in (0, 1, 9, 10)} == {0}
