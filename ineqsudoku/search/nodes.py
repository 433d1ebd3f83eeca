"""`Nodes`: the number of nodes that a search has used, and the limits that stop it."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic


class LimitReached(Exception):
    """A search reached its node limit or its deadline.  It is always caught inside `search`."""


@dataclass(slots=True)
class Nodes:
    """The nodes and limits of one search.

    `limit` is the most nodes that it may use, and `deadline` the time of `time.monotonic` at which
    it has to stop; `None` means no limit.
    """

    limit: int | None = None
    deadline: float | None = None
    count: int = 0

    def use(self) -> None:
        """Count one more node; raises `LimitReached` instead of passing a limit."""
        if self.count == self.limit:
            raise LimitReached
        if self.deadline is not None:
            self.check_time()
        self.count += 1

    @property
    def are_used_up(self) -> bool:
        """Whether the node limit is reached or the deadline has passed."""
        return self.count == self.limit or self._is_late

    @property
    def _is_late(self) -> bool:
        return self.deadline is not None and monotonic() >= self.deadline

    def check_time(self) -> None:
        """Raise `LimitReached` after the deadline; to be called in long work between two nodes."""
        if self._is_late:
            raise LimitReached


def sooner(one: int | None, other: int | None) -> int | None:
    """Return the lower of two limits, `None` being no limit."""
    return min((limit for limit in (one, other) if limit is not None), default=None)
