"""Ordered parallel map: over processes of this machine if the work is long, or over a cluster."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import NamedTuple, Protocol, TypeVar

from ineqsudoku.errors import UsageError
from ineqsudoku.messages import Message

PATIENCE = 0.1
"""Seconds of work after which other processes are started, which takes about half as long."""

LEAST_WORK = 0.0005
"""Seconds of a call for which it is worth being sent to another process and back."""

JOBS_PER_CORE = 4
"""More processes per core take memory without being faster."""

T = TypeVar("T")
V = TypeVar("V")


class Executor(Protocol):
    """Computes values elsewhere, for instance in other processes or on other machines.

    The executors of `concurrent.futures` are executors too, but consume all arguments at once.
    """

    def map(self, function: Callable[[T], V], arguments: Iterable[T], /) -> Iterator[V]:
        """Yield the values of `function` in the order of its arguments."""


class LocalProcesses(NamedTuple):
    """Up to `jobs` worker processes if the work is long; this process if `jobs` is 1, and on
    Windows."""

    jobs: int

    def map(self, function: Callable[[T], V], arguments: Iterable[T], /) -> Iterator[V]:
        """Yield the values of `function` in the order of its arguments, which are consumed lazily.

        The processes take over once calls that are worth it have taken `PATIENCE` seconds.  Raises
        like `map_in_processes`.
        """
        remaining = iter(arguments)
        worth = 0.0
        for argument in remaining:
            start = monotonic()
            value = function(argument)
            seconds = monotonic() - start
            worth += seconds if seconds > LEAST_WORK else 0
            yield value
            # Signals are blocked while a worker starts, which Windows cannot do.
            if worth > PATIENCE and self.jobs > 1 and hasattr(signal, "pthread_sigmask"):
                from ineqsudoku.apps.batch.processes import map_in_processes

                yield from map_in_processes(function, remaining, self.jobs, seconds)


@contextmanager
def open_executor(cluster: str | None, jobs: int | None) -> Iterator[Executor]:
    """Return a context with an executor: a cluster (see `Cluster`) or processes of this machine.

    `jobs` is the most processes, by default one per core.  Raises like `Cluster`, and
    `UsageError` if both are given.
    """
    if cluster is None:
        yield LocalProcesses(limit_jobs(jobs or cores()))
        return
    if jobs is not None:
        raise UsageError(
            Message("batch.cluster-and-jobs", "--cluster and --jobs exclude each other")
        )
    from ineqsudoku.apps.batch.cluster import Cluster

    with Cluster(cluster) as executor:
        yield executor


@contextmanager
def open_executor_if_several(cluster: str | None, jobs: int | None) -> Iterator[Executor | None]:
    """Like `open_executor`, but `None` for one job without a cluster: this process works alone."""
    if cluster is None and (jobs is None or jobs == 1):
        yield None
        return
    with open_executor(cluster, jobs) as executor:
        yield executor


def map_ordered(
    function: Callable[[T], V], arguments: Iterable[T], executor: Executor
) -> Generator[V, None, None]:
    """Yield the values of `function` in the order of its arguments, which are consumed lazily.

    Most executors require picklable functions, arguments and values.  Close the generator to
    stop the work.  Raises what the function and the executor raise.
    """
    yield from executor.map(function, arguments)


def cores() -> int:
    """Return the number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def limit_jobs(jobs: int) -> int:
    """Limit `jobs` to `JOBS_PER_CORE` per core."""
    return min(jobs, JOBS_PER_CORE * cores())
