"""The renderings of results that `solve` prints."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import nan
from typing import NamedTuple

from ineqsudoku.batch.outcomes import UNREADABLE, Quota
from ineqsudoku.formats import Entry
from ineqsudoku.names import counted
from ineqsudoku.puzzle import Grid
from ineqsudoku.search import SearchResult


class Solved(NamedTuple):
    """A puzzle of a source, with the result of the search for up to `limit` solutions.

    `seconds`: the time of the search, if it was measured.
    """

    source: str
    entry: Entry
    result: SearchResult
    limit: int
    seconds: float = nan

    @property
    def solution(self) -> Grid | None:
        return self.result.solutions[0] if self.result.solutions else None

    @property
    def answered(self) -> bool:
        """Whether the search found the only solution or, with `--any`, a solution."""
        return self.result.status == "unique" or (self.limit == 1 and self.solution is not None)


def _grid(solved: Solved) -> str:
    return str(solved.solution or solved.result.status) + "\n"


def _line(solved: Solved) -> str:
    solution = solved.solution
    if solution and solved.answered:
        return solution.line + "\n"
    status = solved.result.status
    return f"{status}\t{solution.line}\n" if solution else f"{status}\n"


def _json(solved: Solved) -> str:
    import json

    solution = solved.solution
    values = {
        "source": solved.source,
        "index": solved.entry.index,
        "status": solved.result.status,
        "solution": solution.line if solution else None,
        "nodes": solved.result.nodes,
        "seconds": round(solved.seconds, 6),
    }
    return json.dumps(values) + "\n"


JSON = "json"
"""The rendering that `--json` asks for."""

RENDERINGS: dict[str, tuple[Callable[[Solved], str], str]] = {
    "grid": (_grid, "\n"),
    "line": (_line, ""),
    JSON: (_json, ""),
}
"""The function that prints a result, and the separator between results."""


def remark(solved: Solved, search_time: float | None, node_limit: int | None) -> str:
    """Return the message about a puzzle that was not answered, given the limits of the search."""
    result = solved.result
    if result.status == "none":
        return "no solution"
    if result.status == "multiple":
        first, second = result.solutions[:2]
        geometry = solved.entry.puzzle.geometry
        differs = [cell for cell in geometry.cells if first[cell] != second[cell]]
        cells = " ".join(map(geometry.label, differs))
        return f"more than one solution; two of them differ in {cells}"
    found = "one solution found, another not excluded" if solved.solution else "no solution found"
    if search_time is None or result.nodes == node_limit:
        return f"undecided: {found} within {result.nodes} nodes"
    return f"undecided after {search_time:g} s (--search-time): {found}"


_OF_KIND = {
    "none": "without a solution",
    "multiple": "with more than one solution",
    "unknown": "left undecided",
    UNREADABLE: "that cannot be read",
}
"""The puzzles that messages of a kind are about."""


def unshown_messages(name: str, quota: Quota) -> Iterator[str]:
    """Yield a line for each kind of messages about the source `name` that were not all shown.

    If none is to be shown, only for unreadable puzzles, which explain the exit code 2.
    """
    for kind, of_kind in _OF_KIND.items():
        number = quota.rest[kind]
        if number and (quota.most != 0 or kind == UNREADABLE):
            more = counted(number, "more puzzle" if quota.shown[kind] else "puzzle")
            advice = "; --verbose shows all messages" if quota.most else ""
            yield f"{name}: {more} {of_kind}{advice}"
