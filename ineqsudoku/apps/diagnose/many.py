"""`validate_many`: validate many puzzles from Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from ineqsudoku.apps.batch.ordered_map import Executor, map_puzzles
from ineqsudoku.apps.diagnose.report import USUAL, Options, Report, validate
from ineqsudoku.puzzle import Puzzle, require_puzzle


def validate_many(
    puzzles: Iterable[Puzzle],
    options: Options | None = None,
    *,
    jobs: int | None = None,
    executor: Executor | None = None,
) -> Iterator[Report]:
    """Yield the reports of `validate` on the puzzles, in order and on demand.

    `jobs` and `executor` are those of `solve_many`.  Raises like `validate`.
    """
    options = USUAL if options is None else options
    return map_puzzles(partial(_validate, options=options), puzzles, jobs, executor)


def _validate(puzzle: Puzzle, options: Options) -> Report:
    return validate(require_puzzle(puzzle), options)
