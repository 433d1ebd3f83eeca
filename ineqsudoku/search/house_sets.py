"""All rows, all columns or all boxes at once, in lanes (`candidates.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ineqsudoku.geometry import House
from ineqsudoku.search.candidates import Lanes


@dataclass(frozen=True, slots=True)
class HouseSet:
    """Houses of one shape and orientation.

    `folds` bring the lanes of a house together at its first one: each is a few shifts, in
    bits, of what the folds before it have brought together.  At 9×9 two folds of two shifts
    bring together threes of cells, then those threes.  `starts` are the lanes of the first cells of
    the houses; what stands there times `spread` stands in all lanes of each house.
    """

    folds: tuple[tuple[int, ...], ...]
    starts: int
    spread: int

    def places(self, left: int) -> tuple[int, int]:
        """In the first lane of each house the digits that some lane of it has, and those that
        more than one has; other lanes hold rubbish."""
        once, twice = left, 0
        for shifts in self.folds:
            one, two = once, twice
            for shift in shifts:
                next_one = one >> shift
                twice |= two >> shift | once & next_one
                once |= next_one
        return once, twice

    def pairs(self, left: int) -> int:
        """The candidates that have one other place in their house."""
        once, twice, thrice = left, 0, 0
        for shifts in self.folds:
            one, two, three = once, twice, thrice
            for shift in shifts:
                next_one, next_two = one >> shift, two >> shift
                thrice |= three >> shift | once & next_two | twice & next_one
                twice |= next_two | once & next_one
                once |= next_one
        return left & (twice & ~thrice & self.starts) * self.spread


def house_set(lanes: Lanes, houses: Sequence[House], *parts: tuple[int, int]) -> HouseSet:
    """The set of some houses, the first of which begins with cell 0.

    `parts` say where the cells of a house stand: (cells from one to the next, number), then
    the same of such rows of cells.
    """
    return HouseSet(
        tuple(fold for step, number in parts for fold in _folds(step * lanes.width, number)),
        lanes.of([house[0] for house in houses], lanes.every),
        lanes.of(houses[0], 1),
    )


def _folds(step: int, number: int) -> Iterator[tuple[int, ...]]:
    """As few shifts as there can be: by the prime factors of the number."""
    while number > 1:
        prime = next(factor for factor in range(2, number + 1) if number % factor == 0)
        yield tuple(range(step, prime * step, step))
        step *= prime
        number //= prime


def house_sets(lanes: Lanes) -> tuple[HouseSet, ...]:
    """Rows, columns and, where there are any, boxes."""
    geometry = lanes.geometry
    size = geometry.size
    rows = house_set(lanes, geometry.rows, (1, size))
    columns = house_set(lanes, geometry.columns, (size, size))
    if not geometry.boxes:
        return rows, columns
    in_box = (1, geometry.box_columns), (size, geometry.box_rows)
    return rows, columns, house_set(lanes, geometry.boxes, *in_box)
