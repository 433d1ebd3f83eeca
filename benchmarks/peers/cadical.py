"""PySAT with CaDiCaL 1.5.3: the clauses of `clauses.py`, solved, and solved again without the
first solution, incrementally."""

from __future__ import annotations

from pysat.solvers import Solver

from ineqsudoku.puzzle import Puzzle
from peers import by_the_clock
from peers.clauses import DIRECT, RULES, clauses_of, line_of


def solve(puzzle: Puzzle) -> list[str]:
    lines: list[str] = []
    with Solver("cadical153", bootstrap_with=RULES + clauses_of(puzzle)) as solver:
        while len(lines) < 2 and solver.solve():
            true = [variable for variable in solver.get_model()[:DIRECT] if variable > 0]
            lines.append(line_of(true))
            solver.add_clause([-variable for variable in true])
    return lines


measure = by_the_clock(solve)
