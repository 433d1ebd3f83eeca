"""Puzzle to solutions: the engines and the one way to call them.

An engine is a module with two functions: `solutions` enumerates, `objection` says why the
engine cannot take a puzzle.  All that engines share - limits, order, choosing - is here and
in `enumeration.py`.  The engine `boxes` has a compiled form besides, see `kernel.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import cast

from ineqsudoku.errors import UnsupportedPuzzleError
from ineqsudoku.puzzle import Grid, Puzzle
from ineqsudoku.search.enumeration import Engine, Enumeration, Searcher
from ineqsudoku.search.kernel import kernel
from ineqsudoku.search.result import SearchResult, Status

__all__ = ["ENGINES", "SearchResult", "Status", "count", "solve", "solve_many"]

ENGINES = ("boxes", "rowmajor", "dlx")


def solve(
    puzzle: Puzzle,
    limit: int | None = 2,
    engine: str = "auto",
    node_limit: int | None = None,
) -> SearchResult:
    """Search for up to `limit` solutions (`None`: all) within `node_limit` nodes.

    `engine` is one of `ENGINES` or `auto`.  Engines find solutions in orders of their own,
    so with a limit they may find different ones; what is found is given in ascending order.

    Raises `UnsupportedPuzzleError` when the engine cannot take the puzzle and `ValueError`
    for an unknown engine or a limit below 1.
    """
    _check_limits(limit=limit, node_limit=node_limit)
    found = _searcher(engine, puzzle).search(puzzle, limit, node_limit)
    return SearchResult(tuple(map(Grid, sorted(found.lines))), found.complete, found.nodes)


def solve_many(
    puzzles: Iterable[Puzzle],
    limit: int | None = 2,
    engine: str = "auto",
    node_limit: int | None = None,
) -> Iterator[SearchResult]:
    """The result of `solve` for each puzzle, in order and one at a time.

    Raises as `solve`; `ValueError` at once, not with the first result.
    """
    if engine != "auto":
        _module(engine)
    _check_limits(limit=limit, node_limit=node_limit)
    return (solve(puzzle, limit, engine, node_limit) for puzzle in puzzles)


def count(puzzle: Puzzle, limit: int | None = None, engine: str = "auto") -> int:
    """The number of solutions, or `limit` when there are at least so many.

    Solutions are counted one by one but not kept.  Raises as `solve`.
    """
    _check_limits(limit=limit)
    return _searcher(engine, puzzle).count(puzzle, limit)


def choose(puzzle: Puzzle) -> str:
    """The engine that `auto` means for a puzzle."""
    if puzzle.is_plain:
        return "dlx"
    return "boxes" if _module("boxes").objection(puzzle) is None else "rowmajor"


def _searcher(name: str, puzzle: Puzzle) -> Searcher:
    """What runs an engine: for `boxes` the compiled kernel, if there is one, else its module."""
    name = choose(puzzle) if name == "auto" else name
    engine = _module(name)
    if objection := engine.objection(puzzle):
        raise UnsupportedPuzzleError(f"the engine {name} cannot solve this: {objection}")
    return (name == "boxes" and kernel()) or Enumeration(engine)


@cache
def _module(name: str) -> Engine:
    if name not in ENGINES:
        raise ValueError(f"no engine {name!r}; there are auto, {', '.join(ENGINES)}")
    return cast(Engine, import_module(f"ineqsudoku.search.{name}"))


def _check_limits(**limits: int | None) -> None:
    for name, value in limits.items():
        if value is not None and value < 1:
            raise ValueError(f"{name} is {value}, but must be at least 1 or None")
