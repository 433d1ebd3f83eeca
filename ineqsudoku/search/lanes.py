"""The candidates left to all 81 cells in one int, so that one `&` narrows the whole grid.

Each cell has a *lane* of ten bits, nine digits and a spare one:

    bit      …  10c+9  10c+8 … 10c  …   9   8 … 0
    digit       spare    9   …  1     spare 9 … 1
                —————— cell c —————   —— cell 0 ——
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from ineqsudoku.geometry import CELLS, COLUMNS, HOUSES, SIZE
from ineqsudoku.puzzle import Relation

LANE = SIZE + 1

BITS = tuple(1 << digit for digit in range(SIZE))
NINE = sum(BITS)
"""All nine digits as candidates of one cell, bit `d-1` = digit `d`."""


def lanes(cells: Iterable[int], mask: int) -> int:
    """The same candidates, nine bits, in each of the cells, none in the others."""
    return sum(mask << LANE * cell for cell in cells)


FULL = lanes(CELLS, NINE)
_SPARE = lanes(CELLS, NINE + 1)
_ROW_STARTS = lanes(COLUMNS[0], NINE)


def of_cell(left: int, cell: int) -> int:
    """The candidates of one cell, nine bits."""
    return left >> LANE * cell & NINE


@cache
def bits(mask: int) -> tuple[int, ...]:
    """The candidates of one cell one by one, smallest digit first."""
    return tuple(bit for bit in BITS if mask & bit)


def is_open(left: int) -> bool:
    """Whether each cell has a candidate and each row a place for each digit."""
    # A lane carries into its spare bit unless it is empty.
    if (left + FULL) & _SPARE != _SPARE:
        return False
    twos = left | left >> LANE
    fours = twos | twos >> 2 * LANE
    nines = fours | fours >> 4 * LANE | left >> 8 * LANE
    return nines & _ROW_STARTS == _ROW_STARTS


def text(left: int) -> str:
    """What is left of the grid, as 81 digits, when there is one candidate in each cell."""
    return "".join(str(of_cell(left, cell).bit_length()) for cell in CELLS)


Beside = tuple[dict[int, int], ...]
"""`beside[cell][bit]`: all candidates that can stand beside the digit `bit` in `cell`."""


def beside(relations: Iterable[Relation]) -> Beside:
    """What each digit in each cell leaves of the grid: itself in its own cell, the other
    digits in the 20 cells that share a house with it, and what the relations allow."""
    left = tuple(dict(of_digit) for of_digit in _beside_without_relations())
    for lesser, greater in relations:
        for bit in BITS:
            below = bit - 1
            left[lesser][bit] &= ~((below | bit) << LANE * greater)
            left[greater][bit] &= ~((NINE ^ below) << LANE * lesser)
    return left


@cache
def _beside_without_relations() -> Beside:
    return tuple(
        {bit: FULL ^ lanes(_peers(cell), bit) ^ lanes([cell], NINE ^ bit) for bit in BITS}
        for cell in CELLS
    )


def _peers(cell: int) -> set[int]:
    return {peer for house in HOUSES if cell in house for peer in house} - {cell}
