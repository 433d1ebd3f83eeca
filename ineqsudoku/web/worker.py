"""What a worker process of the server computes: `prepare` at its start, then answers."""

from __future__ import annotations

import sys
import traceback

from ineqsudoku.language import Message, use_language
from ineqsudoku.web.api import answer_text, error_text

FAILED = 500

MEMORY = 2 * 1024**3
"""Bytes of address space; a request that needs more fails."""

_WARM_UP = "." * 108


def prepare(_: None) -> None:
    """Limit the memory of this process, and load the grammars before anybody waits."""
    _limit_memory()
    answer_text("read", f'{{"text": "{_WARM_UP}"}}')


def answer(request: tuple[str, bytes, str]) -> tuple[int, str]:
    """Return the status and the JSON text of the answer to a request: its name, its body and its
    language."""
    try:
        return answer_text(*request)
    except Exception:  # No request may end the worker.
        sys.stderr.write(f"request {request[0]}:\n{traceback.format_exc()}")
        with use_language(request[2]):
            return FAILED, error_text(
                Message("web.failure", "The server failed to answer; its standard error says why.")
            )


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Not on Windows.
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    least = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
    resource.setrlimit(resource.RLIMIT_AS, (least, most))
