"""Propagation on the candidates of all cells at once.

The candidates stand in one int (`lanes.py`), so a few operations apply a rule to the whole
grid.  These rules are repeated until none of them changes anything:

* *relations*: a cell exceeds the lowest candidate of each lesser neighbour and stays under
  the highest of each greater one.
* *lines*: within a band a digit stands in each row once and in each box once, so a box may
  have it in one row only if the two other boxes may have it in the two other rows, one
  each, some way round.  Likewise in stacks.  (The rule of the same name in `boxes.py`.)
* *placed*: a digit that is the only candidate of a cell goes from the rest of its houses.
* *last place*: a digit with one place left in a house stands there, and no other one can.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ineqsudoku.geometry import BOXES, CELLS, COLUMNS, ROWS, SIZE, House
from ineqsudoku.puzzle import Relation
from ineqsudoku.search.lanes import FULL, LANE, NINE, lanes

LOWEST = lanes(CELLS, 1)
SPARE = lanes(CELLS, NINE + 1)

_ONE_DOWN = lanes(CELLS, NINE >> 1)
_TWO_DOWN = lanes(CELLS, NINE >> 2)
_FOUR_DOWN = lanes(CELLS, NINE >> 4)
"""The bits that stay in their lanes when all are shifted down by so many."""

_Step = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Rules:
    """The relations of a puzzle, sorted by the way from the lesser to the greater cell.

    Each entry is (bits from lane to lane, lanes of the lesser cells, lanes of the greater
    ones); `onward` leads right or down, `back` left or up.
    """

    onward: tuple[_Step, ...]
    back: tuple[_Step, ...]


def rules(relations: Iterable[Relation]) -> Rules:
    lesser: dict[int, list[int]] = {1: [], SIZE: [], -1: [], -SIZE: []}
    for low, high in relations:
        lesser[high - low].append(low)
    steps = {
        step: (abs(step) * LANE, lanes(cells, NINE), lanes([cell + step for cell in cells], NINE))
        for step, cells in lesser.items()
        if cells
    }
    return Rules(
        tuple(steps[step] for step in steps if step > 0),
        tuple(steps[step] for step in steps if step < 0),
    )


@dataclass(frozen=True, slots=True)
class _Kind:
    """Rows, columns or boxes.

    The lanes of a house are brought together by shifts: three by `inner`, three by `outer`.
    `starts` are the lanes of the first cells of the houses; what stands there times `spread`
    stands in all nine lanes of each house.
    """

    inner: int
    outer: int
    starts: int
    spread: int


def _kind(inner: int, outer: int, houses: Sequence[House]) -> _Kind:
    starts = lanes([house[0] for house in houses], NINE)
    return _Kind(inner * LANE, outer * LANE, starts, lanes(houses[0], 1))


_KINDS = (_kind(1, 3, ROWS), _kind(SIZE, 3 * SIZE, COLUMNS), _kind(1, SIZE, BOXES))


@dataclass(frozen=True, slots=True)
class _Thirds:
    """What the rows of a band, or the columns of a stack, have in its three boxes.

    `cell`, `line` and `box` are the bits from a lane to the next cell of its third, to the
    same third of the next line and to the next box.  `starts` are the first lanes of all
    thirds; other masks are parts of it.  Times `spread` they stand in all three lanes.
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


def _thirds(cell: int, line: int, box: int, houses: Sequence[House]) -> _Thirds:
    def firsts(lines: Sequence[int], boxes: Sequence[int]) -> int:
        of_lines = (house for number, house in enumerate(houses) if number % 3 in lines)
        return lanes([house[3 * box] for house in of_lines for box in boxes], NINE)

    every = (0, 1, 2)
    return _Thirds(
        cell * LANE,
        line * LANE,
        box * LANE,
        starts=firsts(every, every),
        lines_before_last=firsts((0, 1), every),
        last_lines=firsts((2,), every),
        boxes_before_last=firsts(every, (0, 1)),
        last_boxes=firsts(every, (2,)),
        spread=lanes((0, cell, 2 * cell), 1),
    )


_THIRDS = (_thirds(1, SIZE, 3, ROWS), _thirds(SIZE, 1, 3 * SIZE, COLUMNS))


def narrowed(left: int, rules: Rules) -> int:
    """The candidates that remain at the fixpoint; 0 when a cell or a digit has no place."""
    before = 0
    while left != before:
        before = left
        if (left + FULL) & SPARE != SPARE:
            return 0
        left = _by_relations(left, rules)
        for thirds in _THIRDS:
            left &= _lines(left, thirds)
        single = left & ~whole_lanes(left & (left | SPARE) - LOWEST)
        for kind in _KINDS:
            starts, spread = kind.starts, kind.spread
            once, twice = _places(single, kind)
            left &= single & ~((twice & starts) * spread) | ~((once & starts) * spread)
            once, twice = _places(left, kind)
            if once & starts != starts:
                return 0
            last = left & (starts & ~twice) * spread
            if last & (last | SPARE) - LOWEST:
                return 0
            left &= last | ~whole_lanes(last)
    return left


def whole_lanes(some: int) -> int:
    """All nine bits of each lane that has some bit; no spare bit may be set."""
    spare = some + FULL & SPARE
    return spare - (spare >> SIZE)


def _by_relations(left: int, rules: Rules) -> int:
    """No lane may be empty: that would borrow from the next one."""
    not_above = left ^ left - LOWEST  # up to the lowest candidate
    below = left >> 1 & _ONE_DOWN
    below |= below >> 1 & _ONE_DOWN
    below |= below >> 2 & _TWO_DOWN
    not_below = FULL ^ (below | below >> 4 & _FOUR_DOWN)
    gone = 0
    for shift, lesser, greater in rules.onward:
        gone |= not_above << shift & greater | not_below >> shift & lesser
    for shift, lesser, greater in rules.back:
        gone |= not_above >> shift & greater | not_below << shift & lesser
    return left & ~gone


def _places(left: int, kind: _Kind) -> tuple[int, int]:
    """In the first lane of each house the digits that some lane of it has, and those that
    more than one has; other lanes hold rubbish."""
    inner, outer = kind.inner, kind.outer
    second = left >> inner
    third = second >> inner
    either = left | second
    some = either | third
    more = left & second | either & third
    second = some >> outer
    third = second >> outer
    either = some | second
    return (
        either | third,
        more | more >> outer | more >> 2 * outer | some & second | either & third,
    )


def pairs_of_kinds(left: int) -> Iterator[int]:
    """For rows, columns and boxes the candidates that have one other place in their house."""
    for kind in _KINDS:
        yield left & (_twice(left, kind) & kind.starts) * kind.spread


def _twice(left: int, kind: _Kind) -> int:
    """In the first lane of each house the digits that just two lanes of it have."""
    one, two, three = left, 0, 0
    for step in (kind.inner, kind.outer):
        all_three = one, two, three
        for shift in (step, 2 * step):
            one_on, two_on, three_on = (places >> shift for places in all_three)
            three |= three_on | one & two_on | two & one_on
            two |= two_on | one & one_on
            one |= one_on
    return two & ~three


def _lines(left: int, thirds: _Thirds) -> int:
    """What the lines rule allows in every cell."""
    cell, line, box = thirds.cell, thirds.line, thirds.box
    early_lines, last_lines = thirds.lines_before_last, thirds.last_lines
    early_boxes, last_boxes = thirds.boxes_before_last, thirds.last_boxes
    own = (left | left >> cell | left >> 2 * cell) & thirds.starts
    # What the next box of the band has, and the one after it; of that, the next lines.
    next_ = own >> box & early_boxes | own << 2 * box & last_boxes
    after = next_ >> box & early_boxes | next_ << 2 * box & last_boxes
    next_1 = next_ >> line & early_lines | next_ << 2 * line & last_lines
    next_2 = next_1 >> line & early_lines | next_1 << 2 * line & last_lines
    after_1 = after >> line & early_lines | after << 2 * line & last_lines
    after_2 = after_1 >> line & early_lines | after_1 << 2 * line & last_lines
    return (next_1 & after_2 | next_2 & after_1) * thirds.spread
