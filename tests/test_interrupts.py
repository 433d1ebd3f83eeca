"""SIGINT, SIGTERM and SIGHUP end the program at any moment, silently."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from interruptions import SIGNALS, Interruption, needs_proc
from puzzles import CONTEST, EXAMPLES

import ineqsudoku as iq

PROGRAM = [sys.executable, "-m", "ineqsudoku"]
INPUT = str(EXAMPLES / "cqoi2013.in")
SIGNS = iq.read(CONTEST).signs


def python(*lines: str) -> subprocess.CompletedProcess[str]:
    """Run a program that has imported what the tests need."""
    head = (
        "import os, signal, sys, time",
        "from signal import SIGHUP, SIGINT, SIGTERM, raise_signal",
        "from ineqsudoku import cli",
        "from ineqsudoku.cli.interrupts import Interrupts, held",
    )
    return subprocess.run(
        [sys.executable, "-c", "\n".join((*head, *lines))],
        capture_output=True,
        text=True,
        check=False,
    )


# --- one process --------------------------------------------------------------------------


def test_only_the_first_signal_interrupts() -> None:
    ran = python(
        "with Interrupts() as interrupts:",
        "    try:",
        "        raise_signal(SIGTERM)",
        "    except KeyboardInterrupt:",
        "        raise_signal(SIGINT)",
        "        raise_signal(SIGHUP)",
        "raise_signal(SIGINT)",
        "print(interrupts.received)",
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, f"{int(signal.SIGTERM)}\n", "")


def test_an_ignored_signal_stays_ignored() -> None:
    ran = python(
        "signal.signal(SIGHUP, signal.SIG_IGN)",
        "with Interrupts() as interrupts:",
        "    raise_signal(SIGHUP)",
        "print(interrupts.received, signal.getsignal(SIGHUP) is signal.SIG_IGN)",
    )
    assert (ran.stdout, ran.stderr) == ("None True\n", "")


def test_handlers_are_restored() -> None:
    ran = python(
        "before = [signal.getsignal(number) for number in (SIGINT, SIGTERM, SIGHUP)]",
        "with Interrupts():",
        "    pass",
        "print(before == [signal.getsignal(number) for number in (SIGINT, SIGTERM, SIGHUP)])",
    )
    assert ran.stdout == "True\n"


def test_an_interrupt_in_a_destructor_is_not_lost() -> None:
    ran = python(
        "class Loser:",
        "    def __del__(self):",
        "        raise_signal(SIGINT)",
        "        time.sleep(60)",
        "with Interrupts() as interrupts:",
        "    interrupts.grace = 60",
        "    try:",
        "        Loser()",
        "        time.sleep(60)",
        "    except KeyboardInterrupt:",
        "        print('interrupted')",
    )
    assert (ran.stdout, ran.stderr) == ("interrupted\n", "")


def test_other_exceptions_in_destructors_are_still_reported() -> None:
    ran = python(
        "class Bad:",
        "    def __del__(self):",
        "        raise ValueError('a bug')",
        "with Interrupts():",
        "    Bad()",
    )
    assert "a bug" in ran.stderr


def test_interrupts_that_are_always_lost_end_the_process() -> None:
    ran = python(
        "class Loser:",
        "    def __del__(self):",
        "        time.sleep(60)",
        "with Interrupts():",
        "    signal.setitimer(signal.ITIMER_REAL, 0.1)",
        "    signal.signal(signal.SIGALRM, lambda *_: raise_signal(SIGTERM))",
        "    while True:",
        "        Loser()",
    )
    assert (ran.returncode, ran.stderr) == (-signal.SIGTERM, "")


@pytest.mark.parametrize("number", SIGNALS)
def test_a_swallowed_interrupt_ends_the_process_nevertheless(number: signal.Signals) -> None:
    ran = python(
        "with Interrupts():",
        "    while True:",
        "        try:",
        f"            raise_signal({int(number)})",
        "            time.sleep(60)",
        "        except KeyboardInterrupt:",
        "            pass",
    )
    assert (ran.returncode, ran.stderr) == (-number, "")


@pytest.mark.parametrize("number", SIGNALS)
def test_the_program_dies_by_the_signal(number: signal.Signals) -> None:
    ran = python(f"cli.cli.main = lambda **_: raise_signal({int(number)})", "cli.main()")
    assert (ran.returncode, ran.stdout, ran.stderr) == (-number, "", "interrupted\n")


def test_what_python_makes_of_an_interrupt_does_not_matter() -> None:
    """Some versions of Python raise a `RuntimeError` when this one is interrupted."""
    ran = python(
        "class Name:",
        "    def __set_name__(self, owner, name):",
        "        raise_signal(SIGINT)",
        "def work(**_):",
        "    try:",
        "        type('Class', (), {'name': Name()})",
        "    except BaseException:",
        "        raise RuntimeError('a class could not be made') from None",
        "cli.cli.main = work",
        "cli.main()",
    )
    assert (ran.returncode, ran.stderr) == (-signal.SIGINT, "interrupted\n")


def test_results_so_far_are_written() -> None:
    ran = python(
        "def work(**_):",
        "    sys.stdout.write('result')",
        "    raise_signal(SIGINT)",
        "cli.cli.main = work",
        "cli.main()",
    )
    assert (ran.stdout, ran.stderr) == ("result", "interrupted\n")


@pytest.mark.parametrize("ignored", [False, True])
def test_ctrl_c_has_its_default_action_while_the_program_loads(ignored: bool) -> None:
    """Python's own handler would raise an exception in a half-loaded module."""
    expected = "SIG_IGN" if ignored else "SIG_DFL"
    ran = python(
        *(["signal.signal(SIGINT, signal.SIG_IGN)"] * ignored),
        "from ineqsudoku import __main__",
        f"cli.main = lambda: print(signal.getsignal(SIGINT) is signal.{expected})",
        "__main__.main()",
    )
    assert (ran.stdout, ran.stderr) == ("True\n", "")


# --- commands ----------------------------------------------------------------------------


@needs_proc
@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "-"],
        ["validate", "-"],
        ["convert", "--to", "iss", "-"],
        ["check", INPUT, "-"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_command_that_waits_for_input_can_be_interrupted(
    arguments: list[str], number: signal.Signals
) -> None:
    reading, writing = os.pipe()
    try:
        ended = Interruption(0.1, (number,)).of([*PROGRAM, *arguments], reading, ready=True)
    finally:
        os.close(reading)
        os.close(writing)
    assert (ended.code, ended.err) == (-number, "interrupted\n")


@needs_proc
@pytest.mark.parametrize("number", SIGNALS)
def test_a_long_search_can_be_interrupted(number: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("." * 108)
    search = [*PROGRAM, "validate", "--partial", "--limit", str(10**9), str(tmp_path / "empty.txt")]
    ended = Interruption(0.3, (number,)).of(search, ready=True)
    assert ended.code == -number
    assert ended.err == "interrupted\n"


def test_an_output_that_nobody_reads_does_not_delay_the_end(tmp_path: Path) -> None:
    """The pipe is full, and some results are left in the program's buffer."""
    (tmp_path / "many.txt").write_text(f"{SIGNS}\n" * 10_000)
    arguments = [*PROGRAM, "solve", "--jobs", "1", str(tmp_path / "many.txt")]
    with subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout
        assert program.stderr
        select.select([program.stdout], [], [])
        time.sleep(0.5)
        program.terminate()
        assert program.wait(timeout=30) == -signal.SIGTERM
        assert program.stderr.read() == "interrupted\n"
