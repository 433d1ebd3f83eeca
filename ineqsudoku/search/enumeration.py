"""An engine enumerates solutions; a `Searcher` stops the enumeration at a limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search.nodes import LimitReached, Nodes


class Engine(Protocol):
    """The functions of an engine's module."""

    def objection(self, puzzle: Puzzle) -> str | None:
        """Why this engine cannot take the puzzle, or `None` when it can."""

    def solutions(self, puzzle: Puzzle, nodes: Nodes) -> Iterator[str]:
        """All solutions, each as its digits, in an order that depends on the puzzle alone.

        Raises `LimitReached` when `nodes` are used up.
        """


class SearchOutcome(NamedTuple):
    """The result of a search: solutions as digits row by row, in the engine's own order, whether
    there are no others, and the nodes used."""

    lines: list[str]
    complete: bool
    nodes: int


class Searcher(Protocol):
    """Searches puzzles that its engine can take.  Limits are at least 1, or `None` for none;
    they may be of any size."""

    def search(
        self,
        puzzle: Puzzle,
        limit: int | None,
        node_limit: int | None,
        deadline: float | None = None,
    ) -> SearchOutcome:
        """Up to `limit` solutions, within `node_limit` nodes and until `deadline`, a time of
        `time.monotonic`."""

    def count(self, puzzle: Puzzle, limit: int | None) -> int:
        """The number of solutions up to `limit`, without keeping them."""


@dataclass(frozen=True, slots=True)
class Enumeration:
    """The searcher of any engine: it takes the solutions one by one."""

    engine: Engine

    def search(
        self,
        puzzle: Puzzle,
        limit: int | None,
        node_limit: int | None,
        deadline: float | None = None,
    ) -> SearchOutcome:
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
        return SearchOutcome(lines, complete, nodes.count)

    def count(self, puzzle: Puzzle, limit: int | None) -> int:
        found = 0
        for found, _ in enumerate(self.engine.solutions(puzzle, Nodes()), 1):
            if found == limit:
                break
        return found
