"""What a worker process of the server computes: `prepare` at its start, then answers."""

from __future__ import annotations

import resource
import signal
import sys
import traceback

from ineqsudoku.apps.web.api import answer_text, error_text
from ineqsudoku.messages import Message, use_language

FAILED = 500

SHORT = 1.0
"""Seconds of processor time after which a request is not a short one."""

MEMORY = 2 * 1024**3
"""Bytes of address space; a request that needs more fails."""

_WARM_UP = "." * 108


def prepare(_: None) -> None:
    """Limit the memory of this process, and load the grammars before anybody waits."""
    _limit_memory()
    answer_text("read", f'{{"text": "{_WARM_UP}"}}')


def answer_soon(request: tuple[str, bytes, str]) -> tuple[int, str]:
    """Return like `answer`, in a process that SIGPROF ends if that takes more than `SHORT`."""
    signal.setitimer(signal.ITIMER_PROF, SHORT)
    try:
        return answer(request)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def answer(request: tuple[str, bytes, str]) -> tuple[int, str]:
    """Return the status and the JSON text of the answer to a request: its name, its body and its
    language."""
    try:
        return answer_text(*request)
    except Exception as error:  # No request may end the worker.
        *_, place = traceback.extract_tb(error.__traceback__)
        sys.stderr.write(f"request {request[0]}: {error!r} in {place.filename}:{place.lineno}\n")
        with use_language(request[2]):
            return FAILED, error_text(
                Message("web.failure", "The server failed to answer; its standard error says why.")
            )


def _limit_memory() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    least = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
    resource.setrlimit(resource.RLIMIT_AS, (least, most))
