"""An order of `generate`, where its puzzles go, and why there may be fewer of them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from ineqsudoku.apps.generate.values import Wish
from ineqsudoku.formats.registry import WritableFormat
from ineqsudoku.messages import Message


@dataclass(frozen=True, slots=True)
class Against:
    """The path of a program that shall fail, its time limit in seconds of CPU time, and whether it
    runs without a sandbox."""

    program: str
    time_limit: float
    no_sandbox: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """A call of `generate`: the number of puzzles, and everything that determines them."""

    count: int
    seed: int
    wish: Wish
    to: WritableFormat
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


class Folder(NamedTuple):
    """The folder for the puzzles.  With `resume`, an earlier run in it is continued."""

    name: str
    resume: bool


class Shortfall(NamedTuple):
    """Why there are fewer puzzles than ordered, and the nearest puzzle as in the manifest."""

    reason: Message
    nearest: dict[str, Any] | None = None
