"""A puzzle in the making, from givens and relations in any order."""

from __future__ import annotations

from ineqsudoku.geometry import Geometry
from ineqsudoku.puzzle import ABSENT, Puzzle, Relation


class Builder:
    """Takes givens and relations one by one.  What does not go with what it has taken before
    it refuses with a sentence."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self._givens = [ABSENT] * len(geometry.cells)
        self._pairs = frozenset(geometry.pairs)
        self._relations: dict[Relation, None] = {}

    def give(self, cell: int, digit: int) -> str:
        """An objection, or nothing."""
        symbol = self.geometry.symbols[digit - 1]
        if self._givens[cell] not in (ABSENT, symbol):
            return "This cell has another given already."
        self._givens[cell] = symbol
        return ""

    def are_neighbours(self, one: int, other: int) -> bool:
        return (min(one, other), max(one, other)) in self._pairs

    def relate(self, lesser: int, greater: int) -> str:
        """An objection, or nothing."""
        relation = Relation(lesser, greater)
        if not self.are_neighbours(lesser, greater):
            return "These are no neighbouring cells."
        if Relation(greater, lesser) in self._relations:
            return "These two cells are related the other way round already."
        self._relations[relation] = None
        return ""

    def puzzle(self) -> Puzzle:
        return Puzzle.from_relations(self._relations, "".join(self._givens), self.geometry)
