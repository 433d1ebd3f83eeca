"""Exact cover: small grids, 9×9 and 16×16."""

from __future__ import annotations

import pytest
from puzzles import EXAMPLES

from ineqsudoku.search.dlx import fill, sudoku_cover
from ineqsudoku.search.enumeration import LimitReached, Nodes

LETTERS = "ABCDEFGHIJKLMNOP"


def test_the_matrix_has_the_size_that_knuth_gives() -> None:
    for side, options, items in ((3, 729, 324), (4, 4_096, 1_024)):
        cover = sudoku_cover(side)
        assert len(cover.options) == options
        assert {item for option in cover.options for item in option} == {*range(items)}


def test_all_grids_of_four_are_found() -> None:
    grids = [*fill([0] * 16, 2, Nodes())]
    assert len(grids) == len({*map(tuple, grids)}) == 288
    assert all({*grid[:4]} == {*grid[::4]} == {1, 2, 3, 4} for grid in grids)


def test_poj_3076() -> None:
    text = "".join((EXAMPLES / "poj3076.in").read_text(encoding="ascii").split())
    answers = (EXAMPLES / "poj3076.out").read_text(encoding="ascii").split()
    found = ""
    for start in range(0, len(text), 256):
        givens = [LETTERS.find(letter) + 1 for letter in text[start : start + 256]]
        (grid,) = fill(givens, 4, Nodes())
        found += "".join(LETTERS[digit - 1] for digit in grid)
    assert found == "".join(answers)


def test_givens_that_contradict_each_other_have_no_grid() -> None:
    assert not [*fill([1, 1] + [0] * 79, 3, Nodes())]


def test_a_node_limit_is_kept() -> None:
    nodes = Nodes(100)
    with pytest.raises(LimitReached):
        next(fill([0] * 256, 4, nodes))
    assert nodes.count == 100


@pytest.mark.parametrize("givens", [[0] * 80, [10] + [0] * 80, [-1] + [0] * 80, []])
def test_other_givens_are_refused(givens: list[int]) -> None:
    with pytest.raises(ValueError, match="expected 81 digits from 0 to 9"):
        next(fill(givens, 3, Nodes()))
