"""`solve_many`: solve many puzzles from Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from ineqsudoku.apps.batch.ordered_map import Executor, choose_workers, map_ordered
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search import AUTO, EngineChoice, SearchResult, solve_many as solve_in_batches


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

    A puzzle may also be a text or bytes that `read` reads; lines of 108 signs, such as those of an
    open file in the format *compact*, are read fastest.  `node_limit` and `search_time`, in seconds
    of wall-clock time, apply to one puzzle.  Puzzles are consumed ahead of demand: a few at first,
    later some hundreds, with several workers some ten thousands.

    With `jobs`, up to that many processes of this machine share the work if it is long.  With an
    `executor`, its workers do all of it.  The results are the same.  Close the iterator to stop the
    work.

    Raises like `solve`, and `PuzzleSyntaxError` for a text that is not exactly one puzzle; both
    after the results of the puzzles before.  Raises `ValueError` for arguments out of range at
    once, not with the first result.
    """
    workers = choose_workers(jobs, executor)
    mapped = map if workers == 1 else partial(map_ordered, workers=workers)
    return solve_in_batches(puzzles, limit, engine, node_limit, search_time, mapped)
