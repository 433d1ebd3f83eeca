"""Candidates that occur in no remaining arrangement of a house.

A person lists the ways to fill a box whose cells carry many signs, and finds a candidate that
occurs in none of them.  Listing the cases of one house is the oldest technique of kakuro and
killer sudoku; makers of inequality sudoku use it box by box.  A box is listed if at most `MOST`
arrangements are left; in puzzles without boxes, rows and columns are listed instead.  The rating
is 3.0 for two arrangements and grows by 0.5 with every doubling.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.proof import minimise
from ineqsudoku.explanation.values import Details, Step

NAME = "arrangements"

MOST = 32
"""The most arrangements that a person would list."""


def find(board: Board) -> Iterator[Step]:
    houses = board.houses
    for house in houses.boxes or houses.lines:
        cells = masks.cells(houses.masks[house] & board.unsolved)
        state = [board.candidates[cell] for cell in cells]
        if board.barren.get((NAME, house)) == state:
            continue
        board.barren[NAME, house] = state
        if not any(_has_relation(board, pair) for pair in combinations(cells, 2)):
            continue
        cells.sort(key=lambda cell: board.candidates[cell].bit_count())
        arrangements = _arrangements(board, tuple(cells))
        if not 0 < len(arrangements) <= MOST:
            continue
        gone = {cell: board.candidates[cell] for cell in cells}
        for arrangement in arrangements:
            for cell, digit in zip(cells, arrangement, strict=True):
                gone[cell] &= ~digit
        if any(gone.values()):
            del board.barren[NAME, house]
            yield _step(board, house, sorted(cells), gone, len(arrangements))


def _has_relation(board: Board, pair: tuple[int, int]) -> bool:
    return pair in board.signs.relation or pair[::-1] in board.signs.relation


def _arrangements(board: Board, cells: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return up to `MOST` + 1 ways to fill some cells; digits are masks, bit `d - 1` = `d`."""
    arrangements: list[tuple[int, ...]] = []
    candidates = [board.candidates[cell] for cell in cells]
    relation = board.signs.relation
    below = [[n for n, other in enumerate(cells[:i]) if (other, cell) in relation]
             for i, cell in enumerate(cells)]  # fmt: skip
    above = [[n for n, other in enumerate(cells[:i]) if (cell, other) in relation]
             for i, cell in enumerate(cells)]  # fmt: skip
    chosen = [0] * len(cells)

    def fill(place: int, used: int) -> None:
        if place == len(cells):
            arrangements.append(tuple(chosen))
            return
        left = candidates[place] & ~used
        for n in below[place]:
            left &= -2 * chosen[n]
        for n in above[place]:
            left &= chosen[n] - 1
        while left and len(arrangements) <= MOST:
            digit = left & -left
            left ^= digit
            chosen[place] = digit
            fill(place + 1, used | digit)

    fill(0, 0)
    return arrangements


def _step(board: Board, house: int, cells: list[int], gone: dict[int, int], count: int) -> Step:
    every = board.houses.all_digits
    removes = tuple([(cell, digit) for cell in cells for digit in masks.digits(gone[cell])])
    pairs = [pair for one in combinations(cells, 2) for pair in (one, one[::-1])]
    premises = board.premises(
        {cell: every & ~board.candidates[cell] for cell in cells},
        (house,),
        [board.signs.relation[pair] for pair in pairs if pair in board.signs.relation],
    )
    premises = minimise(board.houses, premises, removes)
    rating = 2.5 + 0.5 * max(1, (count - 1).bit_length())
    details = Details(count=count)
    return Step(NAME, (), removes, premises, rating, board.geometry, details=details)
