"""Work in several processes: the same values in the same order, and no process is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import ineqsudoku as iq
from ineqsudoku.cli import parallel
from ineqsudoku.cli.parallel import mapped


@pytest.fixture(autouse=True)
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """All but the first value come from other processes."""
    monkeypatch.setattr(parallel, "PATIENCE", -1.0)


def where(number: int) -> tuple[int, int]:
    """The number and the process that was asked for it."""
    time.sleep(0.02 * (number % 3))
    return number, os.getpid()


def die(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_values_come_in_the_order_of_the_things() -> None:
    numbers, processes = zip(*mapped(where, range(30), 2), strict=True)
    assert numbers == tuple(range(30))
    assert processes[0] == os.getpid()
    assert os.getpid() not in processes[1:]
    assert len(set(processes[1:])) == 2


def test_one_job_stays_in_this_process() -> None:
    assert {process for _, process in mapped(where, range(5), 1)} == {os.getpid()}


def test_short_work_stays_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "PATIENCE", 1e9)
    assert {process for _, process in mapped(where, range(5), 2)} == {os.getpid()}


def test_things_are_taken_as_they_are_needed() -> None:
    taken = []

    def numbers() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    with closing(mapped(where, numbers(), 2)) as values:
        for _ in range(4):
            next(values)
        assert len(taken) < 20


def test_a_killed_process_is_an_error() -> None:
    with pytest.raises(iq.IneqSudokuError, match="was killed"):
        list(mapped(die, range(10), 2))


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked for in /proc")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_the_program(end: int) -> None:
    """Endless work in a session of its own, which is looked for when the program is gone; what
    the processes pass on is more than a pipe holds."""
    program = (
        "from ineqsudoku.cli import parallel\n"
        "parallel.PATIENCE = -1.0\n"
        "for value in parallel.mapped(len, iter(lambda: b'.' * 1_000_000, 1), 2):\n"
        "    print(value, flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as running:
        assert running.stdout
        for _ in range(100):
            running.stdout.readline()
        assert len(members(running.pid)) >= 3
        running.send_signal(end)
        running.stdout.close()
        running.wait(timeout=30)
        deadline = time.monotonic() + 20
        while members(running.pid) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert members(running.pid) == []


def members(session: int) -> list[int]:
    """The processes of a session."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text(errors="replace").rpartition(")")[2].split()
        except OSError:  # It has ended meanwhile.
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(status.parent.name))
    return found
