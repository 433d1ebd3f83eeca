"""The parts of a puzzle: all signs and givens that its grid allows, and how to remove some.

A set of parts is an int: first the signs, then the givens, bit i = part i.
"""

from __future__ import annotations

from operator import ne

from ineqsudoku.apps.generate.grids import layout
from ineqsudoku.apps.generate.randomness import SplitMix
from ineqsudoku.geometry import CELLS, IN_BOX_PAIRS
from ineqsudoku.puzzle import ABSENT, Puzzle
from ineqsudoku.search import solve

Set = int

SIGNS: Set = (1 << len(IN_BOX_PAIRS)) - 1
GIVENS: Set = ((1 << len(CELLS)) - 1) << len(IN_BOX_PAIRS)

NODES = 20_000
"""The node limit of a search; a part stays if its search exceeds the limit."""


class Parts:
    """The parts of the puzzles with the solution `line`."""

    __slots__ = ("_text", "line")

    def __init__(self, line: str) -> None:
        self.line = line
        self._text = layout(line).signs + line

    def puzzle(self, kept: Set) -> Puzzle:
        """Return the puzzle with these parts."""
        text = "".join([part if kept >> at & 1 else ABSENT for at, part in enumerate(self._text)])
        return Puzzle(text[: len(IN_BOX_PAIRS)], text[len(IN_BOX_PAIRS) :])

    def breaking(self, line: str) -> Set:
        """Return the parts that another grid breaks."""
        differs = map(ne, Parts(line)._text, self._text)
        return int("".join(map("01".__getitem__, differs))[::-1], 2)


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

    def reduce(self, kept: Set, least: int, random: SplitMix) -> Set:
        """Return a subset of `kept` with `least` parts, or more if none of them can be removed.

        The parts are tried in random order.  The puzzle with the parts `kept` must have one
        solution.
        """
        for part in shuffle(kept, random):
            smaller = kept & ~part
            if smaller.bit_count() >= least and self.is_unique(smaller):
                kept = smaller
        return kept


def draw(of: Set, number: int, random: SplitMix) -> Set:
    """Return a random subset with `number` parts."""
    return sum(shuffle(of, random)[:number])


def shuffle(parts: Set, random: SplitMix) -> list[Set]:
    """Return the parts in random order, each as a set."""
    single = [1 << at for at in range(parts.bit_length()) if parts >> at & 1]
    random.shuffle(single)
    return single
