"""What worker processes are asked for.  They import this module, which is why it imports little."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence


def where(number: int) -> tuple[int, int]:
    """The number and the process that was asked for it."""
    time.sleep(0.02)
    return number, os.getpid()


def slept(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def reciprocal(number: int) -> float:
    time.sleep(0.02)
    return 1 / number


def die(_: int, parent: int) -> None:
    time.sleep(0.02)
    if os.getpid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)


def make_a_function_later(number: int) -> object:
    time.sleep(0.02)
    return (lambda: None) if number == 50 else None


def handled(signals: Sequence[signal.Signals]) -> set[signal.Signals]:
    """The signals that a process does not ignore or block."""
    time.sleep(0.02)
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    return {one for one in signals if signal.getsignal(one) != signal.SIG_IGN} - blocked
