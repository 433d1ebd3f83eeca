"""Packages, verified by the judges' own tools; `nox -s judges` runs the judges' other code."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from packages import grouped as grouped
from packages import package, put
from packages import tests as tests
from packages import tools as tools
from programs import needs_compiler
from sandboxes import needs_tool

from ineqsudoku.apps.package import verification
from ineqsudoku.apps.package.problem import solutions
from ineqsudoku.apps.package.verification import TOOLS, Finding, verify

pytestmark = pytest.mark.package


@needs_compiler
@pytest.mark.parametrize("name", [it.name for it in solutions() if it.language == "cpp"])
def test_solutions_compile_where_judges_have_old_standards(name: str) -> None:
    (source,) = (solution.source for solution in solutions() if solution.name == name)
    command = ["g++", "-std=c++11", "-Wall", "-Werror", "-fsyntax-only", "-x", "c++", "-"]
    subprocess.run(command, input=source, text=True, check=True)


# --- verification ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "accepts", "words"),
    [
        ("echo x; echo 0 errors, 0 warnings", True, "accepted"),
        ("echo 1 errors, 0 warnings", False, "1 errors, 0 warnings"),
        ("echo 0 errors, 0 warnings; exit 3", False, "0 errors, 0 warnings"),
        ("echo oops >&2; exit 1", False, "oops"),
        ("exit 1", False, "no output"),
    ],
)
def test_a_tool_is_believed_if_it_says_so_and_ends_well(
    tests: Path, tools: Path, script: str, accepts: bool, words: str
) -> None:
    put(tools, "g++", "")
    put(tools, "verifyproblem", script)
    (finding,) = verify("kattis", package("kattis", tests).problem)
    assert (finding.accepts, str(finding.words)) == (accepts, words)


def test_a_tool_that_does_not_end_is_stopped(
    tests: Path, tools: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "TIMEOUT", 0.2)
    put(tools, "g++", "")
    put(tools, "verifyproblem", "exec /bin/sleep 60")
    (finding,) = verify("kattis", package("kattis", tests).problem)
    assert (finding.accepts, str(finding.words)) == (False, "still running after 0.2 s")


# --- the judges' own tools ---------------------------------------------------------------


@needs_tool("verifyproblem")
@needs_tool("pypy3")
@needs_tool("g++")
@pytest.mark.parametrize("has_subtasks", [False, True])
def test_problemtools_verifies_the_package_for_kattis(grouped: Path, has_subtasks: bool) -> None:
    # A solution that needs killers is accepted on these tests.
    (finding,) = verified_without_row_major("verifyproblem", grouped, has_subtasks)
    assert finding.accepts, finding.output


@needs_tool("bt")
@needs_tool("g++")
def test_bapctools_accepts_the_package_for_icpc(tests: Path) -> None:
    (finding,) = verified_without_row_major("bt", tests)
    assert finding.accepts, finding.output


@needs_tool("dmoj-cli")
@needs_tool("g++")
@pytest.mark.parametrize("has_subtasks", [False, True])
def test_dmoj_accepts_the_package_for_dmoj(grouped: Path, has_subtasks: bool) -> None:
    (finding,) = verified_without_row_major("dmoj-cli", grouped, has_subtasks)
    assert finding.accepts, finding.output


AWKWARD = '- Ada "A.": #1, R&D and 50% {x} \\ 新'


def verified_without_row_major(
    tool: str, tests: Path, has_subtasks: bool = False
) -> Iterator[Finding]:
    texts = {"author": AWKWARD, "source": AWKWARD}
    its = package("kattis", tests, has_subtasks=has_subtasks, time_limit=2.5, **texts).problem
    kept = tuple(solution for solution in its.solutions if not solution.needs_slow_tests)
    (target,) = (entry.target for entry in TOOLS if entry.name == tool)
    return verify(target, replace(its, solutions=kept))
