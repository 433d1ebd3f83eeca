"""OR-tools CP-SAT: an integer a cell, `AllDifferent` for houses, `<` for relations.

One worker, as everybody here has one.  Enumeration that stops at the second solution is twice
as fast as solving again with the first solution forbidden.
"""

from __future__ import annotations

from ortools.sat.python import cp_model

from ineqsudoku.geometry import CELLS, HOUSES, SIZE
from ineqsudoku.puzzle import ABSENT, Puzzle
from peers import in_cpu_time


class _Found(cp_model.CpSolverSolutionCallback):
    """Counts solutions up to a limit and keeps two of them."""

    def __init__(self, cells: list[cp_model.IntVar], limit: int | None) -> None:
        super().__init__()
        self.cells = cells
        self.limit = limit
        self.number = 0
        self.lines: list[str] = []

    def on_solution_callback(self) -> None:
        self.number += 1
        if self.number <= 2:
            self.lines.append("".join(str(self.value(cell)) for cell in self.cells))
        if self.number == self.limit:
            self.stop_search()


def solve(puzzle: Puzzle) -> list[str]:
    return _search(puzzle, 2).lines


def count(puzzle: Puzzle, limit: int | None) -> int:
    """The number of solutions, or `limit` when there are at least so many."""
    return _search(puzzle, limit).number


def _search(puzzle: Puzzle, limit: int | None) -> _Found:
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
    found = _Found(cells, limit)
    solver.solve(model, found)
    return found


measure = in_cpu_time(solve)
