"""`grade` and `generate --against` run one's own programs on Windows and macOS, too."""

from __future__ import annotations

import json
import ntpath
import os
import shutil
import subprocess
import sys
from pathlib import Path, PureWindowsPath
from threading import Event
from types import SimpleNamespace

import pytest
from puzzles import EXAMPLES
from searches import needs_counts

from ineqsudoku.apps.grade import testdata
from ineqsudoku.apps.sandbox.languages import languages
from ineqsudoku.apps.sandbox.machine import NoSandboxError, run, sandbox_for
from ineqsudoku.apps.sandbox.program import Limits, Program
from ineqsudoku.apps.sandbox.submissions import contestants
from ineqsudoku.apps.sandbox.unisolated import Unisolated

WINDOWS = Path(__file__).parents[2] / "support" / "windows.py"
GRADE = EXAMPLES / "grade"


def ineqsudoku(folder: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(WINDOWS), *map(str, arguments)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_grade_needs_no_posix(tmp_path: Path) -> None:
    shutil.copy(GRADE / "class" / "ada" / "1.py", tmp_path / "wrong.py")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "main.py").write_text("import part")
    (tmp_path / "folder" / "part.py").write_text("while 1: pass")
    (tmp_path / "sleeper.py").write_text("import time; time.sleep(1000)")
    programs = ("wrong.py", "folder", "sleeper.py")
    limits = ("--time-limit", 0.5, "--idle-limit", 0.5)
    report = ("--store", "s.sqlite", "--json", "--html", "page.html")
    ran = ineqsudoku(
        tmp_path, "grade", *programs, "--tests", GRADE / "tests", "--no-sandbox", *limits, *report
    )
    assert ran.returncode == 1, ran.stderr
    graded = json.loads(ran.stdout)
    verdicts = {entry["name"]: entry["verdict"] for entry in graded["submissions"]}
    assert verdicts == {"wrong.py": "WA", "folder": "TLE", "sleeper.py": "TLE"}
    assert "files, network and processes were not limited" in " ".join(ran.stderr.split())


def test_names_of_tests_and_submissions_have_slashes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("tests/easy/1.in", "class/ada/a.py"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("")
    join = os.path.join

    def joined(*parts: str) -> str:  # An absolute path is used, a relative one is a name.
        return (join if os.path.isabs(parts[0]) else ntpath.join)(*parts)

    monkeypatch.setattr("os.path.join", joined)
    monkeypatch.setattr(testdata, "PurePath", PureWindowsPath)
    assert [case.name for case in testdata.tests(str(tmp_path / "tests")).cases] == ["easy/1"]
    (ada,) = contestants(str(tmp_path / "class"), languages())
    assert [program.name for program in ada.submissions] == ["ada/a.py"]


def test_a_crash_shows_no_dialog_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    modes: list[int] = []
    windows = SimpleNamespace(
        SEM_FAILCRITICALERRORS=1, SEM_NOGPFAULTERRORBOX=2, SetErrorMode=modes.append
    )
    monkeypatch.setitem(sys.modules, "msvcrt", windows)
    monkeypatch.setattr("sys.platform", "win32")
    # In a folder, as `shutil.which` asks Windows about names that have none.
    run(Unisolated(), Program(("./no such program",), Limits()), Event())
    assert modes == [3]


@pytest.mark.slow
@needs_counts
def test_generate_against_needs_no_posix(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text("while 1: pass")
    ran = ineqsudoku(
        tmp_path,
        *("generate", "1", "--seed", 1, "--against", "slow.py", "--no-sandbox"),
        *("--time-limit", 0.05),
    )
    assert ran.returncode == 0, ran.stderr
    assert len(ran.stdout.splitlines()) == 15


def test_the_sandbox_needs_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    with pytest.raises(NoSandboxError, match="the sandbox needs Linux"):
        sandbox_for()
