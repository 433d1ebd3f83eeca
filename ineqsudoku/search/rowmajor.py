"""The search that the contest suggests: fill the cells 0–80 in order, smallest digit first.

In the search that CQOI2013 suggests, the digits in the row, column and box, and the neighbours
that are already filled, determine which digits a cell can have.  This engine adds two things.
Rows, columns and boxes are not sets of used digits but states of `decision_diagrams.py`, which
take their remaining cells into account.  And the candidates of all remaining cells are kept
(`candidates.py`), so a digit is rejected immediately if it leaves a cell without a candidate or
a row without a place for some digit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from ineqsudoku.errors import LayoutCycleError
from ineqsudoku.geometry import BOXES, CELLS, COLUMNS, NINE, ROWS, House
from ineqsudoku.puzzle import ABSENT, Puzzle
from ineqsudoku.relations import RelationGraph
from ineqsudoku.search.decision_diagrams import (
    ALL_NINE,
    BITS,
    FULL,
    LANE,
    LANES,
    WHOLE,
    Beside,
    State,
    beside,
    first_states,
    of_cell,
)
from ineqsudoku.search.nodes import Nodes

_SPARE = LANES.spare
_ROW_STARTS = LANES.of(COLUMNS[0], ALL_NINE)


def objection(puzzle: Puzzle) -> str | None:
    """Return the reason, as a clause, why this engine does not support the puzzle; `None` if it
    does."""
    return None if puzzle.geometry is NINE else f"it is {puzzle.geometry}, not {NINE}"


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
