"""A system without the modules and functions of Unix, such as Windows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from puzzles import CONTEST, CONTEST_ANSWER, CONTEST_GRID, EXAMPLES

import ineqsudoku as iq

HIDDEN = """
import os, signal, sys

class Hider:
    def find_spec(self, name, path=None, target=None):
        if name in ("fcntl", "grp", "msvcrt", "pty", "pwd", "resource", "termios"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hider())
for module in ("fcntl", "grp", "pwd", "resource", "termios"):
    sys.modules.pop(module, None)
for name in ("fork", "forkpty", "geteuid", "getpgid", "getuid", "killpg", "setsid"):
    delattr(os, name)
for name in ("SIGHUP", "SIGKILL", "SIGCHLD", "pthread_sigmask"):
    delattr(signal, name)
for name in ("O_NOFOLLOW", "O_NONBLOCK"):
    delattr(os, name)
"""


pytestmark = pytest.mark.slow


class System:
    """Runs the program on such a system; processes that it starts are on it, too."""

    def __init__(self, folder: Path) -> None:
        (folder / "sitecustomize.py").write_text(HIDDEN)
        self._environment = {**os.environ, "PYTHONPATH": str(folder)}

    def start(self, *arguments: object) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "ineqsudoku", *map(str, arguments)],
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def __call__(self, *arguments: object) -> tuple[int, str, str]:
        with self.start(*arguments) as program:
            out, err = program.communicate()
        return program.returncode, out, err


@pytest.fixture
def system(tmp_path_factory: pytest.TempPathFactory) -> System:
    return System(tmp_path_factory.mktemp("site"))


PUZZLE, ANSWER = EXAMPLES / "cqoi2013.in", EXAMPLES / "cqoi2013.out"


def test_it_lacks_what_it_should(system: System) -> None:
    code = "import fcntl"
    ran = subprocess.run(
        [sys.executable, "-c", code], env=system._environment, capture_output=True, check=False
    )
    assert b"No module named 'fcntl'" in ran.stderr


def test_solve_works(system: System) -> None:
    assert system("solve", PUZZLE) == (0, CONTEST_ANSWER, "")


def test_check_works(system: System) -> None:
    assert system("check", PUZZLE, ANSWER) == (0, "accepted\n", "")
    assert system("check", "--protocol", "testlib", PUZZLE, ANSWER, ANSWER)[0] == 0


def test_validate_works(system: System) -> None:
    code, out, err = system("validate", PUZZLE)
    assert (code, err) == (0, "")
    assert ": valid: one solution" in out


def test_convert_works(system: System) -> None:
    signs = iq.read(CONTEST).signs
    assert system("convert", "--to", "compact", PUZZLE) == (0, f"{signs}\n", "")


def test_a_long_run_into_a_folder_is_killed_and_resumed(system: System, tmp_path: Path) -> None:
    many = 30_000
    (tmp_path / "many.txt").write_text(f"{iq.read(CONTEST).signs}\n" * many)
    out = tmp_path / "out"
    arguments = ("solve", "--jobs", 2, "--output-dir", out, tmp_path / "many.txt")
    with system.start(*arguments) as program:
        part = out / ".ineqsudoku.0.part"
        while program.poll() is None and not (part.exists() and part.stat().st_size):
            pass
        program.kill()
    assert not (out / "many.out").exists()
    assert system(*arguments, "--resume") == (0, "", "")
    assert [path.name for path in out.iterdir()] == ["many.out"]
    assert (out / "many.out").read_text() == f"{CONTEST_GRID.line}\n" * many


@pytest.mark.parametrize("arguments", [["x.cpp", "--tests", "tests"], [], ["--help"]])
def test_grade_says_what_it_needs(system: System, arguments: list[str]) -> None:
    code, out, err = system("grade", *arguments)
    assert (code, out) == (2, "")
    assert err == "grade needs Linux or another Unix system: No module named 'fcntl'\n"


def test_help_lists_all_commands(system: System) -> None:
    code, out, err = system("--help")
    assert (code, err) == (0, "")
    assert "grade" in out
