"""The worker processes that answer requests, and their limits.

A worker whose request reaches the time limit, or whose client leaves, is ended.  Another one is
started immediately, so that it is ready for the next request.
"""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import Any

from ineqsudoku.apps.batch.ordered_map import WorkerLost
from ineqsudoku.apps.batch.processes import Processes
from ineqsudoku.apps.web.worker import answer, prepare
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import ENGLISH


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerLimits:
    """The limits of a server.

    `workers`: the number of processes, and so of requests that run concurrently.
    `requests`: the most requests that run or wait for a worker; others are refused.
    `seconds`: the wall-clock limit of a request, with the time that it waits for a worker.
    """

    workers: int
    requests: int
    seconds: float


MOST_WORKERS = 6
"""More workers take memory and open files that a page for one machine does not need."""


def usual_limits() -> ServerLimits:
    """Return limits: a worker per processor, and at least two, so that none can block the page."""
    workers = min(max(2, os.cpu_count() or 1), MOST_WORKERS)
    return ServerLimits(workers=workers, requests=8 * workers, seconds=10.0)


class TooManyRequests(IneqSudokuError):
    """Too many requests: this one got no worker, or one for less than half of its time."""


class TimeLimitReached(IneqSudokuError):
    """A request had a worker for most of its time; the worker was ended."""


class Workers:
    """The worker processes of a server, used from one event loop.

    Each is a pool of one process, so that it can be ended alone.
    """

    def __init__(self, limits: ServerLimits) -> None:
        self.limits = limits
        self._idle: asyncio.Queue[Processes] = asyncio.Queue()
        self._all: set[Processes] = set()
        self._requests = 0

    def start(self) -> None:
        """Start the workers; requests wait until one is ready."""
        for _ in range(self.limits.workers):
            self._start_one()

    async def answer(self, name: str, body: bytes, language: str = ENGLISH) -> tuple[int, str]:
        """Return the status and the JSON text of an answer.

        Cancel it when the client leaves.  Raises `TooManyRequests`, `TimeLimitReached`, and
        `WorkerLost` if a worker ends twice.
        """
        if self._requests >= self.limits.requests:
            raise TooManyRequests
        self._requests += 1
        taken = inf
        due = monotonic() + self.limits.seconds / 2
        try:
            async with asyncio.timeout(self.limits.seconds):
                for _ in range(2):  # Another process may have ended the first one.
                    worker = await self._idle.get()
                    taken = min(taken, monotonic())
                    with suppress(BrokenExecutor):
                        return await self._ask(worker, name, body, language)
                raise WorkerLost
        except TimeoutError:
            raise (TooManyRequests if taken > due else TimeLimitReached) from None
        finally:
            self._requests -= 1

    async def _ask(self, worker: Processes, *request: Any) -> tuple[int, str]:
        """Return the answer of a worker, which is idle afterwards; if it fails, another one
        replaces it."""
        try:
            answered = await asyncio.wrap_future(worker.submit(answer, *request))
        except BaseException:  # also the end of the time, or of the client
            if worker in self._all:  # unless the server ends
                self._end(worker)
                self._start_one()
            raise
        self._idle.put_nowait(worker)
        return answered

    def _start_one(self) -> None:
        worker = Processes(1)
        self._all.add(worker)
        self._idle.put_nowait(worker)
        worker.submit(prepare)  # if the system allows no process, the next request tries again

    def _end(self, worker: Processes) -> None:
        self._all.remove(worker)
        worker.end()

    def close(self) -> None:
        """End all workers."""
        for worker in [*self._all]:
            self._end(worker)
