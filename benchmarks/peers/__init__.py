"""What a solver says of a puzzle, and its CPU time."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from statistics import median
from time import process_time
from typing import NamedTuple

from ineqsudoku.puzzle import Puzzle


class Answer(NamedTuple):
    """The digits of all solutions found, up to two, and the CPU time, with that of building a
    model.  `digits` is `None` if the solver was stopped."""

    digits: str | None
    seconds: float


Measure = Callable[[Puzzle], Answer]


def in_cpu_time(solve: Callable[[Puzzle], list[str]]) -> Measure:
    """Measure a function by the CPU time of this process, all of its threads included."""

    def measure(puzzle: Puzzle) -> Answer:
        start = process_time()
        lines = solve(puzzle)
        seconds = process_time() - start
        return Answer("".join(lines), max(seconds - cost_of_the_clock(), 0.0))

    return measure


@cache
def cost_of_the_clock() -> float:
    """Return the seconds that reading the clock twice adds, which count among microseconds."""
    return median(-(process_time() - process_time()) for _ in range(10_001))
