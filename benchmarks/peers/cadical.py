"""PySAT with CaDiCaL 1.5.3, as an expert drives it: one solver lives on from puzzle to puzzle.

The rules of sudoku are its clauses.  A sign is a variable that implies the clauses of its
relation, a given is a literal of the rules, so a puzzle is a list of assumptions.  The first
solution is forbidden by a clause that holds under an assumption, too.  What the solver has
learned about sudoku serves the puzzles that follow, so it is renewed after each thousand of
them: a benchmark that repeats its puzzles must not become a memory test.  Renewing counts.
"""

from __future__ import annotations

from itertools import count

from pysat.solvers import Solver

from ineqsudoku.geometry import NINE
from ineqsudoku.puzzle import ABSENT, Puzzle
from peers import in_cpu_time
from peers.clauses import DIRECT, RULES, VARIABLES, equals, line_of, relation_clauses

LIFE = 1000
"""Puzzles that one solver solves."""

_DIRECTED = [relation for pair in NINE.pairs for relation in (pair, pair[::-1])]
_SIGN = {relation: VARIABLES + 1 + index for index, relation in enumerate(_DIRECTED)}
_CLAUSES = RULES + [
    [-_SIGN[relation], *clause] for relation in _DIRECTED for clause in relation_clauses(relation)
]


class _LongLived:
    """Solves puzzles with one solver after another, each for `LIFE` puzzles."""

    def __init__(self) -> None:
        self._left = 0

    def solve(self, puzzle: Puzzle) -> list[str]:
        if self._left == 0:
            self._solver = Solver("cadical153", bootstrap_with=_CLAUSES)
            self._spare = count(VARIABLES + len(_SIGN) + 1)
            self._left = LIFE
        self._left -= 1
        assumptions = [_SIGN[relation] for relation in puzzle.relations]
        assumptions += [
            equals(cell, int(digit)) for cell, digit in enumerate(puzzle.givens) if digit != ABSENT
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
        return [variable for variable in self._solver.get_model()[:DIRECT] if variable > 0]


measure = in_cpu_time(_LongLived().solve)
