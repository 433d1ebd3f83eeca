"""Propagation on the candidates of all cells at once.

The candidates are in one int (`candidates.py`), so a few operations apply a rule to the whole
grid.  These rules are repeated until none of them changes anything:

* *relations*: a cell exceeds the lowest candidate of every lesser neighbour, and is less than the
  highest of every greater one.
* *lines*, at 9×9: the rows and the boxes of a band have a digit once.  So a box may have the
  digit in a row only if the two other boxes may have it in the two other rows, one each.  The
  same holds for stacks.  (`boxes.py` has a rule of the same name.)
* *locked candidates*, at other sizes: a digit that a box can have in only one line, a row or a
  column, is removed from the rest of that line; a digit that a line can have in only one box is
  removed from the rest of that box.
* *full segments*: a box must have a digit in a line if no other box of the line has room for it.
  If there are as many such digits as cells that the box and the line share, these cells can have
  no other digit.  (Dillon's tdoku, 2019, has this among the clauses of its triads.)
* *placed*: a digit that is the only candidate of a cell is removed from the rest of its houses.
* *last place*: a digit with one place left in a house is placed there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from ineqsudoku.geometry import NINE, Geometry
from ineqsudoku.puzzle import Relation
from ineqsudoku.search.candidates import CandidateLanes, lanes_of
from ineqsudoku.search.house_sets import HouseSet, house_sets
from ineqsudoku.search.locked_candidates import Crossing, crossings


@dataclass(frozen=True, slots=True)
class Masks:
    """The masks that the rules need for a geometry.

    `downs` extend the digits next below candidates to all digits below.  An entry is a distance to
    shift by, and the mask of the bits that stay in their lanes.
    """

    lanes: CandidateLanes
    house_sets: tuple[HouseSet, ...]
    crossings: tuple[Crossing, ...]
    downs: tuple[tuple[int, int], ...]


@cache
def masks_of(geometry: Geometry) -> Masks:
    lanes = lanes_of(geometry)
    shifts = [1 << power for power in range((geometry.size - 2).bit_length())]
    downs = ((shift, lanes.lowest * (lanes.every >> shift)) for shift in shifts)
    return Masks(lanes, house_sets(lanes), crossings(lanes), tuple(downs))


_Step = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Rules:
    """The masks of a geometry, and the relations of a puzzle by the direction from the lesser to
    the greater cell.

    `onward` has the relations to the right and down, `back` those to the left and up.  An entry is
    (distance between the lanes in bits, lanes of the lesser cells, lanes of the greater cells).
    """

    masks: Masks
    onward: tuple[_Step, ...]
    back: tuple[_Step, ...]


def rules(relations: Iterable[Relation], geometry: Geometry = NINE) -> Rules:
    masks = masks_of(geometry)
    of, every, width = masks.lanes.of, masks.lanes.every, masks.lanes.width
    lesser: dict[int, list[int]] = {1: [], geometry.size: [], -1: [], -geometry.size: []}
    for low, high in relations:
        lesser[high - low].append(low)
    steps = {
        step: (abs(step) * width, of(cells, every), of([cell + step for cell in cells], every))
        for step, cells in lesser.items()
        if cells
    }
    return Rules(
        masks,
        tuple(steps[step] for step in steps if step > 0),
        tuple(steps[step] for step in steps if step < 0),
    )


def propagate(left: int, rules: Rules) -> int:
    """Return the candidates that remain at the fixpoint; 0 when a cell or a digit has no place."""
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
    """Apply the rule of relations.  No lane may be empty, as it would borrow from the next one."""
    if not rules.onward and not rules.back:
        return left
    lanes = rules.masks.lanes
    not_above = left ^ left - lanes.lowest  # up to the lowest candidate
    below = left >> 1 & lanes.full
    for shift, mask in rules.masks.downs:
        below |= below >> shift & mask
    not_below = lanes.full ^ below
    gone = 0
    for shift, lesser, greater in rules.onward:
        gone |= not_above << shift & greater | not_below >> shift & lesser
    for shift, lesser, greater in rules.back:
        gone |= not_above >> shift & greater | not_below << shift & lesser
    return left & ~gone
