"""Repairs: signs that give a puzzle without solution a solution when they are flipped.

A repair must flip a sign of every conflict, since a conflict without a flipped sign remains.
So the search takes one conflict and flips each of its signs in turn.  If one flip is not
enough, the puzzle with that sign flipped has conflicts of its own, perhaps with the flipped
sign; the next flip must hit one of these.  This is the tree of hitting sets of Reiter (1987),
with the correction of Greiner et al. (1989).  It finds every repair.

Four things keep the tree small:

* Conflicts are reused wherever they still hold.
* A branch of a conflict keeps the signs of the branches before it as printed, so no
  combination is tried twice.  New conflicts avoid the signs that are kept or flipped.
* A branch ends if more conflicts hold than flips are left, and no two of them share a sign
  that can still be flipped.
* The last flip must hit all conflicts known to hold.  The remaining signs are tried in one
  call for many puzzles; finding another conflict first would take longer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple

from ineqsudoku.apps.diagnose.conflicts import Tick, some_conflict
from ineqsudoku.apps.diagnose.oracle import Set
from ineqsudoku.apps.diagnose.progress import Progress, silent
from ineqsudoku.apps.diagnose.signs import with_flipped
from ineqsudoku.messages import Items, Message, conjunction
from ineqsudoku.puzzle import Grid, Puzzle, Relation
from ineqsudoku.search import solve, solve_many

_NARROW = 12
"""A known conflict with at most this many signs to flip is used instead of a new one."""


@dataclass(frozen=True, slots=True)
class Repair:
    """Relations of the puzzle; flipping all of them gives it a solution.

    `relations`
        The relations before they are flipped.
    `status`
        Whether the flipped puzzle has exactly one solution (`unique`) or several (`multiple`).
    `solution`
        A solution of the flipped puzzle.
    """

    relations: tuple[Relation, ...]
    status: Literal["unique", "multiple"]
    solution: Grid

    def __str__(self) -> str:
        """Return the signs to flip: `r1c1 < r1c2 and r8c6 ^ r9c6`."""
        return str(self.words)

    @property
    def words(self) -> Items:
        """What `str` gives, as an argument of messages."""
        return conjunction(relation.printed for relation in self.relations)


@dataclass(frozen=True, slots=True)
class Repairs:
    """The `repairs` so far, in the puzzle's sign order.

    They include every repair by at most `searched` flips.
    """

    repairs: tuple[Repair, ...] = ()
    searched: int = 0


_CONFLICTS = Message(
    "diagnose.conflicts-after", "conflicts after {n} flip", "conflicts after {n} flips"
)
"""The names of work."""


def find_repairs(
    puzzle: Puzzle,
    depth: int = 1,
    known: Iterable[tuple[Relation, ...]] = (),
    progress: Progress = silent,
) -> tuple[Repair, ...]:
    """Return all repairs with as few flips as possible, at most `depth`, in the order of the signs.

    The result is empty if `depth` flips are not enough, if the puzzle has a solution without a
    flip, and if its givens contradict one another.  `known` are conflicts of the puzzle, minimal
    or not; with them, the search for other conflicts is shorter.

    Raises `ValueError` for a depth below 1.
    """
    *_, last = repairs(puzzle, depth, known, progress)
    return last.repairs


def repairs(
    puzzle: Puzzle,
    depth: int = 1,
    known: Iterable[tuple[Relation, ...]] = (),
    progress: Progress = silent,
) -> Iterator[Repairs]:
    """Yield the repairs so far after every repair and every number of flips.

    Raises like `find_repairs`.
    """
    if depth < 1:
        raise ValueError(f"depth is {depth}, but must be at least 1")
    search = _RepairSearch(puzzle, known)
    so_far: list[Repair] = []
    nodes = [] if solve(puzzle, limit=1).solutions else [_Flipped()]
    for size in range(1, depth + 1):
        work = Message("diagnose.repairs", "repairs by {n} flip", "repairs by {n} flips", n=size)
        for number, node in enumerate(nodes):
            tick = partial(progress, work, number, len(nodes))
            tick()
            for repair in search.last_flips(node, tick):
                so_far.append(repair)
                so_far.sort(key=search.order)
                yield Repairs(tuple(so_far), size - 1)
        progress(work, len(nodes), len(nodes))
        if so_far:
            yield Repairs(tuple(so_far), size)
            return
        if not nodes or size == depth:
            break
        yield Repairs((), size)
        work = _CONFLICTS.fill(n=size)
        parents, nodes = nodes, []
        for number, node in enumerate(parents):
            tick = partial(progress, work, number, len(parents))
            tick()
            nodes += search.children(node, depth - size, tick)
    yield Repairs((), depth)


class _Clash(NamedTuple):
    """A conflict as sets of relations: some as `printed`, others `flipped`."""

    printed: Set
    flipped: Set

    def holds(self, flipped: Set) -> bool:
        """Whether the puzzle with some relations flipped has this conflict."""
        return not (self.printed & flipped or self.flipped & ~flipped)


class _Flipped(NamedTuple):
    """A node of the tree: the repairs below it contain all relations in `flipped` and none in
    `kept`."""

    flipped: Set = 0
    kept: Set = 0


class _RepairSearch:
    """The puzzle and its conflicts so far."""

    def __init__(self, puzzle: Puzzle, known: Iterable[tuple[Relation, ...]]) -> None:
        self._puzzle = puzzle
        self._relations = puzzle.relations
        self._place = {relation: place for place, relation in enumerate(self._relations)}
        self._everything: Set = (1 << len(self._relations)) - 1
        self._clashes = [_Clash(sum(1 << self._place[r] for r in of), 0) for of in known]

    def order(self, repair: Repair) -> list[int]:
        """Return the key that repairs are sorted by."""
        return [self._place[relation] for relation in repair.relations]

    def last_flips(self, node: _Flipped, tick: Tick) -> Iterator[Repair]:
        """Yield the repairs that have one flip more than a node."""
        left = self._everything & ~node.flipped & ~node.kept
        if not self._clashes:
            self._learn(node, tick)
        for clash in self._holding(node):
            left &= clash.printed
        repairs = [node.flipped | 1 << place for place in _places(left)]
        for flipped, result in zip(repairs, solve_many(map(self._flip, repairs)), strict=True):
            tick()
            if result.solutions:
                yield Repair(
                    self._among(flipped),
                    "unique" if result.status == "unique" else "multiple",
                    result.solutions[0],
                )

    def children(self, node: _Flipped, flips_left: int, tick: Tick) -> Iterator[_Flipped]:
        """Yield the nodes with one flip more that may have repairs below them."""
        kept = node.kept
        for place in _places(self._narrowest(node, tick).printed & ~node.kept):
            child = _Flipped(node.flipped | 1 << place, kept)
            kept |= 1 << place
            if not self._is_hopeless(child, flips_left):
                yield child

    def _holding(self, node: _Flipped) -> list[_Clash]:
        return [clash for clash in self._clashes if clash.holds(node.flipped)]

    def _narrowest(self, node: _Flipped, tick: Tick) -> _Clash:
        """Return a conflict that holds, with few signs that can be flipped."""

        def width(clash: _Clash) -> int:
            return (clash.printed & ~node.kept).bit_count()

        known = min(self._holding(node), key=width, default=None)
        if known and width(known) <= _NARROW:
            return known
        self._learn(node, tick)
        return min(self._holding(node), key=width)

    def _learn(self, node: _Flipped, tick: Tick) -> None:
        """Find a conflict; it is all relations, if the search for one was given up."""
        puzzle = self._flip(node.flipped)
        relations = some_conflict(puzzle, node.flipped | node.kept, tick)
        place = {relation: place for place, relation in enumerate(puzzle.relations)}
        some = self._everything
        if relations is not None:
            some = sum(1 << place[relation] for relation in relations)
        self._clashes.append(_Clash(some & ~node.flipped, some & node.flipped))

    def _is_hopeless(self, node: _Flipped, flips_left: int) -> bool:
        """Whether more conflicts hold than there are flips left, and no two of them share a
        sign that can still be flipped."""
        hit: Set = 0
        for clash in self._holding(node):
            free = clash.printed & ~node.kept
            if not free & hit:
                hit |= free
                flips_left -= 1
                if not free or flips_left < 0:
                    return True
        return False

    def _flip(self, flipped: Set) -> Puzzle:
        return with_flipped(self._puzzle, self._among(flipped))

    def _among(self, some: Set) -> tuple[Relation, ...]:
        return tuple(self._relations[place] for place in _places(some))


def _places(some: Set) -> Iterator[int]:
    while some:
        yield (some & -some).bit_length() - 1
        some &= some - 1
