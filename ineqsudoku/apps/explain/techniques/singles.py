"""Last values, hidden singles and naked singles.

A *last value* fills the only empty cell of a house; a *hidden single* is the only cell of a
house that can hold a digit; a *naked single* is a cell with one candidate.  The names are
those of Sudopedia (2006), and the ratings those of Sudoku Explainer (Juillerat, 2006): 1.0;
1.2 in a box and 1.5 in a line; 2.3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.board import Board, Changes, technique
from ineqsudoku.apps.explain.values import Step

LAST, HIDDEN, NAKED = "last value", "hidden single", "naked single"
OF_LAST, OF_BOX, OF_LINE, OF_NAKED = 1.0, 1.2, 1.5, 2.3
"""The ratings."""


class Single(NamedTuple):
    """A digit that is the only one left; the technique is that with the rating.

    `house`: the house of the last value or of the hidden single; -1 for a naked single.
    """

    rating: float
    digit: int
    house: int
    cell: int

    def step(self, board: Board) -> Step:
        """Return the step on a board."""
        rating, digit, house, cell = self
        mask = masks.bit(digit)
        if rating == OF_NAKED:
            premises = board.premises({cell: board.houses.all_digits ^ mask})
            return Step(NAKED, ((cell, digit),), (), premises, rating, board.geometry)
        others = board.geometry.houses[house]
        premises = board.premises({other: mask for other in others if other != cell}, (house,))
        name = LAST if rating == OF_LAST else HIDDEN
        return Step(name, ((cell, digit),), (), premises, rating, board.geometry)


@technique
def last_values(board: Board, changes: Changes) -> Iterator[Step]:
    unsolved = board.unsolved
    for number in board.houses.touched(changes.cells):
        empty = board.houses.masks[number] & unsolved
        if empty and not empty & (empty - 1):
            cell = empty.bit_length() - 1
            if candidates := board.candidates[cell]:
                yield Single(OF_LAST, masks.least(candidates), number, cell).step(board)


@technique
def hidden_in_boxes(board: Board, changes: Changes) -> Iterator[Step]:
    return _hidden(board, changes, board.houses.boxes, OF_BOX)


@technique
def hidden_in_lines(board: Board, changes: Changes) -> Iterator[Step]:
    return _hidden(board, changes, board.houses.lines, OF_LINE)


@technique
def naked(board: Board, changes: Changes) -> Iterator[Step]:
    for cell in masks.cells(board.unsolved & changes.cells):
        candidates = board.candidates[cell]
        if masks.is_single(candidates):
            yield Single(OF_NAKED, candidates.bit_length(), -1, cell).step(board)


def _hidden(board: Board, changes: Changes, houses: Iterable[int], rating: float) -> Iterator[Step]:
    all_houses = board.houses.masks
    numbers = [(number, all_houses[number]) for number in houses]
    for digit, changed in changes.cells_of.items():
        left = board.cells_with[digit] & board.unsolved
        for number, house in numbers if left else ():
            places = left & house
            if places and not places & (places - 1) and changed & house:
                yield Single(rating, digit, number, places.bit_length() - 1).step(board)
