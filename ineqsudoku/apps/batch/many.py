"""Solve, validate and explain many puzzles from Python, on all cores or with an executor.

Puzzles are sent to the executor in lists, short ones first.  The results come back in order.
`to_frame` makes a table of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, get_args, overload

from ineqsudoku.apps.batch.ordered_map import Executor, LocalProcesses, limit_jobs, map_ordered
from ineqsudoku.apps.batch.worker import Collected, collect
from ineqsudoku.errors import InvalidPuzzleError
from ineqsudoku.puzzle import Puzzle, require_puzzle
from ineqsudoku.search import AUTO, EngineChoice, SearchResult
from ineqsudoku.search import solve_many as solve_in_batches

if TYPE_CHECKING:
    import pandas
    import polars

    from ineqsudoku.apps.diagnose.report import Options, Report
    from ineqsudoku.apps.explain.explanation import Explanation


SOLVED_TOGETHER = 1024
"""The most puzzles that a worker solves together."""

EXAMINED_TOGETHER = 8
"""The most puzzles that a worker validates or explains together."""

P = TypeVar("P")
V = TypeVar("V")


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
    chosen = _executor(jobs, executor)
    alone = solver(puzzles if chosen is None else ())  # Checks the arguments.
    if chosen is None:
        return alone
    if isinstance(puzzles, (str, bytes, Puzzle)):
        return solver(puzzles)
    return _map_ordered(solver, puzzles, chosen, SOLVED_TOGETHER)


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
    from ineqsudoku.apps.diagnose.report import USUAL

    options = USUAL if options is None else options
    return _map(partial(_validate, options=options), puzzles, jobs, executor)


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
    return _map(_explain, puzzles, jobs, executor)


def _map(
    function: Callable[[Iterable[P]], Iterator[V]],
    puzzles: Iterable[P],
    jobs: int | None,
    executor: Executor | None,
) -> Iterator[V]:
    if isinstance(puzzles, (str, bytes, Puzzle)):
        raise TypeError(f"expected an iterable of puzzles, got {type(puzzles).__name__}")
    chosen = _executor(jobs, executor)
    if chosen is None:
        return function(puzzles)
    return _map_ordered(function, puzzles, chosen, EXAMINED_TOGETHER)


def _validate(puzzles: Iterable[Puzzle], options: Options) -> Iterator[Report]:
    from ineqsudoku.apps.diagnose.report import validate

    for puzzle in puzzles:
        yield validate(require_puzzle(puzzle), options)


def _explain(puzzles: Iterable[Puzzle]) -> Iterator[Explanation | InvalidPuzzleError]:
    from ineqsudoku.apps.explain.strategy import explain

    for puzzle in puzzles:
        try:
            yield explain(puzzle)
        except InvalidPuzzleError as error:
            yield error


def _executor(jobs: int | None, executor: Executor | None) -> Executor | None:
    if executor is not None and jobs is not None:
        raise ValueError("jobs and executor exclude each other")
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs is {jobs}, but must be at least 1 or None")
    return executor if jobs is None else LocalProcesses(limit_jobs(jobs))


def _results(puzzles: list[P], function: Callable[[Iterable[P]], Iterator[V]]) -> Collected[V]:
    return collect(function(puzzles))


def _map_ordered(
    function: Callable[[Iterable[P]], Iterator[V]],
    puzzles: Iterable[P],
    executor: Executor,
    most: int,
) -> Iterator[V]:
    failures: list[Exception] = []
    lists = _lists(iter(puzzles), most, failures)
    with closing(map_ordered(partial(_results, function=function), lists, executor)) as results:
        for values, error in results:
            yield from values
            if error:
                raise error
    for failure in failures:
        raise failure


def _lists(puzzles: Iterator[P], most: int, failures: list[Exception]) -> Iterator[list[P]]:
    """Yield the puzzles in lists.

    An error that ends the puzzles is stored in `failures`, because earlier puzzles may also fail.
    """
    size = 1
    while True:
        taken, error = collect(islice(puzzles, size))
        if error:
            failures.append(error)
        if taken:
            yield taken
        if len(taken) < size:
            return
        size = min(2 * size, most)


class Result(Protocol):
    """A value with a JSON form: `SearchResult`, `Report`, `Explanation` and `Generated`."""

    def to_dict(self) -> dict[str, Any]: ...


Library = Literal["pandas", "polars"]
"""A library with data frames."""


@overload
def to_frame(results: Iterable[Result | InvalidPuzzleError]) -> pandas.DataFrame: ...
@overload
def to_frame(
    results: Iterable[Result | InvalidPuzzleError], library: Literal["pandas"]
) -> pandas.DataFrame: ...
@overload
def to_frame(
    results: Iterable[Result | InvalidPuzzleError], library: Literal["polars"]
) -> polars.DataFrame: ...
def to_frame(
    results: Iterable[Result | InvalidPuzzleError], library: Library = "pandas"
) -> pandas.DataFrame | polars.DataFrame:
    """Return a `DataFrame` of a library: a row per result, a column per key of its `to_dict`.

    A puzzle that `explain_many` refuses gives a row without values, so rows and puzzles correspond.
    In polars all values of a column have one type, so nested lists and dictionaries are JSON texts.

    Raises `ValueError` for another library and `ImportError` if it is not installed, before it
    takes any result.
    """
    if library not in get_args(Library):
        raise ValueError(f"library is {library!r}, but must be one of {get_args(Library)}")
    try:
        if library == "pandas":
            from pandas import DataFrame
        else:
            from polars import DataFrame
    except ImportError as error:
        raise ImportError(f"to_frame needs {library}: pip install {library}") from error
    rows = [{} if isinstance(one, InvalidPuzzleError) else one.to_dict() for one in results]
    if library == "pandas":
        return DataFrame(rows)
    from json import dumps

    nested = {key for row in rows for key, value in row.items() if _is_nested(value)}
    for row in rows:
        row.update({key: dumps(row[key]) for key in nested & row.keys() if row[key] is not None})
    return DataFrame(rows, infer_schema_length=None)


def _is_nested(value: object) -> bool:
    """Whether a value is more than a scalar or a list of scalars."""
    if isinstance(value, list):
        return any(isinstance(one, (dict, list)) for one in value)
    return isinstance(value, dict)
