"""The interfaces of search: an `Engine` enumerates solutions, a `Searcher` applies limits.

`Nodes` are the nodes of one search and the limits that stop it.  A `SearchOutcome` has the
solutions in the engine's order; a `SearchResult`, the result of `solve`, in ascending order.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Any, Literal, NamedTuple, Protocol, Self

from ineqsudoku.dataclass import dataclass
from ineqsudoku.display import render
from ineqsudoku.language import Message
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


NOT_NINE = Message("search.not-nine", "it is {geometry}, not 9×9")
"""The objection of an engine to the geometry of a puzzle."""


class Engine(Protocol):
    """The functions of an engine's module."""

    def objection(self, puzzle: Puzzle) -> Message | None:
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


Status = Literal["unique", "none", "multiple", "unknown"]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search.

    `solutions`
        The known solutions, in ascending order of their digits.
    `complete`
        Whether there are no other solutions.
    `nodes`
        The cost of the search; every engine defines a node in its own way.
    """

    solutions: tuple[Grid, ...]
    complete: bool
    nodes: int

    @classmethod
    def of(cls, lines: list[str], complete: bool, nodes: int) -> Self:
        """Return the result for lines of solutions in any order."""
        if len(lines) == 1:
            return cls.of_one(lines[0], complete, nodes)
        return cls(tuple(map(Grid.unchecked, sorted(lines))), complete, nodes)

    @classmethod
    def of_one(cls, line: str, complete: bool, nodes: int) -> Self:
        """Return the result for one solution, in half the time of `of`."""
        result = object.__new__(cls)
        _set_solutions(result, (Grid.unchecked(line),))
        _set_complete(result, complete)
        _set_nodes(result, nodes)
        return result

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


# These set the fields of a frozen dataclass faster than `object.__setattr__`.
_set_solutions, _set_complete, _set_nodes = (
    vars(SearchResult)[name].__set__ for name in ("solutions", "complete", "nodes")
)
