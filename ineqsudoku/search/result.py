"""What every search answers with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Self

from ineqsudoku.puzzle import Grid

Status = Literal["unique", "none", "multiple", "unknown"]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """`solutions` ascend by their digits; `complete` says that there are no others;
    `nodes` is what the search cost; what a node is, each engine says."""

    solutions: tuple[Grid, ...]
    complete: bool
    nodes: int

    @classmethod
    def of(cls, lines: list[str], complete: bool, nodes: int) -> Self:
        """Of what an engine found, in its own order."""
        return cls(tuple(map(Grid.unchecked, sorted(lines))), complete, nodes)

    @classmethod
    def of_one(cls, line: str, complete: bool, nodes: int) -> Self:
        """The same of one solution, in half the time."""
        result = object.__new__(cls)
        _set_solutions(result, (Grid.unchecked(line),))
        _set_complete(result, complete)
        _set_nodes(result, nodes)
        return result

    @property
    def status(self) -> Status:
        """Of the puzzle, as far as the search went: `unknown` when a limit stopped it before
        it could tell."""
        if len(self.solutions) > 1:
            return "multiple"
        if not self.complete:
            return "unknown"
        return "unique" if self.solutions else "none"

    def to_dict(self) -> dict[str, Any]:
        """The JSON form: `json.dumps` takes it."""
        return {
            "status": self.status,
            "solutions": [solution.line for solution in self.solutions],
            "complete": self.complete,
            "nodes": self.nodes,
        }

    def __str__(self) -> str:
        """The status, the nodes and up to two solutions, without a line feed at the end."""
        from ineqsudoku.pictures.values import pictures_of_solutions, text_of

        return text_of(self._words(), pictures_of_solutions(self.solutions))

    def _repr_html_(self) -> str:
        from ineqsudoku.pictures.values import html_of, pictures_of_solutions

        return html_of(self._words(), pictures_of_solutions(self.solutions))

    def _words(self) -> str:
        found = len(self.solutions)
        return (
            f"{self.status}: {found}{'' if self.complete else ' or more'}"
            f" solution{'s' * (found != 1 or not self.complete)},"
            f" {self.nodes:,} node{'s' * (self.nodes != 1)}"
        )


# Frozen dataclasses take their time to set fields.
_set_solutions, _set_complete, _set_nodes = (
    vars(SearchResult)[name].__set__ for name in ("solutions", "complete", "nodes")
)
