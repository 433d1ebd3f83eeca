"""The interfaces of search: an `Engine` enumerates solutions, a `Searcher` applies limits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search.nodes import LimitReached, Nodes


class Engine(Protocol):
    """The functions of an engine's module."""

    def objection(self, puzzle: Puzzle) -> str | None:
        """Return the reason why this engine does not support the puzzle, or `None` if it does."""

    def solutions(self, puzzle: Puzzle, nodes: Nodes) -> Iterator[str]:
        """Yield all solutions as their symbols, in an order that depends on the puzzle alone.

        Raises `LimitReached` when `nodes` are used up.
        """


class SearchOutcome(NamedTuple):
    """The result of a search: the solutions in the engine's order, as their symbols row by row;
    whether there are no others; and the number of nodes."""

    lines: list[str]
    complete: bool
    nodes: int


class Searcher(Protocol):
    """Searches puzzles that its engine supports.  A limit is any number from 1, or `None`."""

    def search(
        self,
        puzzle: Puzzle,
        limit: int | None,
        node_limit: int | None,
        deadline: float | None = None,
    ) -> SearchOutcome:
        """Return up to `limit` solutions, within `node_limit` nodes and until `deadline`, a time of
        `time.monotonic`."""

    def count(self, puzzle: Puzzle, limit: int | None) -> int:
        """Return the number of solutions, up to `limit`; they are not kept."""


@dataclass(frozen=True, slots=True)
class Enumeration:
    """The searcher for any engine: it takes solutions one by one until a limit."""

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
        number = 0
        for number, _ in enumerate(self.engine.solutions(puzzle, Nodes()), 1):
            if number == limit:
                break
        return number
