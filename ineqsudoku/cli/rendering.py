"""How `solve` prints what it found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ineqsudoku.formats import Entry
from ineqsudoku.geometry import CELLS, label
from ineqsudoku.puzzle import Grid
from ineqsudoku.search import SearchResult


@dataclass(frozen=True, slots=True)
class Solved:
    """A puzzle of a source and what the search for up to `limit` solutions found."""

    source: str
    entry: Entry
    result: SearchResult
    seconds: float
    limit: int

    @property
    def solution(self) -> Grid | None:
        return self.result.solutions[0] if self.result.solutions else None

    @property
    def answered(self) -> bool:
        """Whether what was asked for was found: the one solution, or any at all."""
        return self.result.status == "unique" or (self.limit == 1 and self.solution is not None)


Block = tuple[str, str]
"""What is printed for a puzzle, and what parts it from the one before."""


def _grid(solved: Solved) -> Block:
    return str(solved.solution or solved.result.status) + "\n", "\n"


def _line(solved: Solved) -> Block:
    words: list[str] = [] if solved.answered else [solved.result.status]
    if solved.solution:
        words.append(solved.solution.line)
    return "\t".join(words) + "\n", ""


def _json(solved: Solved) -> Block:
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
    return json.dumps(values) + "\n", ""


RENDERINGS: dict[str, Callable[[Solved], Block]] = {"grid": _grid, "line": _line, "json": _json}


def remark(solved: Solved) -> str:
    """What people are told of a puzzle that was not answered."""
    result = solved.result
    if result.status == "none":
        return "no solution"
    if result.status == "multiple":
        first, second = result.solutions[:2]
        cells = " ".join(label(cell) for cell in CELLS if first[cell] != second[cell])
        return f"more than one solution; two of them differ in {cells}"
    found = "one solution found, another not excluded" if solved.solution else "no solution found"
    return f"undecided: {found} within {result.nodes} nodes"
