"""CaDiCaL 1.5.3 (Biere et al., 2020) by PySAT, as an expert drives it.

One solver lives on from puzzle to puzzle.  The rules of sudoku are its clauses.  A sign is a
variable that implies the clauses of its relation, a given is a literal of the rules, so a puzzle is
a list of assumptions.  The first solution is forbidden by a clause that holds under an assumption,
too.  The solver is renewed after a thousand puzzles, so that it does not remember those of earlier
rounds.  Renewing counts.

Variables are numbers from 1; a negative number is a negation.  Each cell has nine variables "is
digit d", exactly one of which holds (the direct encoding), and eight "is more than d" (the order
encoding) that tie them together: they spare the 36 clauses that two digits exclude each other, and
make a relation ten clauses of at most two literals instead of 45.
"""

from __future__ import annotations

from itertools import combinations, count

from pysat.solvers import Solver

from ineqsudoku.geometry import CELLS, DIGITS, HOUSES, PAIRS, SIZE
from ineqsudoku.puzzle import ABSENT, Puzzle
from peers import in_cpu_time

LIFE = 1000
"""The puzzles that one solver solves."""

Clause = list[int]

DIRECT = SIZE**3
"""Variables up to this one say that a cell is a digit."""

VARIABLES = DIRECT + (SIZE - 1) * SIZE**2


def equals(cell: int, digit: int) -> int:
    return SIZE * cell + digit


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


class _LongLived:
    """Solves puzzles with one solver after another, each for `LIFE` puzzles."""

    def __init__(self) -> None:
        directed = [relation for pair in PAIRS for relation in (pair, pair[::-1])]
        self._sign = {relation: VARIABLES + i for i, relation in enumerate(directed, 1)}
        self._clauses = rules() + [
            [-sign, *clause]
            for relation, sign in self._sign.items()
            for clause in relation_clauses(relation)
        ]
        self._left = 0

    def solve(self, puzzle: Puzzle) -> list[str]:
        if self._left == 0:
            self._solver = Solver("cadical153", bootstrap_with=self._clauses)
            self._spare = count(VARIABLES + len(self._sign) + 1)
            self._left = LIFE
        self._left -= 1
        assumptions = [self._sign[relation] for relation in puzzle.relations]
        assumptions += [
            equals(cell, int(given)) for cell, given in enumerate(puzzle.givens) if given != ABSENT
        ]
        first = self._true_variables(assumptions)
        if not first:
            return []
        other = next(self._spare)
        self._solver.add_clause([-other, *(-variable for variable in first)])
        second = self._true_variables([*assumptions, other])
        self._solver.add_clause([-other])
        return [line_of(true) for true in (first, second) if true]

    def _true_variables(self, assumptions: list[int]) -> list[int]:
        """Those of the cells' digits in a solution; none where there is no solution."""
        if not self._solver.solve(assumptions):
            return []
        model = self._solver.get_model()[:DIRECT]
        return [variable for variable in model if variable > 0]


def line_of(true: list[int]) -> str:
    """The solution in which these variables hold, ascending and none above `DIRECT`."""
    return "".join(DIGITS[(variable - 1) % SIZE] for variable in true)


measure = in_cpu_time(_LongLived().solve)
