"""A worker process, which computes the messages of its parent.

A message is a pickled pair of a function and its argument.  The answer is a pickled triple:
`True` and the value, or `False` and the exception that the function raised; and the seconds that
the function took.  The number of bytes is sent before both.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from pickle import HIGHEST_PROTOCOL, dumps, loads
from time import monotonic
from typing import Generic, NamedTuple, TypeVar

HEADER = 8
"""The bytes of the number before a message or an answer."""

LOOK = 0.2
"""Seconds between two checks that the parent is still there."""

V = TypeVar("V")


def message(function: Callable[..., object], argument: object) -> bytes:
    return dumps((function, argument), HIGHEST_PROTOCOL)


def framed(data: bytes) -> bytes:
    return len(data).to_bytes(HEADER, "big") + data


def serve(parent: int) -> None:
    """Answer messages on standard input until it ends or the process `parent` is gone."""
    end_with(parent)
    messages, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # Whatever else is printed must not mix with answers.
    with suppress(Exception):  # The parent says that it lost this process.
        while size := int.from_bytes(messages.read(HEADER), "big"):
            answers.write(framed(answer(messages.read(size))))
            answers.flush()
    os._exit(1)


def answer(message: bytes) -> bytes:
    try:
        function, argument = loads(message)
        begun = monotonic()
        value = function(argument)
        return dumps((True, value, monotonic() - begun), HIGHEST_PROTOCOL)
    except Exception as error:  # The parent raises it.
        error.add_note(f"In a worker process:\n{traceback.format_exc()}")
        with suppress(Exception):
            answer = dumps((False, error, 0.0))
            loads(answer)
            return answer
        return dumps((False, RuntimeError(f"{error!r} cannot be pickled"), 0.0))


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


def end_with(parent: int) -> None:
    """End this process when the process `parent` is gone, also within a C kernel.

    The end of a pipe is noticed only between two messages, and a message may take long.
    """
    if not hasattr(signal, "setitimer"):  # On Windows.
        return

    def look(*_: object) -> None:
        if os.getppid() != parent:
            os._exit(1)

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, LOOK, LOOK)
