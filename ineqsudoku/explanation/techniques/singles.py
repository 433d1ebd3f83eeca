"""Last values, hidden singles and naked singles.

A *last value* fills the only empty cell of a house; a *hidden single* is the only cell of a
house that can hold a digit; a *naked single* is a cell with one candidate.  The names are
those of Sudopedia (2006), and the ratings those of Sudoku Explainer (Juillerat, 2006): 1.0;
1.2 in a box and 1.5 in a line; 2.3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.values import Step

LAST, HIDDEN, NAKED = "last value", "hidden single", "naked single"


def last_values(board: Board) -> Iterator[Step]:
    unsolved = board.unsolved
    for number, house in enumerate(board.houses.masks):
        empty = house & unsolved
        if empty and not empty & (empty - 1):
            cell = empty.bit_length() - 1
            digit = masks.least(board.candidates[cell])
            yield _in_house(board, LAST, number, cell, digit, 1.0)


def hidden_in_boxes(board: Board) -> Iterator[Step]:
    return _hidden(board, board.houses.boxes, 1.2)


def hidden_in_lines(board: Board) -> Iterator[Step]:
    return _hidden(board, board.houses.lines, 1.5)


def naked(board: Board) -> Iterator[Step]:
    for cell in masks.cells(board.unsolved):
        candidates = board.candidates[cell]
        if not candidates & (candidates - 1):
            digit = candidates.bit_length()
            premises = board.premises({cell: board.houses.all_digits ^ candidates})
            yield Step(NAKED, ((cell, digit),), (), premises, 2.3, board.geometry)


def _hidden(board: Board, houses: Iterable[int], rating: float) -> Iterator[Step]:
    all_houses = board.houses.masks
    numbers = [(number, all_houses[number]) for number in houses]
    for digit in range(1, len(board.cells_with)):
        left = board.cells_with[digit] & board.unsolved
        if not left:
            continue
        for number, house in numbers:
            places = left & house
            if places and not places & (places - 1):
                cell = places.bit_length() - 1
                yield _in_house(board, HIDDEN, number, cell, digit, rating)


def _in_house(board: Board, name: str, house: int, cell: int, digit: int, rating: float) -> Step:
    mask = masks.bit(digit)
    others = board.geometry.houses[house]
    premises = board.premises({other: mask for other in others if other != cell}, (house,))
    return Step(name, ((cell, digit),), (), premises, rating, board.geometry)
