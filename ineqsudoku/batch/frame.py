"""Results as a pandas table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

from ineqsudoku.errors import InvalidPuzzleError

if TYPE_CHECKING:
    from pandas import DataFrame


class Result(Protocol):
    """A value with a JSON form: `SearchResult`, `Report`, `Explanation` and `Generated`."""

    def to_dict(self) -> dict[str, Any]: ...


def to_frame(results: Iterable[Result | InvalidPuzzleError]) -> DataFrame:
    """Return a `pandas.DataFrame`: a row per result, a column per key of its `to_dict`.

    A puzzle that `explain_many` refuses gives a row without values, so rows and puzzles correspond.

    Raises `ImportError` if pandas is not installed, before it takes any result.
    """
    try:
        from pandas import DataFrame
    except ImportError as error:
        raise ImportError("to_frame needs pandas: pip install pandas") from error
    return DataFrame(
        [{} if isinstance(one, InvalidPuzzleError) else one.to_dict() for one in results]
    )
