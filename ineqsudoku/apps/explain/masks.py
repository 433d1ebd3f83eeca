"""Sets as ints: of digits (bit `d - 1` = digit `d`), of cells (bit `c` = cell `c`), and houses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from operator import or_

from ineqsudoku.geometry import Geometry


def bit(digit: int) -> int:
    return 1 << digit - 1


@cache
def digits(mask: int) -> tuple[int, ...]:
    """Return the digits of a set, ascending."""
    return tuple(index + 1 for index in range(mask.bit_length()) if mask >> index & 1)


@lru_cache(1 << 14)
def cells(mask: int) -> tuple[int, ...]:
    """Return the cells of a set, ascending."""
    indices = []
    while mask:
        lowest = mask & -mask
        indices.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(indices)


def cell_set(members: Iterable[int]) -> int:
    return sum(1 << cell for cell in members)


def pairs(masks: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return each cell with each digit of its mask, as pairs."""
    return tuple([(cell, digit) for cell, mask in masks for digit in digits(mask)])


def union(sets: Iterable[int]) -> int:
    """Return the members of all sets together."""
    return reduce(or_, sets, 0)


def is_single(mask: int) -> bool:
    return mask != 0 and not mask & (mask - 1)


def least(mask: int) -> int:
    """Return the least digit of a set that is not empty."""
    return (mask & -mask).bit_length()


def greatest(mask: int) -> int:
    """Return the greatest digit of a set that is not empty."""
    return mask.bit_length()


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """The intersection of a box and a line: house numbers and sets of cells."""

    box: int
    line: int
    both: int
    box_rest: int
    line_rest: int


class Houses:
    """The houses of a geometry as sets of cells; numbers are those of `geometry.houses`."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.all_digits = (1 << geometry.size) - 1
        self.masks = tuple(map(cell_set, geometry.houses))
        self.all_cells = union(self.masks)
        size = geometry.size
        self.rows, self.columns = range(size), range(size, 2 * size)
        self.lines = range(2 * size)
        self.boxes = range(2 * size, len(self.masks))
        self.of_cell = tuple(
            tuple(number for number, house in enumerate(self.masks) if house >> cell & 1)
            for cell in geometry.cells
        )
        self.peers = tuple(self.union(self.of_cell[cell]) & ~(1 << cell) for cell in geometry.cells)
        self.segments = tuple(
            Segment(box, line, both, self.masks[box] ^ both, self.masks[line] ^ both)
            for box in self.boxes
            for line in self.lines
            if (both := self.masks[box] & self.masks[line])
        )
        self.chutes = tuple(self._chutes())

    def independent(self, numbers: Iterable[int]) -> list[int]:
        """Return the houses, ascending, without those that follow from the others.

        If all other rows and boxes of a band hold every digit once, so do they;
        likewise with the columns of a stack.
        """
        left = set(numbers)
        for chute in self.chutes:
            if chute <= left:
                left.remove(max(chute))
        return sorted(left)

    def common(self, *cells: int) -> int | None:
        """Return a house that contains all of some cells, preferably a box; `None` if none does."""
        common = set(self.of_cell[cells[0]]).intersection(*(self.of_cell[c] for c in cells[1:]))
        return max(common, default=None)

    def around(self, cells: Iterable[int]) -> tuple[int, ...]:
        """Return the boxes of some cells, or their rows if the geometry has no boxes."""
        place = -1 if self.boxes else 0
        return tuple(sorted({self.of_cell[cell][place] for cell in cells}))

    def _chutes(self) -> Iterator[set[int]]:
        """Yield the rows and boxes of the bands, and the columns and boxes of the stacks."""
        high, wide = self.geometry.box_rows, self.geometry.box_columns
        for lines, width in ((self.rows, high), (self.columns, wide)) if self.boxes else ():
            for first in range(0, len(lines), width):
                crossing = lines[first : first + width]
                chute = self.union(crossing)
                yield {*crossing, *(box for box in self.boxes if not self.masks[box] & ~chute)}

    def touched(self, cells: int) -> list[int]:
        """Return the houses that have any of some cells."""
        return [number for number, house in enumerate(self.masks) if house & cells]

    def union(self, numbers: Iterable[int]) -> int:
        """Return the cells of some houses."""
        return union(self.masks[number] for number in numbers)


@cache
def houses_of(geometry: Geometry) -> Houses:
    return Houses(geometry)
