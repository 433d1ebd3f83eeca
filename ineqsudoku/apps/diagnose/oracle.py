"""`Oracle`: whether sets of a puzzle's relations have a solution together with its givens.

A diagnosis asks this about thousands of sets.  A known solution answers for all sets of
relations that hold in it, so the oracle remembers it with the relations that it breaks.  For
other sets it searches.  The answers do not depend on whether the engines are compiled.
"""

from __future__ import annotations

from collections.abc import Iterable

from ineqsudoku.apps.diagnose.signs import with_only
from ineqsudoku.puzzle import Grid, Puzzle, Relation
from ineqsudoku.search import AUTO, EngineChoice, solve

LONG = 40_000
"""The node limit of a search."""

SHORT = 60
"""A search with more nodes counts as a long one."""

Set = int
"""A set of relations: bit i is the puzzle's relation i."""


def members(some: Set) -> list[Set]:
    """Return the members of a set in order, each as a set of its own."""
    return [1 << place for place in range(some.bit_length()) if some >> place & 1]


class Oracle:
    """Answers questions about the sets of one puzzle's relations, and remembers solutions.

    If `apart_from` is given, this solution does not count: a set "has a solution" if it has
    another one.  `long_searches` is the number of searches of more than `SHORT` nodes.
    """

    __slots__ = (
        "_apart_from",
        "_breaking",
        "_relations",
        "everything",
        "long_searches",
        "puzzle",
    )

    def __init__(self, puzzle: Puzzle, apart_from: Grid | None = None) -> None:
        self.puzzle = puzzle
        self.everything: Set = (1 << len(puzzle.relations)) - 1
        self.long_searches = 0
        self._relations = puzzle.relations
        self._apart_from = apart_from.line if apart_from else ""
        self._breaking: list[Set] = []

    def relations(self, kept: Set) -> tuple[Relation, ...]:
        """Return the relations of a set, in the puzzle's order."""
        return tuple(relation for i, relation in enumerate(self._relations) if kept >> i & 1)

    def remember(self, line: str) -> None:
        """Remember the digits of a grid that satisfies the rules of sudoku and the givens."""
        breaking = 0
        for i, (lesser, greater) in enumerate(self._relations):
            if line[lesser] > line[greater]:
                breaking |= 1 << i
        if line != self._apart_from:
            self._breaking.append(breaking)

    def is_refuted(self, kept: Set, nodes: int) -> bool:
        """Whether the engine `cells` proves within `nodes` nodes that the set has no solution."""
        return not self._is_known(kept) and self._solve(kept, "cells", nodes) is False

    def has_solution(self, kept: Set) -> bool | None:
        """Whether the set has a solution; `None` when the search was given up."""
        return self._is_known(kept) or self._solve(kept, AUTO, LONG)

    def _is_known(self, kept: Set) -> bool:
        """Whether a remembered grid breaks no relation of the set."""
        for place, breaking in enumerate(self._breaking):
            if not breaking & kept:
                # This grid is likely to answer for the next set, too.
                self._breaking.insert(0, self._breaking.pop(place))
                return True
        return False

    def _solve(self, kept: Set, engine: EngineChoice, nodes: int) -> bool | None:
        puzzle = with_only(self.puzzle, self.relations(kept))
        limit = 2 if self._apart_from else 1
        result = solve(puzzle, limit, engine, nodes)
        self.long_searches += result.nodes > SHORT
        if self._is_any(grid.line for grid in result.solutions):
            return True
        return False if result.complete else None

    def _is_any(self, lines: Iterable[str]) -> bool:
        for line in lines:
            if line != self._apart_from:
                self.remember(line)
                return True
        return False
