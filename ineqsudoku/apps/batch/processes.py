"""Worker processes of this machine, which end with the work and with the program.

`ProcessPoolExecutor` alone does neither: after Ctrl-C it waits for the calls under way, and its
workers outlive a program that is killed.  Processes are spawned, on every system: unlike a fork,
a new process cannot inherit a lock that a thread holds.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Lock, Thread
from time import sleep
from typing import ParamSpec, TypeVar

from ineqsudoku.apps.cli.exits import SIGNALS, block_signals

LOOK = 0.2
"""Seconds between two looks for newly started processes."""

WAITS_FOR_CALLS = sys.version_info < (3, 11, 5) and os.name == "posix"
"""Whether a pool with dead processes waits until somebody reads the calls that it still sends.

A thread of the pool closes its own end of the pipe.  No other thread may close it: if both did so
at once, the thread of the pool would wait forever.
"""

P = ParamSpec("P")
V = TypeVar("V")


class Processes(ProcessPoolExecutor):
    """A pool of processes, which are killed at the end of its context.

    If one of them ends by itself, all are killed, and their calls raise `BrokenExecutor`.
    """

    def __init__(self, workers: int) -> None:
        super().__init__(workers, get_context("spawn"), _begin)
        self.workers = workers
        self._answers = self._result_queue._writer  # type: ignore[attr-defined]  # private
        self._calls: int | None = None
        if WAITS_FOR_CALLS:
            calls = self._call_queue._reader  # type: ignore[attr-defined]  # private
            self._calls = os.dup(calls.fileno())
        self._lock = Lock()
        with block_signals():  # signals in the new thread would interrupt `submit`
            Thread(target=self._watch, daemon=True).start()

    def submit(self, function: Callable[P, V], /, *args: P.args, **options: P.kwargs) -> Future[V]:
        with block_signals():  # A process may start here; Ctrl-C is for its parent alone.
            return super().submit(function, *args, **options)

    def start(self) -> Callable[[], bool]:
        """Start all processes; return a function that returns whether one of them is ready."""
        starting = [self.submit(os.getpid) for _ in range(self.workers)]
        return lambda: any(one.done() for one in starting)

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Kill all processes, and give up their calls."""
        self._kill()
        self.shutdown()

    def _watch(self) -> None:
        """Wait until a process ends, then kill all others.

        It may have died while it sent an answer, and hold the lock of all answers.
        """
        while (processes := self._processes) is not None:
            started = [*processes.values()]
            if wait([process.sentinel for process in started], LOOK):
                self._kill()
                return
            if not started:
                sleep(LOOK)

    def _kill(self) -> None:
        with self._lock:  # Two threads must not close the same pipe.
            for process in [*(self._processes or {}).values()]:
                process.kill()
            # The pool has this end of the pipe, too, so it would wait for the rest of an answer.
            self._answers.close()
            if self._calls is not None:
                Thread(target=_read_all, args=[self._calls], daemon=True).start()
                self._calls = None


def _read_all(pipe: int) -> None:
    """Read a pipe until its writer closes it, then close it."""
    while os.read(pipe, 1 << 16):
        pass
    os.close(pipe)


def _begin() -> None:
    """Begin a worker: it ignores signals, and ends when its parent ends it or dies."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent
    parent.join()
    os._exit(1)
