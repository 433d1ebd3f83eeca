"""Packages, verified by the judges' own tools."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest
from packages import grouped as grouped, package, tests as tests
from programs import needs_compiler
from sandboxes import needs_tool

from ineqsudoku.apps.package.files import render
from ineqsudoku.apps.package.output import write_package
from ineqsudoku.apps.package.problem import solutions

pytestmark = pytest.mark.package


@needs_compiler
@pytest.mark.parametrize("name", [it.name for it in solutions() if it.language == "cpp"])
def test_solutions_compile_where_judges_have_old_standards(name: str) -> None:
    (source,) = (solution.source for solution in solutions() if solution.name == name)
    command = ["g++", "-std=c++11", "-Wall", "-Werror", "-fsyntax-only", "-x", "c++", "-"]
    subprocess.run(command, input=source, text=True, check=True)


# --- the judges' own tools ---------------------------------------------------------------


@needs_tool("verifyproblem")
@needs_tool("pypy3")
@needs_tool("g++")
@pytest.mark.parametrize("has_subtasks", [False, True])
def test_problemtools_verifies_the_package_for_kattis(
    grouped: Path, tmp_path: Path, has_subtasks: bool
) -> None:
    folder = without_row_major("kattis", grouped, tmp_path, has_subtasks)
    parts = ["config", "data", "graders", "validators", "submissions"]
    ran = run(folder, "verifyproblem", "-e", "-p", *parts, "--", folder)
    assert "0 errors, 0 warnings" in ran, ran


@needs_tool("bt")
@needs_tool("g++")
def test_bapctools_accepts_the_package_for_icpc(tests: Path, tmp_path: Path) -> None:
    folder = without_row_major("icpc", tests, tmp_path)
    run(folder, "bt", "validate")
    run(folder, "bt", "run", "--all")


@needs_tool("dmoj-cli")
@needs_tool("dmoj-autoconf")
@needs_tool("g++")
@pytest.mark.parametrize("has_subtasks", [False, True])
def test_dmoj_accepts_the_package_for_dmoj(
    grouped: Path, tmp_path: Path, has_subtasks: bool
) -> None:
    folder = without_row_major("dmoj", grouped, tmp_path, has_subtasks)
    config = tmp_path / "judge.yml"
    settings = run(folder, "dmoj-autoconf", "-s", stderr=subprocess.DEVNULL)
    config.write_text(f"problem_storage_globs: [{tmp_path}/*]\n{settings}", encoding="utf-8")
    options = ("-c", config, "--no-ansi", "-e", "CPP17,PY3")
    ran = run(folder, "dmoj-cli", *options, "test", folder.name)
    assert "All tests passed" in ran, ran


def run(folder: Path, *command: object, stderr: int = subprocess.STDOUT) -> str:
    """What a tool prints about a package; it has to end with 0."""
    ran = subprocess.run(
        [*map(str, command)],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=stderr,
        check=False,
    )
    printed = ran.stdout.decode("utf-8", "replace")
    assert ran.returncode == 0, printed
    return printed


AWKWARD = '- Ada "A.": #1, R&D and 50% {x} \\ 新'


def without_row_major(target: str, tests: Path, parent: Path, has_subtasks: bool = False) -> Path:
    """The folder of a package without a solution that needs killers: it is accepted on these tests.

    BAPCtools remembers the UUIDs of problems, which depend on their names and tests.
    """
    more = {"has_subtasks": has_subtasks, "time_limit": 2.5, "author": AWKWARD}
    its = package(target, tests, **more).problem
    kept = tuple(solution for solution in its.solutions if not solution.needs_slow_tests)
    name = f"{its.name[:32]}{uuid4().hex[:8]}"
    write_package(render(target, replace(its, solutions=kept, name=name)), str(parent / name))
    return parent / name
