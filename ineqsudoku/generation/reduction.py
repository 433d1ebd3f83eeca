"""Remove parts of a puzzle while its solution stays the only one."""

from __future__ import annotations

from collections.abc import Sequence

from ineqsudoku.generation.parts import Parts, Set
from ineqsudoku.generation.randomness import SplitMix
from ineqsudoku.search import solve

NODES = 20_000
"""The node limit of a search; a part stays if its search exceeds the limit."""


class Reduction:
    """The reduction of the puzzles of one grid.

    It keeps the solutions that searches find, because they often settle other sets of parts too.
    """

    __slots__ = ("_breaking", "_parts", "gave_up")

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._breaking: list[Set] = []
        self.gave_up = False

    def is_unique(self, kept: Set) -> bool:
        """Whether the grid is proven to be the only solution with the parts `kept`."""
        for place, breaking in enumerate(self._breaking):
            if not breaking & kept:
                # It is likely to settle the next set too.
                self._breaking.insert(0, self._breaking.pop(place))
                return False
        result = solve(self._parts.puzzle(kept), limit=2, node_limit=NODES)
        for grid in result.solutions:
            if grid.line != self._parts.line:
                self._breaking.append(self._parts.breaking(grid.line))
                return False
        self.gave_up |= not result.complete
        return result.complete

    def reduced(self, kept: Set, orbits: list[Set], of: Set, least: int) -> Set:
        """Return a subset of `kept` from which no orbit can be removed.

        Keeps at least `least` parts of the kind `of`.  The orbits are tried in order.  The puzzle
        with the parts `kept` must have one solution.
        """
        for orbit in orbits:
            smaller = kept & ~orbit
            if (smaller & of).bit_count() >= least and self.is_unique(smaller):
                kept = smaller
        return kept


def drawn(orbits: Sequence[Set], of: Set, number: int, random: SplitMix) -> Set:
    """Return random orbits of a kind with `number` parts in all, or fewer if none fit exactly."""
    tried = shuffled(orbits, of, random)
    chosen = 0
    for orbit in tried:
        if (chosen | orbit).bit_count() <= number:
            chosen |= orbit
    return chosen


def shuffled(orbits: Sequence[Set], of: Set, random: SplitMix) -> list[Set]:
    """Return the orbits of a kind in random order."""
    of_kind = [orbit for orbit in orbits if orbit & of]
    random.shuffle(of_kind)
    return of_kind
