"""`HouseSet`: operations on all rows, all columns or all boxes at once, in lanes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ineqsudoku.geometry import House
from ineqsudoku.search.candidates import CandidateLanes


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
