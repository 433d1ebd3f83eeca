"""The resources of the search for a puzzle: time, other processes, and a program to defeat."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from time import time
from typing import Protocol, TypeVar

from ineqsudoku.diagnose.progress import Progress, silent
from ineqsudoku.puzzle import Grid, Puzzle

T = TypeVar("T")
V = TypeVar("V")


class Mapping(Protocol):
    """Yields the values of a function in the order of its arguments, which are consumed lazily.

    Function, arguments and values must be picklable.  Closing the generator stops the work.
    """

    def __call__(
        self, function: Callable[[T], V], arguments: Iterable[T], /
    ) -> Generator[V, None, None]: ...


def one_by_one(function: Callable[[T], V], arguments: Iterable[T], /) -> Generator[V, None, None]:
    """Yield the values one by one, in this process."""
    yield from map(function, arguments)


@dataclass(frozen=True, slots=True)
class Trial:
    """A run of a program on a puzzle.

    `seconds`
        The CPU time of the run in seconds.
    `failure`
        How the program failed; `None` if it did not.
    """

    seconds: float
    failure: str | None = None


Program = Callable[[Puzzle, Grid], Trial]
"""Runs a program on a puzzle whose only solution is known."""


@dataclass(frozen=True, slots=True)
class Means:
    """The resources of a search.

    `deadline`: a time of `time.time`, the only clock that the workers of a cluster share.
    `mapped`: computes the parts of the work on one puzzle; the result does not depend on it.
    `against`: the program that shall fail.
    `progress`: called with the state of the search.
    """

    deadline: float | None = None
    mapped: Mapping = one_by_one
    against: Program | None = None
    progress: Progress = silent

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return self.deadline is not None and time() > self.deadline

    @property
    def alone(self) -> Means:
        """The means for a part of the work; they can be sent to another process, where they report
        no progress."""
        return Means(self.deadline, progress=_Here(self.progress))


class _Here:
    """Reports progress in this process only: pickled, it becomes `silent`."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def __call__(self, work: str, done: int, total: int) -> None:
        self._progress(work, done, total)

    def __reduce__(self) -> tuple[Callable[[], Progress], tuple[()]]:
        return _silent, ()


def _silent() -> Progress:
    return silent
