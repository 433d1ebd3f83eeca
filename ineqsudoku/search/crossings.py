"""Where boxes and lines cross: what each asks of the other.

The cells that a box and a line share are a *segment*; a line is a row or a column here.  All
segments across a row, or down a column, are looked at together, in lanes (`lanes.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ineqsudoku.geometry import NINE, House
from ineqsudoku.search.kinds import Kind, kind
from ineqsudoku.search.lanes import Lanes


class Crossing(Protocol):
    """Boxes and rows, or boxes and columns."""

    def narrowed(self, left: int) -> int:
        """The candidates that remain."""


@dataclass(frozen=True, slots=True)
class Thirds:
    """The rule of lines, at 9×9: what the rows of a band have in its three boxes.

    `cell`, `line` and `box` are the bits from a lane to the next cell of its segment, to the
    same segment of the next line and to the next box.  `starts` are the first lanes of all
    segments; other masks are parts of it.  Times `spread` they stand in all three lanes.
    """

    cell: int
    line: int
    box: int
    starts: int
    lines_before_last: int
    last_lines: int
    boxes_before_last: int
    last_boxes: int
    spread: int

    def narrowed(self, left: int) -> int:
        cell, line, box = self.cell, self.line, self.box
        early_lines, last_lines = self.lines_before_last, self.last_lines
        early_boxes, last_boxes = self.boxes_before_last, self.last_boxes
        own = (left | left >> cell | left >> 2 * cell) & self.starts
        # What the next box of the band has, and the one after it; of that, the next lines.
        next_ = own >> box & early_boxes | own << 2 * box & last_boxes
        after = next_ >> box & early_boxes | next_ << 2 * box & last_boxes
        next_1 = next_ >> line & early_lines | next_ << 2 * line & last_lines
        next_2 = next_1 >> line & early_lines | next_1 << 2 * line & last_lines
        after_1 = after >> line & early_lines | after << 2 * line & last_lines
        after_2 = after_1 >> line & early_lines | after_1 << 2 * line & last_lines
        return left & (next_1 & after_2 | next_2 & after_1) * self.spread


@dataclass(frozen=True, slots=True)
class Segments:
    """The rule of locked candidates.

    `gather` are the bits from the first lane of a segment to its others, `starts` the first
    lanes of all segments, and what stands there times `spread` stands in all their lanes.
    `in_box` and `in_line` are boxes and lines as houses, of segments rather than of cells.
    """

    gather: tuple[int, ...]
    starts: int
    spread: int
    in_box: Kind
    in_line: Kind

    def narrowed(self, left: int) -> int:
        own = left
        for shift in self.gather:
            own |= left >> shift
        own &= self.starts
        gone = _gone(own, self.in_box, self.in_line) | _gone(own, self.in_line, self.in_box)
        return left & ~(gone * self.spread)


def _gone(own: int, here: Kind, there: Kind) -> int:
    """What goes from the segments of houses `there`, because a house of the kind `here` has
    it in one segment only; by the first lanes of segments."""
    once, twice = here.places(own)
    locked = own & (once & ~twice & here.starts) * here.spread
    once, twice = there.places(locked)
    return (once & there.starts) * there.spread & ~locked | (twice & there.starts) * there.spread


def crossings(lanes: Lanes) -> tuple[Crossing, ...]:
    """Those with rows and those with columns; none without boxes."""
    geometry = lanes.geometry
    if not geometry.boxes:
        return ()
    size = geometry.size
    if geometry is NINE:
        across = _thirds(lanes, 1, size, 3, geometry.rows)
        return across, _thirds(lanes, size, 1, 3 * size, geometry.columns)
    # As many lines cross a box as boxes a line, `high` of rows and `wide` of columns.
    high, wide = geometry.box_rows, geometry.box_columns
    rows = _segments(
        lanes,
        range(wide),
        kind(lanes, [box[::wide] for box in geometry.boxes], (size, high)),
        kind(lanes, [row[::wide] for row in geometry.rows], (wide, high)),
    )
    columns = _segments(
        lanes,
        range(0, high * size, size),
        kind(lanes, [box[:wide] for box in geometry.boxes], (1, wide)),
        kind(lanes, [column[::high] for column in geometry.columns], (high * size, wide)),
    )
    return rows, columns


def _segments(lanes: Lanes, cells: Sequence[int], in_box: Kind, in_line: Kind) -> Segments:
    return Segments(
        tuple(cell * lanes.width for cell in cells[1:]),
        in_line.starts * in_line.spread,
        lanes.of(cells, 1),
        in_box,
        in_line,
    )


def _thirds(lanes: Lanes, cell: int, line: int, box: int, houses: Sequence[House]) -> Thirds:
    def firsts(lines: Sequence[int], boxes: Sequence[int]) -> int:
        of_lines = (house for number, house in enumerate(houses) if number % 3 in lines)
        return lanes.of([house[3 * box] for house in of_lines for box in boxes], lanes.every)

    every = (0, 1, 2)
    return Thirds(
        cell * lanes.width,
        line * lanes.width,
        box * lanes.width,
        starts=firsts(every, every),
        lines_before_last=firsts((0, 1), every),
        last_lines=firsts((2,), every),
        boxes_before_last=firsts(every, (0, 1)),
        last_boxes=firsts(every, (2,)),
        spread=lanes.of((0, cell, 2 * cell), 1),
    )
