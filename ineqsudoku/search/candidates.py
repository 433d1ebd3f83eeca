"""The candidates of all cells in one int, so that one `&` removes candidates in the whole grid.

A cell has a *lane*: a bit per digit and a spare one.  At 9×9 that is ten bits:

    bit      …  10c+9  10c+8 … 10c  …   9   8 … 0
    digit       spare    9   …  1     spare 9 … 1
                —————— cell c —————   —— cell 0 ——

A `HouseSet` has the operations on all rows, all columns or all boxes at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from ineqsudoku.geometry import Geometry, House
from ineqsudoku.puzzle import ABSENT, DIGIT_OF


@dataclass(frozen=True, slots=True)
class CandidateLanes:
    """The lanes of a geometry, and masks for them.

    `width` is the number of bits of a lane.  `bits` are the candidates of one cell, smallest
    digit first, and `every` is all of them together.  `full`, `lowest` and `spare` have all
    digits, the digit 1 and the spare bit in the lanes of all cells.
    """

    geometry: Geometry
    width: int
    bits: tuple[int, ...]
    every: int
    full: int
    lowest: int
    spare: int

    def of(self, cells: Iterable[int], mask: int) -> int:
        """Return the candidates `mask` in the cells, and none in all others."""
        return sum(mask << self.width * cell for cell in cells)

    def candidate(self, cell: int, symbol: str) -> int:
        """Return the candidate of a cell for the digit of a symbol."""
        return self.bits[DIGIT_OF[symbol] - 1] << self.width * cell

    def candidates_of(self, givens: str) -> int:
        """Return all candidates that agree with the givens of a puzzle."""
        left = self.full
        for cell, symbol in enumerate(givens):
            if symbol != ABSENT:
                left ^= (self.every ^ self.bits[DIGIT_OF[symbol] - 1]) << self.width * cell
        return left

    def between(self, bounds: Iterable[tuple[int, int]]) -> int:
        """Return the candidates between the two bounds of the cells; none where bounds cross."""
        left = 0
        for cell, (lowest, highest) in enumerate(bounds):
            digits = self.every >> len(self.bits) - highest & self.every << lowest - 1
            left |= digits << self.width * cell
        return left

    def whole(self, some: int) -> int:
        """Return all digits in the lanes that have any; no spare bit may be set."""
        spare = some + self.full & self.spare
        return spare - (spare >> self.width - 1)

    def text(self, left: int) -> str:
        """Return the symbols of a grid in which every cell has one candidate."""
        symbols, every = self.geometry.symbols, self.every
        lanes = range(0, self.width * len(self.geometry.cells), self.width)
        return "".join([symbols[(left >> lane & every).bit_length() - 1] for lane in lanes])


@cache
def lanes_of(geometry: Geometry) -> CandidateLanes:
    width = geometry.size + 1
    every = (1 << geometry.size) - 1
    lowest = sum(1 << width * cell for cell in geometry.cells)
    return CandidateLanes(
        geometry,
        width,
        tuple(1 << digit for digit in range(geometry.size)),
        every,
        lowest * every,
        lowest,
        lowest << geometry.size,
    )


@dataclass(frozen=True, slots=True)
class HouseSet:
    """Houses of one shape and orientation.

    `folds` combine the lanes of a house at its first lane.  A fold is a few shifts, in bits, which
    apply to the result of the previous folds.  At 9×9, the first fold combines threes of cells by
    two shifts, and the second combines those threes.  `starts` are the lanes of the first cells of
    the houses; multiplication by `spread` copies these lanes to all lanes of their houses.
    """

    folds: tuple[tuple[int, ...], ...]
    starts: int
    spread: int

    def places(self, left: int) -> tuple[int, int]:
        """Return the digits that some lane of a house has, and those that more than one has.

        Only the first lanes of the houses are meaningful.
        """
        once, twice = left, 0
        for shifts in self.folds:
            one, two = once, twice
            for shift in shifts:
                next_one = one >> shift
                twice |= two >> shift | once & next_one
                once |= next_one
        return once, twice

    def pairs(self, left: int) -> int:
        """Return the candidates with exactly one other place in their house."""
        once, twice, thrice = left, 0, 0
        for shifts in self.folds:
            one, two, three = once, twice, thrice
            for shift in shifts:
                next_one, next_two = one >> shift, two >> shift
                thrice |= three >> shift | once & next_two | twice & next_one
                twice |= next_two | once & next_one
                once |= next_one
        return left & (twice & ~thrice & self.starts) * self.spread


def house_set(lanes: CandidateLanes, houses: Sequence[House], *parts: tuple[int, int]) -> HouseSet:
    """Return the set of some houses, the first of which begins with cell 0.

    `parts` describe the cells of a house: (distance from one cell to the next, number of cells),
    then the same for such runs of cells.
    """
    return HouseSet(
        tuple(fold for step, number in parts for fold in _folds(step * lanes.width, number)),
        lanes.of([house[0] for house in houses], lanes.every),
        lanes.of(houses[0], 1),
    )


def _folds(step: int, number: int) -> Iterator[tuple[int, ...]]:
    """Yield folds for `number` lanes: one per prime factor, as this takes the fewest shifts."""
    while number > 1:
        prime = next(factor for factor in range(2, number + 1) if number % factor == 0)
        yield tuple(range(step, prime * step, step))
        step *= prime
        number //= prime


def house_sets(lanes: CandidateLanes) -> tuple[HouseSet, ...]:
    """Return the sets of rows, columns and, if there are any, boxes."""
    geometry = lanes.geometry
    size = geometry.size
    rows = house_set(lanes, geometry.rows, (1, size))
    columns = house_set(lanes, geometry.columns, (size, size))
    if not geometry.boxes:
        return rows, columns
    in_box = (1, geometry.box_columns), (size, geometry.box_rows)
    return rows, columns, house_set(lanes, geometry.boxes, *in_box)
