"""`Cluster`: an executor that shares work among the workers of a Dask cluster.

A task is a pickled pair of a function and its arguments, and its answer is pickled, too, because
Dask would look for tasks in plain values.  Dask repeats the tasks of a worker that is lost.

Dask itself uses pickle between client, scheduler and workers, so all of them must trust one
another.  Needs `ineqsudoku[cluster]`.
"""

from __future__ import annotations

import logging
import os
from asyncio import run_coroutine_threadsafe
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, wait
from contextlib import ExitStack, contextmanager, suppress
from pickle import HIGHEST_PROTOCOL, dumps, loads
from pkgutil import resolve_name
from time import monotonic, sleep
from typing import Any, NamedTuple, NoReturn, Self

from ineqsudoku.errors import IneqSudokuError, UsageError
from ineqsudoku.messages import Message

CHUNK = 0.1
"""Seconds that a chunk should take: a task costs client and scheduler some milliseconds."""

LOOK = 0.2
"""Seconds between two checks that scheduler and workers are still there."""

SHORT_LOOK = 0.005
"""Seconds between two checks whether a task has ended; they send no request."""

REACH = 10.0
"""Seconds within which the scheduler must answer."""

PATIENCE = 30.0
"""Seconds to wait for a worker when there is none."""

CLOSING = 0.3
"""Seconds for disconnecting from the scheduler."""

VERSION = "ineqsudoku:__version__"
"""The name that holds the version of this package, for `pkgutil.resolve_name`."""

FORGETFUL = {
    "distributed.admin.low-level-log-length": 0,
    "distributed.admin.system-monitor.log-length": 1,
}
"""Without these settings, Dask keeps its last 1000 messages, with the texts of puzzles in them."""


_NO_DASK = Message("cluster.no-dask", "--cluster needs Dask: pip install 'ineqsudoku[cluster]'")
_NO_CLUSTER = Message(
    "cluster.no-cluster",
    "expected an address such as tcp://HOST:8786 or a scheduler file, got {found}",
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

    `name` is the scheduler's address, such as `tcp://HOST:8786`, or the path of a scheduler file.
    `security` is a `distributed.Security`; without it, Dask's configuration decides which keys and
    certificates are used.

    Raises `UsageError` for any other name, and `IneqSudokuError` if Dask is not installed.  On
    entering the context, raises `IneqSudokuError` if the scheduler cannot be reached or has no
    workers.
    """

    chunk = CHUNK

    def __init__(self, name: str, security: object = None) -> None:
        if "://" not in name and not os.path.isfile(name):
            raise UsageError(_NO_CLUSTER.fill(found=repr(name)))
        self.name = name
        self._security = security
        self._client: Any = None
        self._stack = ExitStack()
        self._threads = 1
        self._looked = 0.0
        self._seen = 0.0

    def __enter__(self) -> Self:
        with ExitStack() as stack:
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

    @property
    def client(self) -> Any:
        """The connected `distributed.Client`."""
        return self._client

    @property
    def workers(self) -> int:
        """The number of threads of all workers."""
        self._look_now_and_then(1.0)
        return self._threads

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> ClusterFuture:
        """Return the future value of a function.  Function, arguments and value must be picklable.

        Raises `IneqSudokuError` if the scheduler is lost.
        """
        request = dumps((function, arguments), HIGHEST_PROTOCOL)
        try:
            future = self._client.submit(
                call, request, resolve_name(VERSION), pure=False, retries=2, priority=0
            )
        except Exception as error:  # Dask raises many kinds when a connection is lost.
            self._raise_loss(error)
        return ClusterFuture(self, future)

    def value(self, future: Any) -> Any:
        """Wait for the value of a task.

        Raises `IneqSudokuError` if its function raised, if the scheduler or all workers are lost,
        or if a worker has another version of this package.
        """
        try:
            answer = self._fetch(future)
        except IneqSudokuError:
            raise
        except ImportError as error:
            raise IneqSudokuError(
                _SOME_LACKS.fill(cluster=self.name, error=str(error), version=resolve_name(VERSION))
            ) from None
        except Exception as error:  # As above.
            self._raise_loss(error)
        future.release()
        return loads(answer)

    def _connect(self) -> None:
        import dask
        from distributed import Client

        where: dict[str, object] = {"address": self.name, "timeout": REACH}
        if os.path.isfile(self.name):
            where = {"scheduler_file": self.name, "timeout": REACH}
        # without `__init__`, which may fail: the client is needed even then
        client = Client.__new__(Client)
        try:
            with dask.config.set(FORGETFUL):
                client.__init__(
                    **where,
                    set_as_default=False,
                    security=self._security,
                    direct_to_workers=False,
                    heartbeat_interval="1s",
                )
        except (OSError, ValueError, TypeError, KeyError, AssertionError) as error:
            client.status = "closed"  # Its destructor would try again, for a long time.
            if isinstance(error, AssertionError):  # the file has no address
                raise UsageError(_NO_CLUSTER.fill(found=repr(self.name))) from None
            reason = str(error).partition("\n")[0]
            why = _UNREACHABLE_BY_TLS if self.name.startswith("tls://") else _UNREACHABLE
            raise IneqSudokuError(why.fill(scheduler=self.name, reason=reason)) from None
        self._client = client
        self._seen = monotonic()
        while not self._count_threads():
            if monotonic() > self._seen + PATIENCE:
                raise IneqSudokuError(_NO_WORKERS.fill(scheduler=self.name))
            with suppress(TimeoutError):
                self._client.wait_for_workers(1, timeout=LOOK)
            self._require_scheduler()
        self._seen = monotonic()
        self._require_version()

    def _require_version(self) -> None:
        """Check the version of all workers, as a worker without this package dies of its tasks."""
        try:
            # A worker without this package can only run functions of the standard library.
            versions = self._client.run(resolve_name, VERSION, on_error="return")
        except Exception as error:  # As above.
            self._raise_loss(error)
        for worker, version in versions.items():
            own = resolve_name(VERSION)
            if isinstance(version, (ImportError, AttributeError)):
                raise IneqSudokuError(
                    _WORKER_LACKS.fill(worker=worker, error=str(version), version=own)
                )
            # Other errors mean that the worker is lost again; a task would report its version.
            if not isinstance(version, Exception) and version != own:
                raise IneqSudokuError(_WORKER_HAS.fill(worker=worker, other=version, version=own))

    def _disconnect(self) -> None:
        if self._client is None:
            return
        with suppress(Exception):
            self._client.close(timeout=CLOSING)
        if self._client.status == "closed":
            self._client = None
        else:  # Its destructor would try again, for a long time.
            self._client.status = "closed"

    def _fetch(self, future: Any) -> bytes:
        """Wait for a task and fetch its answer.  Raises the errors of the task and of Dask.

        Dask must not get a time limit: if it ended during the transfer of the answer, later
        attempts to fetch the answer would fail, too.
        """
        self._wait(future.done, SHORT_LOOK)
        fetching = run_coroutine_threadsafe(
            self._client.gather(future, asynchronous=True), self._client.loop.asyncio_loop
        )
        self._wait(lambda: bool(wait([fetching], timeout=LOOK).done), 0)
        answer: bytes = fetching.result()
        return answer

    def _wait(self, is_done: Callable[[], bool], seconds: float) -> None:
        """Wait until `is_done`, with pauses of some `seconds`.  Raises like `value`."""
        while not is_done():
            self._look_now_and_then(LOOK)
            sleep(seconds)

    def _look_now_and_then(self, seconds: float) -> None:
        """Raise `IneqSudokuError` if the scheduler or all workers are lost for good.

        Looks at most once in `seconds`.
        """
        if monotonic() < self._looked + seconds:
            return
        self._looked = monotonic()
        self._require_scheduler()
        if threads := self._count_threads():
            self._threads, self._seen = threads, self._looked
        elif self._looked > self._seen + PATIENCE:
            raise IneqSudokuError(_ALL_LOST.fill(cluster=self.name))

    @property
    def _has_scheduler(self) -> bool:
        is_running: bool = self._client.status == "running"
        return is_running

    def _require_scheduler(self) -> None:
        if not self._has_scheduler:
            self._raise_loss(None)

    def _count_threads(self) -> int:
        try:
            return sum(self._client.nthreads().values())
        except Exception as error:  # As above.
            self._raise_loss(error)

    def _raise_loss(self, error: Exception | None) -> NoReturn:
        from distributed import KilledWorker

        if isinstance(error, KilledWorker):
            raise IneqSudokuError(_TASK_LOST.fill(cluster=self.name)) from None
        # Only the scheduler is connected to the client, so an `OSError` means that it is lost.
        if error and self._has_scheduler and not isinstance(error, (CancelledError, OSError)):
            message = _TASK_FAILED.fill(cluster=self.name, error=repr(error))
            raise IneqSudokuError(message) from None
        raise IneqSudokuError(_SCHEDULER_LOST.fill(scheduler=self.name)) from None


class ClusterFuture(NamedTuple):
    """A value that a worker of a cluster computes."""

    cluster: Cluster
    future: Any

    def result(self) -> Any:
        """Wait for the value.  Raises like `Cluster.value`."""
        return self.cluster.value(self.future)

    def done(self) -> bool:
        is_done: bool = self.future.done()
        return is_done

    def cancel(self) -> None:
        """Give up the value, without waiting: a lost scheduler does not answer."""
        with suppress(Exception):
            self.future.release()


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


def call(request: bytes, version: str) -> bytes:
    """Return the answer to a request from a client with this version.  Raises `IneqSudokuError`
    if this worker has another one."""
    own = resolve_name(VERSION)
    if version != own:
        raise IneqSudokuError(_SOME_HAS.fill(other=own, version=version))
    function, arguments = loads(request)
    return dumps(function(*arguments), HIGHEST_PROTOCOL)
