"""Proof that solutions get their verdicts, and tests that are made for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from commands import Command
from packages import grouped as grouped, tests as tests
from sandboxes import needs_sandbox, needs_tool

import ineqsudoku as iq
from ineqsudoku.apps.generate import canonical
from ineqsudoku.apps.generate.sequence import generate
from ineqsudoku.apps.generate.values import Generated
from ineqsudoku.apps.package import drafts as module, proof
from ineqsudoku.apps.package.drafts import Drafts, arrange, given_tests
from ineqsudoku.apps.package.files import render
from ineqsudoku.apps.package.problem import Solution, solutions
from ineqsudoku.apps.package.proof import proven
from ineqsudoku.apps.sandbox.machine import NoSandboxError
from ineqsudoku.checker import Verdict

pytestmark = pytest.mark.package


def options(tests: Path, **more: Any) -> iq.PackageOptions:
    return iq.PackageOptions("kattis", str(tests), **more)


# --- proof -------------------------------------------------------------------------------


@needs_sandbox
@needs_tool("g++")
def test_solutions_are_proven(ineqsudoku: Command, tests: Path, tmp_path: Path) -> None:
    """Without a killer among the tests, row-major search is accepted and left out."""
    output = tmp_path / "inequalitysudoku"
    ran = ineqsudoku("package", "--to", "kattis", "--tests", tests, "--output", output)
    assert (ran.code, ran.out) == (0, "")
    *progress, summary, warning = ran.err.splitlines()
    assert all(line.startswith("running ") for line in progress)  # every ten seconds
    assert "files for kattis, proven, time limit " in summary
    assert warning.startswith("warning: row_major.cpp is left out: it is accepted within ")
    page = (output / "README.md").read_text()
    assert "UNPROVEN" not in page
    assert warning.removeprefix("warning: ") in page
    names = {path.name for path in (output / "submissions").rglob("*.*")}
    assert names == {solution.name for solution in solutions()} - {"row_major.cpp"}


@pytest.mark.parametrize(("killers", "is_kept"), [(0, False), (1, True)])
def test_without_killers_row_major_search_is_left_out_unproven(
    monkeypatch: pytest.MonkeyPatch, tests: Path, killers: int, is_kept: bool
) -> None:
    given = given_tests(str(tests), lambda *_: None)
    monkeypatch.setattr(module, "new_tests", lambda *_: given)
    made = iq.build_package(
        iq.PackageOptions("kattis", generate=3, killers=killers, seed=1, unproven=True)
    )
    kept = {solution.name for solution in made.problem.solutions}
    assert {solution.name for solution in solutions()} - kept == (
        set() if is_kept else {"row_major.cpp"}
    )
    assert any("row_major.cpp is left out" in str(it) for it in made.warnings) != is_kept


SLOW_ON_ALL = "int main() { for (volatile int i = 0;; i = 1) {} }\n"
RIGHT_IN_PART = """
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
int main() {
    const std::string text(std::istreambuf_iterator<char>(std::cin), {});
    if (text.substr(0, %d) == %s) std::cout << %s;
}
"""


@needs_sandbox
@needs_tool("g++")
def test_wrong_solutions_may_earn_points_of_a_subtask(grouped: Path) -> None:
    package = iq.build_package(options(grouped, unproven=True))
    (right,) = (solution for solution in package.problem.solutions if solution.name == "boxes.cpp")
    test = package.problem.groups[0].tests[0]

    def literal(text: str) -> str:
        return '"' + text.replace("\n", "\\n") + '"'

    part = RIGHT_IN_PART % (len(test.input), literal(test.input), literal(test.answer))
    wrong = Solution("part.cpp", Verdict.PE, part)
    slow = Solution("slow.cpp", Verdict.TLE, SLOW_ON_ALL)
    problem = replace(package.problem, solutions=(right, wrong, slow), has_subtasks=True)
    result = proven(problem, 1.0, lambda *_: None)
    assert [solution.earns_points for solution in result.solutions] == [False, True, False]
    assert result.solutions[1].folder == "partially_accepted"


@needs_sandbox
@needs_tool("g++")
def test_solutions_run_under_the_limits_of_their_languages(tests: Path) -> None:
    package = iq.build_package(options(tests, unproven=True))
    (right,) = (solution for solution in package.problem.solutions if solution.name == "boxes.cpp")
    limits = {"cpp": 5.0, "py": 0.5}
    slow = Solution("slow.py", Verdict.TLE, "while True: pass\n")
    problem = replace(package.problem, solutions=(right, slow), time_limits=limits)
    result = proven(problem, None, lambda *_: None)
    assert (result.time_limits, result.time_limit) == (limits, 1.0)
    with pytest.raises(
        iq.IneqSudokuError, match=r"slow.py: expected AC, found TLE .*limit of 0\.5"
    ):
        proven(replace(problem, solutions=(replace(slow, verdict=Verdict.AC),)), 9.0, print)


@needs_sandbox
@needs_tool("g++")
def test_another_verdict_is_no_package(tests: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Solution("wrong.cpp", Verdict.AC, "int main() {}\n")
    monkeypatch.setattr("ineqsudoku.apps.package.builder.solutions", lambda: (wrong,))
    with pytest.raises(iq.IneqSudokuError, match=r"wrong.cpp: expected AC, found PE \(expected 81"):
        iq.build_package(options(tests, time_limit=2.0))


def test_without_a_compiler_nothing_is_proven(
    ineqsudoku: Command, tests: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proof, "which", lambda _: None)
    ran = ineqsudoku("package", "--to", "kattis", "--tests", tests, "--output", tmp_path / "p")
    assert ran.code == 2
    assert "cannot be run: g++, python3 not found\n--unproven writes" in ran.err
    assert not (tmp_path / "p").exists()


def test_without_a_sandbox_nothing_is_proven(
    ineqsudoku: Command, tests: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise NoSandboxError("cannot create a sandbox here: it is Tuesday")

    monkeypatch.setattr(proof, "which", lambda _: "here")
    monkeypatch.setattr(proof, "sandbox_for", refused)
    ran = ineqsudoku("package", "--to", "kattis", "--tests", tests, "--output", tmp_path / "p")
    assert ran.code == 2
    assert "it is Tuesday\n--unproven writes the package" in ran.err
    assert "--no-sandbox" not in ran.err
    assert not (tmp_path / "p").exists()


# --- tests that are made -----------------------------------------------------------------


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Killers that take less time to make."""
    kills = tuple(((kill[0][0], 100_000),) for kill in module.KILLS)
    monkeypatch.setattr(module, "KILLS", kills)


def made(count: int, seed: int, killers: int | None = None) -> Drafts:
    return module.new_tests(module.planned(count, killers), seed, lambda *_: None)


@pytest.mark.usefixtures("quick")
def test_new_tests_are_graded() -> None:
    drafts = made(12, 3).drafts
    assert [draft.subtask for draft in drafts] == ["easy"] * 4 + ["hard"] * 6 + ["killers"] * 2
    assert [draft.is_sample for draft in drafts] == [True] + [False] * 11
    assert len({canonical(draft.puzzle) for draft in drafts}) == 12
    for draft in drafts:
        assert iq.solve(draft.puzzle, limit=2).solutions == (draft.solution,)
    levels = [iq.explain(draft.puzzle).level for draft in drafts[:10]]
    assert levels == [level for level in module.LEVELS for _ in range(2)]


@pytest.mark.usefixtures("quick")
def test_new_tests_depend_on_the_seed_alone() -> None:
    first, again, other = made(4, 1), made(4, 1), made(4, 2)
    assert first == again
    assert first.drafts[0] != other.drafts[0]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("count", "killers", "points"),
    [
        *((2, None, [100]), (3, None, [43, 57]), (4, None, [30, 30, 40]), (11, None, [30, 30, 40])),
        *((6, 0, [50, 50]), (6, 1, [30, 30, 40]), (6, 4, [43, 57]), (6, 5, [100])),
    ],
)
def test_new_tests_have_subtasks_and_end_with_killers(
    count: int, killers: int | None, points: list[int]
) -> None:
    drafts = made(count, 1, killers)
    tests, groups = arrange(drafts)
    assert [group.points for group in groups] == points
    assert sum(len(group.tests) for group in groups) == count - 1
    assert [test.is_sample for test in tests] == [True] + [False] * (count - 1)
    expected = max(1, count // 5) if killers is None else killers
    assert [draft.subtask for draft in drafts.drafts].count("killers") == expected
    assert len(groups[-1].tests) == expected or not expected


@pytest.mark.usefixtures("quick")
def test_an_image_of_an_earlier_test_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    def repeated(**options: Any) -> Iterator[Generated]:
        for generated in generate(**options):
            yield generated
            yield generated

    monkeypatch.setattr(module, "generate", repeated)
    assert len({draft.puzzle for draft in made(8, 1).drafts}) == 8


@pytest.mark.slow
@needs_sandbox
@needs_tool("g++")
def test_new_tests_prove_all_solutions(ineqsudoku: Command, tmp_path: Path) -> None:
    output = tmp_path / "inequalitysudoku"
    ran = ineqsudoku("package", "--to", "kattis", "--generate", 4, "--output", output)
    assert ran.code == 0
    assert "proven" in ran.err
    assert "warning" not in ran.err
    assert (output / "submissions" / "time_limit_exceeded" / "row_major.cpp").is_file()


def test_kattis_does_not_run_solutions_that_are_slow_but_earn_points(grouped: Path) -> None:
    its = iq.build_package(options(grouped, unproven=True, has_subtasks=True)).problem
    earning = tuple(
        replace(solution, earns_points=not solution.is_accepted) for solution in its.solutions
    )
    paths = render("kattis", replace(its, solutions=earning)).keys()
    assert "other_submissions/partially_accepted/row_major.cpp" in paths
    assert "submissions/partially_accepted/ignores_sign.cpp" in paths
