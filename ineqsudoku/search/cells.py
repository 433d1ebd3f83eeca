"""The engine for any mixture of givens and relations: candidates, fewest first.

A node is a state that is propagated to its fixpoint by `narrowing.py`, the first one
included; a state that turns out to be contradictory counts too.  The search then takes a
cell with the fewest candidates, but more than one, and guesses one of them: two states
follow, the cell has that digit and, after all solutions of that, it does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ineqsudoku.errors import LayoutCycleError
from ineqsudoku.geometry import SIZE
from ineqsudoku.puzzle import ABSENT, Puzzle
from ineqsudoku.relations import RelationGraph
from ineqsudoku.search.lanes import BITS, FULL, LANE, NINE, text
from ineqsudoku.search.narrowing import LOWEST, SPARE, Rules, narrowed, rules
from ineqsudoku.search.nodes import Nodes


class Order(NamedTuple):
    """Which of the cells with fewest candidates, and which of its candidates, comes first."""

    last_cell: bool = False
    highest_digit: bool = False


IN_ORDER = Order()


def objection(_: Puzzle) -> str | None:
    """Why this engine can't take the puzzle: always `None`, it takes every one."""
    return None


def solutions(puzzle: Puzzle, nodes: Nodes) -> Iterator[str]:
    """Each solution as 81 digits, as soon as it is found.  Raises `NodeLimitReached`."""
    of_puzzle = rules(puzzle.relations)
    left = narrowed(candidates(puzzle.givens), of_puzzle)
    if not left or not left & left - LOWEST:
        # Decided at once, which most puzzles are; the bounds take longer than that.
        yield from search(left, of_puzzle, nodes)
        return
    try:
        yield from search(left & _within_bounds(puzzle), of_puzzle, nodes)
    except LayoutCycleError:
        return


def candidates(givens: str) -> int:
    """What the givens leave each cell, in lanes."""
    left = FULL
    for cell, digit in enumerate(givens):
        if digit != ABSENT:
            left ^= (NINE ^ BITS[int(digit) - 1]) << LANE * cell
    return left


def search(left: int, rules: Rules, nodes: Nodes, order: Order = IN_ORDER) -> Iterator[str]:
    """Each solution among the candidates that are left.  Raises `NodeLimitReached`."""
    states = [left]
    while states:
        nodes.use()
        left = narrowed(states.pop(), rules)
        if not left:
            continue
        several = left & left - LOWEST
        if not several:
            yield text(left)
            continue
        lane = _fewest(several, order.last_cell)
        mask = left >> lane & NINE
        bit = 1 << mask.bit_length() - 1 if order.highest_digit else mask & -mask
        states.append(left ^ bit << lane)
        states.append(left ^ (mask ^ bit) << lane)


def _within_bounds(puzzle: Puzzle) -> int:
    """What the relation graph's bounds leave each cell, in lanes.

    Raises `LayoutCycleError`.
    """
    left = 0
    for cell, (lowest, highest) in enumerate(RelationGraph(puzzle.relations).bounds()):
        left |= (NINE >> SIZE - highest & NINE << lowest - 1) << LANE * cell
    return left


def _fewest(more: int, last: bool) -> int:
    """The lowest bit of the lane of a cell with fewest candidates, but more than one.

    `more` has all but the lowest candidate of each cell.
    """
    open_lanes = fewest = more + FULL & SPARE
    while more:
        more &= (more | SPARE) - LOWEST
        still_open = more + FULL & SPARE
        fewest = open_lanes & ~still_open
        if fewest:
            break
    spare = fewest.bit_length() - 1 if last else (fewest & -fewest).bit_length() - 1
    return spare - SIZE
