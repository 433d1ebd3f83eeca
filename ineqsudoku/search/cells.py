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
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.relations import RelationGraph
from ineqsudoku.search.lanes import Lanes
from ineqsudoku.search.narrowing import Board, Rules, narrowed, rules
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
    """Each solution as its symbols, as soon as it is found.  Raises `LimitReached`."""
    of_puzzle = rules(puzzle.relations, puzzle.geometry)
    lanes = of_puzzle.board.lanes
    left = narrowed(lanes.given(puzzle.givens), of_puzzle)
    if left & left - lanes.lowest:
        # Most puzzles are decided at once, and the bounds take longer than that.
        try:
            left &= lanes.between(RelationGraph(puzzle.relations, puzzle.geometry).bounds())
        except LayoutCycleError:
            return
    yield from search(left, of_puzzle, nodes, BY_PAIRS)


def search(left: int, rules: Rules, nodes: Nodes, order: Order = IN_ORDER) -> Iterator[str]:
    """Each solution among the candidates that are left.  Raises `LimitReached`."""
    lanes = rules.board.lanes
    states = [left]
    while states:
        nodes.use()
        left = narrowed(states.pop(), rules)
        if not left:
            continue
        several = left & left - lanes.lowest
        if not several:
            yield lanes.text(left)
            continue
        guess = _guess(left, several, rules.board, order)
        lane = (guess.bit_length() - 1) // lanes.width * lanes.width
        states.append(left ^ guess)
        states.append(left ^ left & lanes.every << lane ^ guess)


def _guess(left: int, more: int, board: Board, order: Order) -> int:
    """The candidate to guess, as its bit; `more` has all but the lowest one of each cell."""
    lanes = board.lanes
    best = _by_pairs(left, more, board) if order.by_pairs else left & _fewest(more, lanes)
    lane = ((best if order.last_cell else best & -best).bit_length() - 1) // lanes.width
    mask = best >> lane * lanes.width & lanes.every
    bit = 1 << mask.bit_length() - 1 if order.highest_digit else mask & -mask
    return bit << lane * lanes.width


def _by_pairs(left: int, more: int, board: Board) -> int:
    """The candidates that are best to guess; `more` has all but the lowest one of each cell.

    Cells with two candidates come first, if there are any.  Among those cells, else among
    all, comes first a candidate that is one of a pair - of two places that a digit has left
    in a house - in most of its houses, for then more follows when it is not there.  If there
    are no pairs, a cell with the fewest candidates comes first.
    """
    lanes = board.lanes
    twos = lanes.whole(more) & ~lanes.whole(more & (more | lanes.spare) - lanes.lowest)
    among = left & twos if twos else left
    in_one = in_two = in_three = 0
    for kind in board.kinds:
        pairs = among & kind.pairs(left)
        in_three |= in_two & pairs
        in_two |= in_one & pairs
        in_one |= pairs
    return in_three or in_two or in_one or left & (twos or _fewest(more, lanes))


def _fewest(more: int, lanes: Lanes) -> int:
    """The lanes of the cells with fewest candidates, but more than one.

    `more` has all but the lowest candidate of each cell.
    """
    open_lanes = lanes.whole(more)
    while True:
        more &= (more | lanes.spare) - lanes.lowest
        if fewest := open_lanes & ~lanes.whole(more):
            return fewest
