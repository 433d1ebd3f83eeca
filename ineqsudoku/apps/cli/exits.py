"""How the program ends: its exit codes, and the signals that ask it to end."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

YES, NO, TROUBLE, INTERRUPTED = 0, 1, 2, 130
"""Exit codes, like those of grep; with several puzzles, the highest one counts."""

SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""Signals that ask a program to end."""


@contextmanager
def block_signals() -> Iterator[None]:
    """Return a context in which `SIGNALS` are blocked.

    Processes and threads started in it never receive them.  Has no effect on systems where signals
    cannot be blocked.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
