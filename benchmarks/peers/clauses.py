"""Sudoku and its relations as clauses, for SAT solvers.

Variables are numbers from 1; a negative number is a negation.  At size n, each cell has n variables
"is digit d", exactly one of which holds (the direct encoding), and n - 1 "is more than d" (the
order encoding) that tie them together: they spare the clauses that two digits exclude each other,
36 at size 9, and make a relation ten clauses of at most two literals instead of 45.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations

from ineqsudoku.geometry import Geometry

Clause = list[int]


class Encoding:
    """The variables and clauses of a geometry.

    Variables up to `direct` say that a cell is a digit; `variables` is the number of all.
    """

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.size = geometry.size
        self.direct = self.size**3
        self.variables = self.direct + (self.size - 1) * self.size**2

    def equals(self, cell: int, digit: int) -> int:
        return self.size * cell + digit

    def line_of(self, true: list[int]) -> str:
        """The solution in which these variables hold, ascending and none above `direct`."""
        return "".join(self.geometry.symbols[(variable - 1) % self.size] for variable in true)

    def _more_than(self, cell: int, digit: int) -> list[int]:
        """The variable as a list, empty for digits 0 and n, where there is nothing to decide."""
        return [self.direct + (self.size - 1) * cell + digit] if 0 < digit < self.size else []

    def _not_more_than(self, cell: int, digit: int) -> list[int]:
        return [-variable for variable in self._more_than(cell, digit)]

    @cached_property
    def rules(self) -> list[Clause]:
        """A cell has one digit, two cells of a house have different ones, a house has all."""
        equals, more_than, not_more_than = self.equals, self._more_than, self._not_more_than
        digits, houses = range(1, self.size + 1), self.geometry.houses
        clauses = []
        for cell in self.geometry.cells:
            for digit in digits:
                clauses += [[-equals(cell, digit), more] for more in more_than(cell, digit - 1)]
                clauses += [[-equals(cell, digit), less] for less in not_more_than(cell, digit)]
                between = not_more_than(cell, digit - 1) + more_than(cell, digit)
                clauses.append([equals(cell, digit), *between])
            for digit in digits[:-2]:
                clauses.append(not_more_than(cell, digit + 1) + more_than(cell, digit))
        for first, second in sorted({pair for house in houses for pair in combinations(house, 2)}):
            clauses += [[-equals(first, digit), -equals(second, digit)] for digit in digits]
        for house in houses:
            clauses += [[equals(cell, digit) for cell in house] for digit in digits]
        return clauses

    def relation_clauses(self, relation: tuple[int, int]) -> list[Clause]:
        """When the lesser cell is more than d, the greater one is more than d + 1."""
        lesser, greater = relation
        return [
            self._not_more_than(lesser, digit) + self._more_than(greater, digit + 1)
            for digit in range(self.size)
        ]
