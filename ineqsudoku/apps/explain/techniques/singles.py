"""Full houses, hidden singles and naked singles.

A *full house* fills the only empty cell of a house; a *hidden single* is the only cell of a
house that can hold a digit; a *naked single* is a cell with one candidate.  The names are
those of Sudopedia (2006), and the ratings those of Sudoku Explainer (Juillerat, 2006): 1.0;
1.2 in a box and 1.5 in a line; 2.3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.board import Board, Changes, technique
from ineqsudoku.apps.explain.houses import (
    ALL_DIGITS,
    BOX_NUMBERS,
    HOUSE_SETS,
    LINE_NUMBERS,
    houses_with,
)
from ineqsudoku.apps.explain.step import Step
from ineqsudoku.apps.explain.values import Premises
from ineqsudoku.geometry import HOUSES

FULL_HOUSE, HIDDEN, NAKED = "full house", "hidden single", "naked single"
OF_FULL_HOUSE, OF_BOX, OF_LINE, OF_NAKED = 1.0, 1.2, 1.5, 2.3
"""The ratings."""


class Single(NamedTuple):
    """A digit that is the only one left; its rating determines the technique.

    `house`: the house of the full house or of the hidden single; -1 for a naked single.
    """

    rating: float
    digit: int
    house: int
    cell: int

    @property
    def step(self) -> Step:
        rating, digit, house, cell = self
        mask = masks.bit(digit)
        if rating == OF_NAKED:
            premises = Premises.excluding({cell: ALL_DIGITS ^ mask})
            return Step(NAKED, ((cell, digit),), (), premises, rating)
        others = HOUSES[house]
        premises = Premises.excluding({other: mask for other in others if other != cell}, (house,))
        name = FULL_HOUSE if rating == OF_FULL_HOUSE else HIDDEN
        return Step(name, ((cell, digit),), (), premises, rating)


@technique
def full_houses(board: Board, changes: Changes) -> Iterator[Step]:
    unsolved = board.unsolved
    for number in houses_with(changes.cells):
        empty = HOUSE_SETS[number] & unsolved
        if empty and not empty & (empty - 1):
            cell = empty.bit_length() - 1
            if candidates := board.candidates[cell]:
                yield Single(OF_FULL_HOUSE, masks.least(candidates), number, cell).step


@technique
def hidden_in_boxes(board: Board, changes: Changes) -> Iterator[Step]:
    return _hidden(board, changes, BOX_NUMBERS, OF_BOX)


@technique
def hidden_in_lines(board: Board, changes: Changes) -> Iterator[Step]:
    return _hidden(board, changes, LINE_NUMBERS, OF_LINE)


@technique
def naked(board: Board, changes: Changes) -> Iterator[Step]:
    for cell in masks.cells(board.unsolved & changes.cells):
        candidates = board.candidates[cell]
        if masks.is_single(candidates):
            yield Single(OF_NAKED, candidates.bit_length(), -1, cell).step


def _hidden(board: Board, changes: Changes, houses: Iterable[int], rating: float) -> Iterator[Step]:
    numbers = [(number, HOUSE_SETS[number]) for number in houses]
    for digit, changed in changes.cells_of.items():
        left = board.cells_with[digit] & board.unsolved
        for number, house in numbers if left else ():
            places = left & house
            if places and not places & (places - 1) and changed & house:
                yield Single(rating, digit, number, places.bit_length() - 1).step
