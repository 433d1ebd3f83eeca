"""Search for tests on which a program fails.

The program first runs on the tests that ship with the package, then on images of their killers.
If it passes all of these, the search makes layouts that cost the targets that explain its run times
best more and more nodes.  It drops a target when the program is faster on the layouts of that
target than on those of others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ineqsudoku.apps.generate.climbing import Ascent, ascend, layout_of
from ineqsudoku.apps.generate.grids import layout
from ineqsudoku.apps.generate.images import SQUARE_IMAGES
from ineqsudoku.apps.generate.randomness import SplitMix
from ineqsudoku.apps.generate.testset import KILLERS, Timing, explain, shipped_tests
from ineqsudoku.apps.generate.values import (
    BUDGET,
    Generated,
    Means,
    Place,
    Program,
    Trial,
    UnmetWishError,
    of_puzzle,
)
from ineqsudoku.messages import Message, conjunction
from ineqsudoku.puzzle import Grid, Puzzle

IMAGES = 100
"""The most images of killers that are tried.  A killer of a row-major search has 16 images, of
which one kills a search that fills the columns from right to left, and so on."""

PREDICTORS = 4
"""The number of targets, the best predictors, for which layouts are sought."""

GOALS = tuple(10**power for power in range(7, 11))
"""The numbers of nodes that these targets shall need, tried one after another."""

_NEAR = 0.5
"""A target stays if the program takes at least this fraction of the longest time on its layout."""


class _Tried(NamedTuple):
    """A trial of the program on the layout of a grid, which comes from a `source`."""

    source: str
    line: str
    trial: Trial


def fail_program(place: Place, means: Means) -> Generated | UnmetWishError:
    """Return a layout on which the program in `means` fails; an error if no climb reaches one."""
    assert means.against
    tried: list[_Tried] = []
    # The earlier puzzles of the sequence are the first of these failures.
    known = place.index + place.repeat
    for test in _tests(place, means, means.against):
        tried.append(test)
        if test.trial.failure is None:
            continue
        if known and test.source != _NEW:
            known -= 1
            continue
        made = layout_of(Ascent(test.line, layouts=len(tried)), place.index)
        return replace(made, failure=test.trial.failure, tried=_count(tried))
    passed = [test for test in tried if test.trial.failure is None]
    if not passed:
        return UnmetWishError(of_puzzle(place.index, _NO_TEST))
    slowest = max(passed, key=lambda test: test.trial.seconds)
    reason = _SOLVES_ALL.fill(tests=_count(tried), seconds=f"{slowest.trial.seconds:.2f}")
    nearest = layout_of(Ascent(slowest.line, layouts=len(tried)), place.index)
    return UnmetWishError(of_puzzle(place.index, reason), nearest)


_NO_TEST = Message("generate.no-test", "the search time was over before any test was tried")
_SOLVES_ALL = Message(
    "generate.solves-all",
    "the program solves all tests that were tried: {tests}; the slowest takes {seconds} s",
)

_SHIPPED, _IMAGE, _NEW = "shipped", "image", "new"
_NUMBERS = {
    _SHIPPED: Message("generate.shipped", "{n} shipped test", "{n} shipped tests"),
    _IMAGE: Message("generate.image", "{n} image of killers", "{n} images of killers"),
    _NEW: Message("generate.new", "{n} new layout", "{n} new layouts"),
}


def _count(tried: list[_Tried]) -> Message:
    """Return the numbers of the tests by their sources."""
    numbers = Counter(test.source for test in tried)
    counts = conjunction(_NUMBERS[source].fill(n=number) for source, number in numbers.items())
    return Message("generate.tried", "{tests}", tests=counts)


def _tests(place: Place, means: Means, program: Program) -> Iterator[_Tried]:
    """Yield harder and harder layouts and their trials, until time or `BUDGET` runs out."""
    timings: list[Timing] = []
    killers: list[str] = []
    tests = shipped_tests()
    for number, test in enumerate(tests):
        if means.is_over:
            return
        means.progress(_RUNS, number, len(tests))
        trial = program(test.puzzle, test.solution)
        yield _Tried(_SHIPPED, test.solution.line, trial)
        timings.append(Timing(trial.seconds, trial.failure is not None, test.nodes))
        if trial.failure is None and test.name.startswith(KILLERS):
            killers.append(test.solution.line)
    images = _images(killers, SplitMix(place.seed))
    for number, line in enumerate(images):
        if means.is_over:
            return
        means.progress(_IMAGE_RUNS, number, len(images))
        yield _Tried(_IMAGE, line, _try(line, program))
    targets = [*explain(timings)][:PREDICTORS]
    random = place.random
    spent = 0
    for goal in GOALS:
        times: dict[str, float] = {}
        for name in targets:
            if means.is_over or spent >= BUDGET:
                return
            own = SplitMix(random.next())
            ascent = ascend(((name, goal),), own, means, BUDGET - spent, is_exact=False)
            spent += ascent.spent
            if ascent.line:
                trial = _try(ascent.line, program)
                times[name] = trial.seconds
                yield _Tried(_NEW, ascent.line, trial)
        longest = max(times.values(), default=0.0)
        targets = [name for name in targets if times.get(name, 0.0) >= _NEAR * longest]


_RUNS = Message("generate.runs", "shipped tests tried")
_IMAGE_RUNS = Message("generate.image-runs", "images of killers tried")


def _images(lines: list[str], random: SplitMix) -> list[str]:
    """Return random images of grids under the symmetries of the square."""
    images = [image.of_digits(line) for image in SQUARE_IMAGES[1:] for line in lines]
    random.shuffle(images)
    return images[:IMAGES]


def _try(line: str, program: Program) -> Trial:
    return program(Puzzle(layout(line)), Grid(line))
