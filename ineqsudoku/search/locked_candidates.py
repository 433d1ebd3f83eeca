"""The rules for the intersections of boxes and lines: locked candidates and full segments.

The cells that a box and a line share are a *segment*.  A *line* here is a row or a column, and a
*chute* is a band or a stack.  All segments of rows, or all of columns, are processed together in
lanes (`candidates.py`); the first lane of a segment stands for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ineqsudoku.geometry import NINE, House
from ineqsudoku.search.candidates import CandidateLanes
from ineqsudoku.search.house_sets import HouseSet, house_set


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
        # of the next line and of the one after it.
        next_ = own >> box & early_boxes | own << 2 * box & last_boxes
        after = next_ >> box & early_boxes | next_ << 2 * box & last_boxes
        next_1 = next_ >> line & early_lines | next_ << 2 * line & last_lines
        next_2 = next_1 >> line & early_lines | next_1 << 2 * line & last_lines
        after_1 = after >> line & early_lines | after << 2 * line & last_lines
        after_2 = after_1 >> line & early_lines | after_1 << 2 * line & last_lines
        return own & ~(next_1 & after_2 | next_2 & after_1), own & ~(next_ | after)


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
