"""The houses as sets of cells; a house has a number, its index in `HOUSES` of `geometry`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ineqsudoku.apps.explain.masks import cell_set, union
from ineqsudoku.geometry import CELLS, HOUSE_NAMES, HOUSES, SIZE

ALL_DIGITS = (1 << SIZE) - 1
ALL_CELLS = (1 << len(CELLS)) - 1

ROW_NUMBERS = range(9)
COLUMN_NUMBERS = range(9, 18)
LINE_NUMBERS = range(18)
BOX_NUMBERS = range(18, 27)

HOUSE_LABELS = tuple(f"{kind} {number}" for kind in HOUSE_NAMES for number in range(1, SIZE + 1))
"""The names of the houses in JSON: `row 1` … `box 9`."""

HOUSE_SETS = tuple(map(cell_set, HOUSES))
"""The cells of the houses."""

HOUSES_OF = tuple(
    tuple(number for number, house in enumerate(HOUSES) if cell in house) for cell in CELLS
)
"""The numbers of the row, the column and the box of each cell."""


def cells_in(numbers: Iterable[int]) -> int:
    """Return the cells of some houses."""
    return union(HOUSE_SETS[number] for number in numbers)


PEERS = tuple(cells_in(numbers) & ~(1 << cell) for cell, numbers in enumerate(HOUSES_OF))
"""The other cells of the houses of each cell."""


class Segment(NamedTuple):
    """The intersection of a box and a line: house numbers and sets of cells."""

    box: int
    line: int
    both: int
    box_rest: int
    line_rest: int


SEGMENTS = tuple(
    Segment(box, line, both, HOUSE_SETS[box] ^ both, HOUSE_SETS[line] ^ both)
    for box in BOX_NUMBERS
    for line in LINE_NUMBERS
    if (both := HOUSE_SETS[box] & HOUSE_SETS[line])
)

_CHUTES = tuple(
    {*lines, *(box for box in BOX_NUMBERS if not HOUSE_SETS[box] & ~cells_in(lines))}
    for lines in (range(first, first + 3) for first in range(0, 18, 3))
)
"""The rows and boxes of the bands, and the columns and boxes of the stacks."""


def independent(numbers: Iterable[int]) -> list[int]:
    """Return the houses, ascending, without those that follow from the others.

    If all other rows and boxes of a band hold every digit once, so do they;
    likewise with the columns of a stack.
    """
    left = set(numbers)
    for chute in _CHUTES:
        if chute <= left:
            left.remove(max(chute))
    return sorted(left)


def common_house(*cells: int) -> int | None:
    """Return a house that contains all of the cells, preferably a box; `None` if there is none."""
    common = set(HOUSES_OF[cells[0]]).intersection(*(HOUSES_OF[cell] for cell in cells[1:]))
    return max(common, default=None)


def boxes_of(cells: Iterable[int]) -> tuple[int, ...]:
    """Return the numbers of the boxes of some cells, ascending."""
    return tuple(sorted({HOUSES_OF[cell][-1] for cell in cells}))


def houses_with(cells: int) -> list[int]:
    """Return the houses that contain at least one of the cells."""
    return [number for number, house in enumerate(HOUSE_SETS) if house & cells]
