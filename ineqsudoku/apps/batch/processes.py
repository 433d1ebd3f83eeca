"""Worker processes of this machine, which end with the work and with the program.

`ProcessPoolExecutor` alone does neither: after Ctrl-C it waits for the calls under way, and its
workers outlive a program that is killed.  Processes are spawned, on every system: unlike a fork,
a new process cannot inherit a lock that a thread holds.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import ParamSpec, TypeVar

from ineqsudoku.apps.cli.exits import SIGNALS, block_signals

P = ParamSpec("P")
V = TypeVar("V")


class Processes(ProcessPoolExecutor):
    """A pool of processes, which are killed at the end of its context."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers, get_context("spawn"), _begin)
        self.workers = workers

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
        """Kill all processes, and give up what they compute."""
        for process in [*(self._processes or {}).values()]:
            process.kill()
        self.shutdown(cancel_futures=True)


def _begin() -> None:
    """Begin a worker: only its parent ends it, or the end of its parent."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent
    parent.join()
    os._exit(1)
