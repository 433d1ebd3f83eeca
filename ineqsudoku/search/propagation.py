"""Propagation on the candidates of all cells at once.

The candidates are in one int (`candidates.py`), so a few operations apply a rule to the whole
grid.  These rules are repeated until none of them changes anything:

* *relations*: a cell exceeds the lowest candidate of every lesser neighbour, and is less than the
  highest of every greater one.
* *lines*: the rows and the boxes of a band have a digit once.  So a box may have the digit in a
  row only if the two other boxes may have it in the two other rows, one each.  The same holds for
  stacks.  (`boxes.py` has a rule of the same name.)
* *full segments*: a box must have a digit in a line if no other box of the line has room for it.
  If there are three such digits, the three cells that the box and the line share can have no other
  digit.  (Dillon's tdoku, 2019, has this among the clauses of its triads.)
* *naked triples*, without relations: three cells that a box and a line share must have the digits
  that they may have, if these are only three.  So the rest of the line and of the box cannot have
  them.  (With relations, this has little effect.)
* *placed*: a digit that is the only candidate of a cell is removed from the rest of its box.
* *last place*: a digit with one place left in a box is placed there.

The last two look at boxes alone: a digit that has one place in a box is locked in its row and its
column, so the rule of lines does the rest.

The cells that a box and a line share are a *segment*.  A *line* here is a row or a column, and a
*chute* is a band or a stack.  All segments of rows, or all of columns, are processed together in
lanes; the first lane of a segment stands for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ineqsudoku.geometry import COLUMNS, ROWS, SIZE, House
from ineqsudoku.puzzle import Relation
from ineqsudoku.search.candidates import (
    ALL_NINE,
    FULL,
    IN_BOXES,
    LANE,
    LOWEST,
    SPARE,
    in_cells,
    whole,
)

_DOWNS = tuple((shift, LOWEST * (ALL_NINE >> shift)) for shift in (1, 2, 4))
"""Steps that extend a set of digits to all lower ones: a shift, and the bits that stay in their
lanes."""

_Step = tuple[int, int, int]


class Rules(NamedTuple):
    """The relations of a puzzle by the direction from the lesser to the greater cell.

    `onward` has the relations to the right and down, `back` those to the left and up.  An entry is
    (distance between the lanes in bits, lanes of the lesser cells, lanes of the greater cells).
    """

    onward: tuple[_Step, ...]
    back: tuple[_Step, ...]


def rules(relations: Iterable[Relation]) -> Rules:
    lesser: dict[int, list[int]] = {1: [], SIZE: [], -1: [], -SIZE: []}
    for low, high in relations:
        lesser[high - low].append(low)
    steps = {
        step: (
            abs(step) * LANE,
            in_cells(cells, ALL_NINE),
            in_cells([cell + step for cell in cells], ALL_NINE),
        )
        for step, cells in lesser.items()
        if cells
    }
    return Rules(
        tuple(steps[step] for step in steps if step > 0),
        tuple(steps[step] for step in steps if step < 0),
    )


def propagate(left: int, rules: Rules) -> int:
    """Return the candidates that remain at the fixpoint; 0 when a cell or a digit has no place."""
    before = 0
    while left != before:
        before = _propagate(left, rules)
        left = before if rules.onward or rules.back else _by_triples(before)
    return left


def _propagate(left: int, rules: Rules) -> int:
    """Propagate without the rule of naked triples."""
    starts, spread = IN_BOXES.starts, IN_BOXES.spread
    before = 0
    while left != before:
        before = left
        if (left + FULL) & SPARE != SPARE:
            return 0
        left = _by_relations(left, rules)
        for crossing in CROSSINGS:
            left = crossing.apply(left)
        single = left & ~whole(left & (left | SPARE) - LOWEST)
        once, twice = IN_BOXES.places(single)
        left &= single & ~((twice & starts) * spread) | ~((once & starts) * spread)
        once, twice = IN_BOXES.places(left)
        if once & starts != starts:
            return 0
        last = left & (starts & ~twice) * spread
        if last & (last | SPARE) - LOWEST:
            return 0
        left &= last | ~whole(last)
    return left


def _by_triples(left: int) -> int:
    """Apply the rule of naked triples; return 0 when three cells have less than three digits."""
    for crossing in CROSSINGS:
        own = crossing.segments(left)
        second = own & (own | SPARE) - LOWEST
        third = second & (second | SPARE) - LOWEST
        if whole(third) != crossing.starts:
            return 0
        triples = own & ~whole(third & (third | SPARE) - LOWEST)
        left &= ~(crossing.others(triples) * crossing.spread)
    return left


def _by_relations(left: int, rules: Rules) -> int:
    """Apply the rule of relations.  No lane may be empty, as it would borrow from the next one."""
    if not rules.onward and not rules.back:
        return left
    not_above = left ^ left - LOWEST  # up to the lowest candidate
    below = left >> 1 & FULL
    for shift, mask in _DOWNS:
        below |= below >> shift & mask
    not_below = FULL ^ below
    gone = 0
    for shift, lesser, greater in rules.onward:
        gone |= not_above << shift & greater | not_below >> shift & lesser
    for shift, lesser, greater in rules.back:
        gone |= not_above >> shift & greater | not_below << shift & lesser
    return left & ~gone


@dataclass(frozen=True, slots=True)
class Crossing:
    """The intersections of boxes and rows, or of boxes and columns.

    `cell`, `line` and `box` are distances in bits: from a cell of a segment to the next cell, from
    a segment to that of the next line, and from a segment to that of the next box.

    `starts` are the first lanes of all segments.  Multiplication by `spread` copies them to all
    lanes of their segments.  `chutes` and `lines` have all digits in the lanes of a chute or a
    line.  The other masks are first lanes of segments in some places of their chute: the first two
    lines, the last line, the first two boxes, the last box.
    """

    cell: int
    line: int
    box: int
    starts: int
    spread: int
    chutes: tuple[int, ...]
    lines: tuple[int, ...]
    early_lines: int
    last_lines: int
    early_boxes: int
    last_boxes: int

    def segments(self, left: int) -> int:
        """Return the segments that may have the digits."""
        return (left | left >> self.cell | left >> 2 * self.cell) & self.starts

    def apply(self, left: int) -> int:
        """Apply the rules of lines and of full segments; return 0 when a segment must have more
        digits than cells."""
        gone, locked = self.by_lines(self.segments(left))
        more = locked & (locked | SPARE) - LOWEST
        more &= (more | SPARE) - LOWEST
        if more & (more | SPARE) - LOWEST:
            return 0
        gone |= whole(more) & ~locked
        return left & ~(gone * self.spread)

    def by_lines(self, own: int) -> tuple[int, int]:
        """Return the segments that cannot hold the digit, and those that must hold it.

        `own` are the segments that may hold it.  One cannot if the other segments of its chute
        leave it no place, and must if no other segment of its line may.
        """
        line, box = self.line, self.box
        early_lines, last_lines = self.early_lines, self.last_lines
        early_boxes, last_boxes = self.early_boxes, self.last_boxes
        # Segments of the next box of the band, and of the box after it; then both for the next
        # line.
        next_ = own >> box & early_boxes | own << 2 * box & last_boxes
        after = next_ >> box & early_boxes | next_ << 2 * box & last_boxes
        next_1 = next_ >> line & early_lines | next_ << 2 * line & last_lines
        after_1 = after >> line & early_lines | after << 2 * line & last_lines
        # The two other boxes have the digit in this line and the next, in either order; then the
        # same seen from the line before.
        both = next_ & after_1 | after & next_1
        possible = both >> line & early_lines | both << 2 * line & last_lines
        return own & ~possible, own & ~(next_ | after)

    def others(self, own: int) -> int:
        """Return the other segments of the lines and boxes of the segments `own`."""
        line, box = self.line, self.box
        early_lines, last_lines = self.early_lines, self.last_lines
        early_boxes, last_boxes = self.early_boxes, self.last_boxes
        next_box = own >> box & early_boxes | own << 2 * box & last_boxes
        next_line = own >> line & early_lines | own << 2 * line & last_lines
        return (
            next_box
            | next_line
            | (next_box >> box & early_boxes | next_box << 2 * box & last_boxes)
            | (next_line >> line & early_lines | next_line << 2 * line & last_lines)
        )


def _crossing(lines: tuple[House, ...], cell: int, line: int) -> Crossing:
    """Return the intersections with some lines.

    `cell` is the distance in cells from a cell to the next one of its line, `line` that to the next
    line.
    """

    def firsts(numbers: Sequence[int], boxes: Sequence[int]) -> int:
        of_lines = (house for number, house in enumerate(lines) if number % 3 in numbers)
        return in_cells([house[3 * box] for house in of_lines for box in boxes], ALL_NINE)

    every = (0, 1, 2)
    whole_lines = [in_cells(house, ALL_NINE) for house in lines]
    return Crossing(
        cell=cell * LANE,
        line=line * LANE,
        box=3 * cell * LANE,
        starts=firsts(every, every),
        spread=in_cells(lines[0][:3], 1),
        chutes=tuple(sum(whole_lines[first : first + 3]) for first in (0, 3, 6)),
        lines=tuple(whole_lines),
        early_lines=firsts((0, 1), every),
        last_lines=firsts((2,), every),
        early_boxes=firsts(every, (0, 1)),
        last_boxes=firsts(every, (2,)),
    )


CROSSINGS = (_crossing(ROWS, 1, SIZE), _crossing(COLUMNS, SIZE, 1))
