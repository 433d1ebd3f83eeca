"""Worker processes, and an executor that shares work among them.

A worker has pipes of its own and at most one message at a time.  So there is no lock or queue
that a dying worker could leave in a bad state.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pickle import HIGHEST_PROTOCOL, UnpicklingError, dump, load, loads
from selectors import EVENT_READ, DefaultSelector
from subprocess import PIPE, Popen
from typing import Any, NoReturn, TypeVar

from ineqsudoku.batch.exits import block_signals
from ineqsudoku.batch.worker import message
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.language import Message

AHEAD = 3
"""The number of arguments per worker that are consumed ahead of the value due."""

_PROGRAM = """\
import sys
sys.path[:] = {path!a}
from ineqsudoku.batch.worker import serve
serve({parent})
"""
"""The program of a worker; `-m` would import from the current folder first."""

T = TypeVar("T")
V = TypeVar("V")


_ENDED = Message(
    "batch.ended",
    "a worker process ended with exit code {code}; if memory is short, use fewer --jobs",
)
_KILLED = Message(
    "batch.killed", "a worker process was killed by {signal}; if memory is short, use fewer --jobs"
)


class WorkerLost(IneqSudokuError):
    """A worker process ended without an answer."""


class Worker:
    """A process that computes one message after another.

    It ignores signals that end the program, such as that of Ctrl-C: its parent kills it.
    """

    def __init__(self) -> None:
        """Start the process.  Raises `OSError` if the system allows no more."""
        program = _PROGRAM.format(path=sys.path, parent=os.getpid())
        with block_signals():
            self._process = Popen([sys.executable, "-c", program], stdin=PIPE, stdout=PIPE)
        assert self._process.stdin
        assert self._process.stdout
        self._messages, self._answers = self._process.stdin, self._process.stdout

    @property
    def pid(self) -> int:
        return self._process.pid

    def fileno(self) -> int:
        """Return the descriptor that is ready when there is an answer."""
        return self._answers.fileno()

    def give(self, message: bytes) -> None:
        """Send a message.  Raises `WorkerLost`."""
        try:
            dump(message, self._messages, HIGHEST_PROTOCOL)
            self._messages.flush()
        except OSError:
            self._raise_loss()

    def value(self) -> Any:
        """Wait for the value of the message.  Raises what the function raised, and `WorkerLost`."""
        try:
            data = load(self._answers)
        except (EOFError, OSError, UnpicklingError):
            self._raise_loss()
        succeeded, value = loads(data)
        if not succeeded:
            raise value
        return value

    def kill(self) -> None:
        self._process.kill()

    def end(self) -> None:
        """Kill the process, and return when it has ended."""
        self.kill()
        self._process.wait()
        self._answers.close()
        with suppress(OSError):  # A message that it has not read is lost.
            self._messages.close()

    def _raise_loss(self) -> NoReturn:
        code = self._process.wait()
        message = _ENDED.fill(code=code)
        if code < 0:
            with suppress(ValueError):
                message = _KILLED.fill(signal=signal.Signals(-code).name)
        raise WorkerLost(message)


@dataclass(frozen=True, slots=True)
class Processes:
    """Up to `jobs` worker processes, started when there is work for them.  Needs POSIX."""

    jobs: int

    def map(self, function: Callable[[T], V], arguments: Iterable[T]) -> Generator[V, None, None]:
        """Yield the values of `function` in the order of its arguments, which are consumed lazily.

        Function, arguments and values must be picklable.  Close the generator to kill the
        workers.  Raises what the function raises, `WorkerLost`, and `OSError` if no worker can be
        started.
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
            team.end()


class _Team:
    """The workers of one map, and the values that arrived before they were due."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._workers: list[Worker] = []
        self._numbers: dict[Worker, int] = {}
        """The numbers of the messages that workers compute."""
        self._values: dict[int, Any] = {}
        self._given = self._due = 0

    @property
    def is_busy(self) -> bool:
        return self._due < self._given

    def free_worker(self) -> Worker | None:
        """Return an idle worker, started if necessary; `None` if it is time to collect values."""
        if self._given >= self._due + AHEAD * self._most:
            return None
        for worker in self._workers:
            if worker not in self._numbers:
                return worker
        return self._new_worker() if len(self._workers) < self._most else None

    def _new_worker(self) -> Worker | None:
        try:
            with block_signals():
                self._workers.append(Worker())
        except OSError:  # The system allows no more processes.
            if not self._workers:
                raise
            self._most = len(self._workers)
            return None
        return self._workers[-1]

    def give(self, worker: Worker, request: bytes) -> None:
        worker.give(request)
        self._numbers[worker] = self._given
        self._given += 1

    def collect(self) -> Iterator[Any]:
        """Wait for answers; yield the values that are due now."""
        with DefaultSelector() as selector:
            for worker in self._numbers:
                selector.register(worker, EVENT_READ, worker)
            ready = [key.data for key, _ in selector.select()]
        for worker in ready:
            self._values[self._numbers.pop(worker)] = worker.value()
        while self._due in self._values:
            value = self._values.pop(self._due)
            self._due += 1
            yield value

    def end(self) -> None:
        for worker in self._workers:
            worker.kill()
        for worker in self._workers:
            worker.end()
