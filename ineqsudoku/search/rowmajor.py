"""The search that the contest suggests: fill the cells 0–80 in order, smallest digit first.

In the search that CQOI2013 suggests, the digits in the row, column and box, and the neighbours
that are already filled, determine which digits a cell can have.  This engine adds two things.

Rows, columns and boxes are not sets of used digits but states of a multi-valued decision diagram
(MDD), which take their remaining cells into account.  Every relation is inside a house: a row, a
column or a box.  A `State` is a house with its first cells filled, in ascending order.  It has the
digits that the next cell can hold so that the rest of the house can be filled, and the states after
them.  States with the same completions are one object, so a house has few of them.

And the candidates of all remaining cells are kept (`candidates.py`), so a digit is rejected
immediately if it leaves a cell without a candidate or a row without a place for some digit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from ineqsudoku.errors import LayoutCycleError
from ineqsudoku.geometry import BOXES, CELLS, COLUMNS, HOUSES, NINE, ROWS, SIZE, House
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import ABSENT, Puzzle, Relation
from ineqsudoku.relations import RelationGraph
from ineqsudoku.search.candidates import lanes_of
from ineqsudoku.search.enumeration import NOT_NINE, Nodes

LANES = lanes_of(NINE)
LANE, BITS, ALL_NINE, FULL = LANES.width, LANES.bits, LANES.every, LANES.full
"""The lanes of 9×9, the only size that this engine supports."""

_SPARE = LANES.spare
_ROW_STARTS = LANES.of(COLUMNS[0], ALL_NINE)


def objection(puzzle: Puzzle) -> Message | None:
    """Return the reason, as a clause, why this engine does not support the puzzle; `None` if it
    does."""
    geometry = puzzle.geometry
    return None if geometry is NINE else NOT_NINE.fill(geometry=geometry.name)


def solutions(puzzle: Puzzle, nodes: Nodes) -> Iterator[str]:
    """Yield the solutions as 81 digits, in ascending order.  A node is a digit placed in a cell.

    Raises `LimitReached`.
    """
    allowed = beside(puzzle.relations)
    try:
        left = _candidates(puzzle, allowed)
    except LayoutCycleError:
        return
    states = first_states(left, allowed)
    if states:
        yield from _fill(states, allowed, nodes)


def _candidates(puzzle: Puzzle, allowed: Beside) -> int:
    """Return the candidates that agree with the relation graph's bounds and the givens, in lanes.

    Raises `LayoutCycleError`.
    """
    left = LANES.between(RelationGraph(puzzle.relations).bounds())
    for cell, digit in enumerate(puzzle.givens):
        if digit != ABSENT:
            left &= allowed[cell][BITS[int(digit) - 1]]
    return left


def _next_of_house(houses: tuple[House, ...]) -> tuple[int, ...]:
    """Return the cells' successors in their houses; 81, which is no cell, for the last ones."""
    follower = dict(pair for house in houses for pair in pairwise(house))
    return tuple(follower.get(cell, len(CELLS)) for cell in CELLS)


_NEXT_IN_ROW, _NEXT_IN_COLUMN, _NEXT_IN_BOX = map(_next_of_house, (ROWS, COLUMNS, BOXES))


def _fill(states: dict[House, State], allowed: Beside, nodes: Nodes) -> Iterator[str]:
    """Search depth-first.  Every list has an entry per cell, valid when the search is there.

    After filling a cell, the states of its houses are stored at their next cells, so backtracking
    does not have to undo anything.
    """
    in_row, in_column, in_box = (_at_first_cells(kind, states) for kind in (ROWS, COLUMNS, BOXES))
    left = _common(states.values())
    left_at = [left] * len(CELLS)
    untried = [of_cell(left, 0)] * len(CELLS)
    cell = 0
    while cell >= 0:
        if not untried[cell]:
            cell -= 1
            continue
        nodes.use()
        bit = untried[cell] & -untried[cell]
        untried[cell] ^= bit
        row = in_row[cell].after[bit]
        column = in_column[cell].after[bit]
        box = in_box[cell].after[bit]
        left = left_at[cell] & allowed[cell][bit] & row.left & column.left & box.left
        if not _is_open(left):
            continue
        if cell == CELLS[-1]:
            yield LANES.text(left)
            continue
        in_row[_NEXT_IN_ROW[cell]] = row
        in_column[_NEXT_IN_COLUMN[cell]] = column
        in_box[_NEXT_IN_BOX[cell]] = box
        cell += 1
        left_at[cell] = left
        untried[cell] = of_cell(left, cell)


def _at_first_cells(houses: tuple[House, ...], states: dict[House, State]) -> list[State]:
    """Return the states of houses at their first cells; entry 81 is for those after last cells."""
    by_cell = [WHOLE] * (len(CELLS) + 1)
    for house in houses:
        by_cell[house[0]] = states[house]
    return by_cell


def _common(states: Iterable[State]) -> int:
    left = FULL
    for state in states:
        left &= state.left
    return left


def _is_open(left: int) -> bool:
    """Whether every cell has a candidate and every row a place for every digit."""
    # A lane carries into its spare bit unless it is empty.
    if (left + FULL) & _SPARE != _SPARE:
        return False
    twos = left | left >> LANE
    fours = twos | twos >> 2 * LANE
    nines = fours | fours >> 4 * LANE | left >> 8 * LANE
    return nines & _ROW_STARTS == _ROW_STARTS


Beside = tuple[dict[int, int], ...]
"""`beside[cell][bit]`: all candidates that can stand beside the digit `bit` in `cell`."""


@dataclass(slots=True)
class State:
    """A house with its first cells filled.

    `after[bit]` is the state after the next cell is given the digit `bit`.  `left` has the
    candidates of the house's empty cells, in lanes, and all nine of all other cells.
    """

    left: int
    after: dict[int, State]


WHOLE = State(FULL, {})
"""A house with all its cells filled."""


def first_states(left: int, beside: Beside) -> dict[House, State] | None:
    """Return the state of every house with no cell filled; `None` when a house cannot be filled.

    Removing candidates for one house may remove others for another house, so this is repeated
    until nothing changes.
    """
    states: dict[House, State] = {}
    before = 0
    left = _revise(left, beside)
    while left != before:
        before = left
        for house in HOUSES:
            if house in states and not states[house].left & LANES.of(house, ALL_NINE) & ~left:
                continue
            state = _first_state(house, left, beside)
            if state is None:
                return None
            states[house] = state
            left = _revise(left & state.left, beside)
    return states


def _revise(left: int, beside: Beside) -> int:
    """Keep the candidates that agree with some candidate of every cell (AC-1, Mackworth, 1977)."""
    before = 0
    while left != before:
        before = left
        for cell in CELLS:
            beside_some = 0
            for bit in bits(of_cell(left, cell)):
                beside_some |= beside[cell][bit]
            left &= beside_some
    return left


def _first_state(house: House, left: int, beside: Beside) -> State | None:
    """Return the state of a house with no cell filled; `None` when the house cannot be filled."""
    to_come = [LANES.of(house[filled:], ALL_NINE) for filled in range(SIZE + 1)]

    @cache
    def state(filled: int, left: int) -> State | None:
        """Return the state with the candidates `left` of the empty cells; no other cell has any."""
        if filled == SIZE:
            return WHOLE
        cell = house[filled]
        later = left & to_come[filled + 1]
        after = {}
        possible = 0
        for bit in bits(of_cell(left, cell)):
            next_state = state(filled + 1, later & beside[cell][bit])
            if next_state:
                after[bit] = next_state
                possible |= next_state.left
        impossible_here = (ALL_NINE ^ sum(after)) << LANE * cell
        return State(possible ^ impossible_here, after) if after else None

    return state(0, left & to_come[0])


def of_cell(left: int, cell: int) -> int:
    """Return the candidates of one cell, nine bits."""
    return left >> LANE * cell & ALL_NINE


@cache
def bits(mask: int) -> tuple[int, ...]:
    """Return the single candidates in a cell's mask, smallest digit first."""
    return tuple(bit for bit in BITS if mask & bit)


def beside(relations: Iterable[Relation]) -> Beside:
    """Return the candidates that remain if a cell has a digit, by cell and digit.

    The cell keeps only the digit, the 20 cells that share a house with it lose the digit, and its
    neighbours keep what the relations allow.
    """
    left = tuple(dict(of_digit) for of_digit in _beside_without_relations())
    for lesser, greater in relations:
        for bit in BITS:
            below = bit - 1
            left[lesser][bit] &= ~((below | bit) << LANE * greater)
            left[greater][bit] &= ~((ALL_NINE ^ below) << LANE * lesser)
    return left


@cache
def _beside_without_relations() -> Beside:
    return tuple(
        {bit: FULL ^ LANES.of(_peers(cell), bit) ^ LANES.of([cell], ALL_NINE ^ bit) for bit in BITS}
        for cell in CELLS
    )


def _peers(cell: int) -> set[int]:
    return {peer for house in HOUSES if cell in house for peer in house} - {cell}
