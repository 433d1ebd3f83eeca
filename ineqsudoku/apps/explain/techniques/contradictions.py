"""The last resort: assume a candidate and draw consequences up to a contradiction.

Consequences come from singles and from single signs.  Unlike a link of a chain, a consequence may
have several premises.  They are drawn level by level: those of a level follow from the candidates
that the previous level left.  The level of a contradiction therefore does not depend on the order
of cells and digits.

All candidates are followed in parallel, and those with the earliest contradictions are the steps.
Berthier (2012) calls this T&E; Sudoku Explainer (Juillerat, 2006) has nishio, multiple and dynamic
forcing chains instead.  If no assumption leads to a contradiction, an explanation is not complete.

Ratings: from 8.0, in the midst of those of Sudoku Explainer (7.5 to 9.4), with 0.1 for levels as
for links of chains.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.board import Board, Changes, technique
from ineqsudoku.apps.explain.consequences import Refutation, refute
from ineqsudoku.apps.explain.houses import HOUSE_SETS, PEERS
from ineqsudoku.apps.explain.links import links_of
from ineqsudoku.apps.explain.step import Step
from ineqsudoku.apps.explain.values import Candidate, with_length
from ineqsudoku.geometry import SIZE

NAME = "contradiction"


@technique
def find(board: Board, _: Changes) -> Iterator[Step]:
    assumed = board.wrong()
    level, ended = Suppositions(board, assumed).earliest()
    rating, start = with_length(8.0, level), board.copy()
    for number in masks.cells(ended):
        reasons = partial(_step, start, assumed[number], rating)
        yield Step.with_reasons(NAME, (assumed[number],), rating, reasons)


def refuting(board: Board, candidate: Candidate) -> Step | None:
    """Return the step that excludes a candidate of a board, if consequences refute it."""
    level, ended = Suppositions(board, [candidate]).earliest()
    refutation = refute(board, candidate) if ended else None
    return _of(board, refutation, with_length(8.0, level)) if refutation else None


def _step(board: Board, assumed: Candidate, rating: float) -> Step:
    refutation = refute(board, assumed)
    assert refutation
    return _of(board, refutation, rating)


def _of(board: Board, refutation: Refutation, rating: float) -> Step:
    chain, premises = links_of(board, refutation)
    end = refutation.end
    return Step(NAME, (), (refutation.assumed,), premises, rating, chain, contradiction=end)


class Suppositions:
    """Many assumptions, followed level by level at the same time, as fast as one.

    A set of assumptions is an int: bit `n` is assumption `n`.  The candidates that a cell has left
    are an int, too: the sets of assumptions under which it can hold 1, 2, 3, ..., one after
    another, from the lowest bits.

    `_all`: the set of all assumptions.
    `_left`: by empty cell, the candidates left.
    `_houses`: the empty cells of each house, and the candidates left in any of them.
    `_peers`, `_greater`, `_lesser`: by empty cell, other empty cells.
    """

    def __init__(self, board: Board, assumed: Sequence[Candidate]) -> None:
        self._width = width = len(assumed)
        self._last = width * (SIZE - 1)
        self._all, self._every = (1 << width) - 1, (1 << width * SIZE) - 1
        self._doubling = [width << place for place in range((SIZE - 2).bit_length())]
        cells = masks.cells(board.unsolved)
        ones = [0, *(1 << width * place for place in range(SIZE))]
        self._left = {
            cell: self._all * sum(ones[digit] for digit in masks.digits(board.candidates[cell]))
            for cell in cells
        }
        in_houses = [masks.cells(house & board.unsolved) for house in HOUSE_SETS]
        self._houses = [
            (in_house, masks.union(map(self._left.__getitem__, in_house))) for in_house in in_houses
        ]
        for number, (cell, digit) in enumerate(assumed):
            self._left[cell] &= ~(sum(ones) - ones[digit] << number)
        signs = board.signs
        self._peers = {cell: masks.cells(PEERS[cell] & board.unsolved) for cell in cells}
        self._greater, self._lesser = (
            {cell: [other for other in others[cell] if other in self._left] for cell in cells}
            for others in (signs.greater, signs.lesser)
        )

    def earliest(self) -> tuple[int, int]:
        """Return the level of the first contradictions, and the assumptions that have one."""
        level = 0
        while True:
            ended, left = self._follow()
            if ended or left == self._left:
                return level, ended
            self._left = left
            level += 1

    def _follow(self) -> tuple[int, dict[int, int]]:
        """Return the assumptions with a contradiction, and the candidates for the next level."""
        before, left = self._left, self._left.copy()
        ended = missing = 0
        only_in = dict.fromkeys(left, 0)
        for cells, every in self._houses:
            one = several = 0
            for cell in cells:
                several |= one & before[cell]
                one |= before[cell]
            missing |= every ^ one
            if only := one ^ several:
                for cell in cells:
                    only_in[cell] |= only & before[cell]
        for cell, digits in before.items():
            if only_in[cell]:
                lower, higher = self._beside(only_in[cell])
                left[cell] ^= left[cell] & (lower | higher)
            lower, higher = self._beside(digits)
            ended |= self._all ^ (digits | lower) >> self._last & self._all
            for other in self._greater[cell]:
                left[other] &= lower
            for other in self._lesser[cell]:
                left[other] &= higher
            if single := digits ^ digits & (lower | higher):
                others = self._every ^ single
                for other in self._peers[cell]:
                    left[other] &= others
        return ended | (missing | self._beside(missing)[0]) >> self._last & self._all, left

    def _beside(self, digits: int) -> tuple[int, int]:
        """Return the digits above any digit of a set, and the digits below any, by assumption."""
        lower, higher = digits << self._width, digits >> self._width
        for distance in self._doubling:
            lower |= lower << distance
            higher |= higher >> distance
        return lower, higher
