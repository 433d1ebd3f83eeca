"""Work in several processes: the same values in the same order, and no process is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import closing
from functools import partial
from itertools import count, islice, repeat
from multiprocessing import active_children
from pathlib import Path
from pickle import PicklingError
from typing import Any

import pytest
from commands import PROGRAM
from effort import slow
from errands import die, handled, make_a_function_later, reciprocal, slept, where
from hypothesis import given, strategies as st
from interruptions import SIGNALS, members, needs_proc
from puzzles import CONTEST

import ineqsudoku as iq
from ineqsudoku.apps.batch import ordered_map
from ineqsudoku.apps.batch.ordered_map import (
    JOBS_PER_CORE,
    WorkerLost,
    cores,
    map_ordered,
    open_workers,
)

LINE = iq.read(CONTEST).signs


@pytest.fixture(autouse=True)
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other processes start after the first value, and this one waits for them."""
    monkeypatch.setattr(ordered_map, "PATIENCE", -1.0)
    monkeypatch.setattr(ordered_map, "SHORT", 0.0)


def test_values_come_in_the_order_of_the_arguments() -> None:
    numbers, processes = zip(*map_ordered(where, range(100), 2), strict=True)
    assert numbers == tuple(range(100))
    assert processes[0] == os.getpid()
    assert len({*processes} - {os.getpid()}) == 2


@pytest.mark.parametrize(("jobs", "patience"), [(1, -1.0), (2, 1e9)], ids=["one job", "little"])
def test_work_that_gains_nothing_stays_in_this_process(
    monkeypatch: pytest.MonkeyPatch, jobs: int, patience: float
) -> None:
    monkeypatch.setattr(ordered_map, "PATIENCE", patience)
    assert {pid for _, pid in map_ordered(where, range(5), jobs)} == {os.getpid()}


@given(st.lists(st.integers(), max_size=60), st.integers(0, 60))
def test_arguments_and_functions_fail_after_the_values_before(
    numbers: list[int], place: int
) -> None:
    """Whoever computes; an error of the arguments ends them where it is."""

    def broken() -> Iterator[int]:
        yield from numbers[:place]
        raise KeyError(place)

    with ThreadPoolExecutor(2) as executor:
        for workers in (1, executor):
            values: list[int] = []
            with pytest.raises(KeyError):
                values.extend(map_ordered(abs, broken(), workers))
            assert values == [*map(abs, numbers[:place])]
            assert [*map_ordered(abs, numbers, workers)] == [*map(abs, numbers)]


def test_an_exception_of_a_worker_comes_in_its_place() -> None:
    """With the name of the function that raised it."""
    values = map_ordered(reciprocal, [*range(1, 60), 0, *range(50)], 2)
    assert [*islice(values, 59)] == [1 / number for number in range(1, 60)]
    with pytest.raises(ZeroDivisionError) as caught:
        next(values)
    assert "In a worker process" in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize("workers", [1, 2, "threads"])
def test_arguments_are_taken_as_they_are_needed(workers: Any) -> None:
    taken = []

    def numbers() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield number

    with ThreadPoolExecutor(2) as executor:
        used: int | Executor = executor if workers == "threads" else workers
        with closing(map_ordered(where, numbers(), used)) as values:
            for _ in range(4):
                next(values)
            assert len(taken) < 50


def test_a_worker_that_dies_is_an_error() -> None:
    with pytest.raises(WorkerLost, match="a worker process ended unexpectedly; "):
        list(map_ordered(partial(die, parent=os.getpid()), range(500), 2))


@pytest.mark.slow
def test_two_threads_do_not_close_the_same_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads of a pool close its pipes while `Processes` ends it."""

    def close_slowly(self: Any) -> None:
        if (handle := self._handle) is not None:
            time.sleep(0.02)
            os.close(handle)
            self._handle = None

    monkeypatch.setattr("multiprocessing.connection.Connection.close", close_slowly)
    for _ in range(3):
        with closing(map_ordered(where, count(), 2)) as values:
            assert [number for number, _ in islice(values, 10)] == [*range(10)]


@pytest.mark.slow
@pytest.mark.parametrize("kills", [True, False])
def test_nobody_waits_for_the_rest_of_an_answer(kills: bool) -> None:
    """Workers end within answers that are larger than a pipe, by themselves or with the map."""
    for _ in range(6):
        with closing(map_ordered(bytes, repeat(3_000_000), 2)) as values:
            for _ in range(12):
                next(values)
            if kills:
                for process in active_children():
                    process.kill()
                with pytest.raises(WorkerLost):
                    for _ in values:
                        pass


def test_a_value_that_cannot_be_pickled_is_an_error() -> None:
    """Python's versions differ in the type of the exception."""
    with pytest.raises((AttributeError, PicklingError), match="make_a_function_later"):
        list(map_ordered(make_a_function_later, range(100), 2))


@pytest.mark.slow
def test_values_may_be_larger_than_a_pipe() -> None:
    sizes = [3_000_000, 1, 0, 5_000_000] * 30
    assert list(map(len, map_ordered(bytes, sizes, 2))) == sizes


@pytest.mark.slow
def test_values_wait_for_those_before_them() -> None:
    delays = [0.02] * 20 + [0.5, 0.0, 0.0, 0.0] * 2
    assert list(map_ordered(slept, delays, 3)) == delays


def test_signals_do_not_reach_workers() -> None:
    *_, last = map_ordered(handled, repeat(SIGNALS, 50), 2)
    assert last == set()


@pytest.mark.parametrize("jobs", [2**31, 2**70])
def test_any_number_of_jobs_will_do(jobs: int) -> None:
    with open_workers(None, jobs) as workers:
        assert workers == JOBS_PER_CORE * cores()


# --- programs -----------------------------------------------------------------------------


def started(*options: object, stdin: Path) -> subprocess.Popen[str]:
    """A run that has begun to work in other processes; it is slow without kernels."""
    with stdin.open() as file:
        program = subprocess.Popen(
            [*PROGRAM, *map(str, options)],
            env={**os.environ, "INEQSUDOKU_KERNEL": "python"},
            stdin=file,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
    while len(workers(program)) < 2:
        assert program.poll() is None
        time.sleep(0.01)
    return program


def workers(program: subprocess.Popen[str]) -> list[int]:
    """The worker processes of a program, without the one that removes their semaphores."""
    return [pid for pid in members(program.pid) if b"spawn_main" in command_line(pid)]


def command_line(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # It has ended meanwhile.
        return b""


def is_gone(program: subprocess.Popen[str]) -> bool:
    """Whether no process of a program that has ended is left, after a while."""
    deadline = time.monotonic() + 60
    while members(program.pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not members(program.pid)


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    path = tmp_path / "lines.txt"
    path.write_text(f"{LINE}\n" * 100_000)
    return path


@needs_proc
@pytest.mark.parametrize("command", [["solve", "-"], *slow([["validate", "-"], ["explain", "-"]])])
def test_a_worker_that_is_killed_ends_the_program(command: list[str], lines: Path) -> None:
    with started(*command, "--jobs", 2, stdin=lines) as program:
        os.kill(workers(program)[0], signal.SIGKILL)
        _, err = program.communicate(timeout=120)
    assert program.returncode == 2
    assert err == ("a worker process ended unexpectedly; if memory is short, use fewer --jobs\n")
    assert is_gone(program)


@needs_proc
@pytest.mark.parametrize("to_group", [False, *slow([True])])
@pytest.mark.parametrize("end", [signal.SIGKILL, *slow([signal.SIGINT, signal.SIGTERM])])
def test_no_process_outlives_the_program(lines: Path, end: signal.Signals, to_group: bool) -> None:
    with started("solve", "-", "--jobs", 2, stdin=lines) as program:
        if to_group and end != signal.SIGKILL:
            os.killpg(program.pid, end)
        else:
            program.send_signal(end)
        _, err = program.communicate(timeout=120)
    assert is_gone(program)
    if end != signal.SIGKILL:
        assert (program.returncode, err) == (128 + end, "interrupted\n")


@pytest.mark.slow
@needs_proc
def test_a_script_ends_its_workers_when_it_needs_no_more_values(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import os, time\n"
        "import ineqsudoku as iq\n"
        "from ineqsudoku.apps.batch import ordered_map\n"
        "if __name__ == '__main__':\n"
        "    ordered_map.PATIENCE = -1.0\n"
        f"    results = iq.solve_many(iter(lambda: {LINE!r}, 1), jobs=2)\n"
        "    for _ in range(200_000):\n"
        "        next(results)\n"
        "    results.close()\n"
        "    print('closed', flush=True)\n"
        "    time.sleep(60)\n"
    )
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as program:
        assert program.stdout
        assert program.stdout.readline() == "closed\n"
        try:
            assert workers(program) == []
        finally:
            program.kill()
