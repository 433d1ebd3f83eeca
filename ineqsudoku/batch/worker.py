"""A worker process, which computes the messages of its parent.

A message is a pickled pair of a function and its argument.  The answer is a pickled pair:
`True` and the value, or `False` and the exception that the function raised.
"""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pickle import HIGHEST_PROTOCOL, dumps, loads

LOOK = 0.2
"""Seconds between two checks that the parent is still there."""


def message(function: Callable[..., object], argument: object) -> bytes:
    return dumps((function, argument), HIGHEST_PROTOCOL)


def serve(descriptor: int, parent: int) -> None:
    """Answer messages on a connection until it is closed or the process `parent` is gone."""
    end_with(parent)
    with suppress(EOFError, OSError), Connection(descriptor) as connection:
        while True:
            connection.send_bytes(answer(connection.recv_bytes()))
    os._exit(0)


def answer(message: bytes) -> bytes:
    try:
        function, argument = loads(message)
        return dumps((True, function(argument)), HIGHEST_PROTOCOL)
    except Exception as error:  # The parent raises it.
        error.add_note(f"In a worker process:\n{traceback.format_exc()}")
        with suppress(Exception):
            answer = dumps((False, error))
            loads(answer)
            return answer
        return dumps((False, RuntimeError(f"{error!r} cannot be pickled")))


def end_with(parent: int) -> None:
    """End this process when the process `parent` is gone.

    A closed connection is noticed only between two messages, and a message may take long.
    """

    def look(*_: object) -> None:
        if os.getppid() != parent:
            os._exit(1)

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, LOOK, LOOK)
