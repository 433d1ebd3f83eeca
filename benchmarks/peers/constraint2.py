"""python-constraint2: a variable a cell, its recursive backtracking with forward checking.

The solver chooses the variable with the most constraints and the smallest domain, so domains
start from the bounds of the relation graph: without them it takes minutes.  Variables are
named by text, for one that counts as false, as cell 0 does, gives wrong answers.
"""

from __future__ import annotations

from itertools import islice
from operator import lt

from constraint import AllDifferentConstraint, Problem, RecursiveBacktrackingSolver

from ineqsudoku.errors import LayoutCycleError
from ineqsudoku.geometry import CELLS, HOUSES, NINE
from ineqsudoku.puzzle import ABSENT, Puzzle
from ineqsudoku.relations import RelationGraph
from peers import in_cpu_time


def solve(puzzle: Puzzle) -> list[str]:
    try:
        bounds = RelationGraph(puzzle.relations).bounds()
    except LayoutCycleError:
        return []
    problem = Problem(RecursiveBacktrackingSolver())
    for cell, (lowest, highest) in enumerate(bounds):
        given = puzzle.givens[cell]
        digits = range(lowest, highest + 1) if given == ABSENT else [int(given)]
        problem.addVariable(_NAMES[cell], list(digits))
    for house in HOUSES:
        problem.addConstraint(AllDifferentConstraint(), [_NAMES[cell] for cell in house])
    for lesser, greater in puzzle.relations:
        problem.addConstraint(lt, (_NAMES[lesser], _NAMES[greater]))
    found = islice(problem.getSolutionIter(), 2)
    return ["".join(str(solution[name]) for name in _NAMES) for solution in found]


_NAMES = [NINE.label(cell) for cell in CELLS]

measure = in_cpu_time(solve)
