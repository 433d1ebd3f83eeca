"""The command line as a whole: help, version, exit codes, `check`."""

from __future__ import annotations

import os
import platform
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
from ineqsudoku.apps.cli.main import COMMANDS
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
    ("name", "advice"),
    [
        ("dance", ""),
        ("solv", " Did you mean 'solve'?"),
        ("chekc", " Did you mean 'check'?"),
        (str(INPUT), " Did you mean 'solve'?"),
    ],
)
def test_what_is_no_command_suggests_one(ineqsudoku: Command, name: str, advice: str) -> None:
    ran = ineqsudoku(name)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith(f"Error: No such command {name!r}.{advice}\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_fits_on_a_screen(
    ineqsudoku: Command, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    ran = ineqsudoku(command, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("\n") <= (60 if command in ("grade", "package", "generate") else 45)


def test_a_command_that_cannot_be_imported_is_trouble(
    ineqsudoku: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ineqsudoku.apps.package.command", None)
    assert ineqsudoku("package", "--to", "kattis").code == 2
    assert ineqsudoku("solve", INPUT) == (0, CONTEST_ANSWER, "")


def test_completion_knows_commands_and_options() -> None:
    environment = {**os.environ, "_INEQSUDOKU_COMPLETE": "bash_complete", "COMP_CWORD": "1"}
    call = [sys.executable, "-c", "from ineqsudoku.apps.cli.main import main; main()"]
    for words, completed in (("ineqsudoku so", "plain,solve\n"), ("ineqsudoku solve --an", "")):
        ran = subprocess.run(
            call, env={**environment, "COMP_WORDS": words}, capture_output=True, text=True
        )
        assert completed in ran.stdout


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


@pytest.mark.parametrize("encoding", ["gbk", *slow(["utf-16", "gb18030"])])
def test_the_encoding_of_a_file_is_recognised(
    ineqsudoku: Command, tmp_path: Path, encoding: str
) -> None:
    path = tmp_path / "wide.in"
    path.write_bytes(WIDE.encode(encoding))
    ran = ineqsudoku("solve", path)
    assert (ran.code, ran.out) == (0, CONTEST_ANSWER)
    assert ran.err.startswith(f"warning: {path}: read as ")


def test_far_too_much_output_is_no_grid(
    ineqsudoku: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ineqsudoku.checker.words.MAX_BYTES", 300)
    answer = CONTEST_ANSWER.encode()
    assert ineqsudoku("check", INPUT, "-", stdin=answer + b"\n" * 100).code == 0
    ran = ineqsudoku("check", INPUT, "-", stdin=answer + b"\n" * 200 + b"junk")
    assert (ran.code, ran.out) == (1, "the output is longer than 128 MiB\n")


def test_rubbish_for_a_puzzle_is_trouble(ineqsudoku: Command) -> None:
    ran = ineqsudoku("check", "-", EXAMPLES / "cqoi2013.out", stdin=b"\xff")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("<stdin>:1:1: expected a puzzle, found byte 0xff")


def test_standard_input_serves_once(ineqsudoku: Command) -> None:
    assert ineqsudoku("check", "-", "-", stdin=b"").code == 2


# --- without a compiled kernel ------------------------------------------------------------

UNCOMPILED = """\
import sys
sys.modules["ineqsudoku.search.kernel._boxes"] = None
from ineqsudoku.apps.cli.main import main
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
            "from ineqsudoku.apps.cli.main import main; main()",
            ["solve", str(INPUT)],
            marks=pytest.mark.skipif(not kernels(), reason="no kernel is compiled"),
        ),
    ],
)
def test_nothing_is_said_about_searches_that_are_not_slow(
    program: str, arguments: list[str]
) -> None:
    assert on_a_terminal(program, *arguments) == ""
