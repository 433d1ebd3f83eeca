"""Tables of results: `to_frame` makes a data frame of pandas or polars."""

from __future__ import annotations

from collections.abc import Iterable
from json import dumps
from typing import TYPE_CHECKING, Any, Literal, Protocol, get_args, overload

from ineqsudoku.errors import InvalidPuzzleError

if TYPE_CHECKING:
    import pandas
    import polars


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
    nested = {key for row in rows for key, value in row.items() if _is_nested(value)}
    for row in rows:
        row.update({key: dumps(row[key]) for key in nested & row.keys() if row[key] is not None})
    return DataFrame(rows, infer_schema_length=None)


def _is_nested(value: object) -> bool:
    """Whether a value is more than a scalar or a list of scalars."""
    if isinstance(value, list):
        return any(isinstance(one, (dict, list)) for one in value)
    return isinstance(value, dict)
