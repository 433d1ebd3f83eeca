"""The order of a call of `generate`."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from ineqsudoku.formats.registry import WritableFormat
from ineqsudoku.generation.values import Wish


@dataclass(frozen=True, slots=True)
class Against:
    """The path of a program that shall fail, and its time limit in seconds of CPU time."""

    program: str
    time_limit: float


@dataclass(frozen=True, slots=True)
class Order:
    """A call of `generate`: the number of puzzles, and everything that determines them."""

    count: int
    seed: int
    wish: Wish
    to: WritableFormat
    names: str
    search_time: float | None = None
    against: Against | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the order as in the manifest."""
        return {
            "count": self.count,
            "seed": self.seed,
            "format": self.to,
            **asdict(self.wish),
            "against": asdict(self.against) if self.against else None,
        }
