"""What a call of `generate` orders."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from ineqsudoku.formats.registry import WritableFormat
from ineqsudoku.generation.values import Wish


@dataclass(frozen=True, slots=True)
class Against:
    """The path of a program that is to fail, and its time limit in seconds of CPU time."""

    program: str
    time_limit: float


@dataclass(frozen=True, slots=True)
class Order:
    """A call of `generate`: how many puzzles, and all that decides what they are."""

    count: int
    seed: int
    wish: Wish
    to: WritableFormat
    names: str
    search_time: float | None = None
    against: Against | None = None

    def to_dict(self) -> dict[str, Any]:
        """The order as the manifest shows it."""
        return {
            "count": self.count,
            "seed": self.seed,
            "format": self.to,
            **asdict(self.wish),
            "against": asdict(self.against) if self.against else None,
        }
