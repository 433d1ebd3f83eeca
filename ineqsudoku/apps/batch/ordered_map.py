"""The ordered map: in this process, in other processes of this machine, or by an executor.

Arguments are computed in chunks; the size of a chunk depends on the time that chunks take.  They
are consumed lazily: just enough chunks are under way to keep all workers busy.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from time import monotonic
from traceback import format_exc
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from ineqsudoku.errors import IneqSudokuError, UsageError
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import Puzzle, require_puzzles

PATIENCE = 0.1
"""Other processes are started after this many seconds of work; their start takes about as long."""

CHUNK = 0.05
"""Seconds that a chunk should take; an executor may have a time of its own as its `chunk`.

Sending a chunk to a process takes less than a hundredth of that.
"""

SHORT = 0.2
"""While processes start, this one goes on with chunks of less than this many seconds."""

LARGEST = 4096
"""The most arguments of a chunk."""

AHEAD = 4
"""The chunks per worker that are under way, besides the next one to be yielded."""

FOREIGN_WORKERS = 4
"""The number of workers of an executor without the attribute `workers`."""

JOBS_PER_CORE = 4
"""More processes per core take memory without being faster."""

T = TypeVar("T")
V = TypeVar("V")


class Future(Protocol):
    """A value that is computed elsewhere."""

    def result(self) -> Any: ...
    def done(self) -> bool: ...
    def cancel(self) -> object: ...


class Executor(Protocol):
    """Calls functions elsewhere: `Cluster`, and all executors of `concurrent.futures`.

    Most of them need picklable functions, arguments and values.
    """

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future: ...


Workers: TypeAlias = Executor | int
"""An executor, or the most processes of this machine; 1 is this process alone."""


@contextmanager
def open_workers(cluster: str | None, jobs: int | None, usual: int = 1) -> Iterator[Workers]:
    """Return a context with the workers of a cluster, or `jobs` processes of this machine.

    `usual` is the number of processes if neither is given.  Raises `UsageError` if both are given,
    and like `Cluster`.
    """
    if cluster is None:
        yield limit_jobs(jobs or usual)
        return
    if jobs is not None:
        raise UsageError(_BOTH)
    from ineqsudoku.apps.batch.cluster import Cluster

    with Cluster(cluster) as executor:
        yield executor


def choose_workers(jobs: int | None, executor: Executor | None) -> Workers:
    """Return the workers that arguments ask for; 1, this process alone, if they are `None`.

    Raises `ValueError` if both are given, and if `jobs` is below 1.
    """
    if executor is not None and jobs is not None:
        raise ValueError("jobs and executor exclude each other")
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs is {jobs}, but must be at least 1 or None")
    return limit_jobs(jobs or 1) if executor is None else executor


def map_puzzles(
    function: Callable[[Puzzle], V],
    puzzles: Iterable[Puzzle],
    jobs: int | None,
    executor: Executor | None,
) -> Iterator[V]:
    """Yield the values of `function` for the puzzles; arguments as in `choose_workers`."""
    require_puzzles(puzzles)
    return map_ordered(function, puzzles, choose_workers(jobs, executor))


class WorkerLost(IneqSudokuError):
    """A worker process ended without an answer."""


_BOTH = Message("batch.cluster-and-jobs", "--cluster and --jobs exclude each other")
_LOST = Message(
    "batch.lost", "a worker process ended unexpectedly; if memory is short, use fewer --jobs"
)


def map_ordered(
    function: Callable[[T], V], arguments: Iterable[T], workers: Workers
) -> Generator[V, None, None]:
    """Yield the values of `function` in the order of its arguments.

    Processes of this machine take over once the work has taken `PATIENCE` seconds.  Close the
    generator to stop the work.  Raises what the arguments and the function raise, after the
    values before, and `WorkerLost`.
    """
    compute = partial(_compute, function)
    chunks = _Chunks(arguments)
    if isinstance(workers, int):
        yield from _map_in_processes(compute, chunks, workers)
    else:
        due: deque[Future] = deque()
        try:
            yield from _map_there(compute, chunks, workers, due)
        finally:
            for future in due:
                future.cancel()
    if chunks.error:
        raise chunks.error


class _Values(NamedTuple):
    """The values of a chunk, the error that ended them, and the seconds that they took.

    `trace` is the traceback of the error, which is lost between processes.
    """

    values: list[Any]
    seconds: float
    error: Exception | None = None
    trace: str = ""


def _compute(function: Callable[[T], object], chunk: list[T]) -> _Values:
    values: list[object] = []
    begun = monotonic()
    try:
        values.extend(map(function, chunk))  # `extend` keeps the values before an error.
    except Exception as error:  # the caller raises it after the values before it
        return _Values(values, monotonic() - begun, error, format_exc())
    return _Values(values, monotonic() - begun)


class _Chunks:
    """The chunks of arguments; their size follows the time that earlier chunks took.

    `seconds`: the time that a chunk should take.  `are_short`: whether the last chunk took less
    than `SHORT`.  `error`: the error that ended the arguments.
    """

    def __init__(self, arguments: Iterable[Any]) -> None:
        self._arguments = iter(arguments)
        self._size = 1
        self.seconds = CHUNK
        self.are_short = True
        self.error: Exception | None = None

    def __iter__(self) -> Iterator[list[Any]]:
        while True:
            chunk: list[Any] = []
            try:
                chunk.extend(islice(self._arguments, self._size))
            except Exception as error:  # raised after the values of the arguments before it
                self.error, self._arguments = error, iter(())
            if not chunk:
                return
            yield chunk

    def give_back(self, chunk: list[Any]) -> None:
        self._arguments = chain(chunk, self._arguments)

    def values(self, computed: _Values) -> Iterator[Any]:
        """Yield the values of a chunk.  Raises its error."""
        number = len(computed.values)
        self.are_short = computed.seconds < SHORT
        fitting = number * self.seconds / max(computed.seconds, 1e-9)
        self._size = int(max(1, min(fitting, 2 * self._size, LARGEST)))
        yield from computed.values
        if error := computed.error:
            if error.__traceback__ is None:
                error.add_note(f"In a worker process:\n{computed.trace}")
            raise error


Compute: TypeAlias = Callable[[list[Any]], _Values]


def _map_in_processes(compute: Compute, chunks: _Chunks, jobs: int) -> Iterator[Any]:
    """Yield values: from this process at first and, if that takes long, from others."""
    if not (yield from _map_here(compute, chunks, lambda seconds: jobs > 1 and seconds > PATIENCE)):
        return
    from ineqsudoku.apps.cli.exits import block_signals

    with block_signals():  # An import may lose the exception of Ctrl-C.
        from ineqsudoku.apps.batch.processes import Processes
    with Processes(jobs) as pool:
        is_ready = pool.start()
        if (yield from _map_here(compute, chunks, lambda _: is_ready() or not chunks.are_short)):
            yield from _map_there(compute, chunks, pool, deque())


def _map_here(
    compute: Compute, chunks: _Chunks, is_enough: Callable[[float], bool]
) -> Generator[Any, None, bool]:
    """Yield values that this process computes, until `is_enough` is true of the seconds taken.

    Returns whether arguments are left then.
    """
    seconds = 0.0
    for chunk in chunks:
        if is_enough(seconds):
            chunks.give_back(chunk)
            return True
        computed = compute(chunk)
        seconds += computed.seconds
        yield from chunks.values(computed)
    return False


def _map_there(
    compute: Compute, chunks: _Chunks, executor: Executor, due: deque[Future]
) -> Iterator[Any]:
    """Yield values that an executor computes; `due` has the futures that are under way."""
    chunks.seconds = getattr(executor, "chunk", CHUNK)
    try:
        for chunk in chunks:
            due.append(executor.submit(compute, chunk))
            most = AHEAD * getattr(executor, "workers", FOREIGN_WORKERS)
            while due and (due[0].done() or len(due) > most):
                yield from chunks.values(due.popleft().result())
        while due:
            yield from chunks.values(due.popleft().result())
    except BrokenExecutor:
        raise WorkerLost(_LOST) from None


def cores() -> int:
    """Return the number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def limit_jobs(jobs: int) -> int:
    """Limit `jobs` to `JOBS_PER_CORE` per core."""
    return min(jobs, JOBS_PER_CORE * cores())
