"""The first page of a package: what setters read there holds for the package."""

from __future__ import annotations

import os
import re
import shlex
from collections import Counter
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest
from commands import Command
from packages import built, grouped as grouped, package, tests as tests

import ineqsudoku as iq
from ineqsudoku.apps.package.options import TARGETS, has_time_limits, table
from ineqsudoku.apps.package.readme import PASTED, readme
from ineqsudoku.messages import use_language

pytestmark = pytest.mark.package


def page_of(files: dict[str, bytes]) -> str:
    return files["README.md"].decode()


@pytest.mark.parametrize("target", TARGETS)
def test_the_command_on_the_page_makes_the_package_again(
    ineqsudoku: Command,
    grouped: Path,
    monkeypatch: pytest.MonkeyPatch,
    target: str,
) -> None:
    """Whatever the options and the language of the program, and with a page that has the same
    command."""
    more: dict[str, object] = {
        "name": "su9",
        "time_limit": 1.25,
        "time_limits": {"py": 10.0, "java": 4.5} if has_time_limits(target) else {},
        "memory_limit": 512,
        "languages": ("zh", "en"),
        "titles": {"zh": "标题=`$HOME`", "en": "A: 'title'"},
        "license": "cc by",
        "author": "Ann 'A|b' $(x) ``` --",
    }
    if table(target).get("has_subtasks"):
        more |= {"has_subtasks": True, "points": (0, 100)}
    if "invalid_inputs" in table(target):
        more["seed"] = 10**30
    files = built(target, grouped, **more)
    (command,) = re.findall("```sh\n(.*)\n```", page_of(files))
    monkeypatch.chdir(grouped.parent)
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    words = shlex.split(command)
    assert ineqsudoku(*words[1:], "--output", "p.zip").code == 0
    with ZipFile("p.zip") as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == files


def test_the_command_has_a_time_limit_that_was_measured_and_a_seed_that_was_drawn(
    tests: Path,
) -> None:
    options = iq.PackageOptions("icpc", str(tests))
    problem = package("icpc", tests).problem
    page = readme(options, replace(problem, time_limit=3.0, is_proven=True), [], [])
    command = f"ineqsudoku package --to icpc --tests tests --seed {options.seed} --time-limit 3"
    assert f"```sh\n{command}\n```\n" in page
    assert "UNPROVEN" not in page


@pytest.mark.parametrize("has_subtasks", [False, True])
@pytest.mark.parametrize("target", TARGETS)
def test_every_file_on_the_page_is_in_the_package(
    grouped: Path, target: str, has_subtasks: bool
) -> None:
    """And every file of the package is there, by its name or as one of its folder."""
    if has_subtasks and not table(target).get("has_subtasks"):
        return
    made = package(target, grouped, has_subtasks=has_subtasks)
    page = page_of(dict(made.files))
    paths = made.files.keys() - {"README.md"}
    counts = Counter(os.path.dirname(path) for path in paths)
    folders = {name: int(n) for name, n in re.findall(r"- `(.*)`: (\d+) files\n", page)}
    assert folders.items() <= counts.items()
    named = {path for path in re.findall(r"`([^`\s]+)`", page) if re.search(r"\.\w+$", path)}
    assert {path for path in paths if os.path.dirname(path) not in folders} <= named <= paths
    for solution in made.problem.solutions:
        name = solution.name.rpartition(".")[0]
        lines = [line for line in page.splitlines() if f"/{name}." in line]
        assert all(line.startswith(f"- {solution.verdict.meaning}: ") for line in lines)
        assert bool(lines) == any(f"/{name}." in path for path in paths)


def test_the_page_of_made_tests_is_secret(tests: Path) -> None:
    made = iq.PackageOptions("kattis", generate=6, seed=7)
    page = readme(made, package("kattis", tests).problem, [], [])
    assert "--generate 6 --seed 7 " in page
    assert "Keep this page from contestants" in page
    assert "Keep this page" not in page_of(built("kattis", tests))


@pytest.mark.parametrize("target", TARGETS)
def test_the_page_says_where_statement_and_picture_go(tests: Path, target: str) -> None:
    page = page_of(built(target, tests, languages=("zh", "en")))
    says = "把 `statement.zh.md` 或 `statement.en.md` 粘贴为题目描述；上传 `sample.svg`，"
    assert (says in page) == (target in PASTED)


def test_the_title_heads_the_page(tests: Path) -> None:
    page = page_of(built("luogu", tests, languages=("zh", "en"), titles={"zh": "*甲*", "en": "A"}))
    assert page.startswith("# \\*甲\\* (`inequalitysudoku`)\n\n")
    assert page_of(built("luogu", tests)).startswith("# Inequality Sudoku (`inequalitysudoku`)\n")


def test_the_page_has_tests_limits_and_warnings(grouped: Path) -> None:
    limits = {"time_limit": 0.5, "time_limits": {"java": 30.5}, "memory_limit": 1024}
    made = package("hydro", grouped, author="A", **limits)
    page = page_of(dict(made.files))
    sentences = "- Time limit: 0.5 s. Memory limit: 1024 MiB.\n- Time limit of Java: 30.5 s.\n"
    assert f"{sentences}- numbers of the tests besides samples: fünf\\_\\`x\\` 2, rest 3\n" in page
    assert sentences in made.files["problem_en.md"].decode()
    assert "- UNPROVEN: the solutions in this package were not run" in page
    assert made.warnings
    for warning in made.warnings:
        assert f"- {warning}\n" in page


def test_the_page_is_in_the_first_language_of_the_statement(tests: Path) -> None:
    with use_language("en"):
        page = page_of(built("luogu", tests, languages=("zh", "en"), author="A"))
    assert "这是 luogu 格式的题目包" in page
    assert "- luogu 没有地方写 --author\n" in page
    assert "How to use" not in page


def test_luogu_gets_test_data_and_nothing_else(tests: Path) -> None:
    """Its manual wants neither folders nor other files in the zip file."""
    files = built("luogu", tests)
    outside = {"README.md", "data.zip", "sample.svg", "statement.en.md", "statement.zh.md"}
    assert files.keys() == outside
