"""Puzzle to solutions: the engines and the one way to call them.

An engine is a module with two functions: `solutions` enumerates, `objection` says why the
engine cannot take a puzzle.  All that engines share - limits, order, choosing - is here and
in `enumeration.py`.  `boxes` and `cells` have compiled forms besides, see `kernel.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from itertools import groupby, islice
from typing import cast

from ineqsudoku.errors import UnsupportedPuzzleError
from ineqsudoku.geometry import NINE
from ineqsudoku.puzzle import ABSENT, NO_BORDER_SIGNS, NO_GIVENS, NO_SIGNS, Puzzle
from ineqsudoku.search.enumeration import Engine, Enumeration, Searcher
from ineqsudoku.search.kernel import COMPILED, kernel
from ineqsudoku.search.result import SearchResult, Status

__all__ = ["ENGINES", "SearchResult", "Status", "count", "solve", "solve_many"]

ENGINES = ("boxes", "rowmajor", "cells", "dlx")

BATCH = 256
"""Puzzles that `solve_many` takes at a time, at most."""

FEW_ABSENT = 24
"""With more signs absent `cells` is quicker than `boxes`, compiled or not (`LOG.md`)."""


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
    return SearchResult.of(found.lines, found.complete, found.nodes)


def solve_many(
    puzzles: Iterable[Puzzle],
    limit: int | None = 2,
    engine: str = "auto",
    node_limit: int | None = None,
) -> Iterator[SearchResult]:
    """The result of `solve` for each puzzle, in order, as somebody asks for it.

    Puzzles are taken in batches, which spares time: a few at first, later up to
    `BATCH` that nobody has asked for yet.  Raises as `solve`; `ValueError` at once, not with
    the first result.
    """
    if engine != "auto":
        _module(engine)
    _check_limits(limit=limit, node_limit=node_limit)
    return _in_batches(iter(puzzles), limit, engine, node_limit)


def _in_batches(
    puzzles: Iterator[Puzzle], limit: int | None, engine: str, node_limit: int | None
) -> Iterator[SearchResult]:
    size = 1
    while True:
        batch: list[Puzzle] = []
        try:
            batch.extend(islice(puzzles, size))
        except Exception:  # What came before it is answered first.
            yield from _batch(batch, limit, engine, node_limit)
            raise
        if not batch:
            return
        yield from _batch(batch, limit, engine, node_limit)
        size = min(2 * size, BATCH)


def _batch(
    puzzles: list[Puzzle], limit: int | None, engine: str, node_limit: int | None
) -> Iterator[SearchResult]:
    """Neighbours that go to the same kernel go to it together."""
    if limit not in (1, 2):
        names: list[str | None] = [None] * len(puzzles)
    else:
        names = [_batch_engine(puzzle, engine) for puzzle in puzzles]
    start = 0
    for name, group in groupby(names):
        end = start + len(list(group))
        together, start = puzzles[start:end], end
        compiled = kernel(name) if name else None
        if compiled and limit is not None:
            yield from compiled.search_many(together, limit, node_limit)
        else:
            for puzzle in together:
                yield solve(puzzle, limit, engine, node_limit)


def _batch_engine(puzzle: Puzzle, engine: str) -> str | None:
    """The engine whose kernel takes the puzzle in batches; `None` when it goes alone."""
    if puzzle.geometry is not NINE:
        return None
    name = choose(puzzle) if engine == "auto" else engine
    if name == "boxes":
        is_layout = puzzle.givens == NO_GIVENS and puzzle.border_signs == NO_BORDER_SIGNS
        return name if is_layout else None
    return name if name in COMPILED else None


def count(puzzle: Puzzle, limit: int | None = None, engine: str = "auto") -> int:
    """The number of solutions, or `limit` when there are at least so many.

    Solutions are counted one by one but not kept.  Raises as `solve`.
    """
    _check_limits(limit=limit)
    return _searcher(engine, puzzle).count(puzzle, limit)


def choose(puzzle: Puzzle) -> str:
    """The engine that `auto` means for a puzzle.

    At 9×9 `boxes` for layouts with few signs absent, `dlx` for plain givens, `cells` for the
    rest; compiled, `cells` is the quickest for plain givens, too.  At other sizes it is the
    quickest for all, compiled or not.
    """
    if puzzle.geometry is NINE and puzzle.border_signs == NO_BORDER_SIGNS:
        if puzzle.signs.count(ABSENT) <= FEW_ABSENT:
            return "boxes"
        if puzzle.signs == NO_SIGNS and not kernel("cells"):
            return "dlx"
    return "cells"


def _searcher(name: str, puzzle: Puzzle) -> Searcher:
    """What runs an engine: its compiled kernel, if there is one, else its module."""
    name = choose(puzzle) if name == "auto" else name
    engine = _module(name)
    if objection := engine.objection(puzzle):
        raise UnsupportedPuzzleError(f"the engine {name} cannot solve this: {objection}")
    return kernel(name, puzzle.geometry) or Enumeration(engine)


@cache
def _module(name: str) -> Engine:
    if name not in ENGINES:
        raise ValueError(f"no engine {name!r}; there are auto, {', '.join(ENGINES)}")
    return cast(Engine, import_module(f"ineqsudoku.search.{name}"))


def _check_limits(**limits: int | None) -> None:
    for name, value in limits.items():
        if value is not None and value < 1:
            raise ValueError(f"{name} is {value}, but must be at least 1 or None")
