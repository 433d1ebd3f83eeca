"""Pencil marks."""

from __future__ import annotations

from boards import GEOMETRIES
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from strategies import grids_of, puzzles_of, signs_of, thinned

from ineqsudoku.apps.pictures.candidates import pencil_marks
from ineqsudoku.geometry import SUDOKU, latin
from ineqsudoku.puzzle import DIGIT_OF, Puzzle, Relation


@examples(50)
@given(st.data())
def test_the_digits_of_every_solution_stay(data: st.DataObject) -> None:
    geometry = data.draw(st.sampled_from(GEOMETRIES))
    grid = data.draw(grids_of(geometry))
    kept = data.draw(st.sets(st.sampled_from(geometry.cells)))
    pairs = geometry.in_box_pairs, geometry.border_pairs
    inside, border = (signs_of(grid, of) if of else "" for of in pairs)
    puzzle = Puzzle(inside, thinned(grid.line, kept), border, geometry)
    marks = pencil_marks(puzzle)
    assert marks.keys() == set(geometry.cells) - kept
    for cell, mask in marks.items():
        assert mask >> DIGIT_OF[grid.line[cell]] - 1 & 1
        assert mask < 1 << geometry.size


@examples(50)
@given(st.sampled_from(GEOMETRIES).flatmap(lambda geometry: puzzles_of(geometry, wrong=True)))
def test_givens_and_signs_that_conflict_raise_nothing(puzzle: Puzzle) -> None:
    assert all(0 <= mask < 1 << puzzle.geometry.size for mask in pencil_marks(puzzle).values())


def test_givens_and_signs_remove_candidates() -> None:
    puzzle = Puzzle.from_relations([Relation(1, 0), Relation(2, 1)], "." * 8 + "9" + "." * 72)
    marks = pencil_marks(puzzle)
    assert marks[0] == 0b011111100
    assert marks[1] == 0b001111110
    assert marks[2] == 0b000111111
    assert marks[17] == 0b011111111
    assert marks[40] == 0b111111111


def test_a_given_bounds_its_neighbours_and_theirs() -> None:
    puzzle = Puzzle.from_relations(
        [Relation(0, 1), Relation(1, 2)], "......2." + "." * 8, geometry=latin(4)
    )
    assert pencil_marks(puzzle)[0] == 0b0011
    four = Puzzle.from_relations([Relation(0, 1)], ".2" + "." * 14, SUDOKU[4])
    assert pencil_marks(four)[0] == 0b0001


def test_cells_of_a_cycle_have_no_candidates() -> None:
    around = [Relation(0, 1), Relation(1, 10), Relation(10, 9), Relation(9, 0)]
    marks = pencil_marks(Puzzle.from_relations(around))
    assert marks[40] == 511
    assert {marks[cell] for cell in (0, 1, 9, 10)} == {0}
