"""The first page of a package: what setters read there holds for the package."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest
from commands import Command
from packages import built, package
from packages import grouped as grouped
from packages import tests as tests

import ineqsudoku as iq
from ineqsudoku.apps.package import drafts
from ineqsudoku.apps.package.files import TARGETS, has_time_limits, input_paths, mentions, table
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
        "statements": {it: str(grouped.parent / it / "own.md") for it in ("en", "zh")},
        "license": "cc by",
        "author": "Ann 'A|b' $(x) ``` --",
        "source": "-s",
    }
    for language in ("en", "zh"):
        (grouped.parent / language).mkdir()
        (grouped.parent / language / "own.md").write_text(f"{{ours}}\n\nMore {language}.\n")
    if table(target).get("has_subtasks"):
        more |= {"has_subtasks": True, "points": (0, 100)}
    if "invalid_inputs" in table(target):
        more["seed"] = 10**30
    if mentions(target, "testlib"):
        (grouped.parent / "testlib.h").write_text("// testlib\n")
        more["testlib"] = str(grouped.parent / "testlib.h")
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
    page = readme(options, replace(problem, time_limit=3.0, is_proven=True), [])
    command = f"ineqsudoku package --to icpc --tests tests --seed {options.seed} --time-limit 3"
    assert f"```sh\n{command}\n```\n" in page
    assert "UNPROVEN" not in page


def test_the_page_of_made_tests_names_levels_and_killers(tests: Path) -> None:
    origins = [str(drafts._origin(wishes)) for _, wishes in drafts.planned(6, 1)]
    assert origins == ["easy", "moderate", "hard", "expert", "extreme", origins[-1]]
    assert origins[-1] == "killer: rows, 300,000,000 nodes"
    made = iq.PackageOptions("kattis", generate=6, seed=7)
    page = readme(made, package("kattis", tests).problem, [])
    assert "--generate 6 --seed 7 " in page
    assert "Keep this page from contestants" in page
    assert "Keep this page" not in page_of(built("kattis", tests))


@pytest.mark.parametrize("target", TARGETS)
def test_the_page_lists_tests_and_solutions(grouped: Path, target: str) -> None:
    made = package(target, grouped)
    page = page_of(dict(made.files))
    rows = re.findall(r"^\| `(.*?)` \|", page, re.MULTILINE)
    tests = len(made.problem.tests)
    assert rows[tests:] == [solution.name for solution in made.problem.solutions]
    paths = {*input_paths(target, made.problem).values()}
    assert {*rows[:tests]} >= paths
    outside = {path for path in paths if ".zip/" not in path}
    assert outside <= made.files.keys()
    assert [*re.findall(r"\| `(\S+\.in)` \|$", page, re.MULTILINE)] == [
        *("sample/1.in", "9.in", "10.in")
    ]


@pytest.mark.parametrize("target", TARGETS)
def test_the_page_says_where_statement_and_picture_go(tests: Path, target: str) -> None:
    page = page_of(built(target, tests, languages=("zh", "en")))
    says = "把 `statement.zh.md` 或 `statement.en.md` 粘贴为题目描述；上传 `sample.svg`，"
    assert (says in page) == (target in PASTED)


def test_the_title_heads_the_page(tests: Path) -> None:
    page = page_of(built("luogu", tests, languages=("zh", "en"), titles={"zh": "*甲*", "en": "A"}))
    assert page.startswith("# \\*甲\\* (`inequalitysudoku`)\n\n")
    assert page_of(built("luogu", tests)).startswith("# Inequality Sudoku (`inequalitysudoku`)\n")


def test_points_on_the_page_are_those_of_the_judge(grouped: Path) -> None:
    """Hydro shares points itself, so that the page has none."""
    page = page_of(built("lemon", grouped, has_subtasks=True, points=(7, 93)))
    assert "| 1 | `fünf_'x'` | 7 |\n| 2 | `rest` | 93 |\n" in page
    assert "| `data/inequalitysudoku/2.in` | 1 | `9.in` |\n" in page
    assert "| `data.zip/3.in` | 93 | `10.in` |\n" in page_of(
        built("luogu", grouped, points=(7, 93))
    )
    assert "| `testdata/2.in` | 50 |" in page_of(built("hydro", grouped, points=(50, 50)))
    assert "| `testdata/2.in` |  |" in page_of(built("hydro", grouped))
    assert "| `data/secret/2.in` |  |" in page_of(built("kattis", grouped, points=(50, 50)))


def test_the_page_has_limits_and_warnings(tests: Path) -> None:
    limits = {"time_limit": 0.5, "time_limits": {"java": 30.5}, "memory_limit": 1024}
    page = page_of(built("hydro", tests, author="A", **limits))
    sentences = "- Time limit: 0.5 s. Memory limit: 1024 MiB.\n- Time limit of Java: 30.5 s.\n"
    assert sentences in page
    assert sentences in built("hydro", tests, **limits)["problem_en.md"].decode()
    assert "- UNPROVEN: the solutions in this package were not run" in page
    for warning in package("hydro", tests, author="A", **limits).warnings:
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
