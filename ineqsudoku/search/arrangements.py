"""All ways to fill one box, as one bitset per fact about a box.

A *box form* is the 12 signs and 9 givens of a box.  An arrangement is determined by its 18
*facts*: the rows and the columns of the digits in the box.  Other boxes depend on nothing else.
A set of facts is an int of 54 bits, three *lines* of 18:

    bit 53            36 35            18 17             0
        +---------------+---------------+----------------+
        |    line 2     |    line 1     |     line 0     |
        +---------------+---------------+----------------+

    of each line
            17                 9 8                  0
            +-------------------+-------------------+
            |  column, digit d  |   row, digit d    |   at bit d - 1 of its 9 bits
            +-------------------+-------------------+

so bit `18 * r + d - 1` means that digit d is in row r, and bit `18 * c + 9 + d - 1` that it is in
column c; r and c count from 0 within the box.  A cyclic shift by 18 bits leads to the same digit
in the next line, for rows and columns alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from ineqsudoku.geometry import BOXES, IN_BOX_PAIRS
from ineqsudoku.puzzle import ABSENT

LINE_BITS = 18
FACT_BITS = 3 * LINE_BITS
ALL_FACTS = (1 << FACT_BITS) - 1
ROW_FACTS = sum(0x1FF << LINE_BITS * line for line in range(3))
COLUMN_FACTS = ROW_FACTS << 9

NO_BOX_GIVENS = ABSENT * 9

_FILLED = 0b111_111_111
_BOX_PAIRS = tuple(
    (BOXES[0].index(first), BOXES[0].index(second))
    for first, second in IN_BOX_PAIRS
    if first in BOXES[0] and second in BOXES[0]
)
"""The 12 pairs of a box in the order of its signs; cells of a box are 0–8, row-major."""

Sets = list[int]
"""Bitsets over arrangement numbers, six per digit: rows 0, 1, 2, columns 0, 1, 2."""


def other_lines(facts: int) -> int:
    """Return the same digits in the two other lines of the box."""
    twice = facts | facts << FACT_BITS
    return (twice >> LINE_BITS | twice >> 2 * LINE_BITS) & ALL_FACTS


def row_fact(row: int, digit: int) -> int:
    return 1 << LINE_BITS * row + digit - 1


def column_fact(column: int, digit: int) -> int:
    return row_fact(column, digit) << 9


_FACTS = tuple(
    fact(line, digit)
    for digit in range(1, 10)
    for fact in (row_fact, column_fact)
    for line in range(3)
)
"""The facts of the entries of `Sets` that start with digit 1."""


@dataclass(frozen=True, slots=True)
class Arrangements:
    """The arrangements of one box form; the containers must not be changed.

    They are numbered 0 … `count - 1` in the lexicographic order of (cell of digit 1, cell
    of digit 2, …, cell of digit 9).  `having[fact]` has bit i if arrangement i has the fact.
    `possible` is the set of facts that some arrangement has; `undecided` lists the facts that some
    but not all have, with their bitsets.
    """

    count: int
    having: dict[int, int]
    possible: int
    undecided: list[tuple[int, int]]


def arrangements(signs: str, givens: str = NO_BOX_GIVENS) -> Arrangements:
    """Return the arrangements of a box with 12 signs, in the order of the contest format, and 9
    givens.

    There are none (`count` 0) if the signs form a cycle or contradict the givens.  Tables of full
    boxes stay in memory: there are 4,096, with 362,880 arrangements and 20 MB in all.
    """
    if ABSENT in signs or givens != NO_BOX_GIVENS:
        return _of_partial_box(signs, givens)
    return _of_full_box(signs)


@cache
def _of_full_box(signs: str) -> Arrangements:
    return _build(signs, NO_BOX_GIVENS)


@lru_cache(maxsize=32)  # An empty box takes 2.4 MB.
def _of_partial_box(signs: str, givens: str) -> Arrangements:
    return _build(signs, givens)


def _build(signs: str, givens: str) -> Arrangements:
    count, sets = _completions(0, 1, _lesser_neighbours(signs), _cells_by_digit(givens), {})
    having = dict(zip(_FACTS, sets, strict=True))
    full = (1 << count) - 1
    return Arrangements(
        count,
        having,
        possible=sum(fact for fact, with_fact in having.items() if with_fact),
        undecided=[item for item in having.items() if 0 < item[1] < full],
    )


def _lesser_neighbours(signs: str) -> list[int]:
    """Return the set of smaller neighbours of each cell, cell i as bit i."""
    lesser = [0] * 9
    for (first, second), sign in zip(_BOX_PAIRS, signs, strict=True):
        if sign in "<^":
            lesser[second] |= 1 << first
        elif sign in ">v":
            lesser[first] |= 1 << second
    return lesser


def _cells_by_digit(givens: str) -> list[tuple[int, ...]]:
    """Return the cells that the givens allow for the digits; digit 1 is at index 1."""
    empty = tuple(cell for cell in range(9) if givens[cell] == ABSENT)
    cells: list[tuple[int, ...]] = [()]
    for digit in "123456789":
        given = tuple(cell for cell in range(9) if givens[cell] == digit)
        cells.append(given or empty)
    return cells


def _completions(
    filled: int,
    digit: int,
    lesser: list[int],
    cells: list[tuple[int, ...]],
    known: dict[int, tuple[int, Sets]],
) -> tuple[int, Sets]:
    """Return the number of ways to place `digit` … 9 in the empty cells, and their sets.

    Digits are placed in ascending order, so a cell is ready when all its lesser neighbours are
    filled.  The sets of filled cells are the order ideals of the box's relations, 512 at most.
    Each is computed once and kept in `known`.  The ways that begin with the first ready cell come
    first, then those of the next cell, and so on.  So a bitset is joined from the bitsets after
    each ready cell.
    """
    if filled == _FILLED:
        return 1, []
    if filled in known:
        return known[filled]
    count = 0
    own = [0] * 6
    rest = [0] * (6 * (9 - digit))
    for cell in cells[digit]:
        if filled >> cell & 1 or lesser[cell] & ~filled:
            continue
        more, sets = _completions(filled | 1 << cell, digit + 1, lesser, cells, known)
        block = (1 << more) - 1 << count
        own[cell // 3] |= block
        own[3 + cell % 3] |= block
        if more and count:
            rest = [before | after << count for before, after in zip(rest, sets, strict=True)]
        elif more:
            rest = sets
        count += more
    known[filled] = count, own + rest
    return known[filled]
