"""The difficulty of steps and puzzles.

Techniques that Sudoku Explainer (Nicolas Juillerat, 2006) has get its ratings.  A technique with
signs is rated like one that takes a person about as long.
"""

from __future__ import annotations

from typing import Literal

Level = Literal["easy", "moderate", "hard", "expert", "extreme"]

LEVELS: tuple[tuple[float, Level], ...] = (
    (2.3, "easy"),
    (3.4, "moderate"),
    (6.4, "hard"),
    (8.0, "expert"),
)
"""The highest ratings of the levels (for `expert`, below 8.0); higher ratings are `extreme`."""

_LENGTHS = (4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128)


def level(rating: float) -> Level:
    """Return the level of a rating.

    Easy: bounds and singles.  Moderate: locked candidates, counting and pairs.  Hard: all other
    patterns, and simple colouring.  Expert: chains.  Extreme: contradictions.
    """
    for highest, name in LEVELS[:-1]:
        if rating <= highest:
            return name
    return "expert" if rating < LEVELS[-1][0] else "extreme"


def with_length(rating: float, links: int) -> float:
    """Return the rating of a chain of `links` links: 0.1 more per threshold, as in Sudoku
    Explainer."""
    return round(rating + 0.1 * sum(links > length for length in _LENGTHS), 1)
