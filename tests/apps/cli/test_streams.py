"""The program in a rough environment: closed and full streams, narrow encodings."""

from __future__ import annotations

import os
import shlex
import subprocess
from itertools import product
from pathlib import Path

import pytest
from commands import PROGRAM
from effort import slow
from puzzles import CONTEST, CONTEST_ANSWER, CONTEST_GRID, EXAMPLES
from sandboxes import needs

import ineqsudoku as iq

IN_SHELL = shlex.join(PROGRAM)
INPUT = shlex.quote(str(EXAMPLES / "cqoi2013.in"))
ANSWER = shlex.quote(str(EXAMPLES / "cqoi2013.out"))
COMMANDS = [
    "--help",
    "--version",
    f"solve {INPUT}",
    f"check {INPUT} {ANSWER}",
    f"check --json {INPUT} {INPUT}",
    f"validate --json {INPUT}",
    f"convert --to fpuzzles {INPUT}",
    f"explain --no-pager {INPUT}",
    f"hint --json {INPUT}",
    f"draw {INPUT}",
    "generate --seed 7",
]

needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")


def shell(
    command: str, folder: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="ascii",
        errors="replace",
        check=False,
    )


UNWRITABLE = {
    ">&-": "Bad file descriptor",
    ">&- <&- 2>err": "Bad file descriptor",
    ">/dev/full": "No space left on device",
    "1</dev/null": "Bad file descriptor",
}
SOLVE = f"solve {INPUT}"
CORE = [*product([SOLVE], UNWRITABLE), *product(["--help", "generate --seed 7"], [">&-"])]


@pytest.mark.parametrize(
    ("arguments", "redirection"),
    [
        pytest.param(
            arguments,
            redirection,
            marks=[
                *([needs_full] if "/dev/full" in redirection else []),
                *([] if (arguments, redirection) in CORE else [pytest.mark.slow]),
            ],
        )
        for arguments, redirection in product(COMMANDS, UNWRITABLE)
    ],
)
def test_an_output_that_cannot_be_written_is_trouble(
    arguments: str, redirection: str, tmp_path: Path
) -> None:
    """This holds for either answer, yes or no."""
    ran = shell(f"{IN_SHELL} {arguments} {redirection}", tmp_path)
    err = tmp_path / "err"
    messages = err.read_text() if err.exists() else ran.stderr
    assert (ran.returncode, ran.stdout) == (2, "")
    assert messages == f"standard output: {UNWRITABLE[redirection]}\n"


@pytest.mark.parametrize("arguments", ["--help", SOLVE, *slow(COMMANDS[3:])])
def test_a_reader_that_leaves_ends_a_command_quietly(arguments: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        ran = subprocess.run(
            [*PROGRAM, *shlex.split(arguments)], stdout=pipe, stderr=subprocess.PIPE, check=False
        )
    assert (ran.returncode, ran.stderr) == (141, b"")


@needs("head")
def test_a_reader_that_leaves_ends_long_work(tmp_path: Path) -> None:
    """`head` has its line at once, long before the rest is solved."""
    many = tmp_path / "many.txt"
    many.write_text(f"{iq.read(CONTEST).signs}\n" * 200_000)
    ran = shell(f"({IN_SHELL} solve --jobs 2 many.txt; echo $? > status) | head -n 1", tmp_path)
    assert (ran.stdout, ran.stderr) == (f"{CONTEST_GRID.line}\n", "")
    assert (tmp_path / "status").read_text() == "141\n"


@pytest.mark.parametrize("arguments", ["solve --jobs 0", *slow([*COMMANDS, f"solve {INPUT} none"])])
def test_messages_that_cannot_be_written_change_nothing(arguments: str) -> None:
    command = f"{IN_SHELL} {arguments}"
    usual = shell(f"{command}; echo $?").stdout
    assert shell(f"{command} 2>&-; echo $?").stdout == usual
    assert shell(f"exec 3>&1; ({command} 2>&1 >&3; echo $? >&3) | true").stdout == usual
    if Path("/dev/full").exists():
        assert shell(f"{command} 2>/dev/full; echo $?").stdout == usual


def test_a_closed_output_does_not_matter_if_nothing_is_printed(tmp_path: Path) -> None:
    ran = shell(f"{IN_SHELL} solve --output-dir . {INPUT} >&- 2>&- <&-", tmp_path)
    assert ran.returncode == 0
    assert (tmp_path / "cqoi2013.out").read_text() == CONTEST_ANSWER
    assert [path.name for path in tmp_path.iterdir()] == ["cqoi2013.out"]


@pytest.mark.parametrize(
    "arguments",
    [
        "solve",
        f"check {INPUT} -",
        *slow(["validate", "validate --json -", "convert --to fpuzzles"]),
    ],
)
def test_a_closed_input_is_trouble(arguments: str) -> None:
    ran = shell(f"{IN_SHELL} {arguments} <&-")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "<stdin>: Bad file descriptor\n"


@pytest.mark.parametrize("encoding", ["ascii", *slow(["cp1252"])])
def test_a_narrow_encoding_does_no_harm(encoding: str) -> None:
    help_text = shell(f"{IN_SHELL} --help", PYTHONIOENCODING=encoding)
    assert (help_text.returncode, help_text.stderr) == (0, "")
    wide = CONTEST_ANSWER.replace("5", "５", 1)
    ran = shell(f"echo '{wide}' | {IN_SHELL} check {INPUT} -", PYTHONIOENCODING=encoding)
    assert (ran.returncode, ran.stderr) == (1, "")
    assert ran.stdout.startswith("r1c1 is ")
