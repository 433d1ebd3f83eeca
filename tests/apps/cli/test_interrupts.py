"""Ctrl-C ends a command and all its processes; what it has printed so far is not lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from commands import PROGRAM
from interruptions import PATIENCE, Interruption, needs_proc
from puzzles import CONTEST, CONTEST_ANSWER
from sandboxes import skip_without_supervisor

import ineqsudoku as iq

SIGNS = iq.read(CONTEST).signs


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "many.txt").write_text(f"{SIGNS}\n" * 20_000)
    (tmp_path / "empty.txt").write_text("." * 108)
    (tmp_path / "endless.py").write_text("while True: pass")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "1.in").write_text(CONTEST)
    (tmp_path / "tests" / "1.out").write_text(CONTEST_ANSWER)
    return tmp_path


LONG = {
    "solve": "solve --engine rowmajor --jobs 2 --output answers.txt many.txt",
    "validate": "validate --partial --limit 1000000000 empty.txt",
    "grade": "grade --no-sandbox --store runs --tests tests --time-limit 1000 endless.py",
    "generate": "generate 1000000 --seed 7 --level extreme --jobs 2 --output answers.txt",
}


@needs_proc
@pytest.mark.parametrize("call", LONG.values(), ids=LONG)
def test_ctrl_c_ends_a_command_and_its_processes(folder: Path, call: str) -> None:
    if call.startswith("grade"):
        skip_without_supervisor()
    (folder / "answers.txt").write_text("as it was")
    before = {path.name for path in folder.iterdir()} | {"runs"}
    ended = Interruption(1.0, (signal.SIGINT,), to_group=True).of(
        [*PROGRAM, *call.split()], ready=True
    )
    assert ended.code == 130
    assert ended.err.splitlines()[-1] == "interrupted"
    assert "Traceback" not in ended.err
    assert ended.seconds < PATIENCE
    assert {path.name for path in folder.iterdir()} | {"runs"} == before
    assert (folder / "answers.txt").read_text() == "as it was"


@needs_proc
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_signals_end_a_command_as_well(number: signal.Signals) -> None:
    ended = Interruption(0.3, (number,)).of([*PROGRAM, *LONG["solve"].split()], ready=True)
    assert (ended.code, ended.err) == (128 + number, "interrupted\n")


@needs_proc
def test_a_command_that_waits_for_input_can_be_interrupted() -> None:
    reading, writing = os.pipe()
    try:
        waiting = Interruption(0.1, (signal.SIGINT,))
        ended = waiting.of([*PROGRAM, "solve", "-"], reading, ready=True)
    finally:
        os.close(reading)
        os.close(writing)
    assert (ended.code, ended.err) == (130, "interrupted\n")


def python(*lines: str) -> subprocess.CompletedProcess[str]:
    head = ("import signal, sys, time", "from ineqsudoku.apps.cli import main")
    return subprocess.run(
        [sys.executable, "-c", "\n".join((*head, *lines))],
        capture_output=True,
        text=True,
        check=False,
    )


def test_results_so_far_are_written() -> None:
    ran = python(
        "def work(**_):",
        "    sys.stdout.write('result')",
        "    signal.raise_signal(signal.SIGINT)",
        "main.cli.main = work",
        "main.main()",
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "result", "interrupted\n")


def test_an_interrupt_that_is_lost_ends_the_process_nevertheless() -> None:
    """As in a callback while a module is imported."""
    ran = python(
        "import weakref",
        "def work(**_):",
        "    value = {1}",
        "    there = weakref.ref(value, lambda _: signal.raise_signal(signal.SIGINT))",
        "    del value",
        "    time.sleep(60)",
        "main.cli.main = work",
        "main.main()",
    )
    assert (ran.returncode, ran.stderr) == (130, "interrupted\n")


def test_an_output_that_nobody_reads_does_not_delay_the_end() -> None:
    """The pipe is full, and some results are left in the program's buffer."""
    ran = python(
        "import os, threading",
        "def work(**_):",
        "    os.dup2(os.pipe()[1], 1)",
        "    threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT]).start()",
        "    while True:",
        "        sys.stdout.write('x' * 1000)",
        "main.cli.main = work",
        "main.main()",
    )
    assert (ran.returncode, ran.stderr) == (130, "")


def test_an_ignored_signal_stays_ignored() -> None:
    """As under nohup."""
    ran = python(
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)",
        "with main.interrupts() as received:",
        "    signal.raise_signal(signal.SIGHUP)",
        "print(received, signal.getsignal(signal.SIGHUP) is signal.SIG_IGN)",
    )
    assert (ran.stdout, ran.stderr) == ("[] True\n", "")


def test_ctrl_c_is_silent_while_the_program_loads() -> None:
    ran = python(
        "from ineqsudoku import __main__",
        "main.main = lambda: signal.raise_signal(signal.SIGINT)",
        "__main__.main()",
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (-signal.SIGINT, "", "")


def test_importing_the_package_changes_no_handler() -> None:
    ran = python("print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)")
    assert (ran.stdout, ran.stderr) == ("True\n", "")
