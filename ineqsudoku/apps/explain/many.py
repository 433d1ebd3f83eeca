"""`explain_many`: explain many puzzles from Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ineqsudoku.apps.batch.ordered_map import Executor, map_puzzles
from ineqsudoku.apps.explain.explanation import Explanation
from ineqsudoku.apps.explain.strategy import explain
from ineqsudoku.errors import InvalidPuzzleError
from ineqsudoku.puzzle import Puzzle


def explain_many(
    puzzles: Iterable[Puzzle],
    *,
    jobs: int | None = None,
    executor: Executor | None = None,
) -> Iterator[Explanation | InvalidPuzzleError]:
    """Yield the explanations of the puzzles, in order and on demand.

    For a puzzle that does not have exactly one solution, yields the error that `explain` raises.
    `jobs` and `executor` are those of `solve_many`.
    """
    return map_puzzles(_explain, puzzles, jobs, executor)


def _explain(puzzle: Puzzle) -> Explanation | InvalidPuzzleError:
    try:
        return explain(puzzle)
    except InvalidPuzzleError as error:
        return error
