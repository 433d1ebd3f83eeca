"""The worker processes that answer requests, and their limits.

A worker whose request reaches the time limit, or whose client leaves, is ended.  Another one is
started immediately, so that it is ready for the next request.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from dataclasses import dataclass
from time import monotonic

from ineqsudoku.apps.batch.processes import Team
from ineqsudoku.apps.batch.worker import message
from ineqsudoku.apps.web.api import is_short
from ineqsudoku.apps.web.worker import answer, answer_soon, prepare
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import ENGLISH


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of a server.

    `workers`: the number of processes, and so of requests that run concurrently; one more runs
    only short ones.
    `requests`: the most requests that run or wait for a worker, and the most short ones; others
    are refused.
    `seconds`: the wall-clock limit of a request, with the time that it waits for a worker.
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
    """So many requests are running that this one got no worker, or one for less than half of its
    time."""


class TimeLimitReached(IneqSudokuError):
    """A request had a worker for most of its time; the worker was ended."""


class Workers:
    """The worker processes of a server, used from one event loop."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._team = Team(limits.workers, message(prepare, None), has_reserved=True)
        self._requests: Counter[bool] = Counter()
        """The numbers of requests, those of short ones at `True`."""

    @property
    def pids(self) -> frozenset[int]:
        """The processes that have not ended."""
        return self._team.pids

    def start(self) -> None:
        """Start the workers; requests wait until one is ready."""
        self._team.start()
        asyncio.get_running_loop().add_reader(self._team.fileno(), self._team.advance)

    async def answer(self, name: str, body: bytes, language: str = ENGLISH) -> tuple[int, str]:
        """Return the status and the JSON text of an answer.

        Cancel it when the client leaves.  Raises `TooManyRequests`, `TimeLimitReached`,
        `WorkerLost`, and `OSError` if no worker can be started.
        """
        short = answer_soon if is_short(name, body) else None
        kind = short is not None
        if self._requests[kind] >= self.limits.requests:
            raise TooManyRequests
        self._requests[kind] += 1
        try:
            due = monotonic() + self.limits.seconds / 2
            call = self._team.submit(answer, (name, body, language), short)
            try:
                async with asyncio.timeout(self.limits.seconds):
                    reply: tuple[int, str] = await asyncio.wrap_future(call)
                    return reply
            except TimeoutError:
                raise (TooManyRequests if call.taken > due else TimeLimitReached) from None
        finally:
            self._requests[kind] -= 1

    def close(self) -> None:
        """End all workers."""
        asyncio.get_running_loop().remove_reader(self._team.fileno())
        self._team.end()
