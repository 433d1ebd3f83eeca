"""Many puzzles from Python: in this process, on all cores or with an executor.

Puzzles are sent to the executor in lists, short ones first.  The results come back in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import islice
from typing import TypeVar

from ineqsudoku.apps.batch.ordered_map import Executor, LocalProcesses, limit_jobs, map_ordered
from ineqsudoku.apps.batch.worker import Collected, collect
from ineqsudoku.puzzle import Puzzle

EXAMINED_TOGETHER = 8
"""The most puzzles that a worker validates or explains together."""

P = TypeVar("P")
V = TypeVar("V")


def map_puzzles(
    function: Callable[[Iterable[P]], Iterator[V]],
    puzzles: Iterable[P],
    jobs: int | None,
    executor: Executor | None,
) -> Iterator[V]:
    """Yield the values of `function` on an iterable of puzzles, by an executor if there is one."""
    if isinstance(puzzles, (str, bytes, Puzzle)):
        raise TypeError(f"expected an iterable of puzzles, got {type(puzzles).__name__}")
    chosen = choose_executor(jobs, executor)
    if chosen is None:
        return function(puzzles)
    return map_lists(function, puzzles, chosen, EXAMINED_TOGETHER)


def choose_executor(jobs: int | None, executor: Executor | None) -> Executor | None:
    """Return the executor that the arguments ask for; `None` for this process alone.

    Raises `ValueError` if they exclude each other.
    """
    if executor is not None and jobs is not None:
        raise ValueError("jobs and executor exclude each other")
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs is {jobs}, but must be at least 1 or None")
    return executor if jobs is None else LocalProcesses(limit_jobs(jobs))


def _results(puzzles: list[P], function: Callable[[Iterable[P]], Iterator[V]]) -> Collected[V]:
    return collect(function(puzzles))


def map_lists(
    function: Callable[[Iterable[P]], Iterator[V]],
    puzzles: Iterable[P],
    executor: Executor,
    most: int,
) -> Iterator[V]:
    """Yield the values of `function` on lists of up to `most` puzzles."""
    failures: list[Exception] = []
    lists = _lists(iter(puzzles), most, failures)
    with closing(map_ordered(partial(_results, function=function), lists, executor)) as results:
        for values, error in results:
            yield from values
            if error:
                raise error
    for failure in failures:
        raise failure


def _lists(puzzles: Iterator[P], most: int, failures: list[Exception]) -> Iterator[list[P]]:
    """Yield the puzzles in lists.

    An error that ends the puzzles is stored in `failures`, because earlier puzzles may also fail.
    """
    size = 1
    while True:
        taken, error = collect(islice(puzzles, size))
        if error:
            failures.append(error)
        if taken:
            yield taken
        if len(taken) < size:
            return
        size = min(2 * size, most)
