"""Results as a pandas table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from pandas import DataFrame


class Result(Protocol):
    """A value with a JSON form: `SearchResult`, `Report`, `Explanation` and `Generated`."""

    def to_dict(self) -> dict[str, Any]: ...


def to_frame(results: Iterable[Result]) -> DataFrame:
    """Return a `pandas.DataFrame`: a row for each result, a column for each key of its `to_dict`.

    Raises `ImportError` if pandas is not installed.
    """
    from pandas import DataFrame

    return DataFrame([result.to_dict() for result in results])
