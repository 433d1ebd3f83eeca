"""The last resort: assume a candidate and draw consequences up to a contradiction.

Consequences come from singles and from single signs.  Unlike a link of a chain, a consequence may
have several premises.  They are drawn level by level: those of a level follow from the candidates
that the previous level left.  The level of a contradiction therefore does not depend on the order
of cells and digits.

All candidates are followed in parallel, and those with the earliest contradictions are the steps.
Berthier (2012) calls this T&E; Sudoku Explainer (Juillerat, 2006) has nishio, multiple and dynamic
forcing chains instead.  If no single assumption leads to a contradiction, assumptions are nested,
starting with the cells that have the fewest candidates.

Ratings: from 8.0, in the midst of those of Sudoku Explainer (7.5 to 9.4), with 0.1 for levels as
for links of chains; 10.0 and 11.0 for two and three nested assumptions.

Limits: a search with nested assumptions makes up to `ASSUMPTIONS` of them, up to `DEPTH` at a
time.  Beyond the limits, an explanation is not complete.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import NamedTuple

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.board import Board, Changes, technique
from ineqsudoku.apps.explain.consequences import Consequences, Refutation, refute
from ineqsudoku.apps.explain.houses import HOUSE_SETS, HOUSES_OF, PEERS
from ineqsudoku.apps.explain.links import links_of
from ineqsudoku.apps.explain.values import Candidate, Step, with_length
from ineqsudoku.geometry import SIZE

NAME, NESTED = "contradiction", "nested contradictions"

DEPTH = 3
ASSUMPTIONS = 20_000


@technique
def find(board: Board, _: Changes) -> Iterator[Step]:
    assumed = board.wrong()
    level, ended = Suppositions(board, assumed).earliest()
    rating, start = with_length(8.0, level), board.copy()
    for number in masks.cells(ended):
        yield _refuting(start, NAME, Wrong(assumed[number]), rating)


@technique
def find_nested(board: Board, _: Changes) -> Iterator[Step]:
    budget = Budget(ASSUMPTIONS)
    candidates = board.candidates
    by_number = sorted(board.wrong(), key=lambda pair: candidates[pair[0]].bit_count())
    for depth in range(2, DEPTH + 1):
        for __, of_number in groupby(by_number, lambda pair: candidates[pair[0]].bit_count()):
            has_step = False
            for assumed in of_number:
                if wrong := _nest(board, assumed, depth, budget):
                    has_step = True
                    yield _refuting(board.copy(), NESTED, wrong, float(8 + depth))
            if has_step:
                return


def _refuting(board: Board, name: str, wrong: Wrong, rating: float) -> Step:
    reasons = partial(_step, board, name, wrong, rating)
    return Step.with_reasons(name, (wrong.candidate,), rating, reasons)


def _step(board: Board, name: str, wrong: Wrong, rating: float) -> Step:
    refutation = _refutation(board, wrong)
    chain, premises = links_of(board, refutation)
    removes, end = (wrong.candidate,), refutation.end
    return Step(name, (), removes, premises, rating, chain, contradiction=end)


class Wrong(NamedTuple):
    """A wrong candidate, and those to refute first under the assumption of it, in order."""

    candidate: Candidate
    nested: tuple[Wrong, ...] = ()


def _refutation(board: Board, wrong: Wrong) -> Refutation:
    if not wrong.nested:
        refutation = refute(board, wrong.candidate)
    else:
        drawn = Consequences(board, wrong.candidate)
        for nested in wrong.nested:
            if drawn.refutation():
                break
            drawn.add(_refutation(drawn.left.copy(), nested))
        refutation = drawn.refutation()
    assert refutation
    return refutation


@dataclass(slots=True)
class Budget:
    """The number of assumptions that are left."""

    left: int


class Supposition:
    """The board under an assumption."""

    __slots__ = ("_fresh", "board")

    def __init__(self, board: Board, assumed: Candidate) -> None:
        self.board = board.copy()
        cell, digit = assumed
        self._fresh: dict[int, int] = {}
        self.remove({cell: board.candidates[cell] & ~masks.bit(digit)})

    def is_refuted(self) -> bool:
        """Draw all consequences, level by level; return whether they lead to a contradiction."""
        while self._fresh:
            gone: dict[int, int] = {}
            for cell, mask in self._consequences():
                if mask := self.board.candidates[cell] & mask:
                    gone[cell] = gone.get(cell, 0) | mask
            if self.remove(gone):
                return True
        return False

    def remove(self, gone: dict[int, int]) -> bool:
        """Remove candidates, by cell; return whether a cell or a house has nothing left."""
        board = self.board
        for cell, mask in gone.items():
            board.remove(cell, mask)
        self._fresh = gone
        return any(not board.candidates[cell] for cell in gone) or any(
            not board.cells_with[digit] & HOUSE_SETS[house]
            for cell, mask in gone.items()
            for digit in masks.digits(mask)
            for house in HOUSES_OF[cell]
        )

    def _consequences(self) -> Iterator[tuple[int, int]]:
        """Yield cells and masks of digits that they cannot hold."""
        candidates, cells_with = self.board.candidates, self.board.cells_with
        signs = self.board.signs
        for cell, gone in self._fresh.items():
            left = candidates[cell]
            if not left & (left - 1):
                for other in masks.cells(cells_with[left.bit_length()] & PEERS[cell]):
                    yield other, left
            low, high = left & -left, 1 << left.bit_length() - 1
            for other in signs.greater[cell]:
                yield other, 2 * low - 1
            for other in signs.lesser[cell]:
                yield other, -high
            for digit in masks.digits(gone):
                for house in HOUSES_OF[cell]:
                    places = cells_with[digit] & HOUSE_SETS[house]
                    if not places & (places - 1):
                        yield places.bit_length() - 1, ~masks.bit(digit)


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
        """Return where a cell or a house has nothing left, and what the next level leaves."""
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
        """Return of which digits a lower one is in a set, and of which a higher one."""
        lower, higher = digits << self._width, digits >> self._width
        for distance in self._doubling:
            lower |= lower << distance
            higher |= higher >> distance
        return lower, higher


def _nest(board: Board, assumed: Candidate, depth: int, budget: Budget) -> Wrong | None:
    """Return what refutes an assumption, with at most `depth` nested assumptions."""
    if not budget.left:
        return None
    budget.left -= 1
    supposed = Supposition(board, assumed)
    nested: list[Wrong] = []
    while not supposed.is_refuted():
        wrong = _wrong_on(supposed.board, depth - 1, budget) if depth > 1 else None
        if wrong is None:
            return None
        nested.append(wrong)
        cell, digit = wrong.candidate
        if supposed.remove({cell: masks.bit(digit)}):
            break
    return Wrong(assumed, tuple(nested))


def _wrong_on(board: Board, depth: int, budget: Budget) -> Wrong | None:
    """Return the first candidate that is wrong on the board under an assumption.

    Cells with the fewest candidates are tried first.
    """
    candidates = board.candidates
    unsolved = [cell for cell, mask in enumerate(candidates) if mask & (mask - 1)]
    for cell in sorted(unsolved, key=lambda cell: candidates[cell].bit_count()):
        for digit in masks.digits(candidates[cell]):
            if wrong := _nest(board, (cell, digit), depth, budget):
                return wrong
    return None
