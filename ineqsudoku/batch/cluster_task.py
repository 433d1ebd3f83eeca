"""The task that a worker of a cluster computes."""

from __future__ import annotations

from collections.abc import Callable
from pkgutil import resolve_name
from time import perf_counter
from typing import Generic, NamedTuple, TypeVar

from ineqsudoku.batch.collecting import collect
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


class Evaluated(NamedTuple, Generic[V]):
    """Like `Collected`, with the seconds that all values took."""

    values: list[V]
    error: Exception | None
    seconds: float


def evaluated(function: Callable[[T], V], arguments: list[T]) -> Evaluated[V]:
    """Compute the values of a function up to the first argument for which it raises an error."""
    begun = perf_counter()
    values, error = collect(map(function, arguments))
    return Evaluated(values, error, perf_counter() - begun)
