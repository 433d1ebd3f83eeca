"""Puzzles with few signs, by a walk from puzzle to puzzle.

A round removes a sign and finds all solutions of the rest.  If there is only one, the puzzle has
one sign less.  Otherwise the round adds another sign, which only one of these solutions satisfies,
and that solution becomes the solution of the puzzle.  With a symmetry, signs that belong together
count as one.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ineqsudoku.apps.generate.grids import random_grid
from ineqsudoku.apps.generate.parts import (
    ALL_GIVENS,
    ALL_SIGNS,
    NODES,
    SIGNS_INSIDE,
    Parts,
    Reduction,
    Set,
    draw,
    orbits,
    shuffle,
)
from ineqsudoku.apps.generate.randomness import SplitMix
from ineqsudoku.apps.generate.values import (
    TRIES,
    Generated,
    Means,
    UnmetWishError,
    Wish,
    of_puzzle,
)
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import SIGNS, Grid
from ineqsudoku.search import solve

SOLUTIONS = 400
"""The most solutions to find after a sign was removed."""

BACK = 4
"""The number of orbits that are put back when none can be exchanged."""


class _Layout(NamedTuple):
    """A puzzle on a walk: its solution, its parts and the number of its signs."""

    line: str
    kept: Set
    size: int


def fewest(wish: Wish, index: int, random: SplitMix, means: Means) -> Generated | UnmetWishError:
    """Return the puzzle with fewest signs that `TRIES` rounds find before the deadline."""
    random = SplitMix(random.next())
    walker: _Walker | None = None
    rounds = 0
    while rounds < TRIES and not means.is_over:
        rounds += 1
        if walker:
            walker.step()
        else:
            walker = _begin(wish, random)
        means.progress(SIGNS.fill(n=walker.best.size) if walker else _NONE, rounds, TRIES)
    if walker is None:
        reason = _NONE_VALID.fill(grids=f"{TRIES:,}")
        return UnmetWishError(of_puzzle(index, reason))
    return Generated(
        index=index,
        puzzle=Parts(walker.best.line).puzzle(walker.best.kept),
        solutions="1",
        solution=Grid(walker.best.line),
        steps=rounds,
        is_cut_short=means.is_over,
    )


_NONE = Message("generate.none", "no layout")
_NONE_VALID = Message("generate.none-valid", "none of {grids} grids gave a valid layout")


def _begin(wish: Wish, random: SplitMix) -> _Walker | None:
    """Return a walk from the next random grid, if that grid gives a valid puzzle."""
    orbits_of_parts = orbits(wish.symmetry)
    signs = ALL_SIGNS if wish.kind == "extended" else SIGNS_INSIDE
    parts = Parts(random_grid(random.next()))
    kept = signs | draw(orbits_of_parts, ALL_GIVENS, wish.givens or 0, random)
    if not Reduction(parts).is_unique(kept):
        return None
    return _Walker(
        parts, kept, signs, [orbit for orbit in orbits_of_parts if orbit & signs], random
    )


class _Walker:
    """The current puzzle of a walk.

    `kept`: its parts, out of those of its solution.  `signs`: all signs that it may have.
    """

    def __init__(
        self, parts: Parts, kept: Set, signs: Set, orbits: list[Set], random: SplitMix
    ) -> None:
        self._random = random
        self._orbits = orbits
        self._signs = signs
        self.best = _Layout(parts.line, kept, (kept & signs).bit_count())
        self._go_to(parts, self._reduce(parts, kept))

    def step(self) -> None:
        """Remove signs, and replace them by others if that gives one solution."""
        if not self._untried:
            self._put_back()
            return
        orbit = self._untried.pop()
        rest = self._kept & ~orbit
        result = solve(self._parts.puzzle(rest), limit=SOLUTIONS, node_limit=NODES)
        if not result.complete or len(result.solutions) == SOLUTIONS:
            return
        lines = [grid.line for grid in result.solutions]
        if len(lines) == 1:
            self._go_to(self._parts, rest)
        elif other := self._exchange(orbit, rest, lines):
            line, kept = other
            self._go_to(Parts(line), kept)

    def _exchange(self, orbit: Set, rest: Set, lines: list[str]) -> tuple[str, Set] | None:
        """Return a solution of the rest, and the rest with signs that only this solution has."""
        breaking = [self._parts.breaking(line) for line in lines]
        for other in shuffle(self._orbits, self._signs & ~rest, self._random):
            broken = [breaks & other for breaks in breaking]
            alone = [value for value, times in Counter(broken).items() if times == 1]
            if other == orbit:
                alone = [value for value in alone if value]  # 0 is the present solution.
            if alone and other.bit_count() <= orbit.bit_count():
                value = alone[self._random.below(len(alone))]
                return lines[broken.index(value)], rest | other
        return None

    def _put_back(self) -> None:
        """Put signs back, then remove others in random order as long as that is possible."""
        more = self._kept
        for orbit in shuffle(self._orbits, self._signs & ~self._kept, self._random)[:BACK]:
            more |= orbit
        self._go_to(self._parts, self._reduce(self._parts, more))

    def _reduce(self, parts: Parts, kept: Set) -> Set:
        removable = shuffle(self._orbits, kept & self._signs, self._random)
        return Reduction(parts).reduce(kept, removable, self._signs, 0)

    def _go_to(self, parts: Parts, kept: Set) -> None:
        self._parts, self._kept = parts, kept
        self._untried = shuffle(self._orbits, kept & self._signs, self._random)
        size = (kept & self._signs).bit_count()
        if size < self.best.size:
            self.best = _Layout(parts.line, kept, size)
