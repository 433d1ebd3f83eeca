"""The count of nodes that a search has used, and the limit that stops it."""

from __future__ import annotations

from dataclasses import dataclass


class NodeLimitReached(Exception):
    """A search came to its node limit.  Never leaves `ineqsudoku.search`."""


@dataclass(slots=True)
class Nodes:
    """One per search.  `limit` is the most nodes it may use, `None` for any number."""

    limit: int | None = None
    count: int = 0

    def use(self) -> None:
        """Count one more node; raises `NodeLimitReached` instead of passing the limit."""
        if self.count == self.limit:
            raise NodeLimitReached
        self.count += 1
