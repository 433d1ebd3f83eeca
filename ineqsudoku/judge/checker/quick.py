"""Fast checks of whether a grid satisfies a kind of rule, for all cells at once.

Most grids are right; `rules.py` examines the cells of the others one by one.  The digits of a grid
are in one integer with a lane of 16 bits for each cell; digit d is bit d - 1 of its lane.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, reduce
from operator import itemgetter, lt, or_

from ineqsudoku.geometry import Geometry, Pair
from ineqsudoku.puzzle import ABSENT, DIGIT_OF

_LANE = 16

_ONE_HOT = {ord(symbol): chr(1 << digit - 1) for symbol, digit in DIGIT_OF.items()}

_IS_LESS = bytes.maketrans(b"<^>v.", b"\1\1\0\0\0")
_IS_PRESENT = bytes.maketrans(b"<^>v.", b"\1\1\1\1\0")


def lanes(line: str) -> int:
    """The digits of a grid in lanes; the lane of the first cell is the lowest."""
    return int.from_bytes(line.translate(_ONE_HOT).encode("utf-16-le"), "little")


@dataclass(frozen=True, slots=True)
class Houses:
    """The rows, the columns or the boxes of a geometry.

    `shifts` move the lanes of a house's cells to the lane of its first cell; `digits` has all
    digits in the lane of each first cell.
    """

    shifts: tuple[int, ...]
    digits: int

    def have_all_digits(self, grid: int) -> bool:
        """Whether each house has each digit in a grid, given in lanes."""
        found = reduce(or_, [grid >> shift for shift in self.shifts])
        return found & self.digits == self.digits


@cache
def houses(geometry: Geometry) -> tuple[Houses, ...]:
    """The rows, the columns and, if there are any, the boxes."""
    digits = (1 << geometry.size) - 1
    return tuple(
        Houses(
            tuple(_LANE * cell for cell in kind[0]),  # the first house begins in cell 0
            sum(digits << _LANE * house[0] for house in kind),
        )
        for kind in (geometry.rows, geometry.columns, geometry.boxes)
        if kind
    )


def signs_hold(signs: str, pairs: tuple[Pair, ...], line: str) -> bool:
    """Whether the signs of pairs hold in a grid in which no pair has the same digit twice."""
    if signs == ABSENT * len(signs):
        return True
    first, second = _pickers(pairs)
    less = bytes(map(lt, first(line), second(line)))
    printed = signs.encode("ascii")
    if ABSENT not in signs:
        return less == printed.translate(_IS_LESS)
    wrong = int.from_bytes(less, "big") ^ int.from_bytes(printed.translate(_IS_LESS), "big")
    return not wrong & int.from_bytes(printed.translate(_IS_PRESENT), "big")


@cache
def _pickers(pairs: tuple[Pair, ...]) -> tuple[Callable[[str], tuple[str, ...]], ...]:
    """Functions that pick the first cells of pairs from a line, and the second cells."""
    first, second = zip(*pairs, strict=True)
    return itemgetter(*first), itemgetter(*second)
