"""Ordered parallel map: in this process at first, in several if the work is long."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterable
from time import monotonic
from typing import TypeVar

PATIENCE = 0.25
"""Seconds that the work must have taken before other processes are worth their start."""

JOBS_PER_CORE = 4
"""More processes than that take memory and gain nothing."""

T = TypeVar("T")
V = TypeVar("V")


def mapped(
    function: Callable[[T], V], arguments: Iterable[T], jobs: int
) -> Generator[V, None, None]:
    """The values of `function` in the order of its arguments, which are taken as needed.

    Up to `jobs` processes share the work once it has taken `PATIENCE` seconds; on Windows one
    process does it all.  Function, arguments and values must be picklable.  Close the generator
    to stop the work.  Raises as `Processes.map`.
    """
    remaining = iter(arguments)
    deadline = monotonic() + PATIENCE
    for argument in remaining:
        yield function(argument)
        # `Processes` holds signals back while it starts a worker, which Windows cannot.
        if jobs > 1 and hasattr(signal, "pthread_sigmask") and monotonic() > deadline:
            from ineqsudoku.cli.processes import Processes

            yield from Processes(jobs).map(function, remaining)


def cores() -> int:
    """The number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def limited(jobs: int) -> int:
    """At most `JOBS_PER_CORE` jobs for each core."""
    return min(jobs, JOBS_PER_CORE * cores())
