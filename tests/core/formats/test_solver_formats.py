"""The formats that are only written: SAT solvers and MiniZinc find the same solutions."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from effort import slow
from hypothesis import given, settings
from other_programs import EXTENDED, LATIN, LAYOUT, PLAIN, SIX, json_of
from sandboxes import needs
from strategies import extended_puzzles, mixed_puzzles, puzzles_of

import ineqsudoku as iq
from ineqsudoku.formats.conversion import write
from ineqsudoku.geometry import SUDOKU, latin
from ineqsudoku.puzzle import Puzzle


def test_clauses_are_counted_and_explained() -> None:
    lines = write(EXTENDED, "dimacs").splitlines()
    comments = [line for line in lines if line.startswith("c clauses")]
    header = next(line for line in lines if line.startswith("p cnf"))
    clauses = lines[lines.index(header) + 1 :]
    assert header == f"p cnf 729 {len(clauses)}"
    assert all(clause.endswith(" 0") for clause in clauses)
    assert comments[-1].startswith(f"c clauses {len(clauses) - 49 * 45 + 1} to {len(clauses)}: rel")


def test_clauses_of_other_sizes_have_their_numbers() -> None:
    lines = write(Puzzle.of(latin(5)), "dimacs").splitlines()
    assert "c Inequality sudoku; variable 5 * (5 * row + column) + digit: the cell in that" in lines
    assert not [line for line in lines if "box" in line]
    assert next(line for line in lines if line.startswith("p cnf 125 "))
    rules = json_of(write(Puzzle.of(SUDOKU[6]), "sudokupad"))
    assert "each 2×3 box holds the digits 1 to 6" in rules["metadata"]["rules"]
    assert json_of(write(Puzzle.of(latin(5)), "sudokupad"))["regions"] == []


def by_sat(puzzle: Puzzle) -> list[str]:
    """Up to two solutions that PySAT finds."""
    formula = pytest.importorskip("pysat.formula", reason="PySAT is not there")
    solvers = pytest.importorskip("pysat.solvers", reason="needs PySAT, of the extra [bench]")
    clauses = formula.CNF(from_string=write(puzzle, "dimacs"))
    with solvers.Solver(name="cadical153", bootstrap_with=clauses) as solver:
        grids: list[str] = []
        while len(grids) < 2 and solver.solve():
            true = [variable - 1 for variable in solver.get_model() if variable > 0]
            symbols = puzzle.geometry.symbols
            grids.append("".join(symbols[variable % len(symbols)] for variable in sorted(true)))
            solver.add_clause([-variable - 1 for variable in true])
    return grids


@settings(max_examples=12)
@given(puzzle=mixed_puzzles() | extended_puzzles() | puzzles_of(SUDOKU[6]) | puzzles_of(latin(5)))
def test_a_sat_solver_finds_the_same_solutions(puzzle: Puzzle) -> None:
    grids = by_sat(puzzle)
    ours = iq.solve(puzzle, node_limit=20_000)
    if ours.complete:
        assert len(grids) == len(ours.solutions)
    if ours.status == "unique":
        assert grids == [ours.solutions[0].line]


@needs("minizinc")
@pytest.mark.parametrize(
    "puzzle",
    [EXTENDED, *slow([LAYOUT, PLAIN, SIX, LATIN])],
    ids=["extended", "layout", "plain", "six", "latin"],
)
def test_minizinc_finds_the_same_solutions(puzzle: Puzzle, tmp_path: Path) -> None:
    model = Path(iq.__file__).parent / "formats" / "sudoku.mzn"
    whole, data = tmp_path / "puzzle.mzn", tmp_path / "puzzle.dzn"
    whole.write_text(write(puzzle, "minizinc"))
    data.write_text(write(puzzle, "dzn"))
    for files in ([whole], [model, data]):
        ran = subprocess.run(
            ["minizinc", "--all-solutions", *files], capture_output=True, text=True, check=True
        )
        grids = ran.stdout.replace(" ", "").replace("\n", "").split("----------")
        assert grids == [iq.solve(puzzle).solutions[0].line, "=========="]
