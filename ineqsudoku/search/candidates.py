"""The candidates of all cells in one int, so that one `&` removes candidates in the whole grid.

A cell has a *lane*: nine bits for its digits and a spare one.

    bit      …  10c+9  10c+8 … 10c  …   9   8 … 0
    digit       spare    9   …  1     spare 9 … 1
                —————— cell c —————   —— cell 0 ——

A `HouseSet` has the operations on all rows, all columns or all boxes at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ineqsudoku.geometry import BOXES, CELLS, COLUMNS, ROWS, SIZE, House
from ineqsudoku.puzzle import ABSENT

LANE = SIZE + 1
"""The bits of a lane."""

BITS = tuple(1 << digit for digit in range(SIZE))
"""The candidates of one cell, smallest digit first."""

ALL_NINE = sum(BITS)

LOWEST = sum(1 << LANE * cell for cell in CELLS)
FULL = LOWEST * ALL_NINE
SPARE = LOWEST << SIZE
"""The digit 1, all digits, and the spare bit, in the lanes of all cells."""

_LANES = range(0, LANE * len(CELLS), LANE)


def in_cells(cells: Iterable[int], mask: int) -> int:
    """Return the candidates `mask` in the cells, and none in all others."""
    return sum(mask << LANE * cell for cell in cells)


def candidate(cell: int, digit: str) -> int:
    """Return the candidate of a cell for a digit, `1` to `9`."""
    return BITS[int(digit) - 1] << LANE * cell


def candidates_of(givens: str) -> int:
    """Return all candidates that agree with the givens of a puzzle."""
    left = FULL
    for cell, symbol in enumerate(givens):
        if symbol != ABSENT:
            left ^= (ALL_NINE ^ BITS[int(symbol) - 1]) << LANE * cell
    return left


def between(bounds: Iterable[tuple[int, int]]) -> int:
    """Return the candidates between the two bounds of the cells; none where bounds cross."""
    left = 0
    for cell, (lowest, highest) in enumerate(bounds):
        digits = ALL_NINE >> SIZE - highest & ALL_NINE << lowest - 1
        left |= digits << LANE * cell
    return left


def whole(some: int) -> int:
    """Return all digits in the lanes that have any; no spare bit may be set."""
    spare = some + FULL & SPARE
    return spare - (spare >> SIZE)


def text(left: int) -> str:
    """Return the 81 digits of a grid in which every cell has one candidate."""
    return "".join([str((left >> lane & ALL_NINE).bit_length()) for lane in _LANES])


@dataclass(frozen=True, slots=True)
class HouseSet:
    """All rows, all columns or all boxes.

    `folds` combine the lanes of a house at its first lane: the first one combines threes of cells,
    and the second one these threes.  A fold is two shifts, in bits.  `starts` are the lanes of the
    first cells of the houses; multiplication by `spread` copies these lanes to all lanes of their
    houses.
    """

    folds: tuple[tuple[int, int], tuple[int, int]]
    starts: int
    spread: int

    def places(self, left: int) -> tuple[int, int]:
        """Return the digits in at least one lane of each house, and those in at least two.

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


def _house_set(houses: tuple[House, ...], step: int, next_three: int) -> HouseSet:
    """Return the set of houses with these distances between cells and between threes of cells."""
    step, next_three = step * LANE, next_three * LANE
    return HouseSet(
        ((step, 2 * step), (next_three, 2 * next_three)),
        in_cells([house[0] for house in houses], ALL_NINE),
        in_cells(houses[0], 1),
    )


IN_ROWS = _house_set(ROWS, 1, 3)
IN_COLUMNS = _house_set(COLUMNS, SIZE, 3 * SIZE)
IN_BOXES = _house_set(BOXES, 1, SIZE)
