"""A worker process, which answers one request after another.

Requests are read from standard input, and answers are written to standard output.  Each is a line
with the name of the request or the status of the answer and a number of bytes, then these bytes.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from typing import BinaryIO

from ineqsudoku.web.api import answer_text, error_text

FAILED = 500

MEMORY = 2 * 1024**3
"""Bytes of address space; a request that needs more fails."""

READY = b"ready\n"
"""The first line on standard output."""

_WARM_UP = "." * 108


def serve(time_limit: float) -> None:
    """Answer until standard input ends.

    The parent ends a worker at the time limit.  In case that the parent is gone, an alarm ends
    the worker a second later, even within a C kernel.
    """
    _limit_memory()
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # Whatever else is printed must not mix with answers.
    answer_text("read", f'{{"text": "{_WARM_UP}"}}')  # Loads the grammars, before anybody waits.
    answers.write(READY)
    answers.flush()
    while header := requests.readline():
        name, size = header.decode().split()
        body = requests.read(int(size))
        _set_alarm(time_limit + 1)
        status, text = _answer(name, body)
        _set_alarm(0)
        _write(answers, status, text.encode())


def _answer(name: str, body: bytes) -> tuple[int, str]:
    try:
        return answer_text(name, body)
    except Exception:  # No request may end the worker.
        sys.stderr.write(f"request {name}:\n{traceback.format_exc()}")
        return FAILED, error_text("The server failed to answer; its standard error says why.")


def _write(answers: BinaryIO, status: int, body: bytes) -> None:
    answers.write(f"{status} {len(body)}\n".encode() + body)
    answers.flush()


def _set_alarm(seconds: float) -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Not on Windows.
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    least = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
    resource.setrlimit(resource.RLIMIT_AS, (least, most))
