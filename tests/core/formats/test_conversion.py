"""Puzzles are written in every format and read back, or the parts that do not fit are named."""

from __future__ import annotations

import subprocess
from itertools import pairwise
from pathlib import Path

import pytest
from effort import slow
from hypothesis import given, settings
from other_programs import EXTENDED, LAYOUT, PLAIN, TWO_CELLS
from puzzles import CONTEST
from sandboxes import needs
from strategies import extended_puzzles, mixed_puzzles

import ineqsudoku as iq
from ineqsudoku.errors import ConversionError, ConversionWarning
from ineqsudoku.formats import WritableFormat, contest, extended
from ineqsudoku.geometry import DIGITS
from ineqsudoku.puzzle import Puzzle, Relation


def test_contest_is_written_with_single_blanks() -> None:
    assert iq.write(iq.read(CONTEST), "contest") == CONTEST
    assert f"{contest.write(iq.read(CONTEST))}\n" == CONTEST


def test_extended_is_written_with_givens_below_the_signs() -> None:
    puzzle = Puzzle.from_relations([Relation(2, 3), Relation(27, 18)], "12" + "." * 79)
    lines = extended.write(puzzle).split("\n")
    assert lines[0] == ". . < . . . . ."
    assert lines[5] == "v . . . . . . . ."
    assert lines[17:20] == ["", "12.......", "........."]
    assert len(lines) == 27
    without_givens = Puzzle(puzzle.signs, border_signs=puzzle.border_signs)
    assert extended.write(without_givens).split("\n") == lines[:17]


@pytest.mark.parametrize("format", ["contest", "extended", "compact", "fpuzzles"])
def test_several_puzzles_follow_each_other(format: WritableFormat) -> None:
    assert iq.read_all(iq.write([LAYOUT, LAYOUT], format)) == [LAYOUT, LAYOUT]


@pytest.mark.parametrize("format", ["minizinc", "dimacs"])
def test_a_format_for_one_puzzle_takes_no_second(format: WritableFormat) -> None:
    with pytest.raises(ConversionError, match=f"a text in {format} holds one puzzle, not 2"):
        iq.write([LAYOUT, LAYOUT], format)


def test_converting_there_and_back_restores_the_text() -> None:
    assert iq.convert(CONTEST, to="contest") == CONTEST
    assert iq.convert(iq.convert(CONTEST, to="fpuzzles"), to="contest") == CONTEST


@pytest.mark.parametrize(
    ("puzzle", "format", "losses"),
    [
        (TWO_CELLS, "contest", "1 sign on box borders and 1 given"),
        (TWO_CELLS, "compact", "1 sign on box borders and 1 given"),
        (TWO_CELLS, "plain", "2 signs"),
        (LAYOUT, "plain", "108 signs"),
        (PLAIN, "contest", f"{81 - PLAIN.givens.count('.')} givens"),
    ],
)
def test_the_parts_that_a_format_cannot_hold_are_named(
    puzzle: Puzzle, format: WritableFormat, losses: str
) -> None:
    with pytest.raises(ConversionError) as caught:
        iq.write(puzzle, format)
    assert str(caught.value) == f"{format} cannot hold {losses}"
    with pytest.warns(ConversionWarning) as warned:
        iq.write(puzzle, format, lossy=True)
    assert [str(one.message) for one in warned] == [f"{losses} dropped, which {format} cannot hold"]


def test_the_number_of_the_puzzle_that_does_not_fit_is_named() -> None:
    with pytest.raises(ConversionError, match="puzzle 2: contest cannot hold 36 givens"):
        iq.write([LAYOUT, PLAIN], "contest")


def test_an_unknown_format_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="cannot write 'svg'; formats: contest,"):
        iq.write(LAYOUT, "svg")  # type: ignore[arg-type]  # wrong on purpose


# --- formats that are only written -------------------------------------------------------


def test_clauses_are_counted_and_explained() -> None:
    lines = iq.write(EXTENDED, "dimacs").splitlines()
    comments = [line for line in lines if line.startswith("c clauses")]
    header = next(line for line in lines if line.startswith("p cnf"))
    clauses = lines[lines.index(header) + 1 :]
    assert header == f"p cnf 729 {len(clauses)}"
    assert all(clause.endswith(" 0") for clause in clauses)
    assert comments[-1].startswith(f"c clauses {len(clauses) - 49 * 45 + 1} to {len(clauses)}: rel")


def test_the_clauses_allow_the_grids_that_break_no_rule() -> None:
    clauses = [
        [*map(int, line.split()[:-1])]
        for line in iq.write(EXTENDED, "dimacs").splitlines()
        if line[0] not in "cp"
    ]
    solution = iq.solve(EXTENDED).solutions[0].line
    swapped = [
        solution.translate(str.maketrans(one + two, two + one)) for one, two in pairwise(DIGITS)
    ]
    moved = solution[9:] + solution[:9]
    for line in (solution, moved, *swapped):
        true = {9 * cell + int(digit) for cell, digit in enumerate(line)}
        allowed = all(any((abs(one) in true) == (one > 0) for one in clause) for clause in clauses)
        assert allowed == (not iq.check(EXTENDED, line))


def by_sat(puzzle: Puzzle) -> list[str]:
    """Up to two solutions that PySAT finds."""
    formula = pytest.importorskip("pysat.formula", reason="PySAT is not there")
    solvers = pytest.importorskip("pysat.solvers", reason="needs PySAT, of the extra [bench]")
    clauses = formula.CNF(from_string=iq.write(puzzle, "dimacs"))
    with solvers.Solver(name="cadical153", bootstrap_with=clauses) as solver:
        grids: list[str] = []
        while len(grids) < 2 and solver.solve():
            true = [variable - 1 for variable in solver.get_model() if variable > 0]
            grids.append("".join(str(variable % 9 + 1) for variable in sorted(true)))
            solver.add_clause([-variable - 1 for variable in true])
    return grids


@settings(max_examples=12)
@given(puzzle=mixed_puzzles() | extended_puzzles())
def test_a_sat_solver_finds_the_same_solutions(puzzle: Puzzle) -> None:
    grids = by_sat(puzzle)
    ours = iq.solve(puzzle, node_limit=20_000)
    if ours.complete:
        assert len(grids) == len(ours.solutions)
    if ours.status == "unique":
        assert grids == [ours.solutions[0].line]


@needs("minizinc")
@pytest.mark.parametrize(
    "puzzle", [EXTENDED, *slow([LAYOUT, PLAIN])], ids=["extended", "layout", "plain"]
)
def test_minizinc_finds_the_same_solutions(puzzle: Puzzle, tmp_path: Path) -> None:
    (tmp_path / "puzzle.mzn").write_text(iq.write(puzzle, "minizinc"))
    ran = subprocess.run(
        ["minizinc", "--all-solutions", tmp_path / "puzzle.mzn"],
        capture_output=True,
        text=True,
        check=True,
    )
    grids = ran.stdout.replace(" ", "").replace("\n", "").split("----------")
    assert grids == [iq.solve(puzzle).solutions[0].line, "=========="]
