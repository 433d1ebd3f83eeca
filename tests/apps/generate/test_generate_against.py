"""`ineqsudoku generate --against`: programs in the sandbox that are to fail."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from chinese import english_words
from commands import Command
from sandboxes import needs_sandbox, needs_tool

import ineqsudoku as iq
from ineqsudoku.apps.generate import against
from ineqsudoku.apps.generate.testset import shipped_tests
from ineqsudoku.apps.package.problem import solutions

pytestmark = [needs_sandbox, needs_tool("g++")]


def program(folder: Path, name: str) -> Path:
    """A solution of packages, in a folder."""
    path = folder / name
    path.write_text(next(solution.source for solution in solutions() if solution.name == name))
    return path


def test_a_row_major_program_gets_a_test_that_is_too_slow(
    ineqsudoku: Command, tmp_path: Path
) -> None:
    slow = program(tmp_path, "row_major.cpp")
    folder = tmp_path / "tests"
    arguments = ("--against", slow, "--time-limit", 0.3)
    ran = ineqsudoku("generate", 1, "--seed", 1, *arguments, "--output-dir", folder)
    assert (ran.code, ran.out) == (0, "")
    assert re.search(r"^puzzle 1: TLE: .*; tried \d+ tests$", ran.err, re.MULTILINE)
    manifest = json.loads((folder / "manifest.json").read_text())
    order = {"program": str(slow), "time_limit": 0.3, "no_sandbox": False}
    assert manifest["against"] == order
    (entry,) = manifest["puzzles"]
    assert entry["failure"].startswith("TLE: time limit exceeded")
    assert entry["message"]["arguments"]["verdict"] == "TLE"
    puzzle = iq.read((folder / "01.in").read_text())
    assert (folder / "01.out").read_text() == f"{iq.solve(puzzle).solutions[0]}\n"
    # Times differ by a factor: threads of a core may share it in one run only.
    tests = ("--tests", folder, "--time-limit", 0.15, "--store", tmp_path / "store")
    assert "TLE" in ineqsudoku("grade", slow, *tests).out


def test_a_program_that_reads_a_sign_wrongly_gets_a_wrong_grid(
    ineqsudoku: Command, tmp_path: Path
) -> None:
    wrong = program(tmp_path, "reads_upwards.cpp")
    ran = ineqsudoku("generate", 1, "--seed", 1, "--against", wrong)
    assert ran.code == 0
    assert iq.solve(iq.read(ran.out)).status == "unique"
    assert ran.err.startswith("puzzle 1: WA: wrong answer (")
    assert ran.err.endswith("; tried 1 test\n")


def test_a_right_program_solves_all_tests(
    ineqsudoku: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(against, "MORE", 3)
    right = program(tmp_path, "boxes.cpp")
    ran = ineqsudoku("generate", 1, "--seed", 1, "--against", right)
    assert (ran.code, ran.out) == (1, "")
    number = len(shipped_tests()) + 6
    shown = f"puzzle 1: the program solves all {number} tests that were tried; the slowest .*\n"
    match = re.search(shown, ran.err)
    assert match
    assert iq.solve(iq.read(ran.err[match.end() :])).status == "unique"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("program.cpp", "int main() { return }", "program.cpp cannot be compiled: "),
        ("program.txt", "", "program.txt is not a program: expected one of ."),
        ("", "", "No such file or directory"),
    ],
)
def test_what_is_no_program(
    ineqsudoku: Command, tmp_path: Path, name: str, text: str, message: str
) -> None:
    path = tmp_path / (name or "missing.cpp")
    if name:
        path.write_text(text)
    ran = ineqsudoku("generate", 1, "--seed", 1, "--against", path)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err.replace("\n", " ")


def test_a_folder_is_no_program(ineqsudoku: Command, tmp_path: Path) -> None:
    ran = ineqsudoku("generate", 1, "--seed", 1, "--against", tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert "is a directory" in ran.err


def test_a_program_that_crashes_fails(ineqsudoku: Command, tmp_path: Path) -> None:
    path = tmp_path / "program.cpp"
    path.write_text("int main() { return 3; }")
    ran = ineqsudoku("generate", 1, "--seed", 1, "--against", path)
    assert ran.code == 0
    assert "puzzle 1: RE: run-time error (exit code 3)" in ran.err


def test_failures_are_in_the_language_of_the_program(ineqsudoku: Command, tmp_path: Path) -> None:
    path = tmp_path / "program.cpp"
    path.write_text("int main() { return 3; }")
    call = ("generate", 1, "--seed", 1, "--language", "zh", "--against")
    err = ineqsudoku(*call, path).err
    assert err.startswith("第 1 题：RE：")
    assert not english_words(err)
