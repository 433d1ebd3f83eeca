"""Finds the solutions of puzzles: the engines, and the functions that call them.

An engine is a module with two functions: `solutions` enumerates the solutions of a puzzle, and
`unsupported_reason` returns the reason why the engine does not support a puzzle.  `engines.py` has
the engines by name, `auto.py` the search that `auto` stands for, and `enumeration.py` the interface
of engines.  `boxes` and `cells` also have compiled forms, see `kernel/`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count as count_from, groupby, islice
from time import monotonic
from typing import Any

from ineqsudoku.formats import read, read_layouts
from ineqsudoku.puzzle import NO_BORDER_SIGNS, NO_GIVENS, Puzzle, require_puzzle, require_puzzles
from ineqsudoku.search import auto
from ineqsudoku.search.engines import (
    AUTO,
    ENGINES,
    EngineChoice,
    choose,
    engine_for,
    module,
)
from ineqsudoku.search.enumeration import Enumeration, Nodes, Searcher, SearchResult, Status
from ineqsudoku.search.kernel import (
    is_kernel_missing,
    is_python_wanted,
    kernel,
    pack,
    paths_in_use,
    unpack,
)

__all__ = [
    "AUTO",
    "ENGINES",
    "EngineChoice",
    "Enumeration",
    "Nodes",
    "SearchResult",
    "Status",
    "choose",
    "count",
    "is_kernel_missing",
    "is_python_wanted",
    "paths_in_use",
    "solve",
    "solve_many",
]

Mapped = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]
"""A map that yields values in order, like `map`."""

BATCH = 256
"""The most puzzles that `solve_many` takes at a time."""


def solve(
    puzzle: Puzzle,
    limit: int | None = 2,
    engine: EngineChoice = AUTO,
    node_limit: int | None = None,
    search_time: float | None = None,
) -> SearchResult:
    """Search for up to `limit` solutions (`None`: all) within `node_limit` nodes and
    `search_time` seconds of wall-clock time.

    `engine` is `auto`, or one of `ENGINES` to search with that engine alone.  Engines find
    solutions in different orders, so with a limit they may find different ones.  Solutions are
    returned in ascending order.  All results are reproducible, except those that `search_time` cut
    short.

    Raises `UnsupportedPuzzleError` when the engine does not support the puzzle, `ValueError` for
    an unknown engine, a limit below 1 or a time that is not positive, and `TypeError` for a
    value that is no puzzle.
    """
    require_puzzle(puzzle)
    _require_limits(limit, node_limit, search_time)
    deadline = _deadline(search_time)
    return _searcher(engine, puzzle).search(puzzle, limit, node_limit, deadline).ascending()


def solve_many(
    puzzles: Iterable[Puzzle | str | bytes],
    limit: int | None = 2,
    engine: EngineChoice = AUTO,
    node_limit: int | None = None,
    search_time: float | None = None,
    mapped: Mapped = map,
) -> Iterator[SearchResult]:
    """Yield the results of `solve` for the puzzles, in order and on demand.

    A puzzle may also be a text or bytes that `read` reads; lines of 108 signs, such as those
    of an open file in the format *compact*, are read fastest.  All limits apply to one puzzle.
    To save time, puzzles are taken in batches: a few at first, later up to `BATCH` ahead of
    demand.  `mapped` is the ordered map that computes the batches, which can be pickled.

    Raises like `solve`: a `ValueError` immediately, other errors after the results of the
    previous puzzles.  Also raises `PuzzleSyntaxError` for a text that is not one puzzle.
    """
    require_puzzles(puzzles)
    if engine != AUTO:
        module(engine)
    _require_limits(limit, node_limit, search_time)
    search = _Settings(engine, limit, node_limit, search_time)
    return _results(mapped(search.results, _works(iter(puzzles), search)))


def count(puzzle: Puzzle, limit: int | None = None, engine: EngineChoice = AUTO) -> int:
    """Return the number of solutions, or `limit` if there are at least that many.

    Raises like `solve`.
    """
    require_puzzle(puzzle)
    _require_limits(limit)
    return _searcher(engine, puzzle).count(puzzle, limit)


def _searcher(engine: EngineChoice, puzzle: Puzzle) -> Searcher:
    return auto if engine == AUTO else engine_for(puzzle, engine)


def _require_limits(
    limit: int | None, node_limit: int | None = None, search_time: float | None = None
) -> None:
    """Raise `ValueError` for limits that are too low."""
    if limit is not None and limit < 1:
        raise ValueError(f"limit is {limit}, but must be at least 1 or None")
    if node_limit is not None and node_limit < 1:
        raise ValueError(f"node_limit is {node_limit}, but must be at least 1 or None")
    if search_time is not None and not search_time > 0:
        raise ValueError(f"search_time is {search_time}, but must be positive or None")


def _deadline(search_time: float | None) -> float | None:
    """Return the deadline of a search that begins now."""
    return None if search_time is None else monotonic() + search_time


@dataclass(frozen=True, slots=True)
class _Settings:
    """The arguments of `solve` that are the same for every puzzle."""

    engine: EngineChoice
    limit: int | None
    node_limit: int | None
    search_time: float | None

    def batch_engine(self, puzzle: Puzzle) -> str | None:
        """Return the engine whose kernel can search the puzzle in a batch; `None` to search it
        alone."""
        if self.limit not in (1, 2):
            return None
        if self.engine != AUTO and self.search_time is not None:
            return None
        name = choose(puzzle) if self.engine == AUTO else self.engine
        if name == "boxes" and (puzzle.givens, puzzle.border_signs) != (NO_GIVENS, NO_BORDER_SIGNS):
            return None
        return name if kernel(name) else None

    def results(self, work: _Work) -> Iterable[SearchResult]:
        """Return the results of a puzzle, or of a batch for the kernel of an engine."""
        if isinstance(work, Puzzle):
            return [self._alone(work)]
        engine, batch = work
        compiled, limit = kernel(engine), self.limit
        assert limit is not None
        if not compiled:  # In another process, which may have none.
            return [*map(self._alone, unpack(engine, batch))]
        if self.engine != AUTO:
            return compiled.search_many(batch, limit, self.node_limit)
        results = compiled.search_many(batch, limit, auto.first_nodes(limit, self.node_limit))
        undecided = [*results.undecided(limit)]
        if undecided:  # Seldom: most puzzles need only the first attempt.
            puzzles, firsts = [*unpack(engine, batch)], [*results]
            for index in undecided:
                results.others[index] = auto.resume(
                    puzzles[index],
                    firsts[index],
                    limit,
                    self.node_limit,
                    _deadline(self.search_time),
                ).ascending()
        return results

    def _alone(self, puzzle: Puzzle) -> SearchResult:
        return solve(puzzle, self.limit, self.engine, self.node_limit, self.search_time)


def _results(parts: Iterable[Iterable[SearchResult]]) -> Iterator[SearchResult]:
    for part in parts:
        yield from part


_Work = Puzzle | tuple[str, bytes]
"""A puzzle, or an engine and a batch for its kernel."""


def _works(puzzles: Iterator[Puzzle | str | bytes], search: _Settings) -> Iterator[_Work]:
    """Yield the puzzles; consecutive ones for the same kernel are packed in batches."""
    size, index = 1, 0
    while True:
        taken: list[Puzzle | str | bytes] = []
        batch: list[Puzzle] = []
        try:
            try:
                taken.extend(islice(puzzles, size))
            finally:
                batch.extend(_layouts(taken) or map(_puzzle, taken, count_from(index)))
        except Exception:  # Any error of the caller's iterator; results of earlier puzzles first.
            yield from _packed(batch, search)
            raise
        if not batch:
            return
        yield from _packed(batch, search)
        index += len(batch)
        size = min(2 * size, BATCH)


def _packed(puzzles: list[Puzzle], search: _Settings) -> Iterator[_Work]:
    start = 0
    for engine, group in groupby(map(search.batch_engine, puzzles)):
        end = start + len(list(group))
        together, start = puzzles[start:end], end
        if engine:
            yield engine, pack(engine, together)
        else:
            yield from together


def _layouts(puzzles: list[Puzzle | str | bytes]) -> list[Puzzle] | None:
    """Return the puzzles of compact lines, read together; `None` if anything else is among them."""
    lines: list[str] = []
    for puzzle in puzzles:
        if isinstance(puzzle, Puzzle):
            return None
        line = str(puzzle, "latin-1") if isinstance(puzzle, bytes) else puzzle
        if not isinstance(line, str):
            return None
        lines.append(line.rstrip("\r\n") + "\n")
    if not lines:
        return None
    layouts = read_layouts("".join(lines))
    return layouts if layouts and len(layouts) == len(puzzles) else None


def _puzzle(puzzle: Puzzle | str | bytes, index: int) -> Puzzle:
    if not isinstance(puzzle, (str, bytes)):
        return require_puzzle(puzzle)
    return read(puzzle, name=f"puzzles[{index}]")
