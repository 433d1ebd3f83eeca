"""An executor that shares work among worker processes.

Each worker has its own connection and at most one message at a time, and only the main thread
waits for answers.  So there is no lock, queue or thread that a dying worker could leave in a bad
state.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Pipe, wait
from pickle import loads
from subprocess import DEVNULL, Popen
from typing import Any, NoReturn, TypeVar

from ineqsudoku.batch.signals import held
from ineqsudoku.batch.worker import message
from ineqsudoku.errors import IneqSudokuError

AHEAD = 3
"""The number of arguments for each worker that are consumed ahead of the value due."""

_PROGRAM = """\
import sys
sys.path[:] = {path!a}
from ineqsudoku.batch.worker import serve
serve({descriptor}, {parent})
"""

T = TypeVar("T")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Processes:
    """Up to `jobs` worker processes, each started when there is work for it.  Needs POSIX."""

    jobs: int

    def map(self, function: Callable[[T], V], arguments: Iterable[T]) -> Generator[V, None, None]:
        """Yield the values of `function` in the order of its arguments, which are consumed lazily.

        Function, arguments and values must be picklable.  Close the generator to kill the
        workers.  Raises what the function raises, `IneqSudokuError` if a worker dies, and
        `OSError` if no worker can be started.
        """
        team = _Team(self.jobs)
        try:
            for argument in arguments:
                request = message(function, argument)
                while not (worker := team.free_worker()):
                    yield from team.collect()
                team.give(worker, request)
            while team.is_busy:
                yield from team.collect()
        finally:
            team.kill()


class _Team:
    """The workers of one map, and the values that arrived before they were due."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._workers: list[_Worker] = []
        self._values: dict[int, Any] = {}
        self._given = self._due = 0

    @property
    def is_busy(self) -> bool:
        return self._due < self._given

    def free_worker(self) -> _Worker | None:
        """Return an idle worker, started if necessary; `None` if it is time to collect values."""
        if self._given >= self._due + AHEAD * self._most:
            return None
        for worker in self._workers:
            if worker.number is None:
                return worker
        return self._new_worker() if len(self._workers) < self._most else None

    def _new_worker(self) -> _Worker | None:
        try:
            with held():
                self._workers.append(_Worker())
        except OSError:  # The system allows no more processes.
            if not self._workers:
                raise
            self._most = len(self._workers)
            return None
        return self._workers[-1]

    def give(self, worker: _Worker, request: bytes) -> None:
        worker.give(self._given, request)
        self._given += 1

    def collect(self) -> Iterator[Any]:
        """Wait for answers; yield the values that are due now."""
        busy = [worker for worker in self._workers if worker.number is not None]
        ready = wait([worker.connection for worker in busy])
        self._values.update(worker.answer() for worker in busy if worker.connection in ready)
        while self._due in self._values:
            value = self._values.pop(self._due)
            self._due += 1
            yield value

    def kill(self) -> None:
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.wait()
            worker.connection.close()


class _Worker:
    """A process and the parent's end of its connection; `number` is the number of its message."""

    def __init__(self) -> None:
        self.number: int | None = None
        self.connection, theirs = Pipe()
        with theirs:
            descriptor = theirs.fileno()
            program = _PROGRAM.format(path=sys.path, descriptor=descriptor, parent=os.getpid())
            self.process = Popen(
                [sys.executable, "-c", program],
                stdin=DEVNULL,
                stdout=DEVNULL,
                pass_fds=[descriptor],
            )

    def give(self, number: int, request: bytes) -> None:
        self.number = number
        try:
            self.connection.send_bytes(request)
        except OSError:
            self._raise_loss()

    def answer(self) -> tuple[int, Any]:
        """Return the number of the message and the value.  Raises what the function raised."""
        assert self.number is not None
        number, self.number = self.number, None
        try:
            data = self.connection.recv_bytes()
        except (EOFError, OSError):
            self._raise_loss()
        succeeded, value = loads(data)
        if not succeeded:
            raise value
        return number, value

    def _raise_loss(self) -> NoReturn:
        code = self.process.wait()
        how = f"ended with exit code {code}"
        if code < 0:
            with suppress(ValueError):
                how = f"was killed by {signal.Signals(-code).name}"
        raise IneqSudokuError(f"a worker process {how}; if memory is short, use fewer --jobs")
