"""An installation that lacks something: trouble, never "no"."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from commands import run_program
from effort import slow
from puzzles import CONTEST, CONTEST_ANSWER

from ineqsudoku.apps.cli.commands import COMMANDS

BREAK = """
import sys

class Breaker:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise {error}

sys.meta_path.insert(0, Breaker())
sys.modules.pop({module!r}, None)  # Python 3.14 may have imported it already.
"""

MODULES = {
    "the command": "ineqsudoku.apps.solve.check_command",
    "what the command imports": "ineqsudoku.apps.cli.sources",
    "the formats": "ineqsudoku.formats",
    "the command line": "ineqsudoku.apps.cli",
    "a dependency": "click",
}

DAMAGED = "ImportError('it is damaged')"
ERRORS = (
    "ModuleNotFoundError('No module named x', name='x')",
    "SyntaxError('it is damaged')",
    "RuntimeError('it is damaged')",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a puzzle and a right output."""
    (tmp_path / "01.in").write_text(CONTEST)
    (tmp_path / "01.out").write_text(CONTEST_ANSWER)
    return tmp_path


def run(
    folder: Path, module: str, arguments: str, error: str = DAMAGED
) -> subprocess.CompletedProcess[str]:
    """Run the program where a module cannot be imported."""
    (folder / "sitecustomize.py").write_text(BREAK.format(module=module, error=error))
    return subprocess.run(
        f"{shlex.quote(sys.executable)} -m ineqsudoku {arguments}",
        shell=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
def test_a_module_that_cannot_be_imported_is_trouble(folder: Path, module: str) -> None:
    ran = run(folder, module, "check 01.in 01.out")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "ImportError: it is damaged" in ran.stderr


@pytest.mark.parametrize(
    ("command", "error"),
    [
        *(("check", error) for error in (DAMAGED, *ERRORS)),
        *slow((command, DAMAGED) for command in COMMANDS if command != "check"),
    ],
)
def test_every_command_names_the_error(folder: Path, command: str, error: str) -> None:
    ran = run(folder, f"ineqsudoku.apps.{COMMANDS[command]}", f"{command} --option 01.in", error)
    kind, message = error.split("'")[:2]
    expected = f"the command {command} cannot be loaded: {kind.rstrip('(')}: {message}\n"
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", expected)


def test_the_other_commands_still_work(folder: Path) -> None:
    module = "ineqsudoku.apps.diagnose.validate_command"
    assert run(folder, module, "solve 01.in").stdout == CONTEST_ANSWER
    ran = run(folder, module, "--help")
    assert (ran.returncode, ran.stderr) == (0, "")


def test_an_error_that_nobody_expected_is_trouble(folder: Path) -> None:
    """It has a traceback, for a bug report."""
    (folder / "sitecustomize.py").write_text(
        "from ineqsudoku.apps.cli import sources\nsources.Source.pieces = lambda *_: 1 / 0\n"
    )
    ran = run_program("solve", "01.in", cwd=folder, env={**os.environ, "PYTHONPATH": str(folder)})
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "ZeroDivisionError" in ran.stderr
