"""The test set that ships with the package: samples, layouts that show a missing rule, layouts of
each level, and killers.

`testset.tsv` has a line for each: its name, its solution, and the nodes of the targets, counted by
`benchmarks/testset.py` up to those of a heavy killer.  The times of a program on these layouts show
which target it resembles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import permutations
from math import exp, log
from statistics import median, pstdev
from typing import NamedTuple

from ineqsudoku.apps.generate.grids import layout
from ineqsudoku.puzzle import Grid, Puzzle

KILLERS = "killers"
"""The first part of the names of killers."""


class ShippedTest(NamedTuple):
    """A full layout whose only solution is known, and its nodes by target."""

    name: str
    solution: Grid
    nodes: Mapping[str, int]

    @property
    def puzzle(self) -> Puzzle:
        return layout(self.solution.line)


@cache
def shipped_tests() -> tuple[ShippedTest, ...]:
    """Return the tests in their order."""
    text = (files("ineqsudoku.apps.generate") / "testset.tsv").read_text(encoding="ascii")
    (_, _, *targets), *lines = (line.split("\t") for line in text.splitlines())
    return tuple(
        ShippedTest(name, Grid(solution), dict(zip(targets, map(int, nodes), strict=True)))
        for name, solution, *nodes in lines
    )


class Timing(NamedTuple):
    """The CPU time of a run on a layout with known nodes.  `is_over`: a limit ended the run."""

    seconds: float
    is_over: bool
    nodes: Mapping[str, int]

    def is_longer(self, other: Timing) -> bool:
        """Whether the run took so much longer than the other that the layout must be the reason."""
        is_known = not (self.is_over and other.is_over)
        return is_known and self.seconds > _LONGER * other.seconds + _NOISE


_LONGER, _NOISE = 1.2, 0.02

_LEAST = 0.97
"""The least share of pairs that a target must explain to be named."""

_FEWER, _STEADIER = 0.5, 0.8
"""A target is named if it is better than each other target in one of two ways.

It leaves at most `_FEWER` times as many pairs unexplained, or its times per node deviate at most
`_STEADIER` times as much.
"""

_MEASURABLE, _START = 0.1, 3
"""The shortest run that counts: in seconds, and as a multiple of the quickest run.

The time of a shorter run may be that of its start.
"""

_ENOUGH = 4
"""The fewest such runs from which times per node are compared."""


def explain(timings: Sequence[Timing]) -> dict[str, float]:
    """Return how well the nodes of each target explain the times, from 0 to 1; the best first.

    The measure is the concordance of Harrell (1982): among pairs of runs, the share in which the
    longer run has more nodes.  Equal nodes count half.
    """
    pairs = [
        (long.nodes, short.nodes)
        for long, short in permutations(timings, 2)
        if long.is_longer(short)
    ]
    shares = {}
    for target in timings[0].nodes if timings else ():
        more = sum(long[target] > short[target] for long, short in pairs)
        less = sum(long[target] < short[target] for long, short in pairs)
        shares[target] = (1 + (more - less) / max(len(pairs), 1)) / 2
    return dict(sorted(shares.items(), key=lambda item: -item[1]))


def resembled(timings: Sequence[Timing]) -> tuple[str, float] | None:
    """Return the target that explains the times clearly better than all others, or `None`.

    The second value is the time of the program for a node of the target, in seconds.

    Of the targets that explain the pairs, it is the one with the steadiest time per node: the
    logarithm of the time has the least standard deviation.
    """
    shares = explain(timings)
    least = max(_MEASURABLE, _START * min((one.seconds for one in timings), default=0.0))
    timed = [one for one in timings if not one.is_over and one.seconds > least]
    likely = [target for target, share in shares.items() if share >= _LEAST]
    if not likely or not timed:
        return None
    seconds = {target: [log(one.seconds / one.nodes[target]) for one in timed] for target in shares}
    is_enough = len(timed) >= _ENOUGH
    spread = {target: pstdev(its) if is_enough else 1.0 for target, its in seconds.items()}
    first = min(likely, key=lambda target: (spread[target], -shares[target]))
    is_clear = all(
        shares[other] < shares[first] >= 1 - _FEWER * (1 - shares[other])
        or spread[first] <= _STEADIER * spread[other]
        for other in shares
        if other != first
    )
    return (first, exp(median(seconds[first]))) if is_clear else None
