"""Z3 with its solver for finite domains, on the clauses of `clauses.py`.

The clauses go in as text: building them as expressions takes ten times as long as solving
them, and integers with `Distinct` take seconds.
"""

from __future__ import annotations

import z3

from ineqsudoku.puzzle import Puzzle
from peers import in_cpu_time
from peers.clauses import DIRECT, RULES, VARIABLES, Clause, clauses_of, line_of


def solve(puzzle: Puzzle) -> list[str]:
    own = clauses_of(puzzle)
    solver = z3.SolverFor("QF_FD")
    solver.from_string(
        f"p cnf {VARIABLES} {len(RULES) + len(own)}\n{_RULES_AS_TEXT}{_as_text(own)}"
    )
    lines: list[str] = []
    while len(lines) < 2 and solver.check() == z3.sat:
        model = solver.model()
        named = {int(name.name()[2:]): name for name in model.decls()}  # k!1, k!2, …
        true = [variable for variable in range(1, DIRECT + 1) if z3.is_true(model[named[variable]])]
        lines.append(line_of(true))
        solver.add(z3.Or([z3.Not(named[variable]()) for variable in true]))
    return lines


def _as_text(clauses: list[Clause]) -> str:
    """In DIMACS form."""
    return "".join(" ".join(map(str, clause)) + " 0\n" for clause in clauses)


_RULES_AS_TEXT = _as_text(RULES)

measure = in_cpu_time(solve)
