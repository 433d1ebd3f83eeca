"""The task that a worker of a cluster computes."""

from __future__ import annotations

from collections.abc import Callable
from pkgutil import resolve_name
from time import perf_counter
from typing import Generic, NamedTuple, TypeVar

from ineqsudoku.batch.collecting import Collected, collect
from ineqsudoku.batch.worker import answer

VERSION = "ineqsudoku:__version__"
"""The name that holds the version of this package, for `pkgutil.resolve_name`."""

T = TypeVar("T")
V = TypeVar("V")


class OtherVersion(Exception):
    """A worker has another version of this package than the client."""


def computed(message: bytes, version: str) -> bytes:
    """Return the answer to a message from a client with this version.  Raises `OtherVersion`."""
    own = resolve_name(VERSION)
    if version != own:
        raise OtherVersion(
            f"a worker has ineqsudoku {own}; install ineqsudoku {version} on all workers"
        )
    return answer(message)


class Timed(NamedTuple, Generic[V]):
    """A value, and the seconds that it took."""

    value: V
    seconds: float


def timed(function: Callable[[T], V], argument: T) -> Timed[V]:
    begun = perf_counter()
    value = function(argument)
    return Timed(value, perf_counter() - begun)


def evaluated(function: Callable[[T], V], arguments: list[T]) -> Collected[V]:
    """Compute the values of a function up to the first argument for which it raises an error."""
    return collect(map(function, arguments))
