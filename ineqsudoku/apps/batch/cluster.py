"""An executor that shares work among the workers of a Dask cluster.

A task is the message of `worker.py`: a pickled pair of a function and its argument.  Tasks are
submitted in the order of their arguments, and only a limited number is pending at a time, which
bounds the memory of client and scheduler.  Dask repeats the tasks of a worker that is lost.

Dask itself uses pickle between client, scheduler and workers, so all of them must trust one
another.  Needs `ineqsudoku[cluster]`.
"""

from __future__ import annotations

import logging
import os
from asyncio import run_coroutine_threadsafe
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, wait
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pickle import loads
from pkgutil import resolve_name
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, NoReturn, Self, TypeVar, cast

from ineqsudoku.apps.batch.local_cluster import FORGETFUL
from ineqsudoku.apps.batch.ordered_map import limit_jobs
from ineqsudoku.apps.batch.worker import Collected, answer, collect, message
from ineqsudoku.errors import IneqSudokuError, UsageError
from ineqsudoku.messages import Message

if TYPE_CHECKING:
    from ineqsudoku.apps.batch.local_cluster import LocalCluster


LOCAL = "local:"
"""The prefix of a cluster of processes of this machine; the number of processes follows."""

AHEAD = 6
"""Pending tasks per thread of the workers."""

SHORT = 0.1
"""Tasks that take fewer seconds get more arguments, as a task costs the scheduler milliseconds."""

TOGETHER = 16
"""The most arguments of a task."""

LOOK = 0.2
"""Seconds between two checks that scheduler and workers are still there."""

SHORT_LOOK = 0.005
"""Seconds between two checks that a task has ended, which ask nobody."""

REACH = 10.0
"""Seconds within which the scheduler must answer."""

REACH_LOCAL = 600.0
"""The same for the scheduler of a local cluster, whose process is known to run."""

PATIENCE = 30.0
"""Seconds to wait for a worker when there is none."""

CLOSING = 0.3
"""Seconds for disconnecting from the scheduler."""

VERSION = "ineqsudoku:__version__"
"""The name that holds the version of this package, for `pkgutil.resolve_name`."""

T = TypeVar("T")
V = TypeVar("V")


_NO_DASK = Message("cluster.no-dask", "--cluster needs Dask: pip install 'ineqsudoku[cluster]'")
_NO_CLUSTER = Message(
    "cluster.no-cluster",
    "expected an address such as tcp://HOST:8786, local:N or a scheduler file, got {found}",
)
_UNREACHABLE = Message(
    "cluster.unreachable", "the scheduler {scheduler} cannot be reached: {reason}"
)
_UNREACHABLE_BY_TLS = Message(
    "cluster.unreachable-by-tls",
    "the scheduler {scheduler} cannot be reached: {reason}; check the certificates of "
    "distributed.comm.tls in Dask's configuration",
)
_NO_WORKERS = Message("cluster.no-workers", "the scheduler {scheduler} has no workers")
_WORKER_LACKS = Message(
    "cluster.worker-lacks",
    "the worker {worker} lacks a package ({error}); install ineqsudoku {version} on all workers",
)
_WORKER_HAS = Message(
    "cluster.worker-has",
    "the worker {worker} has ineqsudoku {other}; install ineqsudoku {version} on all workers",
)
_SOME_LACKS = Message(
    "cluster.some-lacks",
    "a worker of {cluster} lacks a package: {error}; install ineqsudoku {version} on all workers",
)
_SOME_HAS = Message(
    "cluster.some-has",
    "a worker has ineqsudoku {other}; install ineqsudoku {version} on all workers",
)
_ALL_LOST = Message("cluster.all-lost", "all workers of {cluster} are lost")
_TASK_LOST = Message(
    "cluster.task-lost",
    "a task of {cluster} was lost with several workers; they may have run out of memory",
)
_TASK_FAILED = Message("cluster.task-failed", "a task of {cluster} failed: {error}")
_SCHEDULER_LOST = Message("cluster.scheduler-lost", "the scheduler {scheduler} is lost")


class Cluster:
    """The workers of a Dask scheduler, as a context manager that connects to it.

    `name` is the scheduler's address, such as `tcp://HOST:8786`, the path of a scheduler file, or
    `local:N` for N processes of this machine.  `security` is a `distributed.Security`; without
    it, Dask's configuration decides which keys and certificates are used.

    Raises `UsageError` for any other name, and `IneqSudokuError` if Dask is not installed.  On
    entering the context, raises `IneqSudokuError` if the scheduler cannot be reached or has no
    workers.
    """

    def __init__(self, name: str, security: object = None) -> None:
        self.name = name
        self._security = security
        self._processes = _number(name)
        self._client: Any = None
        self._local: LocalCluster | None = None
        self._stack = ExitStack()
        self._most = 1
        self._looked = 0.0
        self._seen = 0.0

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            if self._processes and find_spec("distributed"):
                # Starting its processes takes as long as importing Dask.
                from ineqsudoku.apps.batch.local_cluster import LocalCluster

                self._local = stack.enter_context(LocalCluster(self._processes))
            try:
                import distributed  # noqa: F401 - it sets up its logging, which is silenced
            except ImportError:
                raise IneqSudokuError(_NO_DASK) from None
            stack.enter_context(_quiet(lambda: self._client is None))
            stack.callback(self._disconnect)
            self._connect()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error: Any) -> None:
        self._stack.__exit__(*error)

    def map(
        self, function: Callable[[T], V], arguments: Iterable[T], /
    ) -> Generator[V, None, None]:
        """Yield the values of `function` in the order of its arguments, which are consumed lazily.

        A task has as many arguments as take `SHORT` seconds, up to `TOGETHER`.
        Function, arguments and values must be picklable.  Close the generator to cancel the
        tasks.  Raises what the function raises, and `IneqSudokuError` if the scheduler or all
        workers are lost, or if a worker has another version of this package.
        """
        work = partial(_values, function)
        under_way: deque[tuple[Any, int]] = deque()
        remaining = iter(arguments)
        size = 1

        def next_values() -> Iterator[V]:
            nonlocal size
            future, number = under_way.popleft()
            (values, error), seconds = self._value(future)
            if seconds < SHORT and number == size:
                size = min(2 * size, TOGETHER)
            yield from values
            if error:
                raise error

        try:
            while True:
                while under_way and (
                    len(under_way) >= self._window() or under_way[0][0].status == "finished"
                ):
                    yield from next_values()
                taken = list(islice(remaining, size))
                if not taken:
                    break
                under_way.append((self._submit(message(work, taken)), len(taken)))
            while under_way:
                yield from next_values()
        finally:
            for future, _ in under_way:  # Without waiting: a lost scheduler does not answer.
                with suppress(Exception):
                    future.release()

    @property
    def client(self) -> Any:
        """The connected `distributed.Client`."""
        return self._client

    def _connect(self) -> None:
        import dask
        from distributed import Client

        where: dict[str, object] = {"address": self.name, "timeout": REACH}
        if self._local:
            where = {"address": self._local.address(), "timeout": REACH_LOCAL}
        elif os.path.isfile(self.name):
            where = {"scheduler_file": self.name, "timeout": REACH}
        client = Client.__new__(Client)  # Apart, to have it if it cannot connect.
        try:
            with dask.config.set(FORGETFUL):
                client.__init__(
                    **where,
                    set_as_default=False,
                    security=self._security,
                    direct_to_workers=False,
                    heartbeat_interval="1s",
                )
        except (OSError, ValueError, TypeError, KeyError) as error:
            client.status = "closed"  # Its destructor would try again, for a long time.
            reason = str(error).partition("\n")[0]
            why = _UNREACHABLE_BY_TLS if self.name.startswith("tls://") else _UNREACHABLE
            raise IneqSudokuError(why.fill(scheduler=self.name, reason=reason)) from None
        self._client = client
        self._seen = monotonic()
        while not self._threads():
            if not self._has_hope():
                raise IneqSudokuError(_NO_WORKERS.fill(scheduler=self.name))
            with suppress(TimeoutError):
                self._client.wait_for_workers(1, timeout=LOOK)
            self._require_scheduler()
        self._seen = monotonic()
        self._require_version()

    def _require_version(self) -> None:
        """Check the version of all workers: a task of this package kills a worker without it."""
        try:
            # A worker without this package can only run functions of the standard library.
            versions = self._client.run(resolve_name, VERSION, on_error="return")
        except Exception as error:  # Dask raises many kinds when a connection is lost.
            self._raise_loss(error)
        for worker, version in versions.items():
            own = resolve_name(VERSION)
            if isinstance(version, (ImportError, AttributeError)):
                raise IneqSudokuError(
                    _WORKER_LACKS.fill(worker=worker, error=str(version), version=own)
                )
            # A worker with another error is lost again; a task would report the version.
            if not isinstance(version, Exception) and version != own:
                raise IneqSudokuError(_WORKER_HAS.fill(worker=worker, other=version, version=own))

    def _disconnect(self) -> None:
        if self._client is None:
            return
        if self._local:
            self._local.kill()  # At once, because nothing of it is needed any more.
        with suppress(Exception):
            self._client.close(timeout=CLOSING)
        if self._client.status == "closed":
            self._client = None
        else:  # Its destructor would try again, for a long time.
            self._client.status = "closed"

    def _submit(self, request: bytes) -> Any:
        try:
            return self._client.submit(
                compute, request, resolve_name(VERSION), pure=False, retries=2, priority=0
            )
        except Exception as error:  # As above.
            self._raise_loss(error)

    def _value(self, future: Any) -> tuple[Any, float]:
        """Return the value of a task, and its seconds.  Raises what its function raised."""
        try:
            answer = self._fetch(future)
        except IneqSudokuError:
            raise
        except ImportError as error:
            raise IneqSudokuError(
                _SOME_LACKS.fill(cluster=self.name, error=str(error), version=resolve_name(VERSION))
            ) from None
        except Exception as error:  # As above; errors of the function are in the answer.
            self._raise_loss(error)
        future.release()
        succeeded, value, seconds = loads(answer)
        if not succeeded:
            raise value
        return value, seconds

    def _fetch(self, future: Any) -> bytes:
        """Wait for a task and fetch its answer.  Raises what the task and Dask raise.

        Dask must not be given a time limit: one that ends while the answer is under way also
        breaks later attempts to fetch it.
        """
        self._wait(future.done, SHORT_LOOK)
        fetching = run_coroutine_threadsafe(
            self._client.gather(future, asynchronous=True), self._client.loop.asyncio_loop
        )
        self._wait(lambda: bool(wait([fetching], timeout=LOOK).done), 0)
        return cast(bytes, fetching.result())

    def _wait(self, is_done: Callable[[], bool], seconds: float) -> None:
        """Wait until `is_done`, with pauses of some `seconds`.  Raises like `_look`."""
        while not is_done():
            if monotonic() > self._looked + LOOK:
                self._look()
            sleep(seconds)

    def _window(self) -> int:
        """Return the most tasks that may be pending."""
        if monotonic() > self._looked + 1:
            self._look()
        return AHEAD * self._most

    def _look(self) -> None:
        """Raise `IneqSudokuError` if the scheduler or all workers are lost for good."""
        self._looked = monotonic()
        self._require_scheduler()
        if threads := self._threads():
            self._most, self._seen = threads, self._looked
            return
        if not self._has_hope():
            raise IneqSudokuError(_ALL_LOST.fill(cluster=self.name))

    def _has_hope(self) -> bool:
        """Whether a worker may still come, although there is none.

        On a busy machine, the processes of a local cluster may need long to start.
        """
        if self._local:
            return self._local.has_workers
        return monotonic() < self._seen + PATIENCE

    @property
    def _has_scheduler(self) -> bool:
        is_running = self._client.status == "running"
        return is_running and (not self._local or self._local.has_scheduler)

    def _require_scheduler(self) -> None:
        if not self._has_scheduler:
            self._raise_loss(None)

    def _threads(self) -> int:
        """Return the number of threads of all workers."""
        try:
            return sum(self._client.nthreads().values())
        except Exception as error:  # As above.
            self._raise_loss(error)

    def _raise_loss(self, error: Exception | None) -> NoReturn:
        from distributed import KilledWorker

        if isinstance(error, KilledWorker):
            raise IneqSudokuError(_TASK_LOST.fill(cluster=self.name)) from None
        # The client is only connected to the scheduler, so that an `OSError` is the end of that.
        if error and self._has_scheduler and not isinstance(error, (CancelledError, OSError)):
            message = _TASK_FAILED.fill(cluster=self.name, error=repr(error))
            raise IneqSudokuError(message) from None
        raise IneqSudokuError(_SCHEDULER_LOST.fill(scheduler=self.name)) from None


def _number(name: str) -> int:
    """Return the number of processes of a local cluster, as limited as jobs; 0 for another one.

    Raises `UsageError` for a name that is no cluster.
    """
    if name.startswith(LOCAL):
        number = name.removeprefix(LOCAL)
        if number.isdecimal() and int(number) > 0:
            return limit_jobs(int(number))
    elif "://" in name or os.path.isfile(name):
        return 0
    raise UsageError(_NO_CLUSTER.fill(found=repr(name)))


@contextmanager
def _quiet(is_closed: Callable[[], bool]) -> Iterator[None]:
    """Return a context in which Dask logs nothing; this module reports its errors.

    Logging stays off after an error and unless `is_closed`: a client that is still closing would
    print tracebacks.
    """
    names = [name for name in logging.root.manager.loggerDict if name.startswith(_TALKATIVE)]
    before = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    yield
    for name, level in before.items() if is_closed() else ():
        logging.getLogger(name).setLevel(level)


_TALKATIVE = ("distributed", "tornado", "asyncio")


def compute(message: bytes, version: str) -> bytes:
    """Return the answer to a message from a client with this version.  Raises `IneqSudokuError`
    if this worker has another one."""
    own = resolve_name(VERSION)
    if version != own:
        raise IneqSudokuError(_SOME_HAS.fill(other=own, version=version))
    return answer(message)


def _values(function: Callable[[T], V], arguments: list[T]) -> Collected[V]:
    """Compute the values of a function up to the first argument for which it raises an error."""
    return collect(map(function, arguments))
