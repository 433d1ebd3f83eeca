"""The renderings of results that `solve` prints, and its messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ineqsudoku.batch.outcomes import UNREADABLE, Quota
from ineqsudoku.geometry import Geometry
from ineqsudoku.names import counted
from ineqsudoku.search import SearchResult


def is_answered(result: SearchResult, limit: int) -> bool:
    """Whether a search for up to `limit` solutions ended with the only one or, with `--any`, with
    one."""
    return result.status == "unique" or (limit == 1 and bool(result.solutions))


def _grid(result: SearchResult, _limit: int) -> str:
    return f"{result.solutions[0] if result.solutions else result.status}\n"


def _line(result: SearchResult, limit: int) -> str:
    solution = result.solutions[0].line if result.solutions else ""
    if is_answered(result, limit):
        return f"{solution}\n"
    return f"{result.status}\t{solution}\n" if solution else f"{result.status}\n"


JSON = "json"
"""The rendering that `--json` asks for."""


def as_json(source: str, index: int, result: SearchResult, seconds: float) -> str:
    """Return the result for a puzzle of a source, after `seconds`, as a line of JSON."""
    import json

    values = {
        "source": source,
        "index": index,
        "status": result.status,
        "solution": result.solutions[0].line if result.solutions else None,
        "nodes": result.nodes,
        "seconds": round(seconds, 6),
    }
    return json.dumps(values) + "\n"


RENDERINGS: dict[str, Callable[[SearchResult, int], str]] = {"grid": _grid, "line": _line}
"""The functions that render the result of a search for up to so many solutions."""

SEPARATORS = {"grid": "\n", "line": "", JSON: ""}
"""What is printed between results."""


def remark(
    result: SearchResult, geometry: Geometry, search_time: float | None, node_limit: int | None
) -> str:
    """Return the message about a puzzle that was not answered, given the limits of the search."""
    if result.status == "none":
        return "no solution"
    if result.status == "multiple":
        first, second = result.solutions[:2]
        differs = [cell for cell in geometry.cells if first[cell] != second[cell]]
        cells = " ".join(map(geometry.label, differs))
        return f"more than one solution; two of them differ in {cells}"
    status = "no solution found"
    if result.solutions:
        status = "one solution found, another not excluded"
    if search_time is None or result.nodes == node_limit:
        return f"undecided: {status} within {result.nodes} nodes"
    return f"undecided after {search_time:g} s (--search-time): {status}"


_OF_KIND = {
    "none": "without a solution",
    "multiple": "with more than one solution",
    "unknown": "left undecided",
    UNREADABLE: "that cannot be read",
}
"""The puzzles that messages of a kind are about."""


def unshown_messages(name: str, quota: Quota) -> Iterator[str]:
    """Yield lines about messages that were not shown, one per kind, for the source `name`.

    If none is to be shown, only for unreadable puzzles, which explain the exit code 2.
    """
    for kind, of_kind in _OF_KIND.items():
        number = quota.rest(kind)
        if number and (quota.most != 0 or kind == UNREADABLE):
            more = counted(number, "more puzzle" if quota.most else "puzzle")
            advice = "; --verbose shows all messages" if quota.most else ""
            yield f"{name}: {more} {of_kind}{advice}"
