"""A solver of PySAT, as an expert drives it: it lives on from puzzle to puzzle.

The rules of sudoku are its clauses.  A sign is a variable that implies the clauses of its relation,
a given is a literal of the rules, so a puzzle is a list of assumptions.  The first solution is
forbidden by a clause that holds under an assumption, too.  What the solver has learned about sudoku
serves the puzzles that follow, so it is renewed after each thousand of them: a benchmark that
repeats its puzzles must not become a memory test.  Renewing counts.
"""

from __future__ import annotations

from itertools import count

from pysat.solvers import Solver

from ineqsudoku.geometry import PAIRS
from ineqsudoku.puzzle import ABSENT, Puzzle
from peers import Measure, in_cpu_time
from peers.clauses import DIRECT, VARIABLES, equals, line_of, relation_clauses, rules

LIFE = 1000
"""Puzzles that one solver solves."""


class _LongLived:
    """Solves puzzles with one solver after another, each for `LIFE` puzzles."""

    def __init__(self, solver: str) -> None:
        self._solver_name = solver
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
            self._solver = Solver(self._solver_name, bootstrap_with=self._clauses)
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


def measure_with(solver: str) -> Measure:
    """Return what solves puzzles with a solver of PySAT, by its name there.

    Listing the clauses does not count, loading them does.
    """
    return in_cpu_time(_LongLived(solver).solve)
