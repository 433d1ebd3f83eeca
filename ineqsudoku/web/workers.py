"""Worker processes that answer requests, and their limits.

A worker that reaches the time limit, or whose client leaves, is killed.  Another one is started
immediately, so that it is ready for the next request.
"""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass

from ineqsudoku.errors import IneqSudokuError


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
    """A worker for each processor, but at least two: one long request must not block the page."""
    workers = min(max(2, os.cpu_count() or 1), MOST_WORKERS)
    return Limits(workers=workers, requests=8 * workers, seconds=10.0)


_PROGRAM = """\
import sys
sys.path[:] = {path!a}
from ineqsudoku.web.worker import serve
serve({seconds})
"""
"""The program of a worker; `-m` would import from the current folder first."""


class TooManyRequests(IneqSudokuError):
    """The most requests that are allowed are running or waiting."""


class TimeLimitReached(IneqSudokuError):
    """A request exceeded the time limit; its worker was ended."""


class WorkerLost(IneqSudokuError):
    """The worker of a request ended without an answer."""


class Workers:
    """The worker processes of a server, used from one event loop."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._idle: asyncio.LifoQueue[Process] = asyncio.LifoQueue()
        self._all: set[Process] = set()
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

    async def answer(self, name: str, body: bytes) -> tuple[int, bytes]:
        """The status and the JSON text of an answer.

        Cancel the call when the client leaves.  Raises `TooManyRequests`, `TimeLimitReached`
        and `WorkerLost`.
        """
        if self._requests >= self.limits.requests:
            raise TooManyRequests
        self._requests += 1
        try:
            return await self._ask(await self._idle.get(), name, body)
        finally:
            self._requests -= 1

    async def _ask(self, worker: Process, name: str, body: bytes) -> tuple[int, bytes]:
        is_whole = False
        try:
            async with asyncio.timeout(self.limits.seconds):
                found = await _exchange(worker, name, body)
            is_whole = True
            return found
        except TimeoutError:
            raise TimeLimitReached from None
        except (asyncio.IncompleteReadError, ConnectionError, ValueError):
            raise WorkerLost from None
        finally:
            if is_whole:
                self._idle.put_nowait(worker)
            else:
                self._replace(worker)

    def _replace(self, worker: Process) -> None:
        with suppress(ProcessLookupError):
            worker.kill()
        if not self._is_closed:
            self._run(self._start_instead_of(worker))

    async def _start_instead_of(self, worker: Process) -> None:
        await self._end(worker)
        await self._start_one()

    async def _start_one(self) -> None:
        worker = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-c", _PROGRAM.format(path=sys.path, seconds=self.limits.seconds)),
            stdin=PIPE,
            stdout=PIPE,
            process_group=0,  # Ctrl-C is for the server alone.
        )
        self._all.add(worker)
        if self._is_closed:
            await self._end(worker)
            return
        assert worker.stdout
        # The time to start must not count for a request.  A worker that cannot start ends here
        # too; the request that finds it fails, and another worker is started.
        await worker.stdout.readline()
        self._idle.put_nowait(worker)

    async def _end(self, worker: Process) -> None:
        with suppress(ProcessLookupError):
            worker.kill()
        await worker.wait()
        if worker.stdin:
            worker.stdin.close()
        self._all.discard(worker)

    async def close(self) -> None:
        """End all workers."""
        self._is_closed = True
        await asyncio.gather(*map(self._end, list(self._all)))
        await asyncio.gather(*self._starting, return_exceptions=True)


async def _exchange(worker: Process, name: str, body: bytes) -> tuple[int, bytes]:
    assert worker.stdin
    assert worker.stdout
    worker.stdin.write(f"{name} {len(body)}\n".encode())
    worker.stdin.write(body)
    await worker.stdin.drain()
    status, size = (await worker.stdout.readline()).split()
    return int(status), await worker.stdout.readexactly(int(size))
