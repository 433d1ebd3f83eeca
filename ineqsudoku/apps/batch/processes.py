"""Supervised worker processes, and an executor that shares work among them.

A worker has a socket of its own.  So there is no lock or queue that a dying worker could leave in
a bad state, and the end of the socket is the end of the worker.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from math import inf
from pickle import loads
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from socket import socket, socketpair
from subprocess import Popen
from time import monotonic
from typing import Any, TypeVar

from ineqsudoku.apps.batch.worker import HEADER, framed, message
from ineqsudoku.apps.cli.exits import block_signals
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Message

AHEAD = 8
"""The number of arguments per job that are consumed ahead of the value due: while a worker starts
or has a long call, the others go on."""

SHORT = 0.1
"""Calls that take fewer seconds are sent ahead, and computed by the parent as well.  Behind a long
one, a call would wait while another worker idles, and all workers for a parent that computes."""

FORGETTING = 0.8
"""The share of the time of a long call that still counts after another call."""

MOST_FAILURES = 5
"""If more workers in a row end without any answer, others would, too."""

_BYTES = 1 << 20
"""The most bytes that are received at once."""

_PROGRAM = """\
import sys
sys.path[:] = {path!a}
from {module} import serve
serve({parent}{others})
"""
"""The program of a process; `-m` would import from the current folder first."""

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
    """Two worker processes ended, one after the other, without an answer to the same call."""


def start(module: str, *others: str, stderr: int | None = None) -> tuple[Popen[bytes], socket]:
    """Start a process that calls `serve` of a module, with the number of this process and `others`.

    Its standard input and output are the other end of the socket.  Raises `OSError` if the system
    allows no more.
    """
    arguments = "".join(f", {other!a}" for other in others)
    program = _PROGRAM.format(path=sys.path, module=module, parent=os.getpid(), others=arguments)
    own, other = socketpair()
    try:
        with other, block_signals():
            command = [sys.executable, "-c", program]
            return Popen(command, stdin=other.fileno(), stdout=other.fileno(), stderr=stderr), own
    except BaseException:
        own.close()
        raise


class Call(Future[Any]):
    """The future value of a function; to cancel it ends the call.

    A call with a `short_message` may also be computed by the reserved worker, with that message.
    It raises what the function raises, `WorkerLost`, and `OSError` if no worker can be started.
    """

    def __init__(self, message: bytes, short_message: bytes | None = None) -> None:
        super().__init__()
        self.message = message
        self.short_message = short_message
        self.taken = inf
        """The time of `monotonic` at which a worker took it."""
        self.has_lost = False
        """Whether a worker ended during the call."""
        self.oldest = 0
        """The number of the first worker that may take it: whatever ended one worker may have
        ended all that were running then."""


class Worker:
    """A process that computes one call after another; the next one may be sent ahead.

    It ignores signals that end the program, such as that of Ctrl-C: its parent kills it.
    """

    def __init__(self, number: int, is_reserved: bool) -> None:
        """Start the process.  Raises `OSError` if the system allows no more."""
        self.number = number
        self.is_reserved = is_reserved
        self.calls: deque[Call] = deque()
        """The call that is computed, and those sent ahead."""
        self.has_answered = False
        self._unsent = bytearray()
        self._received = bytearray()
        self._process, self._socket = start("ineqsudoku.apps.batch.worker")
        self._socket.setblocking(False)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def events(self) -> int:
        """What its socket is watched for: answers and, always, its end."""
        return EVENT_READ | EVENT_WRITE if self._unsent else EVENT_READ

    def fileno(self) -> int:
        return self._socket.fileno()

    def may_take(self, call: Call) -> bool:
        is_for_it = call.short_message is not None or not self.is_reserved
        return is_for_it and self.number >= call.oldest

    def take(self, call: Call) -> None:
        call.taken = monotonic()
        self.calls.append(call)
        message = call.short_message if self.is_reserved else None
        self._unsent += framed(message or call.message)

    def exchange(self) -> Iterator[tuple[Call, bytes]]:
        """Send and receive what is possible without waiting; return the calls whose answers are
        whole.

        Raises `OSError` if the process has ended and no more can be received.
        """
        with suppress(OSError):  # The end of the process shows below, after its last answers.
            if self._unsent:
                del self._unsent[: self._socket.send(self._unsent)]
        with suppress(BlockingIOError):
            data = self._socket.recv(_BYTES)
            if not data:
                raise ConnectionResetError
            self._received += data
        return self._answers()

    def _answers(self) -> Iterator[tuple[Call, bytes]]:
        while len(self._received) >= HEADER:
            end = HEADER + int.from_bytes(self._received[:HEADER], "big")
            # A worker whose call was cancelled is about to end.
            if len(self._received) < end or self.calls[0].cancelled():
                return
            call, answer = self.calls.popleft(), bytes(self._received[HEADER:end])
            del self._received[:end]
            self.has_answered = True
            yield call, answer

    def kill(self) -> None:
        self._process.kill()

    def end(self) -> int:
        """Kill the process, and return its exit code when it has ended."""
        self.kill()
        self._socket.close()
        return self._process.wait()


class Team:
    """Up to `most` supervised worker processes, and the calls that wait for one.

    The end of a worker is noticed at once.  Another one is started, and its call is tried once
    more.  Only `advance` with a timeout waits, so an event loop can watch `fileno`.  Needs POSIX.

    `prepare`: a message that each worker computes before its first call.  `has_reserved`: one
    more worker is reserved for short calls.  A call that turns out to be long ends it by SIGPROF
    and waits for another worker.  `shares_calls`: while calls are `SHORT`, a worker has two of
    them, and the caller does what the last worker would do, by `compute`.
    """

    def __init__(
        self,
        most: int,
        prepare: bytes | None = None,
        *,
        has_reserved: bool = False,
        shares_calls: bool = False,
    ) -> None:
        self._most = most + has_reserved
        self._prepare = prepare
        self._has_reserved = has_reserved
        self._shares_calls = shares_calls
        self._seconds = SHORT
        self._workers: list[Worker] = []
        self._waiting: deque[Call] = deque()
        self._selector = DefaultSelector()
        self._started = self._failures = 0

    @property
    def pids(self) -> frozenset[int]:
        """The processes that have not ended."""
        return frozenset(worker.pid for worker in self._workers)

    @property
    def is_full(self) -> bool:
        """Whether a call waits for a worker."""
        return bool(self._waiting)

    @property
    def is_short(self) -> bool:
        """Whether the last calls were `SHORT`."""
        return self._seconds < SHORT

    def note(self, seconds: float) -> None:
        """Note the time that a call took."""
        self._seconds = max(seconds, FORGETTING * self._seconds)

    def fileno(self) -> int:
        """Return the descriptor that is ready when `advance` has something to do."""
        return self._selector.fileno()

    def start(self) -> None:
        """Start all workers, before there are calls."""
        for _ in range(self._most):
            self._start_one()

    def submit(
        self,
        function: Callable[[T], object],
        argument: T,
        short: Callable[[T], object] | None = None,
    ) -> Call:
        """Return the call of a function.  The reserved worker calls `short` instead.

        Function, argument and value must be picklable.
        """
        call = Call(message(function, argument), short and message(short, argument))
        call.add_done_callback(self._leave)
        self._waiting.append(call)
        self._assign()
        return call

    def compute(self, function: Callable[[T], V], argument: T) -> Future[V]:
        """Return the computed value of a function, which this process computes."""
        computed: Future[V] = Future()
        begun = monotonic()
        try:
            computed.set_result(function(argument))
        except Exception as error:  # As if a worker had computed it.
            computed.set_exception(error)
        self.note(monotonic() - begun)
        self.advance()
        return computed

    def advance(self, timeout: float | None = 0) -> None:
        """Go on with all calls; wait up to `timeout` seconds, or without limit, for something."""
        for key, _ in self._selector.select(timeout):
            self._exchange(key.data)
        self._assign()

    def value(self, call: Future[V]) -> V:
        """Wait for the value of a call.  Raises what the call raises."""
        while not call.done():
            self.advance(None)
        return call.result()

    def end(self) -> None:
        """Kill all workers, and return when they have ended."""
        for worker in self._workers:
            worker.kill()
        for worker in self._workers:
            worker.end()
        self._workers.clear()
        self._selector.close()

    def _exchange(self, worker: Worker) -> None:
        try:
            answers = worker.exchange()
        except OSError:
            self._replace(worker)
            return
        if self._selector.get_key(worker).events != worker.events:
            self._selector.modify(worker, worker.events, worker)
        for call, answer in answers:
            self._failures = 0
            try:
                succeeded, value, seconds = loads(answer)
            except Exception as error:
                succeeded, value, seconds = False, error, 0.0
            self.note(seconds)
            (call.set_result if succeeded else call.set_exception)(value)

    def _assign(self) -> None:
        """Give calls to idle workers, start workers if there are too few, and send calls ahead."""
        while self._waiting:
            pair = self._pair(lambda worker: not worker.calls)
            is_shared = self._shares_calls and self.is_short
            most = max(1, self._most - is_shared)
            if pair is None and len(self._workers) < most and self._start_one():
                continue
            if pair is None and is_shared:
                pair = self._pair(lambda worker: len(worker.calls) < 2)
            if pair is None:
                return
            call, worker = pair
            self._waiting.remove(call)
            worker.take(call)
            self._exchange(worker)

    def _pair(self, is_ready: Callable[[Worker], bool]) -> tuple[Call, Worker] | None:
        """Return a call that waits and a worker that is ready for it."""
        pairs = ((call, one) for call in self._waiting for one in self._workers if is_ready(one))
        return next((pair for pair in pairs if pair[1].may_take(pair[0])), None)

    def _start_one(self) -> bool:
        """Start a worker; return whether the system allows it."""
        is_reserved = self._has_reserved and not any(one.is_reserved for one in self._workers)
        with block_signals():
            try:
                worker = Worker(self._started, is_reserved)
            except OSError as error:
                if not self._workers:
                    self._refuse(error)
                return False
            # A call that may turn out to be long prefers a worker that is not reserved.
            self._workers.insert(len(self._workers) if is_reserved else 0, worker)
        self._started += 1
        self._selector.register(worker, EVENT_READ, worker)
        if self._prepare:
            worker.take(Call(self._prepare, self._prepare))
            self._exchange(worker)
        return True

    def _replace(self, worker: Worker) -> None:
        """Start another worker for one that has ended, and let its calls wait for others."""
        self._selector.unregister(worker)
        self._workers.remove(worker)
        code = worker.end()
        call = worker.calls.popleft() if worker.calls else None
        self._waiting.extendleft(one for one in reversed(worker.calls) if not one.done())
        if call is None or not call.cancelled():
            self._failures += not worker.has_answered
        if call and not call.done():
            self._retry(call, code)
        if self._failures <= MOST_FAILURES:
            self._start_one()
        else:
            self._refuse(_loss(code))

    def _retry(self, call: Call, code: int) -> None:
        call.taken = inf
        if call.short_message and code == -signal.SIGPROF:
            call.short_message = None
            self._waiting.append(call)
        elif call.has_lost:
            call.set_exception(_loss(code))
        elif call.message is not self._prepare:
            call.has_lost = True
            call.oldest = self._started
            self._waiting.appendleft(call)

    def _refuse(self, error: Exception) -> None:
        """Let the calls fail that wait, because there are no workers."""
        while self._waiting:
            self._waiting.popleft().set_exception(error)

    def _leave(self, call: Future[Any]) -> None:
        """End a call that was cancelled."""
        self._waiting = deque(one for one in self._waiting if one is not call)
        for worker in self._workers:
            if call in worker.calls:
                worker.kill()


def _loss(code: int) -> WorkerLost:
    with suppress(ValueError):
        return WorkerLost(_KILLED.fill(signal=signal.Signals(-code).name))
    return WorkerLost(_ENDED.fill(code=code))


def map_in_processes(
    function: Callable[[T], V], arguments: Iterable[T], jobs: int, seconds: float = SHORT
) -> Generator[V, None, None]:
    """Yield the values of `function` in the order of its arguments, which are consumed lazily.

    Up to `jobs` worker processes compute them.  While calls are `SHORT`, this process is one of
    the `jobs`: it computes a call when all workers have enough.  `seconds` is the time that the
    last call took, if there was one.

    Function, arguments and values must be picklable.  Close the generator to kill the workers.
    Raises what the function raises, `WorkerLost`, and `OSError` if no worker can be started.
    """
    team = Team(jobs, shares_calls=True)
    team.note(seconds)
    due: deque[Future[V]] = deque()
    try:
        for argument in arguments:
            if team.is_full and team.is_short:
                due.append(team.compute(function, argument))
            else:
                due.append(team.submit(function, argument))
            while due:
                if due[0].done():
                    yield due.popleft().result()
                    team.advance()
                elif len(due) == AHEAD * jobs or (team.is_full and not team.is_short):
                    team.advance(None)
                else:
                    break
        for call in due:
            yield team.value(call)
    finally:
        team.end()
