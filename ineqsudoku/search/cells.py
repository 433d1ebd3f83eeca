"""The engine for any mixture of givens and relations, which guesses candidates.

A node is a state that is propagated to its fixpoint by `propagation.py`, including the first one
and contradictory ones.  The search then guesses the place of a digit: a cell or, without
relations, a segment, which is the cells that a box shares with a row or a column.  `_by_pairs` and
`_by_segments` choose the guess.  Two states follow: in the first the guess is right, and in the
second, which is searched after all solutions of the first, it is wrong.

If a C compiler was available, `kernel/` has the compiled form, which takes the same steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from ineqsudoku.errors import LayoutCycleError
from ineqsudoku.geometry import CELLS, SIZE
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.relations import RelationGraph
from ineqsudoku.search.candidates import (
    ALL_NINE,
    BITS,
    IN_BOXES,
    IN_COLUMNS,
    IN_ROWS,
    LANE,
    LOWEST,
    SPARE,
    between,
    candidates_of,
    text,
    whole,
)
from ineqsudoku.search.enumeration import Nodes
from ineqsudoku.search.propagation import CROSSINGS, Rules, propagate, rules


class GuessOrder(NamedTuple):
    """The order of guesses.

    `choice` is a cell with the fewest candidates, or the guess of `_by_pairs` or `_by_segments`.
    Ties go to the first cell from `first_cell` on and, in the cell, to the first candidate from
    `first_bit` on; both continue at the beginning.  Guesses of segments ignore them.
    """

    choice: Literal["fewest", "pairs", "segments"] = "fewest"
    first_cell: int = 0
    first_bit: int = 0


SETTLED = 3
"""A digit has this many segments in a chute once its lines are decided."""

IN_ORDER = GuessOrder()
"""The order for any one solution of a puzzle with many.

It is as fast as the engine's own orders there, because its guesses stay near one another.
"""

BY_SEGMENTS = GuessOrder(choice="segments")
"""The engine's order for plain sudoku, where it halves the nodes of hard puzzles."""


def in_order(seed: int, choice: Literal["fewest", "pairs"]) -> GuessOrder:
    """Return one of 81 orders; the order of seed 0 begins with the first cell and the digit 1.

    The steps from one seed to the next are large, so that few seeds spread over the grid.
    """
    return GuessOrder(choice, 50 * seed % len(CELLS), 2 * seed % SIZE)


def unsupported_reason(_: Puzzle) -> Message | None:
    """Return `None`, because this engine supports every puzzle."""
    return None


def solutions(puzzle: Puzzle, nodes: Nodes, seed: int = 0) -> Iterator[str]:
    """Yield the solutions as 81 digits, one by one.  Raises `LimitReached`.

    A `seed` other than 0 breaks ties between guesses in another order, see `in_order`; such a
    search guesses in cells only.
    """
    of_puzzle = rules(puzzle.relations)
    left = propagate(candidates_of(puzzle.givens), of_puzzle)
    if left & left - LOWEST:
        # The bounds take longer than propagation, which decides most puzzles at once.
        try:
            left &= between(RelationGraph(puzzle.relations).bounds())
        except LayoutCycleError:
            return
    order = in_order(seed, "pairs") if seed or puzzle.relations else BY_SEGMENTS
    yield from search(left, of_puzzle, nodes, order)


def search(left: int, rules: Rules, nodes: Nodes, order: GuessOrder = IN_ORDER) -> Iterator[str]:
    """Yield the solutions among the candidates `left`, as 81 digits.  Raises `LimitReached`."""
    states = [left]
    while states:
        nodes.use()
        left = propagate(states.pop(), rules)
        if not left:
            continue
        several = left & left - LOWEST
        if not several:
            yield text(left)
            continue
        guess = _by_segments(left) if order.choice == "segments" else _in_cell(left, several, order)
        states.append(left & ~guess.here)
        states.append(left & ~guess.elsewhere)


class Guess(NamedTuple):
    """A guess that a digit is in a place.

    If it is wrong, the candidates `here` are removed; if it is right, the candidates `elsewhere`.
    """

    here: int
    elsewhere: int


def _in_cell(left: int, more: int, order: GuessOrder) -> Guess:
    """Guess a candidate of a cell; `more` has all candidates except the lowest of every cell."""
    best = _by_pairs(left, more) if order.choice == "pairs" else left & _fewest(more)
    first = best >> LANE * order.first_cell << LANE * order.first_cell or best
    cell = ((first & -first).bit_length() - 1) // LANE
    mask = best >> LANE * cell & ALL_NINE
    from_bit = mask >> order.first_bit << order.first_bit or mask
    here = (from_bit & -from_bit) << LANE * cell
    return Guess(here, left & ALL_NINE << LANE * cell ^ here)


def _by_segments(left: int) -> Guess:
    """Guess a digit in a segment.

    A segment is open to a digit that it may hold.  A chute is settled if three segments are open to
    each digit.  The chute is the one with the fewest open segments that is not settled, bands
    before stacks.  The digit is one with the fewest open segments, but more than three.  The
    segment is the first that may but need not hold the digit, if possible one with a single cell
    for it.  (Dillon's tdoku, 2019, similarly guesses one of the ways to place a digit in a chute.)
    """
    chutes = [
        (crossing, own & chute)
        for crossing in CROSSINGS
        for own in (crossing.segments(left),)
        for chute in crossing.chutes
    ]
    numbers = [own.bit_count() - SETTLED * SIZE for _, own in chutes]
    crossing, own = chutes[numbers.index(min(number for number in numbers if number))]
    digits = [own & LOWEST * bit for bit in BITS]
    open_ = min((one for one in digits if one.bit_count() > SETTLED), key=int.bit_count)
    _, locked = crossing.by_lines(open_)
    open_ &= ~locked
    second, third = left >> crossing.cell, left >> 2 * crossing.cell
    several = left & second | (left | second) & third
    first = open_ & ~several or open_
    first &= -first
    digit = 1 << (first.bit_length() - 1) % LANE
    here = first * crossing.spread
    (line,) = (line for line in crossing.lines if line & first)
    return Guess(here, line & LOWEST * digit & ~here)


def _by_pairs(left: int, more: int) -> int:
    """Return the best candidates to guess; `more` has all candidates but the lowest one of every
    cell.

    A pair is the two places of a digit that has exactly two left in a house.  If any cells have
    two candidates, only these cells are considered.  The best candidates are those that belong to
    pairs in most of their houses, because then more follows if the guess is wrong.  Without any
    pairs, they are the candidates of cells with the fewest.
    """
    twos = whole(more) & ~whole(more & (more | SPARE) - LOWEST)
    among = left & twos if twos else left
    in_one = in_two = in_three = 0
    for houses in (IN_ROWS, IN_COLUMNS, IN_BOXES):
        pairs = among & houses.pairs(left)
        in_three |= in_two & pairs
        in_two |= in_one & pairs
        in_one |= pairs
    return in_three or in_two or in_one or left & (twos or _fewest(more))


def _fewest(more: int) -> int:
    """Return the lanes of the cells with the fewest candidates, but more than one.

    `more` has all candidates but the lowest one of every cell.
    """
    open_lanes = whole(more)
    while True:
        more &= (more | SPARE) - LOWEST
        if fewest := open_lanes & ~whole(more):
            return fewest
