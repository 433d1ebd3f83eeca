"""From an engine that enumerates to a search that knows when to stop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple, Protocol

from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search.nodes import LimitReached, Nodes


class Engine(Protocol):
    """What an engine's module has."""

    def objection(self, puzzle: Puzzle) -> str | None:
        """Why this engine cannot take the puzzle, or `None` when it can."""

    def solutions(self, puzzle: Puzzle, nodes: Nodes) -> Iterator[str]:
        """All solutions, each as 81 digits, in an order that depends on the puzzle alone.

        Raises `LimitReached` when `nodes` are used up.
        """


class Found(NamedTuple):
    """What a search found: solutions as 81 digits each, in the engine's own order, whether
    there are no others, and the nodes used."""

    lines: list[str]
    complete: bool
    nodes: int


class Searcher(Protocol):
    """What searches puzzles that its engine can take; limits are at least 1, or `None`."""

    def search(
        self,
        puzzle: Puzzle,
        limit: int | None,
        node_limit: int | None,
        deadline: float | None = None,
    ) -> Found:
        """Up to `limit` solutions, within `node_limit` nodes and until `deadline`, a time of
        `time.monotonic`."""

    def count(self, puzzle: Puzzle, limit: int | None) -> int:
        """The number of solutions up to `limit`, without keeping them."""


@dataclass(frozen=True, slots=True)
class Enumeration:
    """The searcher that any engine makes, solution by solution."""

    engine: Engine

    def search(
        self,
        puzzle: Puzzle,
        limit: int | None,
        node_limit: int | None,
        deadline: float | None = None,
    ) -> Found:
        nodes = Nodes(node_limit, deadline)
        lines: list[str] = []
        complete = False
        try:
            for line in self.engine.solutions(puzzle, nodes):
                lines.append(line)
                if limit is not None and len(lines) >= limit:
                    break
            else:
                complete = True
        except LimitReached:
            pass
        return Found(lines, complete, nodes.count)

    def count(self, puzzle: Puzzle, limit: int | None) -> int:
        return sum(1 for _ in islice(self.engine.solutions(puzzle, Nodes()), limit))
