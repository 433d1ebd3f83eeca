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
* *naked triples*, at 9×9 without relations: three cells that a box and a line share must have the
  digits that they may have, if these are only three.  So the rest of the line and of the box cannot
  have them.  (With relations, this has little effect.)
* *placed*: a digit that is the only candidate of a cell is removed from the rest of its houses.
* *last place*: a digit with one place left in a house is placed there.

The cells that a box and a line share are a *segment*.  A *line* here is a row or a column, and a
*chute* is a band or a stack.  All segments of rows, or all of columns, are processed together in
lanes; the first lane of a segment stands for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from ineqsudoku.geometry import NINE, Geometry, House
from ineqsudoku.puzzle import Relation
from ineqsudoku.search.candidates import CandidateLanes, HouseSet, house_set, house_sets, lanes_of


@dataclass(frozen=True, slots=True)
class Masks:
    """The masks that the rules need for a geometry.

    In the houses `placing`, single candidates and last places are looked for: at 9×9 only in boxes,
    because a digit that has one place in a box is locked in its row and its column, so the rule of
    lines does the rest.  `downs` extend the digits next below candidates to all digits below.  An
    entry is a distance to shift by, and the mask of the bits that stay in their lanes.
    """

    lanes: CandidateLanes
    house_sets: tuple[HouseSet, ...]
    placing: tuple[HouseSet, ...]
    crossings: tuple[Crossing, ...]
    downs: tuple[tuple[int, int], ...]


@cache
def masks_of(geometry: Geometry) -> Masks:
    lanes = lanes_of(geometry)
    shifts = [1 << power for power in range((geometry.size - 2).bit_length())]
    downs = ((shift, lanes.lowest * (lanes.every >> shift)) for shift in shifts)
    houses = house_sets(lanes)
    placing = houses[-1:] if geometry is NINE else houses
    return Masks(lanes, houses, placing, crossings(lanes), tuple(downs))


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
    before = 0
    while left != before:
        before = _propagate(left, rules)
        left = before if rules.onward or rules.back else _by_triples(before, rules.masks)
    return left


def _propagate(left: int, rules: Rules) -> int:
    """Propagate without the rule of naked triples."""
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
        for houses in masks.placing:
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


def _by_triples(left: int, masks: Masks) -> int:
    """Apply the rule of naked triples; return 0 when three cells have less than three digits."""
    lowest, spare = masks.lanes.lowest, masks.lanes.spare
    for crossing in masks.crossings:
        if isinstance(crossing.rule, Thirds):
            own = crossing.segments(left)
            third = own
            for _ in crossing.gather:
                third &= (third | spare) - lowest
            if masks.lanes.whole(third) != crossing.starts:
                return 0
            triples = own & ~masks.lanes.whole(third & (third | spare) - lowest)
            left &= ~(crossing.rule.others(triples) * crossing.spread)
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


class Rule(Protocol):
    """A rule for the segments of a digit."""

    def __call__(self, own: int) -> tuple[int, int]:
        """Return those of the segments `own`, which may have a digit, that cannot have it because
        of the others, and those that must have it because no other segment of their line may."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """The intersections of boxes and rows, or of boxes and columns.

    `gather` has the distances in bits from the first lane of a segment to its others.  `starts`
    are the first lanes of all segments; multiplication by `spread` copies these lanes to all lanes
    of their segments.  `chutes` and `lines` have all digits in the lanes of a chute or a line.
    `settled` is the number of segments of a digit in a chute once its lines are decided.
    """

    lanes: CandidateLanes
    rule: Rule
    gather: tuple[int, ...]
    starts: int
    spread: int
    chutes: tuple[int, ...]
    lines: tuple[int, ...]
    settled: int

    def segments(self, left: int) -> int:
        """Return the segments that may have the digits."""
        own = left
        for shift in self.gather:
            own |= left >> shift
        return own & self.starts

    def apply(self, left: int) -> int:
        """Return the candidates that remain; 0 when a segment must have more digits than cells.

        A segment that must have as many digits as cells can have no other digit.
        """
        lowest, spare = self.lanes.lowest, self.lanes.spare
        gone, locked = self.rule(self.segments(left))
        more = locked
        for _ in self.gather:
            more &= (more | spare) - lowest
        if more & (more | spare) - lowest:
            return 0
        gone |= self.lanes.whole(more) & ~locked
        return left & ~(gone * self.spread)


@dataclass(frozen=True, slots=True)
class Thirds:
    """The rule of lines at 9×9, for the three rows of a band and its three boxes.

    `line` and `box` are the distances in bits from a segment to that of the next line and to that
    of the next box.  The masks are first lanes of segments.
    """

    line: int
    box: int
    lines_before_last: int
    last_lines: int
    boxes_before_last: int
    last_boxes: int

    def __call__(self, own: int) -> tuple[int, int]:
        line, box = self.line, self.box
        early_lines, last_lines = self.lines_before_last, self.last_lines
        early_boxes, last_boxes = self.boxes_before_last, self.last_boxes
        # The segments of the next box of the band and of the one after it; then, for both, those
        # of the next line.
        next_ = own >> box & early_boxes | own << 2 * box & last_boxes
        after = next_ >> box & early_boxes | next_ << 2 * box & last_boxes
        next_1 = next_ >> line & early_lines | next_ << 2 * line & last_lines
        after_1 = after >> line & early_lines | after << 2 * line & last_lines
        # Segments of this line and of the next, in both other boxes; then from the line before.
        both = next_ & after_1 | after & next_1
        possible = both >> line & early_lines | both << 2 * line & last_lines
        return own & ~possible, own & ~(next_ | after)

    def others(self, own: int) -> int:
        """Return the other segments of the lines and boxes of the segments `own`."""
        line, box = self.line, self.box
        early_lines, last_lines = self.lines_before_last, self.last_lines
        early_boxes, last_boxes = self.boxes_before_last, self.last_boxes
        next_box = own >> box & early_boxes | own << 2 * box & last_boxes
        next_line = own >> line & early_lines | own << 2 * line & last_lines
        return (
            next_box
            | next_line
            | (next_box >> box & early_boxes | next_box << 2 * box & last_boxes)
            | (next_line >> line & early_lines | next_line << 2 * line & last_lines)
        )


@dataclass(frozen=True, slots=True)
class LockedCandidates:
    """The rule of locked candidates.

    `in_box` and `in_line` are the boxes and lines as houses whose cells are segments.
    """

    in_box: HouseSet
    in_line: HouseSet

    def __call__(self, own: int) -> tuple[int, int]:
        of_box = _only(own, self.in_box)
        of_line = _only(own, self.in_line)
        return _gone(of_box, self.in_line) | _gone(of_line, self.in_box), of_line


def _only(own: int, houses: HouseSet) -> int:
    """Return the segments that are the only ones in their house."""
    once, twice = houses.places(own)
    return own & (once & ~twice & houses.starts) * houses.spread


def _gone(locked: int, houses: HouseSet) -> int:
    """Return the segments that lose a digit, because their house must have it in a segment
    `locked`."""
    once, twice = houses.places(locked)
    return (once & houses.starts) * houses.spread & ~locked | (
        twice & houses.starts
    ) * houses.spread


def crossings(lanes: CandidateLanes) -> tuple[Crossing, ...]:
    """Return the intersections of boxes with rows and with columns; none without boxes."""
    geometry = lanes.geometry
    if not geometry.boxes:
        return ()
    size = geometry.size
    # A box has `high` rows and `wide` columns; a row meets `high` boxes and a column `wide`.
    high, wide = geometry.box_rows, geometry.box_columns
    across, down = range(wide), range(0, high * size, size)
    if geometry is NINE:
        by_row: Rule = _thirds(lanes, across, size, geometry.rows)
        by_column: Rule = _thirds(lanes, down, 1, geometry.columns)
    else:
        by_row = LockedCandidates(
            house_set(lanes, [box[::wide] for box in geometry.boxes], (size, high)),
            house_set(lanes, [row[::wide] for row in geometry.rows], (wide, high)),
        )
        by_column = LockedCandidates(
            house_set(lanes, [box[:wide] for box in geometry.boxes], (1, wide)),
            house_set(lanes, [column[::high] for column in geometry.columns], (high * size, wide)),
        )
    return (
        _crossing(lanes, by_row, across, geometry.rows, high),
        _crossing(lanes, by_column, down, geometry.columns, wide),
    )


def _crossing(
    lanes: CandidateLanes, rule: Rule, segment: Sequence[int], houses: Sequence[House], number: int
) -> Crossing:
    """Return the intersections with some lines, `number` to a chute; `segment` is the first
    segment."""
    lines = [lanes.of(house, lanes.every) for house in houses]
    starts = (house[:: len(segment)] for house in houses)
    return Crossing(
        lanes,
        rule,
        tuple(cell * lanes.width for cell in segment[1:]),
        sum(lanes.of(cells, lanes.every) for cells in starts),
        lanes.of(segment, 1),
        tuple(sum(lines[first : first + number]) for first in range(0, len(lines), number)),
        tuple(lines),
        number,
    )


def _thirds(
    lanes: CandidateLanes, segment: Sequence[int], line: int, houses: Sequence[House]
) -> Thirds:
    def firsts(lines: Sequence[int], boxes: Sequence[int]) -> int:
        of_lines = (house for number, house in enumerate(houses) if number % 3 in lines)
        return lanes.of([house[3 * box] for house in of_lines for box in boxes], lanes.every)

    every = (0, 1, 2)
    return Thirds(
        line * lanes.width,
        (segment[1] - segment[0]) * 3 * lanes.width,
        lines_before_last=firsts((0, 1), every),
        last_lines=firsts((2,), every),
        boxes_before_last=firsts(every, (0, 1)),
        last_boxes=firsts(every, (2,)),
    )
