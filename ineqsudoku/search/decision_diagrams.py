"""The ways to fill a row, a column or a box, as a multi-valued decision diagram (MDD).

Every relation is inside a house: a row, a column or a box.  A `State` is a house with its first
cells filled, in ascending order.  It has the digits that the next cell can hold so that the rest of
the house can be filled, and the states after them.  States with the same completions are one
object, so a house has few of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from ineqsudoku.geometry import CELLS, HOUSES, NINE, SIZE, House
from ineqsudoku.puzzle import Relation
from ineqsudoku.search.candidates import lanes_of

LANES = lanes_of(NINE)
LANE, BITS, ALL_NINE, FULL = LANES.width, LANES.bits, LANES.every, LANES.full
"""The lanes of 9×9, the only size that `rowmajor` and its states support."""

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
    left = _agreed(left, beside)
    while left != before:
        before = left
        for house in HOUSES:
            if house in states and not states[house].left & LANES.of(house, ALL_NINE) & ~left:
                continue
            state = _first_state(house, left, beside)
            if state is None:
                return None
            states[house] = state
            left = _agreed(left & state.left, beside)
    return states


def _agreed(left: int, beside: Beside) -> int:
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
