"""The engine for any mixture of givens and relations: candidates, fewest first.

A node is a state that is propagated to its fixpoint by `propagation.py`, the first one
included; a state that turns out to be contradictory counts too.  The search then guesses where
a digit stands: in a cell or, without relations, in a segment - the cells that a box shares
with a row or a column.  `_by_pairs` and `_by_segments` say which.  Two states follow: the digit
stands there and, after all solutions of that, it does not.

Where there is a C compiler, `kernel/` runs the compiled form, which takes the same steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from ineqsudoku.errors import LayoutCycleError
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.relations import RelationGraph
from ineqsudoku.search.candidates import Lanes
from ineqsudoku.search.nodes import Nodes
from ineqsudoku.search.propagation import Masks, Rules, propagate, rules


class Order(NamedTuple):
    """What to guess: a cell with fewest candidates or, by `choice`, what `_by_pairs` or
    `_by_segments` says; and which of the cells that are as good, and of their candidates, comes
    first."""

    last_cell: bool = False
    highest_digit: bool = False
    choice: Literal["fewest", "pairs", "segments"] = "fewest"


IN_ORDER = Order()
"""Where any solution does, that of a puzzle with many, this is as quick as the engine's own
orders: its guesses stay near each other."""

BY_PAIRS = Order(choice="pairs")
"""The engine's own with relations, or without boxes."""

BY_SEGMENTS = Order(choice="segments")
"""The engine's own for plain sudoku, where it halves the nodes of hard ones (`LOG.md`)."""


def objection(_: Puzzle) -> str | None:
    """Why this engine can't take the puzzle: always `None`, it takes every one."""
    return None


def solutions(puzzle: Puzzle, nodes: Nodes) -> Iterator[str]:
    """Each solution as its symbols, as soon as it is found.  Raises `LimitReached`."""
    of_puzzle = rules(puzzle.relations, puzzle.geometry)
    lanes = of_puzzle.masks.lanes
    left = propagate(lanes.given(puzzle.givens), of_puzzle)
    if left & left - lanes.lowest:
        # Most puzzles are decided at once, and the bounds take longer than that.
        try:
            left &= lanes.between(RelationGraph(puzzle.relations, puzzle.geometry).bounds())
        except LayoutCycleError:
            return
    plain = of_puzzle.masks.crossings and not puzzle.relations
    yield from search(left, of_puzzle, nodes, BY_SEGMENTS if plain else BY_PAIRS)


def search(left: int, rules: Rules, nodes: Nodes, order: Order = IN_ORDER) -> Iterator[str]:
    """Each solution among the candidates that are left.  Raises `LimitReached`."""
    lanes = rules.masks.lanes
    states = [left]
    while states:
        nodes.use()
        left = propagate(states.pop(), rules)
        if not left:
            continue
        several = left & left - lanes.lowest
        if not several:
            yield lanes.text(left)
            continue
        if order.choice == "segments":
            guess = _by_segments(left, rules.masks)
        else:
            guess = _in_cell(left, several, rules.masks, order)
        states.append(left & ~guess.here)
        states.append(left & ~guess.elsewhere)


class Guess(NamedTuple):
    """That a digit stands somewhere: the candidates that go if it does not, and if it does."""

    here: int
    elsewhere: int


def _in_cell(left: int, more: int, masks: Masks, order: Order) -> Guess:
    """A candidate of a cell; `more` has all but the lowest one of each cell."""
    lanes = masks.lanes
    by_pairs = order.choice == "pairs"
    best = _by_pairs(left, more, masks) if by_pairs else left & _fewest(more, lanes)
    lane = ((best if order.last_cell else best & -best).bit_length() - 1) // lanes.width
    mask = best >> lane * lanes.width & lanes.every
    bit = 1 << mask.bit_length() - 1 if order.highest_digit else mask & -mask
    here = bit << lane * lanes.width
    return Guess(here, left & lanes.every << lane * lanes.width ^ here)


def _by_segments(left: int, masks: Masks) -> Guess:
    """A digit in a segment.

    Of the chutes, bands first, one with the fewest segments that are open to digits but not
    settled; of its digits one with the fewest; and the first segment that may have the digit
    but need not.  (Dillon's tdoku, 2019, guesses likewise one of the ways to place a digit in a
    chute.)
    """
    lowest, width = masks.lanes.lowest, masks.lanes.width
    chutes = [
        (crossing, own & chute)
        for crossing in masks.crossings
        for own in (crossing.segments(left),)
        for chute in crossing.chutes
    ]
    size = masks.lanes.geometry.size
    numbers = [own.bit_count() - size * crossing.settled for crossing, own in chutes]
    crossing, own = chutes[numbers.index(min(number for number in numbers if number))]
    digits = [own & lowest * bit for bit in masks.lanes.bits]
    open_ = min((one for one in digits if one.bit_count() > crossing.settled), key=int.bit_count)
    _, locked = crossing.rule(open_)
    open_ &= ~locked
    first = open_ & -open_
    digit = 1 << (first.bit_length() - 1) % width
    here = first * crossing.spread
    (line,) = (line for line in crossing.lines if line & first)
    return Guess(here, line & lowest * digit & ~here)


def _by_pairs(left: int, more: int, masks: Masks) -> int:
    """The candidates that are best to guess; `more` has all but the lowest one of each cell.

    Cells with two candidates come first, if there are any.  Among those cells, else among
    all, comes first a candidate that is one of a pair - of two places that a digit has left
    in a house - in most of its houses, for then more follows when it is not there.  If there
    are no pairs, a cell with the fewest candidates comes first.
    """
    lanes = masks.lanes
    twos = lanes.whole(more) & ~lanes.whole(more & (more | lanes.spare) - lanes.lowest)
    among = left & twos if twos else left
    in_one = in_two = in_three = 0
    for houses in masks.house_sets:
        pairs = among & houses.pairs(left)
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
