"""The command line as a whole: help, version, exit codes, `check`."""

from __future__ import annotations

import os
import platform
import shlex
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from commands import Command
from effort import slow
from puzzles import CONTEST, CONTEST_ANSWER, EXAMPLES
from sandboxes import open_terminal

import ineqsudoku as iq
from ineqsudoku.apps.cli.streams import WITHOUT_KERNEL
from ineqsudoku.search.kernel import kernels

INPUT = EXAMPLES / "cqoi2013.in"


def test_version_tells_python_and_kernel(ineqsudoku: Command) -> None:
    ran = ineqsudoku("--version")
    assert ran.code == 0
    assert ran.out.startswith(f"ineqsudoku {iq.__version__}\n")
    assert platform.python_version() in ran.out
    assert "kernel: " in ran.out


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        (["dance"], "Commands: solve, explain, "),
        (["solv", "a b.in"], "Did you mean: ineqsudoku solve 'a b.in'\n"),
        (["chekc", "1.in", "1.out"], "Did you mean: ineqsudoku check 1.in 1.out\n"),
        (["puzzle.in"], "Did you mean: ineqsudoku solve puzzle.in\n"),
        ([str(INPUT)], f"Did you mean: ineqsudoku solve {shlex.quote(str(INPUT))}\n"),
        (["tests/1"], "Did you mean: ineqsudoku solve tests/1\n"),
    ],
)
def test_what_is_no_command_suggests_one(
    ineqsudoku: Command, arguments: list[str], advice: str
) -> None:
    ran = ineqsudoku(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert f"Error: No such command '{arguments[0]}'. {advice}" in ran.err


def test_what_solve_prints_check_accepts(ineqsudoku: Command) -> None:
    for to in ("grid", "line"):
        printed = ineqsudoku("solve", "--to", to, EXAMPLES / "poj3074.in").out
        ran = ineqsudoku("check", EXAMPLES / "poj3074.in", "-", stdin=printed.encode())
        assert ran == (0, "accepted\n", "")


def test_wide_signs_are_reported_when_a_grid_is_checked(ineqsudoku: Command) -> None:
    ran = ineqsudoku(
        "check", "-", EXAMPLES / "cqoi2013.out", stdin=CONTEST.replace("<", "＜").encode()
    )
    assert (ran.code, ran.out) == (0, "accepted\n")
    assert ran.err.startswith("warning: <stdin>:1:3: '＜' read as '<'")


WIDE = CONTEST.replace("<", "＜").replace("v", "∨")


@pytest.mark.parametrize("encoding", ["gbk", "shift_jis", *slow(["utf-16", "gb18030"])])
def test_files_are_read_in_their_encoding(
    ineqsudoku: Command, tmp_path: Path, encoding: str
) -> None:
    path, answer = tmp_path / "wide.in", EXAMPLES / "cqoi2013.out"
    path.write_bytes(WIDE.encode(encoding))
    for command in (["solve"], ["validate"], ["convert", "--to", "contest"]):
        assert ineqsudoku(*command, path, "--encoding", encoding).code == 0
    assert ineqsudoku("check", "--encoding", encoding, path, answer).code == 0
    guessed = ineqsudoku("solve", path)
    if encoding != "shift_jis":
        assert (guessed.code, guessed.out) == (0, CONTEST_ANSWER)
        assert guessed.err.startswith(f"warning: {path}: read as ")
    ran = ineqsudoku("solve", path, "--encoding", "klingon")
    assert (ran.code, ran.out) == (2, "")
    assert "unknown encoding 'klingon'; try utf-8, gbk or utf-16" in ran.err


def test_far_too_much_output_is_no_grid(
    ineqsudoku: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ineqsudoku.checker.answers.MAX_BYTES", 300)
    answer = CONTEST_ANSWER.encode()
    assert ineqsudoku("check", INPUT, "-", stdin=answer + b"\n" * 100).code == 0
    ran = ineqsudoku("check", INPUT, "-", stdin=answer + b"\n" * 200 + b"junk")
    assert (ran.code, ran.out) == (1, "the output is longer than 128 MiB\n")


def test_rubbish_for_a_puzzle_is_trouble(ineqsudoku: Command) -> None:
    ran = ineqsudoku("check", "-", EXAMPLES / "cqoi2013.out", stdin=b"\xff")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("<stdin>:1:1: expected text in UTF-8")


def test_standard_input_serves_once(ineqsudoku: Command) -> None:
    assert ineqsudoku("check", "-", "-", stdin=b"").code == 2


# --- without a compiled kernel ------------------------------------------------------------

UNCOMPILED = """\
import sys
sys.modules["ineqsudoku.search.kernel._boxes"] = None
from ineqsudoku.__main__ import main
main()
"""
"""The program as it is where no kernel was compiled."""


def on_a_terminal(program: str, *arguments: str, kernel: str = "") -> str:
    """What a command writes on a terminal that is its standard error."""
    ours, theirs = open_terminal()
    subprocess.run(
        [sys.executable, "-c", program, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        env={**os.environ, "INEQSUDOKU_KERNEL": kernel},
        check=False,
    )
    os.close(theirs)
    written = b""
    with open(ours, "rb", buffering=0) as terminal, suppress(OSError):  # Linux ends it with EIO.
        while part := terminal.read(10_000):
            written += part
    return written.decode()


@pytest.mark.parametrize(
    "arguments", [["solve"], *slow([["solve", "--any"], ["explain"], ["hint"], ["validate"]])]
)
def test_a_terminal_gets_one_line_about_slow_searches(arguments: list[str]) -> None:
    assert len(str(WITHOUT_KERNEL)) < 100
    written = on_a_terminal(UNCOMPILED, *arguments, str(INPUT))
    assert written.startswith(f"{WITHOUT_KERNEL}\r\n")
    assert written.count("apt install") == 1
    chosen = on_a_terminal(UNCOMPILED, *arguments, str(INPUT), kernel="python")
    assert "apt install" not in chosen


def test_the_line_about_slow_searches_names_packages_and_a_command() -> None:
    mend = "to compile: apt install gcc python3-dev && .venv/bin/pip install ."
    assert str(WITHOUT_KERNEL).endswith(mend)


def test_a_pipe_gets_no_line_about_slow_searches() -> None:
    command = [sys.executable, "-c", UNCOMPILED, "solve", str(INPUT)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, CONTEST_ANSWER, "")


@pytest.mark.parametrize(
    ("program", "arguments"),
    [
        *((UNCOMPILED, words) for words in (["--help"], ["--version"], ["solve", "--help"])),
        pytest.param(
            "from ineqsudoku.__main__ import main; main()",
            ["solve", str(INPUT)],
            marks=pytest.mark.skipif(not kernels(), reason="no kernel is compiled"),
        ),
    ],
)
def test_nothing_is_said_about_searches_that_are_not_slow(
    program: str, arguments: list[str]
) -> None:
    assert on_a_terminal(program, *arguments) == ""
