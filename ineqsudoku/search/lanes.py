"""The candidates of all 81 cells in one int, so that one `&` narrows the whole grid.

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


def lanes(cells: Iterable[int], candidates: int) -> int:
    """The same candidates in each of the cells, none in the others."""
    return sum(candidates << LANE * cell for cell in cells)


FULL = lanes(CELLS, NINE)
_SPARE = lanes(CELLS, NINE + 1)
_ROW_STARTS = lanes(COLUMNS[0], NINE)


def of_cell(grid: int, cell: int) -> int:
    """The candidates of one cell."""
    return grid >> LANE * cell & NINE


@cache
def digits(candidates: int) -> tuple[int, ...]:
    """The candidates of one cell one by one, as bits, smallest digit first."""
    return tuple(bit for bit in BITS if candidates & bit)


def is_open(grid: int) -> bool:
    """Whether each cell has a candidate and each row a place for each digit."""
    if (grid + FULL) & _SPARE != _SPARE:  # A lane carries into its spare bit unless it is empty.
        return False
    twos = grid | grid >> LANE
    fours = twos | twos >> 2 * LANE
    nines = fours | fours >> 4 * LANE | grid >> 8 * LANE
    return nines & _ROW_STARTS == _ROW_STARTS


def text(grid: int) -> str:
    """The 81 digits of a grid with one candidate in each cell."""
    return "".join(str(of_cell(grid, cell).bit_length()) for cell in CELLS)


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
