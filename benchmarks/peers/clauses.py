"""Sudoku and its relations as clauses, for SAT solvers.

Variables are numbers from 1; a negative number is a negation.  Each cell has nine variables "is
digit d", exactly one of which holds (the direct encoding), and eight "is more than d" (the order
encoding) that tie them together: they spare the 36 clauses that two digits exclude each other, and
make a relation ten clauses of at most two literals instead of 45.
"""

from __future__ import annotations

from itertools import combinations

from ineqsudoku.geometry import CELLS, DIGITS, HOUSES, SIZE

Clause = list[int]

DIRECT = SIZE**3
"""Variables up to this one say that a cell is a digit."""

VARIABLES = DIRECT + (SIZE - 1) * SIZE**2


def equals(cell: int, digit: int) -> int:
    return SIZE * cell + digit


def line_of(true: list[int]) -> str:
    """The solution in which these variables hold, ascending and none above `DIRECT`."""
    return "".join(DIGITS[(variable - 1) % SIZE] for variable in true)


def _more_than(cell: int, digit: int) -> list[int]:
    """The variable as a list, empty for digits 0 and 9, where there is nothing to decide."""
    return [DIRECT + (SIZE - 1) * cell + digit] if 0 < digit < SIZE else []


def _not_more_than(cell: int, digit: int) -> list[int]:
    return [-variable for variable in _more_than(cell, digit)]


def rules() -> list[Clause]:
    """A cell has one digit, two cells of a house have different ones, a house has all."""
    digits = range(1, SIZE + 1)
    clauses = []
    for cell in CELLS:
        for digit in digits:
            clauses += [[-equals(cell, digit), more] for more in _more_than(cell, digit - 1)]
            clauses += [[-equals(cell, digit), less] for less in _not_more_than(cell, digit)]
            between = _not_more_than(cell, digit - 1) + _more_than(cell, digit)
            clauses.append([equals(cell, digit), *between])
        for digit in digits[:-2]:
            clauses.append(_not_more_than(cell, digit + 1) + _more_than(cell, digit))
    for first, second in sorted({pair for house in HOUSES for pair in combinations(house, 2)}):
        clauses += [[-equals(first, digit), -equals(second, digit)] for digit in digits]
    for house in HOUSES:
        clauses += [[equals(cell, digit) for cell in house] for digit in digits]
    return clauses


def relation_clauses(relation: tuple[int, int]) -> list[Clause]:
    """When the lesser cell is more than d, the greater one is more than d + 1."""
    lesser, greater = relation
    return [_not_more_than(lesser, digit) + _more_than(greater, digit + 1) for digit in range(SIZE)]
