"""The engine for any mixture of givens and relations: candidates, fewest first.

A node is a state that is propagated to its fixpoint by `narrowing.py`, the first one
included; a state that turns out to be contradictory counts too.  The search then guesses
a candidate of a cell, `_by_pairs` says which: two states follow, the cell has that digit and,
after all solutions of that, it does not.

Where there is a C compiler, `kernel.py` runs the compiled form, which takes the same steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ineqsudoku.errors import LayoutCycleError
from ineqsudoku.geometry import SIZE
from ineqsudoku.puzzle import ABSENT, Puzzle
from ineqsudoku.relations import RelationGraph
from ineqsudoku.search.lanes import BITS, FULL, LANE, NINE, text
from ineqsudoku.search.narrowing import (
    LOWEST,
    SPARE,
    Rules,
    narrowed,
    pairs_of_kinds,
    rules,
    whole_lanes,
)
from ineqsudoku.search.nodes import Nodes


class Order(NamedTuple):
    """What to guess: among the cells with fewest candidates or, `by_pairs`, as `_by_pairs`
    says; and which of the cells that are as good, and of their candidates, comes first."""

    last_cell: bool = False
    highest_digit: bool = False
    by_pairs: bool = False


IN_ORDER = Order()
BY_PAIRS = Order(by_pairs=True)
"""The engine's own.  Where any solution does, that of a puzzle with many, `IN_ORDER` is as
quick: its guesses stay near each other."""


def objection(_: Puzzle) -> str | None:
    """Why this engine can't take the puzzle: always `None`, it takes every one."""
    return None


def solutions(puzzle: Puzzle, nodes: Nodes) -> Iterator[str]:
    """Each solution as 81 digits, as soon as it is found.  Raises `NodeLimitReached`."""
    of_puzzle = rules(puzzle.relations)
    left = narrowed(candidates(puzzle.givens), of_puzzle)
    if not left or not left & left - LOWEST:
        # Decided at once, which most puzzles are; the bounds take longer than that.
        yield from search(left, of_puzzle, nodes, BY_PAIRS)
        return
    try:
        yield from search(left & _within_bounds(puzzle), of_puzzle, nodes, BY_PAIRS)
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
        guess = _guess(left, several, order)
        lane = (guess.bit_length() - 1) // LANE * LANE
        states.append(left ^ guess)
        states.append(left ^ left & NINE << lane ^ guess)


def _within_bounds(puzzle: Puzzle) -> int:
    """What the relation graph's bounds leave each cell, in lanes.

    Raises `LayoutCycleError`.
    """
    left = 0
    for cell, (lowest, highest) in enumerate(RelationGraph(puzzle.relations).bounds()):
        left |= (NINE >> SIZE - highest & NINE << lowest - 1) << LANE * cell
    return left


def _guess(left: int, more: int, order: Order) -> int:
    """The candidate to guess, as its bit; `more` has all but the lowest one of each cell."""
    best = _by_pairs(left, more) if order.by_pairs else left & _fewest(more)
    lane = ((best if order.last_cell else best & -best).bit_length() - 1) // LANE * LANE
    mask = best >> lane & NINE
    return (1 << mask.bit_length() - 1 if order.highest_digit else mask & -mask) << lane


def _by_pairs(left: int, more: int) -> int:
    """The candidates that are best to guess; `more` has all but the lowest one of each cell.

    Cells with two candidates come first, if there are any.  Among those cells, else among
    all, comes first a candidate that is one of a pair - of two places that a digit has left
    in a house - in most of its three houses, for then more follows when it is not there.  If
    there are no pairs, a cell with the fewest candidates comes first.
    """
    twos = whole_lanes(more) & ~whole_lanes(more & (more | SPARE) - LOWEST)
    among = left & twos if twos else left
    in_rows, in_columns, in_boxes = (among & pairs for pairs in pairs_of_kinds(left))
    either = in_rows | in_columns
    return (
        in_rows & in_columns & in_boxes
        or in_rows & in_columns | either & in_boxes
        or either | in_boxes
        or left & (twos or _fewest(more))
    )


def _fewest(more: int) -> int:
    """The lanes of the cells with fewest candidates, but more than one.

    `more` has all but the lowest candidate of each cell.
    """
    open_lanes = whole_lanes(more)
    while True:
        more &= (more | SPARE) - LOWEST
        if fewest := open_lanes & ~whole_lanes(more):
            return fewest
