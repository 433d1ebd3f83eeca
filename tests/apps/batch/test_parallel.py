"""Work in several processes: the same values in the same order, and no process is left."""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from pickle import PicklingError
from typing import Any

import pytest
from commands import PROGRAM
from effort import slow
from interruptions import SIGNALS, members, needs_proc
from puzzles import CONTEST, CONTEST_GRID

import ineqsudoku as iq
from ineqsudoku.apps.batch import ordered_map, processes
from ineqsudoku.apps.batch.ordered_map import LocalProcesses, cores, map_ordered, open_executor
from ineqsudoku.apps.batch.processes import Team, WorkerLost, map_in_processes
from ineqsudoku.apps.batch.worker import message


@pytest.fixture(autouse=True)
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """All but the first value come from other processes."""
    monkeypatch.setattr(ordered_map, "PATIENCE", -1.0)
    monkeypatch.setattr(processes, "SHORT", 0.0)


def where(number: int) -> tuple[int, int]:
    """The number and the process that was asked for it."""
    time.sleep(0.02 * (number % 3))
    return number, os.getpid()


def process(_: object) -> int:
    return os.getpid()


def die(_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def reciprocal(number: int) -> float:
    return 1 / number


def slept(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def blocked_signals(_: object) -> set[int]:
    return set(signal.pthread_sigmask(signal.SIG_BLOCK, []))


class OddError(Exception):
    """Can be pickled, but not unpickled."""

    def __init__(self, _one: int, _two: int) -> None:
        super().__init__("pickle")


def fail_oddly(number: int) -> None:
    raise OddError(number, number)


def make_a_function(_: object) -> Callable[[], None]:
    return lambda: None


def test_values_come_in_the_order_of_the_things() -> None:
    numbers, processes = zip(*map_ordered(where, range(30), LocalProcesses(2)), strict=True)
    assert numbers == tuple(range(30))
    assert processes[0] == os.getpid()
    assert os.getpid() not in processes[1:]
    assert len(set(processes[1:])) == 2


@pytest.mark.parametrize(
    ("jobs", "patience", "least"),
    [(1, -1.0, 0.0), (2, 1e9, 0.0), (2, 0.0, 1e9)],
    ids=["one job", "little work", "quick calls"],
)
def test_work_that_gains_nothing_stays_in_this_process(
    monkeypatch: pytest.MonkeyPatch, jobs: int, patience: float, least: float
) -> None:
    monkeypatch.setattr(ordered_map, "PATIENCE", patience)
    monkeypatch.setattr(ordered_map, "LEAST_WORK", least)
    assert {pid for _, pid in map_ordered(where, range(5), LocalProcesses(jobs))} == {os.getpid()}


def test_this_process_does_its_share_of_short_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """So one worker fewer is started."""
    monkeypatch.setattr(processes, "SHORT", 1e9)
    values = list(map_ordered(where, range(30), LocalProcesses(3)))
    assert [number for number, _ in values] == list(range(30))
    pids = [pid for _, pid in values]
    assert os.getpid() in pids[1:]
    assert len(set(pids)) == 3


def test_things_are_taken_as_they_are_needed() -> None:
    taken = []

    def numbers() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    with closing(map_ordered(where, numbers(), LocalProcesses(2))) as values:
        for _ in range(4):
            next(values)
        assert len(taken) < 20


@contextmanager
def team(*arguments: Any, **named: Any) -> Iterator[Team]:
    team = Team(*arguments, **named)
    try:
        yield team
    finally:
        team.end()


def wait_for(file: Path) -> int:
    while not file.exists():
        time.sleep(0.01)
    return os.getpid()


def use_up(_: object) -> None:
    """Take processor time until that ends this process."""
    signal.setitimer(signal.ITIMER_PROF, 0.1)
    while True:
        pass


def is_short_here(_: object) -> str:
    return "short"


PREPARE = message(process, None)


def test_a_call_finds_a_worker_after_all_have_been_killed() -> None:
    """Whether they idle or compute; also if they are still dying.  Others start at once."""
    with team(3, PREPARE, has_reserved=True) as workers:
        workers.start()
        for _ in range(3):
            before = workers.pids
            calls = [workers.submit(process, None) for _ in range(2)]
            for pid in before:
                os.kill(pid, signal.SIGKILL)
            calls.append(workers.submit(process, None, process))
            pids = {workers.value(call) for call in calls}
            assert pids <= before | workers.pids
            while workers.pids & before:
                workers.advance(None)
            assert len(workers.pids) == 4


def test_long_calls_do_not_take_the_worker_that_is_reserved_for_short_ones(tmp_path: Path) -> None:
    end = tmp_path / "end"
    with team(2, PREPARE, has_reserved=True) as workers:
        workers.start()
        long = [workers.submit(wait_for, end) for _ in range(15)]
        shorts = [workers.submit(process, None, is_short_here) for _ in range(20)]
        assert {workers.value(call) for call in shorts} == {"short"}
        assert not any(call.done() for call in long)
        end.touch()
        assert all(workers.value(call) in workers.pids for call in long)


def test_a_call_that_is_not_short_waits_for_another_worker(tmp_path: Path) -> None:
    end = tmp_path / "end"
    with team(1, PREPARE, has_reserved=True) as workers:
        workers.start()
        long = workers.submit(wait_for, end)
        other = workers.submit(process, None, use_up)
        assert workers.value(workers.submit(process, None, is_short_here)) == "short"
        end.touch()
        assert workers.value(other) == workers.value(long)


def test_a_call_that_is_cancelled_ends_its_worker(tmp_path: Path) -> None:
    with team(1, PREPARE) as workers:
        workers.start()
        first = workers.value(workers.submit(process, None))
        running = workers.submit(wait_for, tmp_path / "never")
        waiting = workers.submit(wait_for, tmp_path / "never")
        waiting.cancel()
        running.cancel()
        assert workers.value(workers.submit(process, None)) != first


def test_workers_that_cannot_start_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_PROGRAM", "raise SystemExit(7)")
    with team(2, PREPARE) as workers:
        workers.start()
        for _ in range(2):
            with pytest.raises(WorkerLost, match="exit code 7"):
                workers.value(workers.submit(process, None))
            while workers.pids:
                workers.advance(None)
        monkeypatch.undo()
        assert workers.value(workers.submit(process, None))


@pytest.mark.parametrize("size", [10_000_000, *slow([1])])
def test_a_call_that_loses_two_workers_is_an_error(size: int) -> None:
    """Whether they compute, or read a long message."""
    with pytest.raises(iq.IneqSudokuError, match="a worker process was killed by SIGKILL; "):
        list(map_in_processes(die, [b"." * size] * 10, 2))


def test_workers_that_leave_are_an_error() -> None:
    with pytest.raises(iq.IneqSudokuError, match="a worker process ended with exit code 3; "):
        list(map_in_processes(os._exit, [3], 2))


@pytest.mark.parametrize("jobs", [2, 1])
@pytest.mark.parametrize("short", [0.0, 1e9], ids=["workers", "this process, too"])
def test_an_exception_comes_in_its_place(
    monkeypatch: pytest.MonkeyPatch, short: float, jobs: int
) -> None:
    """With the traceback of the worker, if one has raised it."""
    monkeypatch.setattr(processes, "SHORT", short)
    values = map_in_processes(reciprocal, [*range(1, 9), 0], jobs)
    assert [*islice(values, 8)] == [1 / number for number in range(1, 9)]
    with pytest.raises(ZeroDivisionError) as caught:
        next(values)
    assert "in reciprocal" in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize(
    ("function", "named"), [(fail_oddly, "pickle"), (make_a_function, "make_a_function.<locals>")]
)
def test_what_cannot_be_pickled_is_an_error(function: Callable[[int], object], named: str) -> None:
    """Python's versions differ in the type of the exception and in its words."""
    with pytest.raises((RuntimeError, AttributeError, PicklingError), match=re.escape(named)):
        list(map_in_processes(function, [1], 2))


def test_values_may_be_larger_than_a_pipe() -> None:
    sizes = [3_000_000, 1, 0, 5_000_000] * 3
    assert list(map(len, map_in_processes(bytes, sizes, 2))) == sizes


def test_values_wait_for_those_before_them() -> None:
    """The first argument takes longest."""
    delays = [0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    assert list(map_in_processes(slept, delays, 3)) == delays


def test_no_more_workers_start_than_there_are_arguments() -> None:
    assert len(set(map_in_processes(process, [1, 2], 50))) <= 2
    assert list(map_in_processes(process, [], 50)) == []


def test_fewer_workers_do_if_the_system_allows_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []

    class Limited(processes.Worker):
        def __init__(self, number: int, is_reserved: bool) -> None:
            if started:
                raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
            started.append(self)
            super().__init__(number, is_reserved)

    monkeypatch.setattr(processes, "Worker", Limited)
    assert list(map_in_processes(abs, range(20), 3)) == list(range(20))
    with pytest.raises(BlockingIOError):
        list(map_in_processes(abs, range(20), 3))


def test_signals_do_not_reach_workers() -> None:
    (blocked,) = map_in_processes(blocked_signals, [0], 1)
    assert blocked >= set(SIGNALS)


@pytest.mark.parametrize("jobs", [2**31, 2**70])
def test_any_number_of_jobs_will_do(jobs: int) -> None:
    with open_executor(None, jobs) as executor:
        assert executor == LocalProcesses(4 * cores())


@needs_proc
def test_a_run_whose_worker_is_killed_goes_on(tmp_path: Path) -> None:
    """The input does not end before the workers do, so there is work left for others."""
    part = f"{iq.read(CONTEST).signs}\n" * 1_000
    with (
        (tmp_path / "out").open("w") as out,
        subprocess.Popen(
            [*PROGRAM, "solve", "--jobs", "2", "-"],
            env={**os.environ, "INEQSUDOKU_KERNEL": "python"},  # So that work outlasts patience.
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as program,
    ):
        assert program.stdin
        parts = 0
        while len(workers := set(members(program.pid)) - {program.pid}) < 2:
            program.stdin.write(part)
            parts += 1
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        _, err = program.communicate(part)
    assert (program.returncode, err) == (0, "")
    assert (tmp_path / "out").read_text() == f"{CONTEST_GRID.line}\n" * 1_000 * (parts + 1)
    assert members(program.pid) == []


@needs_proc
@pytest.mark.parametrize("end", [signal.SIGKILL, *slow([signal.SIGINT, signal.SIGTERM])])
def test_no_process_outlives_the_program(end: int) -> None:
    """Endless work in a session of its own, which is looked for when the program is gone; what
    the processes pass on is more than a pipe holds."""
    program = (
        "from ineqsudoku.apps.batch import ordered_map, processes\n"
        "ordered_map.PATIENCE = -1.0\n"
        "processes.SHORT = 0.0\n"
        "texts = iter(lambda: b'.' * 1_000_000, 1)\n"
        "for value in ordered_map.map_ordered(len, texts, ordered_map.LocalProcesses(2)):\n"
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
        running.wait(timeout=120)
        deadline = time.monotonic() + 120
        while members(running.pid) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert members(running.pid) == []
