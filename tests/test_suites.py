"""Every test is in a suite, and every suite is run by a session of nox."""

from __future__ import annotations

import ast
import re
import runpy
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

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
    assert sorted(checks) == sorted(
        sessions() - {"check", "attack", "interpreters", "mutants", "release"}
    )


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


# --- tests that fail once -----------------------------------------------------------------

FLAKY = """\
from pathlib import Path
def test_that_passes():
    with open("runs", "a") as file:
        file.write("x")
def test_that_fails_at_first():
    flag = Path("flag")
    is_first = not flag.exists()
    flag.touch()
    assert not is_first
"""


class CommandFailedError(Exception):
    """What nox raises."""


class Session:
    """Stands for one of nox, which this suite does not need."""

    posargs = ()

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.warnings: list[str] = []

    def run(self, *command: str) -> None:
        if subprocess.run(command, cwd=self.folder, capture_output=True, check=False).returncode:
            raise CommandFailedError

    def warn(self, text: str) -> None:
        self.warnings.append(text)


@pytest.fixture
def session(tmp_path: Path) -> Session:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return Session(tmp_path)


@pytest.fixture
def run_busy_tests(monkeypatch: pytest.MonkeyPatch) -> Callable[[Session], None]:
    """That of the noxfile, with a stand-in for nox, for tests that carry no mark."""
    options = SimpleNamespace()
    nox = SimpleNamespace(options=options, session=lambda *_, **__: lambda function: function)
    nox.command = SimpleNamespace(CommandFailed=CommandFailedError)
    nox.Session = Session
    monkeypatch.setitem(sys.modules, "nox", nox)
    monkeypatch.setitem(sys.modules, "nox.command", nox.command)
    names: dict[str, Any] = runpy.run_path(str(ROOT / "noxfile.py"))
    python = (sys.executable,)
    return lambda session: names["run_busy_tests"](session, "not x", "-n", "1", python=python)


Busy = Callable[[Session], None]


@pytest.mark.slow
def test_tests_that_pass_run_once(session: Session, run_busy_tests: Busy) -> None:
    (session.folder / "flag").touch()
    (session.folder / "test_x.py").write_text(FLAKY)
    run_busy_tests(session)
    assert ((session.folder / "runs").read_text(), session.warnings) == ("x", [])


@pytest.mark.slow
def test_a_test_that_fails_once_runs_again_alone_and_is_named(
    session: Session, run_busy_tests: Busy
) -> None:
    (session.folder / "test_x.py").write_text(FLAKY)
    run_busy_tests(session)
    assert (session.folder / "runs").read_text() == "x"
    (warning,) = session.warnings
    assert warning.endswith(": test_x.py::test_that_fails_at_first")


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "def test_x(): assert False",
        "import nonsense",
        "def test_x(",
        "import pytest; pytestmark = pytest.mark.nonsense\n@pytest.fixture\ndef x(): yield; 1 / 0\n"
        "def test_x(x): pass",
        "import os\ndef test_x(): os._exit(0)",
    ],
)
def test_a_test_that_always_fails_fails_the_session(
    session: Session, run_busy_tests: Busy, text: str
) -> None:
    (session.folder / "test_x.py").write_text(text)
    (session.folder / "test_y.py").write_text("def test_y(): pass")
    with pytest.raises(CommandFailedError):
        run_busy_tests(session)


@pytest.mark.slow
def test_a_session_without_tests_fails(session: Session, run_busy_tests: Busy) -> None:
    with pytest.raises(CommandFailedError):
        run_busy_tests(session)
    assert session.warnings == []
