"""The interfaces of search: an `Engine` enumerates solutions, a `Searcher` applies limits.

`Nodes` are the nodes of one search and the limits that stop it.  A `SearchResult` is the result of
a searcher and, in ascending order, that of `solve`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from time import monotonic
from typing import Any, Literal, Protocol, Self

from ineqsudoku.display import render
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import Grid, Puzzle


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
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


class Engine(Protocol):
    """The functions of an engine's module."""

    def unsupported_reason(self, puzzle: Puzzle) -> Message | None:
        """Return the reason why this engine does not support the puzzle, or `None` if it does."""

    def solutions(self, puzzle: Puzzle, nodes: Nodes) -> Iterator[str]:
        """Yield all solutions as 81 digits, in an order that depends on the puzzle alone.

        Raises `LimitReached` when `nodes` are used up.
        """


Status = Literal["unique", "none", "multiple", "unknown"]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search.

    `solutions`
        The known solutions; those of `solve` are in ascending order of their digits.
    `complete`
        Whether there are no other solutions.
    `nodes`
        The cost of the search; every engine defines a node in its own way.
    """

    solutions: tuple[Grid, ...]
    complete: bool
    nodes: int

    def ascending(self) -> Self:
        """Return the result with its solutions in ascending order."""
        if len(self.solutions) < 2:
            return self
        solutions = sorted(self.solutions, key=attrgetter("line"))
        return type(self)(tuple(solutions), self.complete, self.nodes)

    @property
    def status(self) -> Status:
        """The status of the puzzle; `unknown` if a limit stopped the search too early."""
        if len(self.solutions) > 1:
            return "multiple"
        if not self.complete:
            return "unknown"
        return "unique" if self.solutions else "none"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, for `json.dumps`."""
        return {
            "status": self.status,
            "solutions": [solution.line for solution in self.solutions],
            "complete": self.complete,
            "nodes": self.nodes,
        }

    def __str__(self) -> str:
        """Return the status, the nodes and up to two solutions, without a trailing newline."""
        return render(self, "text")

    def _repr_html_(self) -> str:
        return render(self, "html")


_grid = Grid.unchecked
_set_solutions = vars(SearchResult)["solutions"].__set__
_set_complete = vars(SearchResult)["complete"].__set__
_set_nodes = vars(SearchResult)["nodes"].__set__
"""These names are found faster, and the constructor of a frozen dataclass takes thrice as long."""


def result_of(lines: list[str], complete: bool, nodes: int) -> SearchResult:
    """Return the result for lines that an engine made, which are not checked."""
    result = object.__new__(SearchResult)
    _set_solutions(result, (_grid(lines[0]),) if len(lines) == 1 else tuple(map(_grid, lines)))
    _set_complete(result, complete)
    _set_nodes(result, nodes)
    return result


class Searcher(Protocol):
    """Searches puzzles that its engine supports.  A limit is any number from 1, or `None`."""

    def search(
        self,
        puzzle: Puzzle,
        limit: int | None,
        node_limit: int | None,
        deadline: float | None = None,
    ) -> SearchResult:
        """Return up to `limit` solutions in the order of the engine, within `node_limit` nodes and
        until `deadline`, a time of `time.monotonic`."""

    def count(self, puzzle: Puzzle, limit: int | None) -> int:
        """Return the number of solutions, up to `limit`; they are not kept."""


@dataclass(frozen=True, slots=True)
class Enumeration:
    """The searcher for any engine: it takes the engine's `solutions` one by one, up to a limit."""

    solutions: Callable[[Puzzle, Nodes], Iterator[str]]

    def search(
        self,
        puzzle: Puzzle,
        limit: int | None,
        node_limit: int | None,
        deadline: float | None = None,
    ) -> SearchResult:
        nodes = Nodes(node_limit, deadline)
        lines: list[str] = []
        complete = False
        try:
            for line in self.solutions(puzzle, nodes):
                lines.append(line)
                if limit is not None and len(lines) >= limit:
                    break
            else:
                complete = True
        except LimitReached:
            pass
        return result_of(lines, complete, nodes.count)

    def count(self, puzzle: Puzzle, limit: int | None) -> int:
        number = 0
        for number, _ in enumerate(self.solutions(puzzle, Nodes()), 1):
            if number == limit:
                break
        return number
