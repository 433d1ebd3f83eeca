"""What a worker process of the server computes: `prepare` at its start, then answers."""

from __future__ import annotations

import resource
import sys
import traceback

from ineqsudoku.apps.web.api import answer_text, error_text
from ineqsudoku.messages import Message, use_language

FAILED = 500

MEMORY = 2 * 1024**3
"""Bytes of address space; a request that needs more fails."""

_WARM_UP = "." * 108


def prepare() -> None:
    """Limit the memory of this process, and load the grammars before anybody waits."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    least = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
    resource.setrlimit(resource.RLIMIT_AS, (least, most))
    answer_text("read", f'{{"text": "{_WARM_UP}"}}')


def answer(name: str, body: bytes, language: str) -> tuple[int, str]:
    """Return the status and the JSON text of the answer to a request."""
    try:
        return answer_text(name, body, language)
    except Exception as error:  # No request may end the worker.
        *_, place = traceback.extract_tb(error.__traceback__)
        sys.stderr.write(f"request {name}: {error!r} in {place.filename}:{place.lineno}\n")
        with use_language(language):
            return FAILED, error_text(
                Message("web.failure", "The server failed to answer; its standard error says why.")
            )
