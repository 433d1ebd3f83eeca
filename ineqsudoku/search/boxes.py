"""The engine for full layouts: nine boxes with tables of their arrangements.

All signs of a layout are inside boxes, so the arrangements of a box do not depend on the other
boxes.  The search works on nine variables, the boxes.  The values of a variable are its
arrangements, kept as a bitset.  The constraints between the boxes of a band or a stack are
expressed in the 54 facts of `arrangements.py`.

Propagation runs two rules until neither changes anything:

* *lines*: the three rows and the three boxes of a band have a digit once.  So box A may have the
  digit in row r only if the other two boxes may have it in the other two rows, one each.  The same
  holds for stacks.  The rule is exact for one digit: every fact that remains is part of one of the
  six ways to place the digit.
* *table*: an arrangement remains while all its facts are possible, and a fact remains possible
  while some arrangement has it.

Both rules only remove values, so every order of work leads to the same greatest fixpoint.
This is table propagation: Ullmann 2007 and Lecoutre 2011 (simple tabular reduction),
Demeulenaere et al. 2016 (*Compact-Table*, bitsets of table rows).

A node is a state that is propagated to its fixpoint, including the first one and contradictory
ones.  If propagation leaves a box open, `_guess` chooses a fact of a box, depending on the
fixpoint alone.  Two states follow: in the first the box has the fact, and in the second, which
is searched after all solutions of the first, it does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter

from ineqsudoku.geometry import BOX_OF, BOXES, IN_BOX_PAIRS
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import NO_BORDER_SIGNS, NO_GIVENS, Puzzle
from ineqsudoku.search.arrangements import (
    COLUMN_FACTS,
    FACT_BITS,
    LINE_BITS,
    ROW_FACTS,
    Arrangements,
    arrangements,
    other_lines,
)
from ineqsudoku.search.enumeration import Nodes

_SIGNS_OF_BOX = tuple(
    itemgetter(*[i for i, (first, _) in enumerate(IN_BOX_PAIRS) if BOX_OF[first] == box])
    for box in range(9)
)
"""The functions that pick the 12 signs of a box out of the 108 of a puzzle."""

_BAND_MATES = tuple(
    tuple(mate for mate in range(9) if mate // 3 == box // 3 and mate != box) for box in range(9)
)
_STACK_MATES = tuple(
    tuple(mate for mate in range(9) if mate % 3 == box % 3 and mate != box) for box in range(9)
)
_MATES = tuple(sum(1 << mate for mate in _BAND_MATES[box] + _STACK_MATES[box]) for box in range(9))
"""The four boxes that share a band or a stack with a box, as a set: box b is bit b."""

_ALL_BOXES = (1 << 9) - 1
_ROUND = tuple((box, *_BAND_MATES[box], *_STACK_MATES[box], _MATES[box]) for box in range(9))

_PAIRS = tuple(
    (facts, box, mate, next(third for third in mates if third != mate))
    for box in range(9)
    for facts, mates in ((ROW_FACTS, _BAND_MATES[box]), (COLUMN_FACTS, _STACK_MATES[box]))
    for mate in mates
    if box < mate
)
"""(facts that two boxes share, first box, second box, third box of their band or stack)."""

_TWICE = 1 << FACT_BITS | 1
"""A set of facts times this is the set twice, so that a shift of it is a cyclic shift."""

_ROW_FACTS_TWICE = ROW_FACTS * _TWICE
_COLUMN_FACTS_TWICE = COLUMN_FACTS * _TWICE
_NEXT_LINE = LINE_BITS
_LINE_AFTER = 2 * LINE_BITS

_MANY_DEAD = 9
"""The list of undecided facts is cleaned if more than this many of them are dead (measured)."""

_COLUMN_SHIFTS = tuple(9 + LINE_BITS * column for column in range(3))
_DIGITS = {1 << digit - 1: str(digit) for digit in range(1, 10)}


@dataclass(slots=True)
class _State:
    """The values that the nine boxes still have.  Every list has an entry per box.

    `tables`: the bitsets of the arrangements that have a fact, by fact; never changed.
    `live`: the bitset of the arrangements that are left.
    `facts`: the facts of these arrangements.
    `rows`, `columns`: the row facts and the column facts among them, twice (`_TWICE`).
    `undecided`: a superset of the facts that some but not all of them have, with bitsets.
    `stale`: the set of boxes to which the lines rule has yet to be applied.
    """

    tables: list[dict[int, int]]
    live: list[int]
    facts: list[int]
    rows: list[int]
    columns: list[int]
    undecided: list[list[tuple[int, int]]]
    stale: int

    def without(self, box: int, gone: int) -> _State:
        """Return a copy in which a box has lost some undecided facts."""
        state = _State(
            self.tables,
            self.live[:],
            self.facts[:],
            self.rows[:],
            self.columns[:],
            self.undecided[:],
            _MATES[box],
        )
        state.remove(box, gone)
        return state

    def remove(self, box: int, gone: int) -> bool:
        """Remove facts from a box by the table rule; `False` when no arrangement is left."""
        table = self.tables[box]
        bad = 0
        while gone:
            fact = gone & -gone
            gone ^= fact
            bad |= table[fact]
        live = self.live[box] & ~bad
        if not live:
            return False
        self.live[box] = live
        undecided = self.undecided[box]
        dead = [fact for fact, with_fact in undecided if not live & with_fact]
        self.facts[box] = facts = self.facts[box] & ~sum(dead)
        twice = facts * _TWICE
        self.rows[box] = twice & _ROW_FACTS_TWICE
        self.columns[box] = twice & _COLUMN_FACTS_TWICE
        if len(dead) > _MANY_DEAD:
            still = facts & (twice >> _NEXT_LINE | twice >> _LINE_AFTER)
            self.undecided[box] = [entry for entry in undecided if entry[0] & still]
        return True


def unsupported_reason(puzzle: Puzzle) -> Message | None:
    """Return the reason, as a clause, why this engine does not support the puzzle; `None` if it
    does."""
    if puzzle.border_signs != NO_BORDER_SIGNS:
        return Message("search.border-signs", "it has signs on box borders")
    return None


def solutions(puzzle: Puzzle, nodes: Nodes) -> Iterator[str]:
    """Yield the solutions as 81 digits, row-major, one by one.

    The search is depth-first; the branch in which the box has the guessed fact comes first.
    Raises `LimitReached`.
    """
    boxes = []
    for box in range(9):
        nodes.check_time()  # A table without signs takes longer than many nodes.
        boxes.append(_arrangements(puzzle, box))
    states = [_start(boxes)]
    while states:
        state = states.pop()
        nodes.use()
        if not _propagate(state):
            continue
        guess = _guess(state)
        if guess is None:
            yield _grid(state)
        else:
            box, fact = guess
            states.append(state.without(box, fact))
            states.append(state.without(box, other_lines(fact)))


def _arrangements(puzzle: Puzzle, box: int) -> Arrangements:
    signs = "".join(_SIGNS_OF_BOX[box](puzzle.signs))
    if puzzle.givens == NO_GIVENS:
        return arrangements(signs)
    return arrangements(signs, "".join([puzzle.givens[cell] for cell in BOXES[box]]))


def _start(boxes: list[Arrangements]) -> _State:
    return _State(
        tables=[box.having for box in boxes],
        live=[(1 << box.count) - 1 for box in boxes],
        facts=[box.possible for box in boxes],
        rows=[box.possible * _TWICE & _ROW_FACTS_TWICE for box in boxes],
        columns=[box.possible * _TWICE & _COLUMN_FACTS_TWICE for box in boxes],
        undecided=[box.undecided for box in boxes],
        stale=_ALL_BOXES,
    )


def _propagate(state: _State) -> bool:
    """Bring the state to its fixpoint; `False` when a box has no arrangement left.

    The lines rule is applied to all row and column facts of a box at once: its two mates in the
    band must be able to have the digit in the other two rows, in either order.
    """
    facts, rows, columns, stale = state.facts, state.rows, state.columns, state.stale
    if 0 in state.live:  # A box has no arrangements to begin with.
        return False
    while stale:
        for box, left, right, upper, lower, mates in _ROUND:
            if not stale >> box & 1:
                continue
            stale ^= 1 << box
            one = rows[left] | columns[upper]
            other = rows[right] | columns[lower]
            allowed = one >> _NEXT_LINE & other >> _LINE_AFTER
            allowed |= one >> _LINE_AFTER & other >> _NEXT_LINE
            gone = facts[box] & ~allowed
            if gone:
                if not state.remove(box, gone):
                    return False
                stale |= mates
    return True


def _guess(state: _State) -> tuple[int, int] | None:
    """Return the box and the fact to guess, or `None` when every box has one arrangement.

    Only facts are considered that are possible in exactly two boxes of a band or stack; neither box
    may have more than a fifth of all arrangements, because large boxes take long to count and are
    seldom the best.  At a fixpoint such a fact is certain in neither box.  If exactly one of the
    two boxes has the fact, some pairs of their arrangements remain.  The guess is the fact with the
    smallest share of remaining pairs (a quotient of two exact integers, rounded to double).  Ties
    go to the lower first box, then to rows before columns, then to the lower second box, then to
    the lower fact bit; the guess is made in the first box.
    """
    live, facts, tables = state.live, state.facts, state.tables
    sizes = [arrangements_left.bit_count() for arrangements_left in live]
    if max(sizes) == 1:
        return None
    most = sum(sizes) // 5
    eligible = [of_box if size <= most else 0 for of_box, size in zip(facts, sizes, strict=True)]
    best = None
    least = 1.0
    for common, box, mate, third in _PAIRS:
        shared = eligible[box] & eligible[mate] & ~facts[third] & common
        while shared:
            fact = shared & -shared
            shared ^= fact
            here = (live[box] & tables[box][fact]).bit_count()
            there = (live[mate] & tables[mate][fact]).bit_count()
            staying = here * (sizes[mate] - there) + (sizes[box] - here) * there
            share = staying / (sizes[box] * sizes[mate])
            if share < least:
                least = share
                best = box, fact
    return best or _guess_in_smallest(state, sizes)


def _guess_in_smallest(state: _State, sizes: list[int]) -> tuple[int, int]:
    """Return the guess when every open fact is possible in three boxes (few or no signs) or in a
    large box.

    It is the lowest undecided fact bit of the box with the fewest arrangements, but more than one.
    Ties go to the lower box.
    """
    box = min((box for box in range(9) if sizes[box] > 1), key=sizes.__getitem__)
    undecided = state.facts[box] & other_lines(state.facts[box])
    return box, undecided & -undecided


def _grid(state: _State) -> str:
    """Return the solution of a state whose boxes have one arrangement each."""
    digits = []
    for band in (0, 3, 6):
        for row in (0, LINE_BITS, 2 * LINE_BITS):
            for facts in state.facts[band : band + 3]:
                in_row = facts >> row & 0x1FF
                digits += [_DIGITS[in_row & facts >> column] for column in _COLUMN_SHIFTS]
    return "".join(digits)
