"""Worker processes that answer requests, and their limits.

A worker that reaches the time limit, or whose client leaves, is killed.  Another one is started
immediately, so that it is ready for the next request.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from ineqsudoku.batch.processes import Worker
from ineqsudoku.batch.worker import message
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.language import ENGLISH
from ineqsudoku.web.worker import answer, prepare

T = TypeVar("T")
V = TypeVar("V")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of a server.

    `workers`: the number of processes, and so of requests that run concurrently.
    `requests`: the most requests that run or wait for a worker; others are refused.
    `seconds`: the wall-clock limit of a request after its start.
    """

    workers: int
    requests: int
    seconds: float


MOST_WORKERS = 16
"""More take memory and open files that a page for one machine does not need."""


def usual_limits() -> Limits:
    """Return limits: a worker per processor, and at least two, so that none can block the page."""
    workers = min(max(2, os.cpu_count() or 1), MOST_WORKERS)
    return Limits(workers=workers, requests=8 * workers, seconds=10.0)


class TooManyRequests(IneqSudokuError):
    """The most requests that are allowed are running or waiting."""


class TimeLimitReached(IneqSudokuError):
    """A request exceeded the time limit; its worker was ended."""


class Workers:
    """The worker processes of a server, used from one event loop."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        self._all: set[Worker] = set()
        self._requests = 0
        self._starting: set[asyncio.Task[None]] = set()
        self._is_closed = False

    @property
    def pids(self) -> frozenset[int]:
        """The processes that have not ended."""
        return frozenset(worker.pid for worker in self._all)

    def start(self) -> None:
        """Start the workers; requests wait until one is ready."""
        for _ in range(self.limits.workers):
            self._run(self._start_one())

    def _run(self, starting: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(starting)
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def answer(self, name: str, body: bytes, language: str = ENGLISH) -> tuple[int, str]:
        """Return the status and the JSON text of an answer.

        Cancel the call when the client leaves.  Raises `TooManyRequests`, `TimeLimitReached`
        and `WorkerLost`.
        """
        if self._requests >= self.limits.requests:
            raise TooManyRequests
        self._requests += 1
        try:
            return await self._ask(await self._idle.get(), name, body, language)
        finally:
            self._requests -= 1

    async def _ask(self, worker: Worker, *request: *tuple[str, bytes, str]) -> tuple[int, str]:
        is_whole = False
        try:
            async with asyncio.timeout(self.limits.seconds):
                reply = await _compute(worker, answer, request)
            is_whole = True
            return reply
        except TimeoutError:
            raise TimeLimitReached from None
        finally:
            if is_whole:
                self._idle.put_nowait(worker)
            else:
                self._replace(worker)

    def _replace(self, worker: Worker) -> None:
        worker.kill()
        if not self._is_closed:
            self._run(self._start_instead_of(worker))

    async def _start_instead_of(self, worker: Worker) -> None:
        await self._end(worker)
        await self._start_one()

    async def _start_one(self) -> None:
        if self._is_closed:
            return
        worker = Worker()
        self._all.add(worker)
        # The time to start must not count for a request.  A worker that cannot start ends here
        # too; the request that finds it fails, and another worker is started.
        with suppress(Exception):
            await _compute(worker, prepare, None)
        self._idle.put_nowait(worker)

    async def _end(self, worker: Worker) -> None:
        await asyncio.to_thread(worker.end)
        self._all.discard(worker)

    async def close(self) -> None:
        """End all workers."""
        self._is_closed = True
        await asyncio.gather(*map(self._end, list(self._all)))
        await asyncio.gather(*self._starting, return_exceptions=True)


async def _compute(worker: Worker, function: Callable[[T], V], argument: T) -> V:
    """Return the value of a function.  A thread waits for it; it ends when the worker is killed."""

    def compute() -> V:
        worker.give(message(function, argument))
        value: V = worker.value()
        return value

    return await asyncio.to_thread(compute)
