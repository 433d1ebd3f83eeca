"""`SearchResult`: the result of every search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Self

from ineqsudoku.display import rendered
from ineqsudoku.puzzle import Grid

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
        return rendered(self, "text")

    def _repr_html_(self) -> str:
        return rendered(self, "html")


# These set the fields of a frozen dataclass faster than `object.__setattr__`.
_set_solutions, _set_complete, _set_nodes = (
    vars(SearchResult)[name].__set__ for name in ("solutions", "complete", "nodes")
)
