"""Search for tests on which a program fails.

The program first runs on random layouts.  The best predictors are the targets whose node counts
rank these layouts most like the program's run times.  The search then makes layouts that cost
these targets more and more nodes.  It drops a target when the program is faster on the layouts of
that target than on those of others.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ineqsudoku.generation.climbing import Ascent, ascend, survey
from ineqsudoku.generation.grids import STRIDE, bound_grid, layout
from ineqsudoku.generation.randomness import SplitMix
from ineqsudoku.generation.targets import TARGETS, Prepared
from ineqsudoku.generation.values import (
    Generated,
    Means,
    Program,
    Trial,
    UnmetWishError,
    Wish,
    of_puzzle,
)
from ineqsudoku.geometry import NINE
from ineqsudoku.language import Message
from ineqsudoku.puzzle import Grid, Puzzle
from ineqsudoku.search import solve

LAYOUTS = 10
"""The number of random layouts on which the program runs first."""

COUNTED = 300_000
"""The most nodes counted for a target on a random layout."""

PREDICTORS = 4
"""The number of targets, the best predictors, for which layouts are sought."""

GOALS = tuple(10**power for power in range(5, 11))
"""The numbers of nodes that these targets shall need, tried one after another."""

_NEAR = 0.5
"""A target stays if the program takes at least this fraction of the longest time on its layout."""

_NODES = 20_000


class _Tried(NamedTuple):
    ascent: Ascent
    trial: Trial


def fail_program(
    wish: Wish, index: int, random: SplitMix, means: Means
) -> Generated | UnmetWishError:
    """Return a layout on which the program in `means` fails; an error if no climb reaches one."""
    assert means.against
    tried = 0
    slowest: _Tried | None = None
    for test in _tests(wish, random, means, means.against):
        tried += 1
        if test.trial.failure:
            return replace(survey(wish, index, test.ascent, means), failure=test.trial.failure)
        if slowest is None or test.trial.seconds > slowest.trial.seconds:
            slowest = test
    if slowest is None:
        return UnmetWishError(of_puzzle(index, _NO_TEST))
    reason = _SOLVES_ALL.fill(n=tried, seconds=f"{slowest.trial.seconds:.2f}")
    nearest = survey(replace(wish, survey=1), index, slowest.ascent, means)
    return UnmetWishError(of_puzzle(index, reason), nearest)


_NO_TEST = Message("generate.no-test", "the search time was over before any test was tried")
_SOLVES_ALL = Message(
    "generate.solves-all",
    "the program solves the only test that was tried; it takes {seconds} s",
    "the program solves all {n} tests that were tried; the slowest takes {seconds} s",
)


def _tests(wish: Wish, random: SplitMix, means: Means, program: Program) -> Iterator[_Tried]:
    """Yield harder and harder layouts and their trials, until time or budget runs out."""
    first = []
    for ascent in _random_layouts(random):
        if means.is_over:
            return
        first.append(_try(ascent, program))
        yield first[-1]
    targets = predictors(first)[:PREDICTORS]
    spent = 0
    for goal in GOALS:
        times: dict[str, float] = {}
        for name in targets:
            if means.is_over or spent >= wish.budget:
                return
            wish_of_goal = replace(wish, kill=((name, goal),), budget=wish.budget - spent)
            ascent = ascend(wish_of_goal, SplitMix(random.next()), means, is_exact=False)
            spent += ascent.spent
            if ascent.line:
                tried = _try(ascent, program)
                times[name] = tried.trial.seconds
                yield tried
        longest = max(times.values(), default=0.0)
        targets = [name for name in targets if times.get(name, 0.0) >= _NEAR * longest]


def _random_layouts(random: SplitMix) -> Iterator[Ascent]:
    number = 0
    layouts = 0
    while number < LAYOUTS:
        layouts += 1
        grid = bound_grid(NINE, random.next(), STRIDE)
        if grid and solve(_puzzle(grid.line), limit=2, node_limit=_NODES).status == "unique":
            yield Ascent(grid.line, layouts=layouts)
            number += 1


def _try(ascent: Ascent, program: Program) -> _Tried:
    assert ascent.line
    return _Tried(ascent, program(_puzzle(ascent.line), Grid(ascent.line)))


def _puzzle(line: str) -> Puzzle:
    return Puzzle(layout(NINE, line))


def predictors(tried: Sequence[_Tried]) -> list[str]:
    """Return the targets; those whose nodes rank layouts most like the run times come first."""
    times = [test.trial.seconds for test in tried]
    correlations = {}
    for name in TARGETS:
        lines = (test.ascent.line or "" for test in tried)
        nodes = [Prepared(_puzzle(line), line).nodes(name, COUNTED)[0] for line in lines]
        correlations[name] = correlation(nodes, times)
    return sorted(TARGETS, key=lambda name: -correlations[name])


def correlation(some: Sequence[float], others: Sequence[float]) -> float:
    """Return the rank correlation (Spearman, 1904); 0 if all values of a series are equal."""
    try:
        return statistics.correlation(_ranks(some), _ranks(others))
    except statistics.StatisticsError:
        return 0.0


def _ranks(values: Sequence[float]) -> list[float]:
    """Return the ranks of values; equal values share the mean of their ranks."""
    ascending = sorted(values)
    rank = {
        value: ascending.index(value) + (ascending.count(value) - 1) / 2 for value in set(values)
    }
    return [rank[value] for value in values]
