"""An image is the same puzzle in another order, and shows the puzzle's solutions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import (
    full_layouts,
    mixed_puzzles,
    partial_layouts,
    plain_puzzles,
    puzzles_of_other_sizes,
)

import ineqsudoku as iq
from ineqsudoku.geometry import SUDOKU, latin
from ineqsudoku.puzzle import Grid, Puzzle
from ineqsudoku.search.images import IMAGES, image

puzzles = st.one_of(
    full_layouts(), partial_layouts(), mixed_puzzles(), plain_puzzles(), puzzles_of_other_sizes()
)
numbers = st.integers(0, IMAGES)


@given(puzzles, numbers)
def test_an_image_shows_the_solutions_of_the_puzzle(puzzle: Puzzle, number: int) -> None:
    shown = image(puzzle, number)
    result = iq.solve(puzzle, 20, node_limit=2_000)
    of_image = iq.solve(shown.of(puzzle), 20, node_limit=2_000)
    lines = {shown.solution(grid.line) for grid in of_image.solutions}
    assert all(iq.check(puzzle, Grid(line)) == () for line in lines)
    if result.complete and of_image.complete:
        assert lines == {grid.line for grid in result.solutions}


@given(puzzles)
def test_the_first_image_is_the_puzzle(puzzle: Puzzle) -> None:
    shown = image(puzzle, 0)
    assert shown.of(puzzle) == puzzle
    assert shown.solution(puzzle.givens) == puzzle.givens


@given(puzzles, numbers)
def test_an_image_has_as_many_signs_and_givens(puzzle: Puzzle, number: int) -> None:
    shown = image(puzzle, number).of(puzzle)
    assert len(shown.relations) == len(puzzle.relations)
    assert shown.givens.count(".") == puzzle.givens.count(".")


@pytest.mark.parametrize(
    ("puzzle", "number"),
    [
        (Puzzle(border_signs="<" + "." * 35), 16),
        (Puzzle("<" + "." * 107), IMAGES),
        (Puzzle(givens="1" + "." * 80), IMAGES),
        (Puzzle.of(SUDOKU[16], "<" + "." * 383), IMAGES),
        (Puzzle.of(latin(5), border_signs="<" + "." * 39), 16),
    ],
)
def test_images_differ(puzzle: Puzzle, number: int) -> None:
    """Exchanging digits moves no cell, so not all orders are distinct."""
    cells = [str(cell) for cell in puzzle.geometry.cells]
    orders = {image(puzzle, its).cells(cells) for its in range(number)}
    assert len(orders) >= number // 2
