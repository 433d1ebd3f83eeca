"""Collect the values of an iterable up to the error that ends it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

V = TypeVar("V")


class Collected(NamedTuple, Generic[V]):
    """The values of an iterable, and the error that ended them."""

    values: list[V]
    error: Exception | None


def collect(values: Iterable[V]) -> Collected[V]:
    collected: list[V] = []
    try:
        collected.extend(values)  # `extend` keeps the values before an error.
    except Exception as error:  # The caller raises it, after the values before.
        return Collected(collected, error)
    return Collected(collected, None)
