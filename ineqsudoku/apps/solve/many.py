"""`solve_many`: solve many puzzles from Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from ineqsudoku.apps.batch.many import choose_executor, map_lists
from ineqsudoku.apps.batch.ordered_map import Executor
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search import AUTO, EngineChoice, SearchResult
from ineqsudoku.search import solve_many as solve_in_batches

SOLVED_TOGETHER = 1024
"""The most puzzles that a worker solves together."""


def solve_many(
    puzzles: Iterable[Puzzle | str | bytes],
    limit: int | None = 2,
    engine: EngineChoice = AUTO,
    node_limit: int | None = None,
    search_time: float | None = None,
    *,
    jobs: int | None = None,
    executor: Executor | None = None,
) -> Iterator[SearchResult]:
    """Yield the results of `solve` for the puzzles, in order and on demand.

    A puzzle may also be a text or bytes that `read` reads; lines of 108 signs, such as those
    of an open file in the format *compact*, are read fastest.  `node_limit` and `search_time`,
    in seconds of wall-clock time, apply to one puzzle.  Puzzles are consumed ahead of demand: a
    few at first, later some hundreds.

    With `jobs`, that number of processes of this machine share the work; with an `executor`, its
    workers do.  The results are the same.  Close the iterator to stop the work.

    Raises like `solve`, and `PuzzleSyntaxError` for a text that is not exactly one puzzle; both
    after the results of the puzzles before.  Raises `ValueError` for arguments out of range at
    once, not with the first result.
    """
    solver = partial(
        solve_in_batches,
        limit=limit,
        engine=engine,
        node_limit=node_limit,
        search_time=search_time,
    )
    chosen = choose_executor(jobs, executor)
    alone = solver(puzzles if chosen is None else ())  # Checks the arguments.
    if chosen is None:
        return alone
    if isinstance(puzzles, (str, bytes, Puzzle)):
        return solver(puzzles)
    return map_lists(solver, puzzles, chosen, SOLVED_TOGETHER)
