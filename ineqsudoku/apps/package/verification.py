"""Verification of packages by the judges' own tools, if these are installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from ineqsudoku.apps.package.files import render, table
from ineqsudoku.apps.package.output import write_package
from ineqsudoku.apps.package.problem import Problem
from ineqsudoku.checker.verdicts import Verdict
from ineqsudoku.messages import Items, Message, Text, conjunction, disjunction, enumeration

TIMEOUT = 1800.0
"""The seconds that a tool may take."""

_DMOJ_LANGUAGES = ("CPP17", "JAVA", "PY3")


@dataclass(frozen=True, slots=True)
class Finding:
    """The finding of a tool about a problem.

    `accepts`: whether the tool accepts the problem; `None` if it could not be run, and then
    `words` say why.
    `output`: the output of the tool.
    """

    tool: str
    accepts: bool | None
    words: Text
    output: str = ""


def verify(target: str, problem: Problem) -> Iterator[Finding]:
    """Yield the finding of the tool of a target about a problem.

    For a target without a tool, all tools verify the same problem in their own formats, without
    subtasks if a format has none.
    """
    for tool in _tools(target):
        yield _run(tool, problem)


def missing_tools(target: str) -> Items | None:
    """Return what must be installed before a package can be verified; `None` if a tool can run."""
    missing = {tool: _missing(tool) for tool in _tools(target)}
    if not all(missing.values()):
        return None
    return disjunction(
        _WITH_PROJECT.fill(names=conjunction(names), command=f"pip install {tool.project}")
        if tool.name in names
        else conjunction(names)
        for tool, names in missing.items()
    )


_WITH_PROJECT = Message("package.with-project", "{names} ({command})")


def _tools(target: str) -> list[_Tool]:
    """Return the tool of a target or, if it has none, all tools."""
    return [tool for tool in TOOLS if tool.target == target] or [*TOOLS]


def _missing(tool: _Tool) -> list[str]:
    return [name for name in (tool.name, *tool.needs) if shutil.which(name) is None]


@dataclass(frozen=True, slots=True)
class _Tool:
    """A program, its name at PyPI, the target that it verifies, its arguments for
    the folder of a package, and the output that means success."""

    name: str
    project: str
    target: str
    commands: Callable[[Path], list[list[str]]]
    success: str
    needs: tuple[str, ...] = ()


_NOT_INSTALLED = Message("package.not-installed", "not verified: {names} not installed")
_STILL_RUNNING = Message("package.still-running", "still running after {seconds} s")
_NO_OUTPUT = Message("package.no-output", "no output")


def _run(tool: _Tool, problem: Problem) -> Finding:
    if missing := _missing(tool):
        return Finding(tool.name, None, _NOT_INSTALLED.fill(names=enumeration(missing)))
    has_subtasks = problem.has_subtasks and table(tool.target).get("has_subtasks", False)
    # BAPCtools remembers the UUIDs of problems, which depend on their names and tests.
    name = f"{problem.name[:32]}{uuid4().hex[:8]}"
    files = render(tool.target, replace(problem, has_subtasks=has_subtasks, name=name))
    output = ""
    with TemporaryDirectory(prefix="ineqsudoku-") as top:
        folder = Path(top, name)
        write_package(files, str(folder))
        for command in tool.commands(folder):
            try:
                ran = subprocess.run(
                    command,
                    cwd=folder,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    timeout=TIMEOUT,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                return Finding(tool.name, False, _STILL_RUNNING.fill(seconds=TIMEOUT), output)
            text = ran.stdout.decode("utf-8", "replace")
            output += text
            if ran.returncode or not re.search(tool.success, text):
                return Finding(tool.name, False, _last_line(text), output)
    return Finding(tool.name, True, Verdict.AC.meaning, output)


def _last_line(text: str) -> Text:
    lines = [re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", line).strip() for line in text.splitlines()]
    return next((line for line in reversed(lines) if line), _NO_OUTPUT)


def _verifyproblem(folder: Path) -> list[list[str]]:
    suffixes = ["cpp"]
    if shutil.which("pypy3"):
        suffixes.append("py")
    if _knows_java_21():
        suffixes.append("java")
    parts = ["config", "data", "graders", "validators", "submissions"]
    some = ["-s", rf"({'|'.join(suffixes)})$"] if len(suffixes) < 3 else []
    return [["verifyproblem", "-e", *some, "-p", *parts, "--", str(folder)]]


def _knows_java_21() -> bool:
    """Whether javac supports the release that problemtools requires."""
    if shutil.which("javac") is None:
        return False
    command = ["javac", "--release", "21", "--version"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _bt(_: Path) -> list[list[str]]:
    return [["bt", "validate"], ["bt", "run", "--all"]]


def _dmoj(folder: Path) -> list[list[str]]:
    config = folder.parent / "judge.yml"
    settings = subprocess.run(["dmoj-autoconf", "-s"], capture_output=True, text=True, check=False)
    globs = f"problem_storage_globs: [{folder.parent}/*]\n"
    config.write_text(globs + settings.stdout, encoding="utf-8")
    only = ",".join(_DMOJ_LANGUAGES)
    return [["dmoj-cli", "-c", str(config), "--no-ansi", "-e", only, "test", folder.name]]


TOOLS = (
    _Tool(
        "verifyproblem", "problemtools", "kattis", _verifyproblem, "0 errors, 0 warnings", ("g++",)
    ),
    _Tool("bt", "bapctools", "icpc", _bt, "", ("g++",)),
    _Tool("dmoj-cli", "dmoj", "dmoj", _dmoj, "All tests passed", ("dmoj-autoconf", "g++")),
)
