"""How hard a puzzle is, as an object of JSON."""

from __future__ import annotations

from ineqsudoku.diagnose.as_json import Object
from ineqsudoku.explanation.values import Explanation


def of_difficulty(explained: Explanation) -> Object:
    """How hard a puzzle is for a person."""
    return {
        "level": explained.level,
        "rating": explained.rating,
        "total": explained.total,
        "complete": explained.is_complete,
    }
