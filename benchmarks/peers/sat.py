"""A solver of PySAT, as an expert drives it: it lives on from puzzle to puzzle.

There is one for each geometry; the rules of sudoku are its clauses.  A sign is a variable that
implies the clauses of its relation, a given is a literal of the rules, so a puzzle is a list of
assumptions.  The first solution is forbidden by a clause that holds under an assumption, too.
What the solver has learned about sudoku serves the puzzles that follow, so it is renewed after
each thousand of them: a benchmark that repeats its puzzles must not become a memory test.
Renewing counts.
"""

from __future__ import annotations

from functools import cache, partial
from itertools import count

from pysat.solvers import Solver

from ineqsudoku.geometry import Geometry
from ineqsudoku.puzzle import ABSENT, DIGIT_OF, Puzzle
from peers import Measure, in_cpu_time
from peers.clauses import Encoding

LIFE = 1000
"""Puzzles that one solver solves."""


class _LongLived:
    """Solves puzzles of a geometry with one solver after another, each for `LIFE` puzzles."""

    def __init__(self, solver: str, geometry: Geometry) -> None:
        self._solver_name = solver
        self._encoding = encoding = Encoding(geometry)
        directed = [relation for pair in geometry.pairs for relation in (pair, pair[::-1])]
        self._sign = {relation: encoding.variables + i for i, relation in enumerate(directed, 1)}
        self._clauses = encoding.rules + [
            [-sign, *clause]
            for relation, sign in self._sign.items()
            for clause in encoding.relation_clauses(relation)
        ]
        self._left = 0

    def solve(self, puzzle: Puzzle) -> list[str]:
        if self._left == 0:
            self._solver = Solver(self._solver_name, bootstrap_with=self._clauses)
            self._spare = count(self._encoding.variables + len(self._sign) + 1)
            self._left = LIFE
        self._left -= 1
        assumptions = [self._sign[relation] for relation in puzzle.relations]
        assumptions += [
            self._encoding.equals(cell, DIGIT_OF[symbol])
            for cell, symbol in enumerate(puzzle.givens)
            if symbol != ABSENT
        ]
        first = self._true_variables(assumptions)
        if not first:
            return []
        other = next(self._spare)
        self._solver.add_clause([-other, *(-variable for variable in first)])
        second = self._true_variables([*assumptions, other])
        self._solver.add_clause([-other])
        return [self._encoding.line_of(true) for true in (first, second) if true]

    def _true_variables(self, assumptions: list[int]) -> list[int]:
        """Those of the cells' digits in a solution; none where there is no solution."""
        if not self._solver.solve(assumptions):
            return []
        model = self._solver.get_model()[: self._encoding.direct]
        return [variable for variable in model if variable > 0]


def measure_with(solver: str) -> Measure:
    """Return what solves puzzles with a solver of PySAT, by its name there.

    Listing the clauses of a geometry does not count, loading them does.
    """
    of_geometry = cache(partial(_LongLived, solver))
    return lambda puzzle: in_cpu_time(of_geometry(puzzle.geometry).solve)(puzzle)
