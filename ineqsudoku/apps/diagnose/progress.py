"""Progress of long work, and how much of it is usual."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from ineqsudoku.messages import Message

ORDERS = 16
"""The number of orders of deletion that are tried to find a small conflict."""

SOLUTIONS = 1_000
"""The number of solutions at which counting stops."""

Progress = Callable[[Message, int, int], object]
"""Called now and then with the name of the work, the amount done and the total amount.

The amount done never decreases while the name stays the same.  A callback may raise an
exception, `KeyboardInterrupt` for instance, to stop the work.
"""


class OutOfTime(Exception):
    """The search time is over.  Never leaves `ineqsudoku.apps.diagnose`."""


def silent(_work: Message, _done: int, _total: int) -> None:
    """Ignore the progress."""


def limit(progress: Progress, seconds: float) -> Progress:
    """Return the progress with a deadline `seconds` from now: later reports raise `OutOfTime`."""
    end = monotonic() + seconds

    def until_the_end(work: Message, done: int, total: int) -> None:
        if monotonic() > end:
            raise OutOfTime
        progress(work, done, total)

    return until_the_end
