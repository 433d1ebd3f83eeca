"""OR-tools CP-SAT: an integer a cell, `AllDifferent` for houses, `<` for relations.

One worker, as each solver has one thread.  Enumeration that stops at the second solution is twice
as fast as solving again with the first solution forbidden.
"""

from __future__ import annotations

from ortools.sat.python import cp_model

from ineqsudoku.geometry import CELLS, HOUSES, SIZE
from ineqsudoku.puzzle import ABSENT, Puzzle
from peers import in_cpu_time


class _Found(cp_model.CpSolverSolutionCallback):
    """Keeps up to two solutions."""

    def __init__(self, cells: list[cp_model.IntVar]) -> None:
        super().__init__()
        self.cells = cells
        self.lines: list[str] = []

    def on_solution_callback(self) -> None:
        self.lines.append("".join(str(self.value(cell)) for cell in self.cells))
        if len(self.lines) == 2:
            self.stop_search()


def solve(puzzle: Puzzle) -> list[str]:
    model = cp_model.CpModel()
    cells = [model.new_int_var(1, SIZE, "") for _ in CELLS]
    for house in HOUSES:
        model.add_all_different([cells[cell] for cell in house])
    for lesser, greater in puzzle.relations:
        model.add(cells[lesser] < cells[greater])
    for cell, given in zip(cells, puzzle.givens, strict=True):
        if given != ABSENT:
            model.add(cell == int(given))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.linearization_level = 0  # nothing here is linear but `<`
    solver.parameters.symmetry_level = 0
    solver.parameters.max_presolve_iterations = 1
    found = _Found(cells)
    solver.solve(model, found)
    return found.lines


measure = in_cpu_time(solve)
