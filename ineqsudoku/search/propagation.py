"""Propagation on the candidates of all cells at once.

The candidates stand in one int (`candidates.py`), so a few operations apply a rule to the whole
grid.  These rules are repeated until none of them changes anything:

* *relations*: a cell exceeds the lowest candidate of each lesser neighbour and stays under
  the highest of each greater one.
* *lines*, at 9×9: within a band a digit stands in each row once and in each box once, so a
  box may have it in one row only if the two other boxes may have it in the two other rows,
  one each, some way round.  Likewise in stacks.  (The rule of the same name in `boxes.py`.)
* *locked candidates*, at other sizes: a digit that a box has in one line only, a row or a
  column, goes from the rest of that line; one that a line has in one box only goes from the
  rest of that box.
* *full segments*: where a box and a line meet, as many digits may have to stand, each because no
  other box of the line has room for it, as there are cells; then no other digit can.  (Dillon's
  tdoku, 2019, has this among the clauses of its triads.)
* *placed*: a digit that is the only candidate of a cell goes from the rest of its houses.
* *last place*: a digit with one place left in a house stands there, and no other one can.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from ineqsudoku.geometry import NINE, Geometry
from ineqsudoku.puzzle import Relation
from ineqsudoku.search.candidates import Lanes, lanes
from ineqsudoku.search.house_sets import HouseSet, house_sets
from ineqsudoku.search.locked_candidates import Crossing, crossings


@dataclass(frozen=True, slots=True)
class Masks:
    """The masks that the rules need for a geometry.

    `downs` lead on from the digits next below candidates to all those below, one after
    another: bits to shift what there is so far, and the bits that stay in their lanes then.
    """

    lanes: Lanes
    house_sets: tuple[HouseSet, ...]
    crossings: tuple[Crossing, ...]
    downs: tuple[tuple[int, int], ...]


@cache
def masks_of(geometry: Geometry) -> Masks:
    its = lanes(geometry)
    shifts = [1 << power for power in range((geometry.size - 2).bit_length())]
    downs = ((shift, its.lowest * (its.every >> shift)) for shift in shifts)
    return Masks(its, house_sets(its), crossings(its), tuple(downs))


_Step = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Rules:
    """The masks of a geometry, and the relations of a puzzle, sorted by the direction from the
    lesser to the greater cell.

    Each entry is (bits from lane to lane, lanes of the lesser cells, lanes of the greater
    ones); `onward` leads right or down, `back` left or up.
    """

    masks: Masks
    onward: tuple[_Step, ...]
    back: tuple[_Step, ...]


def rules(relations: Iterable[Relation], geometry: Geometry = NINE) -> Rules:
    its = masks_of(geometry)
    of, every, width = its.lanes.of, its.lanes.every, its.lanes.width
    lesser: dict[int, list[int]] = {1: [], geometry.size: [], -1: [], -geometry.size: []}
    for low, high in relations:
        lesser[high - low].append(low)
    steps = {
        step: (abs(step) * width, of(cells, every), of([cell + step for cell in cells], every))
        for step, cells in lesser.items()
        if cells
    }
    return Rules(
        its,
        tuple(steps[step] for step in steps if step > 0),
        tuple(steps[step] for step in steps if step < 0),
    )


def propagate(left: int, rules: Rules) -> int:
    """The candidates that remain at the fixpoint; 0 when a cell or a digit has no place."""
    masks = rules.masks
    full, lowest, spare = masks.lanes.full, masks.lanes.lowest, masks.lanes.spare
    whole = masks.lanes.whole
    before = 0
    while left != before:
        before = left
        if (left + full) & spare != spare:
            return 0
        left = _by_relations(left, rules)
        for crossing in masks.crossings:
            left = crossing.apply(left)
        single = left & ~whole(left & (left | spare) - lowest)
        for houses in masks.house_sets:
            starts, spread = houses.starts, houses.spread
            once, twice = houses.places(single)
            left &= single & ~((twice & starts) * spread) | ~((once & starts) * spread)
            once, twice = houses.places(left)
            if once & starts != starts:
                return 0
            last = left & (starts & ~twice) * spread
            if last & (last | spare) - lowest:
                return 0
            left &= last | ~whole(last)
    return left


def _by_relations(left: int, rules: Rules) -> int:
    """No lane may be empty: that would borrow from the next one."""
    if not rules.onward and not rules.back:
        return left
    its = rules.masks.lanes
    not_above = left ^ left - its.lowest  # up to the lowest candidate
    below = left >> 1 & its.full
    for shift, mask in rules.masks.downs:
        below |= below >> shift & mask
    not_below = its.full ^ below
    gone = 0
    for shift, lesser, greater in rules.onward:
        gone |= not_above << shift & greater | not_below >> shift & lesser
    for shift, lesser, greater in rules.back:
        gone |= not_above >> shift & greater | not_below << shift & lesser
    return left & ~gone
