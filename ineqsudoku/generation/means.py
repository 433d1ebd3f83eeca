"""What the search for a puzzle may use: time, other processes, and a program to fail."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from time import time
from typing import NamedTuple, Protocol, TypeVar

from ineqsudoku.diagnose.progress import Progress, silent
from ineqsudoku.puzzle import Grid, Puzzle

T = TypeVar("T")
V = TypeVar("V")


class Mapping(Protocol):
    """Computes the values of a function in the order of its arguments, which are taken as needed.

    Function, arguments and values are picklable.  Closing the generator stops the work.
    """

    def __call__(
        self, function: Callable[[T], V], arguments: Iterable[T], /
    ) -> Generator[V, None, None]: ...


def one_by_one(function: Callable[[T], V], arguments: Iterable[T], /) -> Generator[V, None, None]:
    """The mapping of this process."""
    yield from map(function, arguments)


class Trial(NamedTuple):
    """A run of a program on a puzzle: the `seconds` that it took, and its `failure`, if any."""

    seconds: float
    failure: str | None = None


Program = Callable[[Puzzle, Grid], Trial]
"""Runs a program on a puzzle whose only solution is known."""


@dataclass(frozen=True, slots=True)
class Means:
    """`deadline` is a time of `time.time`, as the workers of a cluster have no other common clock.

    `mapped` computes the parts of the work on one puzzle; what it computes them on is no part of
    the result.  `against` is the program that is to fail.  `progress` is called with what the
    search is at.
    """

    deadline: float | None = None
    mapped: Mapping = one_by_one
    against: Program | None = None
    progress: Progress = silent

    @property
    def is_over(self) -> bool:
        """Whether the time is."""
        return self.deadline is not None and time() > self.deadline

    @property
    def alone(self) -> Means:
        """The means of a part of the work, which another process can get."""
        return Means(self.deadline)
