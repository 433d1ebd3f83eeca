"""Tests on which a program fails; the programs are functions here."""

from __future__ import annotations

from typing import Any

import pytest
from searches import needs_counts

import ineqsudoku as iq
from ineqsudoku.generation import against
from ineqsudoku.generation.against import correlation
from ineqsudoku.generation.targets import Prepared
from ineqsudoku.generation.values import Program, Trial
from ineqsudoku.puzzle import Grid, Puzzle

pytestmark = needs_counts


@pytest.fixture(autouse=True)
def short_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(against, "COUNTED", 2000)
    monkeypatch.setattr(against, "GOALS", (300, 1000, 3000))


def like(target: str, limit: int) -> Program:
    """A program that takes a second for each node of a target, up to a limit."""

    def program(puzzle: Puzzle, solution: Grid) -> Trial:
        nodes = Prepared(puzzle, solution.line).nodes(target, limit)[0]
        return Trial(nodes, "TLE" if nodes == limit else None)

    return program


def generated(program: Program, seed: int = 1, **wishes: int) -> iq.Generated:
    (test,) = iq.generate(1, seed=seed, against=program, **{"survey": 50, **wishes})
    return test


@pytest.mark.parametrize("target", ["rows", "columns-bounds", "fewest-bounds"])
def test_slow_programs_get_a_test_that_is_too_slow(target: str) -> None:
    limit = 150 if target == "fewest-bounds" else 2500
    test = generated(like(target, limit))
    assert test.failure == "TLE"
    assert Prepared(test.puzzle, "").nodes(target, limit)[0] == limit
    assert iq.solve(test.puzzle).solutions == (test.solution,)
    assert len(test.nodes) == 12


def test_a_target_is_its_own_best_predictor() -> None:
    tried = []

    def program(puzzle: Puzzle, solution: Grid) -> Trial:
        nodes = Prepared(puzzle, solution.line).nodes("columns", 2000)[0]
        tried.append(nodes)
        return Trial(nodes, "TLE" if len(tried) > against.LAYOUTS else None)

    generated(program)
    assert tried[-1] >= 300, "the first layout after the random ones does not cost `columns` 300"


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

    with pytest.raises(iq.UnmetWishError, match=r"solves all .* tests that were tried") as no:
        generated(program)
    assert f"all {len(tried)} tests" in str(no.value)
    assert "the slowest takes 0.25 s" in str(no.value)
    assert no.value.nearest
    assert no.value.nearest.puzzle == tried[3]


def test_the_budget_and_the_time_end_the_search() -> None:
    def program(_: Puzzle, __: Grid) -> Trial:
        return Trial(0.01)

    with pytest.raises(iq.UnmetWishError, match=f"solves all {against.LAYOUTS + 1} tests"):
        generated(program, budget=1)
    with pytest.raises(iq.UnmetWishError, match="the search time was over before any test"):
        list(iq.generate(1, seed=1, against=program, search_time=1e-9))


def test_errors_of_the_program_are_passed_on() -> None:
    def program(_: Puzzle, __: Grid) -> Trial:
        raise iq.IneqSudokuError("there is no sandbox")

    with pytest.raises(iq.IneqSudokuError, match="there is no sandbox"):
        generated(program)


@pytest.mark.parametrize("wishes", [{"kind": "plain"}, {"size": 6}, {"level": "easy"}])
def test_only_full_layouts_are_generated_against_a_program(wishes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="full 9×9 layouts without other wishes"):
        iq.generate(1, seed=1, against=like("rows", 5), **wishes)


def test_correlations_are_those_of_ranks() -> None:
    assert correlation([1, 2, 3, 4], [10, 20, 30, 1000]) == pytest.approx(1.0)
    assert correlation([1, 2, 3, 4], [8, 7, 6, 5]) == pytest.approx(-1.0)
    assert correlation([1, 2, 3], [5, 5, 5]) == 0.0
    # Spearman's formula for ties: ranks 1, 2.5, 2.5, 4 and 1, 2, 3, 4.
    assert correlation([1, 2, 2, 4], [1, 2, 3, 4]) == pytest.approx(4.5 / (4.5 * 5) ** 0.5)
