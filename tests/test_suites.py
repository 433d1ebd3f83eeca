"""Every test is in a suite, and every suite is run by a session of nox."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
OPTIONS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]
MARKS = {re.split(r"[:(]", line)[0] for line in OPTIONS["markers"]}
NOXFILE = ast.parse((ROOT / "noxfile.py").read_text(encoding="utf-8"))


def constant(name: str) -> object:
    """The value of a constant of the noxfile, which cannot be imported without nox."""
    (value,) = (
        node.value
        for node in NOXFILE.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name
    )
    return ast.literal_eval(value)


def sessions() -> set[str]:
    return {
        node.name
        for node in NOXFILE.body
        if isinstance(node, ast.FunctionDef)
        and any(ast.unparse(each).startswith("nox.session") for each in node.decorator_list)
    }


def documented() -> dict[str, set[str]]:
    """The sessions in the table of CONTRIBUTING.md by the marks of their suites."""
    found: dict[str, set[str]] = {}
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for names, mark in re.findall(r"^\| (`.*?) \|.*\| (.*)\|$", text, re.MULTILINE):
        found.setdefault(mark.strip(" `"), set()).update(re.findall(r"`(\w+)`", names))
    return found


def test_the_core_is_what_carries_no_mark() -> None:
    (deselected,) = re.findall(r"-m 'not \((.*)\)'", OPTIONS["addopts"])
    assert set(deselected.split(" or ")) == MARKS


def test_ci_runs_all_sessions_but_long_ones_and_releases() -> None:
    checks = constant("CHECKS")
    assert isinstance(checks, tuple)
    assert sorted(checks) == sorted(sessions() - {"check", "attack", "interpreters", "release"})


def test_thorough_leaves_only_other_suites_out() -> None:
    others = constant("OTHERS")
    assert isinstance(others, str)
    assert set(others.split(" or ")) == MARKS - {"attack", "slow"}


def test_every_session_and_every_suite_in_use_is_documented() -> None:
    found = documented()
    assert set().union(*found.values()) == sessions()
    tests = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("tests/**/*.py"))
    used = {mark for mark in MARKS if f"pytest.mark.{mark}" in tests}
    assert {"attack", "docs", "sandbox", "slow"} <= used <= set(found)
