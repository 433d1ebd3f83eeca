"""The parts of a puzzle: all signs and givens that its grid allows, and how to remove some.

A set of parts is an int: first the signs inside boxes, then those across borders, then the givens,
bit i = part i.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from operator import ne

from ineqsudoku.apps.generate.grids import SIGN_CHOICES
from ineqsudoku.apps.generate.images import SQUARE_IMAGES
from ineqsudoku.apps.generate.randomness import SplitMix
from ineqsudoku.apps.generate.values import Symmetry
from ineqsudoku.geometry import BORDER_PAIRS, CELLS, IN_BOX_PAIRS
from ineqsudoku.puzzle import ABSENT, Puzzle
from ineqsudoku.search import solve

Set = int


class Parts:
    """The parts of the puzzles with the solution `line`."""

    __slots__ = ("_text", "line")

    def __init__(self, line: str) -> None:
        self.line = line
        self._text = [
            *[signs[line[one] > line[other]] for signs, one, other in SIGN_CHOICES],
            *line,
        ]

    def puzzle(self, kept: Set) -> Puzzle:
        """Return the puzzle with these parts."""
        text = "".join([part if kept >> at & 1 else ABSENT for at, part in enumerate(self._text)])
        inside, pairs = len(IN_BOX_PAIRS), len(SIGN_CHOICES)
        return Puzzle(text[:inside], text[pairs:], text[inside:pairs])

    def breaking(self, line: str) -> Set:
        """Return the parts that another grid breaks."""
        differs = map(ne, Parts(line)._text, self._text)
        return int("".join(map("01".__getitem__, differs))[::-1], 2)


SIGNS_INSIDE: Set = (1 << len(IN_BOX_PAIRS)) - 1
ALL_SIGNS: Set = (1 << len(SIGN_CHOICES)) - 1
ALL_GIVENS: Set = ((1 << len(CELLS)) - 1) << len(SIGN_CHOICES)


@cache
def orbits(symmetry: Symmetry) -> tuple[Set, ...]:
    """Return the sets of parts that belong together under a symmetry."""
    parts: list[tuple[int, ...]] = [*IN_BOX_PAIRS, *BORDER_PAIRS]
    parts += [(cell,) for cell in CELLS]
    place_of = {part: place for place, part in enumerate(parts)}
    moved = SQUARE_IMAGES[_MOVES[symmetry]].sources
    distinct: dict[Set, None] = {}
    for image in parts:
        orbit = 0
        while not orbit >> place_of[image] & 1:
            orbit |= 1 << place_of[image]
            image = tuple(sorted(moved[cell] for cell in image))
        distinct[orbit] = None
    return tuple(distinct)


_MOVES: Mapping[Symmetry, int] = {
    "none": 0,
    "rotational": 6,
    "quarter": 3,
    "diagonal": 1,
    "antidiagonal": 7,
    "horizontal": 4,
    "vertical": 2,
}
"""The numbers of `SQUARE_IMAGES`."""


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

    def reduce(self, kept: Set, orbits: list[Set], of: Set, least: int) -> Set:
        """Return a subset of `kept` from which no orbit can be removed.

        Keeps at least `least` parts of the kind `of`.  The orbits are tried in order.  The puzzle
        with the parts `kept` must have one solution.
        """
        for orbit in orbits:
            smaller = kept & ~orbit
            if (smaller & of).bit_count() >= least and self.is_unique(smaller):
                kept = smaller
        return kept


def draw(orbits: Sequence[Set], of: Set, number: int, random: SplitMix) -> Set:
    """Return random orbits of a kind with `number` parts in all, or fewer if none fit exactly."""
    tried = shuffle(orbits, of, random)
    chosen = 0
    for orbit in tried:
        if (chosen | orbit).bit_count() <= number:
            chosen |= orbit
    return chosen


def shuffle(orbits: Sequence[Set], of: Set, random: SplitMix) -> list[Set]:
    """Return the orbits of a kind in random order."""
    of_kind = [orbit for orbit in orbits if orbit & of]
    random.shuffle(of_kind)
    return of_kind
