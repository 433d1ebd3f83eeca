"""Candidates that occur in no remaining arrangement of a box.

A person lists the ways to fill a box whose cells carry many signs, and finds a candidate that
occurs in none of them.  Listing the cases of one house is the oldest technique of kakuro and
killer sudoku; makers of inequality sudoku use it box by box.  A box is listed if at most `MOST`
arrangements are left.  The rating is 3.0 for two arrangements and grows by 0.5 with every doubling.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.board import Board, Changes, Technique, technique
from ineqsudoku.apps.explain.houses import ALL_DIGITS, BOX_NUMBERS, HOUSE_SETS, houses_with
from ineqsudoku.apps.explain.proof import minimise
from ineqsudoku.apps.explain.step import Details, Step
from ineqsudoku.apps.explain.values import Candidate, Premises
from ineqsudoku.puzzle import Relation

NAME = "arrangements"


MOST = 8
"""The most arrangements that a person would list."""


def up_to(most: int) -> Technique:
    """Return a technique that lists at most `most` arrangements of a house."""

    @technique
    def find(board: Board, changes: Changes) -> Iterator[Step]:
        for house in houses_with(changes.cells):
            if house not in BOX_NUMBERS:
                continue
            count, gone = _listed(board, house)
            if 0 < count <= most and any(gone.values()):
                removes = masks.pairs(gone.items())
                rating = 2.5 + 0.5 * max(1, (count - 1).bit_length())
                reasons = partial(_step, board.copy(), house, removes, rating, count)
                yield Step.with_reasons(NAME, removes, rating, reasons)

    return find


def _listed(board: Board, house: int) -> tuple[int, dict[int, int]]:
    """Return the number of arrangements, and for each cell the candidates that occur in none.

    The number is 0 without relations, and `MOST` + 1 if there are more than `MOST`.
    """
    cells = masks.cells(HOUSE_SETS[house] & board.unsolved)
    state = [board.candidates[cell] for cell in cells]
    known = board.listed.get(house)
    if known and known[0] == state:
        return known[1]
    gone = dict(zip(cells, state, strict=True))
    count = 0
    if any(_relations(board, cells)):
        fewest_first = tuple(sorted(cells, key=lambda cell: board.candidates[cell].bit_count()))
        arrangements = _arrangements(board, fewest_first)
        count = len(arrangements)
        for arrangement in arrangements:
            for cell, digit in zip(fewest_first, arrangement, strict=True):
                gone[cell] &= ~digit
    listed = count, gone
    board.listed[house] = state, listed
    return listed


def _relations(board: Board, cells: tuple[int, ...]) -> Iterator[Relation]:
    known = board.signs.relation
    for one, other in combinations(cells, 2):
        if relation := known.get((one, other)) or known.get((other, one)):
            yield relation


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


def _step(
    board: Board, house: int, removes: tuple[Candidate, ...], rating: float, count: int
) -> Step:
    cells = masks.cells(HOUSE_SETS[house] & board.unsolved)
    excluded = {cell: ALL_DIGITS & ~board.candidates[cell] for cell in cells}
    premises = Premises.excluding(excluded, (house,), _relations(board, cells))
    premises = minimise(premises, removes)
    details = Details(count=count)
    return Step(NAME, (), removes, premises, rating, details=details)
