"""A function of many things, on all cores, its values in the order of the things."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from ineqsudoku.errors import IneqSudokuError

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

PATIENCE = 0.25
"""Seconds that the work must have taken before other processes are worth their start."""

AHEAD = 3
"""Things that wait or are worked on, for each process; so many values may have to be kept."""

T = TypeVar("T")
V = TypeVar("V")


def mapped(function: Callable[[T], V], things: Iterable[T], jobs: int) -> Generator[V, None, None]:
    """The values of the things, in order; `jobs` processes share the work if it is long.

    `function`, things and values must be picklable.  Close the generator to stop the work.
    Raises `IneqSudokuError` when a process is killed by somebody else.
    """
    remaining = iter(things)
    deadline = monotonic() + PATIENCE
    for thing in remaining:
        yield function(thing)
        if jobs > 1 and monotonic() > deadline:
            yield from _in_processes(function, remaining, jobs)


def _in_processes(function: Callable[[T], V], things: Iterator[T], jobs: int) -> Iterator[V]:
    import multiprocessing
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

    # A fork of a process that draws a progress bar would copy locks that nobody opens.
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(jobs, context, _begin)
    pending: deque[Future[V]] = deque()
    try:
        for thing in things:
            pending.append(_submitted(executor, function, thing))
            if len(pending) > AHEAD * jobs:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    except BrokenExecutor:
        raise IneqSudokuError("a process that shared the work was killed") from None
    except BaseException:
        # Nobody wants the rest of the work.  To shut down first and terminate then would leave
        # a thread behind that feeds a queue which nobody reads.
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        executor.shutdown()


def _submitted(executor: Executor, function: Callable[[T], V], thing: T) -> Future[V]:
    """Processes start as they are needed, and until they can take it, Ctrl-C must not reach
    them: it would make them print a traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        return executor.submit(function, thing)
    signals = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return executor.submit(function, thing)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, signals)


def _begin() -> None:
    """The first thing in a process: it shall end silently on Ctrl-C and with its parent."""
    import threading

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A parent that is killed cannot stop its children, and they would wait forever."""
    import multiprocessing
    import os

    if parent := multiprocessing.parent_process():
        parent.join()
    os._exit(1)
