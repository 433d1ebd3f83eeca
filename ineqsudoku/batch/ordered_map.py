"""Ordered parallel map: in this process at first, by an executor if the work is long."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from time import monotonic
from typing import NamedTuple, Protocol, TypeVar

PATIENCE = 0.25
"""Seconds that the work must have taken before other processes are worth their start."""

JOBS_PER_CORE = 4
"""More processes than that take memory and gain nothing."""

T = TypeVar("T")
V = TypeVar("V")


class Executor(Protocol):
    """Computes values elsewhere, for instance in other processes or on other machines.

    The executors of `concurrent.futures` fit, but take all arguments at once.
    """

    def map(self, function: Callable[[T], V], arguments: Iterable[T], /) -> Iterator[V]:
        """The values of `function` in the order of its arguments."""


class LocalProcesses(NamedTuple):
    """Up to `jobs` worker processes; with one job, and on Windows, this process instead."""

    jobs: int

    def map(self, function: Callable[[T], V], arguments: Iterable[T], /) -> Iterator[V]:
        """The values of `function` in the order of its arguments, which are taken as needed.

        Raises as `Processes.map`.
        """
        # `Processes` holds signals back while it starts a worker, which Windows cannot.
        if self.jobs < 2 or not hasattr(signal, "pthread_sigmask"):
            yield from map(function, arguments)
            return
        from ineqsudoku.batch.processes import Processes

        yield from Processes(self.jobs).map(function, arguments)


def map_ordered(
    function: Callable[[T], V], arguments: Iterable[T], executor: Executor
) -> Generator[V, None, None]:
    """The values of `function` in the order of its arguments, which are taken as needed.

    The executor takes over once the work has taken `PATIENCE` seconds.  Function, arguments
    and values must be picklable for it.  Close the generator to stop the work.  Raises what
    the function and the executor raise.
    """
    remaining = iter(arguments)
    deadline = monotonic() + PATIENCE
    for argument in remaining:
        yield function(argument)
        if monotonic() > deadline:
            yield from executor.map(function, remaining)


def cores() -> int:
    """The number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def limited(jobs: int) -> int:
    """At most `JOBS_PER_CORE` jobs for each core."""
    return min(jobs, JOBS_PER_CORE * cores())
