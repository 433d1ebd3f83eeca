"""The targets that puzzles can kill: slow searches of full 9×9 layouts, by name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ineqsudoku.generation.nodes import (
    MOST,
    Estimate,
    Kind,
    Sample,
    Search,
    count_nodes,
    estimate_nodes,
)
from ineqsudoku.geometry import BOXES, CELLS, COLUMNS, NINE, SIZE
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.relations import RelationGraph

_ALL = (1 << SIZE) - 1
_BY_COLUMN = tuple(cell for column in COLUMNS for cell in column)
_BY_BOX = tuple(cell for box in BOXES for cell in box)

EXACT = 2_000_000
"""Up to this number, nodes are counted even where an estimate suffices."""

SAMPLED = 1_000_000
"""The approximate number of nodes that an estimate visits."""

DEPTH = 20
"""The number of cells that are filled before a sample is taken."""


class Target(NamedTuple):
    """A search.

    `is_descending`: the largest digit is tried first.
    `has_bounds`: cells start with the digits that the relation graph leaves them.
    """

    kind: Kind
    order: tuple[int, ...] = tuple(CELLS)
    is_descending: bool = False
    has_bounds: bool = False


def _with_bounds(name: str, target: Target) -> dict[str, Target]:
    return {name: target, f"{name}-bounds": target._replace(has_bounds=True)}


TARGETS: dict[str, Target] = {
    **_with_bounds("rows", Target(Kind.FIXED)),
    **_with_bounds("rows-down", Target(Kind.FIXED, is_descending=True)),
    **_with_bounds("columns", Target(Kind.FIXED, _BY_COLUMN)),
    **_with_bounds("boxes", Target(Kind.FIXED, _BY_BOX)),
    **_with_bounds("fewest", Target(Kind.FEWEST)),
    "masks": Target(Kind.MASKS),
    "dlx": Target(Kind.LATE),
}
"""All targets by name; those that try the largest digit first end in `-down`."""

GROUPS: dict[str, tuple[str, ...]] = {
    "ordered": ("rows", "rows-down", "columns", "boxes"),
    "ordered-bounds": ("rows-bounds", "rows-down-bounds", "columns-bounds", "boxes-bounds"),
}
"""Names that stand for several targets."""


def expanded(names: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Resolve groups and return the targets with their nodes.

    If a target is named twice, the last one counts.  Raises `ValueError` for an unknown name and
    for nodes out of range.
    """
    nodes_of: dict[str, int] = {}
    for name, nodes in names:
        if name not in TARGETS and name not in GROUPS:
            known = ", ".join((*TARGETS, *GROUPS))
            raise ValueError(f"no target {name!r}; targets: {known}")
        if not 1 <= nodes <= MOST:
            raise ValueError(f"the nodes of target {name!r} are {nodes}, but must be 1-10^18")
        nodes_of |= dict.fromkeys(GROUPS.get(name, (name,)), nodes)
    return tuple(nodes_of.items())


class Prepared:
    """A layout and its only solution, prepared for the targets: shared work is done once."""

    __slots__ = ("_bounds", "_puzzle", "solution")

    def __init__(self, puzzle: Puzzle, solution: str) -> None:
        self._puzzle = puzzle
        self.solution = solution
        self._bounds: tuple[tuple[int, int], ...] | None = None

    def nodes(self, name: str, cap: int) -> tuple[int, bool]:
        """Return the nodes of a target, at most `cap`, and whether these are all."""
        return count_nodes(self._search(TARGETS[name]), cap)

    def estimate(self, name: str, cap: int) -> Estimate:
        """Count the nodes of a target, at most `cap`; estimate long searches in a fixed order."""
        target = TARGETS[name]
        search = self._search(target)
        if target.kind is not Kind.FIXED or cap < EXACT:
            nodes, _ = count_nodes(search, cap)
            return Estimate(nodes, nodes)
        solution = self.solution
        if target.is_descending:
            solution = solution.translate(_REVERSED)
        return estimate_nodes(search, Sample(DEPTH, cap // SAMPLED | 1, solution), cap)

    def _search(self, target: Target) -> Search:
        relations = self._puzzle.relations
        allowed = [_ALL] * len(CELLS)
        if target.has_bounds:
            if self._bounds is None:
                self._bounds = RelationGraph(relations).bounds()
            allowed = [(1 << high) - (1 << low - 1) for low, high in self._bounds]
        if target.is_descending:
            relations = tuple(relation.flipped() for relation in relations)
            allowed = [int(f"{mask:09b}"[::-1], 2) for mask in allowed]
        return Search(target.kind, target.order, relations, allowed)


_REVERSED = str.maketrans(NINE.symbols, NINE.symbols[::-1])
"""Maps a digit to the digit that an ascending search tries in its place."""
