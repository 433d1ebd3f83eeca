"""Times of many puzzles, some of which ran into the limit, and what can be said of them all.

Percentiles are order statistics, so they are right with some times cut off, as long as they
stay below the cut; a mean is then only known not to be less.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from statistics import fmean
from typing import NamedTuple

UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))


class Time(NamedTuple):
    """Seconds; `cut` when it was not done by then, so that times order as they should."""

    seconds: float
    cut: bool = False


def percentile(times: Sequence[Time], percent: float) -> Time:
    """The least time within which so many of a hundred were done (the nearest rank)."""
    rank = ceil(len(times) * percent / 100)
    return sorted(times)[max(rank, 1) - 1]


def mean(times: Sequence[Time]) -> Time:
    """The mean, a lower bound of it when a time was cut."""
    return Time(fmean(time.seconds for time in times), any(time.cut for time in times))


def in_words(seconds: float) -> str:
    """Two digits that count, with a unit."""
    size, unit = unit_for(seconds)
    return f"{two_digits(seconds / size)} {unit}"


def range_in_words(low: float, high: float) -> str:
    """Both in the unit of the lower one."""
    size, unit = unit_for(low)
    return f"{two_digits(low / size)} – {two_digits(high / size)} {unit}"


def unit_for(seconds: float) -> tuple[float, str]:
    """The largest unit of which there is one at least, and what it is called."""
    return next((entry for entry in UNITS if seconds >= 0.9995 * entry[0]), UNITS[-1])


def two_digits(value: float) -> str:
    """Two digits that count, no exponent: 0.42, 5.1, 17, 1,200."""
    if value >= 9.95:
        digits = max(len(f"{value:.0f}") - 2, 0)
        return f"{round(value, -digits):,.0f}"
    return f"{value:.1f}" if value >= 0.995 else f"{value:.2f}"
