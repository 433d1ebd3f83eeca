"""Tests on which a program fails; the programs are functions here."""

from __future__ import annotations

from typing import Any

import pytest
from searches import needs_counts

import ineqsudoku as iq
from ineqsudoku.apps.generate import against
from ineqsudoku.apps.generate.targets import Prepared
from ineqsudoku.apps.generate.testset import shipped_tests
from ineqsudoku.apps.generate.values import Program, Trial
from ineqsudoku.puzzle import Grid, Puzzle

pytestmark = needs_counts


@pytest.fixture(autouse=True)
def low_goals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(against, "GOALS", (300, 1000, 3000))
    monkeypatch.setattr(against, "IMAGES", 5)


SHIPPED = {test.puzzle: test.nodes for test in shipped_tests()}


def like(target: str, limit: int) -> Program:
    """A program that takes a second for each node of a target, up to a limit."""

    def program(puzzle: Puzzle, solution: Grid) -> Trial:
        nodes = Prepared(puzzle, solution.line).nodes(target, limit)[0]
        return Trial(nodes, "TLE" if nodes == limit else None)

    return program


def on_new_layouts(program: Program) -> Program:
    """A program that is fast on shipped tests, where its times are nodes of `columns`."""

    def other(puzzle: Puzzle, solution: Grid) -> Trial:
        nodes = SHIPPED.get(puzzle)
        return Trial(nodes["columns"]) if nodes else program(puzzle, solution)

    return other


def generated(program: Program, seed: int = 1) -> iq.Generated:
    (test,) = iq.generate(1, seed=seed, against=program)
    return test


@pytest.mark.parametrize("target", ["rows", "columns-bounds", "fewest-bounds"])
def test_slow_programs_get_a_shipped_test(target: str) -> None:
    limit = 5000
    test = generated(like(target, limit))
    assert test.failure == "TLE"
    assert Prepared(test.puzzle, "").nodes(target, limit)[0] == limit
    assert test.puzzle in SHIPPED
    assert iq.solve(test.puzzle).solutions == (test.solution,)
    assert str(test.tried).startswith(f"{test.steps} shipped test")


def test_several_puzzles_are_the_shipped_tests_on_which_the_program_fails() -> None:
    def program(puzzle: Puzzle, _: Grid) -> Trial:
        slow = puzzle in SHIPPED and SHIPPED[puzzle]["rows"] > 2_000_000
        return Trial(1.0 if slow else 0.1, "TLE" if slow else None)

    failing = [puzzle for puzzle, nodes in SHIPPED.items() if nodes["rows"] > 2_000_000]
    puzzles = list(iq.generate(3, seed=1, against=program))
    assert [test.puzzle for test in puzzles] == failing[:3]


def test_images_of_killers_are_tried() -> None:
    tried = []

    def program(puzzle: Puzzle, _: Grid) -> Trial:
        tried.append(puzzle)
        return Trial(0.1, None if puzzle in SHIPPED else "TLE")

    test = generated(program)
    assert test.puzzle not in SHIPPED
    assert iq.canonical(test.puzzle) in map(iq.canonical, SHIPPED)
    assert str(test.tried) == f"{len(SHIPPED)} shipped tests and 1 image of killers"


def test_new_layouts_cost_the_target_that_explains_the_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(against, "PREDICTORS", 1)
    monkeypatch.setattr(against, "IMAGES", 0)
    tried = []

    def program(puzzle: Puzzle, solution: Grid) -> Trial:
        tried.append(Prepared(puzzle, solution.line).nodes("columns", 2000)[0])
        return Trial(1.0, "TLE" if len(tried) > 1 else None)

    test = generated(on_new_layouts(program))
    assert tried[0] >= 300
    assert tried[1] >= 1000
    assert str(test.tried) == f"{len(SHIPPED)} shipped tests and 2 new layouts"


def test_wrong_programs_get_a_test_with_a_wrong_grid() -> None:
    def program(_: Puzzle, solution: Grid) -> Trial:
        return Trial(0.0, "WA" if solution.line[0] == "7" else None)

    test = generated(program)
    assert test.failure == "WA"
    assert test.solution
    assert test.solution.line[0] == "7"


def test_a_right_and_fast_program_solves_all_tests() -> None:
    tried = []

    def program(puzzle: Puzzle, _: Grid) -> Trial:
        tried.append(puzzle)
        return Trial(0.25 if len(tried) == 4 else 0.01)

    with pytest.raises(iq.UnmetWishError, match=r"solves all tests that were tried: ") as no:
        generated(program)
    new = len(tried) - len(SHIPPED) - 5
    shown = f"{len(SHIPPED)} shipped tests, 5 images of killers and {new} new layouts"
    assert f"{shown}; the slowest takes 0.25 s" in str(no.value)
    assert no.value.nearest
    assert no.value.nearest.puzzle == tried[3]


def test_the_budget_and_the_time_end_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(against, "BUDGET", 10_000)

    def program(_: Puzzle, __: Grid) -> Trial:
        return Trial(0.01)

    with pytest.raises(iq.UnmetWishError, match="5 images of killers and 1 new layout;"):
        generated(program)
    with pytest.raises(iq.UnmetWishError, match="the search time was over before any test"):
        list(iq.generate(1, seed=1, against=program, search_time=1e-9))


def test_errors_of_the_program_are_passed_on() -> None:
    def program(_: Puzzle, __: Grid) -> Trial:
        raise iq.IneqSudokuError("there is no sandbox")

    with pytest.raises(iq.IneqSudokuError, match="there is no sandbox"):
        generated(program)


@pytest.mark.parametrize("wishes", [{"kind": "plain"}, {"level": "easy"}])
def test_only_full_layouts_are_generated_against_a_program(wishes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="full layouts without other wishes"):
        iq.generate(1, seed=1, against=like("rows", 5), **wishes)
