"""Which sets of a puzzle's relations have a solution, its givens kept.

Thousands of sets are asked about.  Every solution found answers for all sets that it does
not break, so it is remembered with the relations that it breaks.  The rest is searched for,
by whatever is quickest for sets of that size.
"""

from __future__ import annotations

from collections.abc import Iterable

from ineqsudoku.diagnose.signs import with_only
from ineqsudoku.puzzle import NO_BORDER_SIGNS, Grid, Puzzle, Relation
from ineqsudoku.search import solve
from ineqsudoku.search.cells import Order, search
from ineqsudoku.search.kernel import kernel
from ineqsudoku.search.lanes import lanes
from ineqsudoku.search.narrowing import Rules, narrowed, rules
from ineqsudoku.search.nodes import LimitReached, Nodes

SHORT = 60
"""Nodes of a search with `cells`.  Where few relations are left, nearly every search that
finds a solution needs no guess to be taken back; the others have gone astray, and another
order is a better bet than patience (Gomes, Selman & Kautz, 1998)."""

LONG = 20_000
"""Nodes of the last search, with all engines."""

ORDERS = tuple(Order(last, high) for last in (False, True) for high in (False, True))

MANY = 45
"""With so many relations the compiled engines answer before `cells` in Python has begun."""

Set = int
"""A set of relations: bit i is the puzzle's relation i."""


def any_solution(left: int, rules: Rules, apart_from: str = "", nodes: int = SHORT) -> str | None:
    """A solution among some candidates, in lanes, but not a certain one; `None` if there is none.

    Raises `LimitReached` when so many nodes were not enough in any order.
    """
    left = narrowed(left, rules)
    if not left:
        return None
    for order in ORDERS:
        try:
            return next(
                (line for line in search(left, rules, Nodes(nodes), order) if line != apart_from),
                None,
            )
        except LimitReached:
            continue
    raise LimitReached


class Oracle:
    """Answers for one puzzle, and remembers.

    `apart_from` is a solution that doesn't count: with it, a set "has a solution" when it
    has another one.
    """

    __slots__ = (
        "_apart_from",
        "_boxes",
        "_breaking",
        "_left",
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
        self._left = lanes(puzzle.geometry).given(puzzle.givens)
        self._breaking: list[Set] = []
        self._boxes = puzzle.border_signs == NO_BORDER_SIGNS  # which other sizes never have

    def relations(self, kept: Set) -> tuple[Relation, ...]:
        """Those of a set, in the puzzle's order."""
        return tuple(relation for i, relation in enumerate(self._relations) if kept >> i & 1)

    def remember(self, line: str) -> None:
        """Learn from a grid, 81 digits, that obeys the rules of sudoku and the givens."""
        breaking = 0
        for i, (lesser, greater) in enumerate(self._relations):
            if line[lesser] > line[greater]:
                breaking |= 1 << i
        if line != self._apart_from:
            self._breaking.append(breaking)

    def is_refuted(self, kept: Set, nodes: int) -> bool:
        """Whether `cells` proves within so many nodes that the set has no solution."""
        if self._is_known(kept):
            return False
        of_set = rules(self.relations(kept), self.puzzle.geometry)
        if nodes == 1 and not self._apart_from:
            return not narrowed(self._left, of_set)
        try:
            return not self._is_any(search(self._left, of_set, Nodes(nodes)))
        except LimitReached:
            return False

    def has_solution(self, kept: Set) -> bool | None:
        """`None` when the search was given up."""
        if self._is_known(kept):
            return True
        if self._boxes and kernel() and kept.bit_count() >= MANY:
            return self._solved(kept)
        of_set = rules(self.relations(kept), self.puzzle.geometry)
        try:
            return self._any(of_set, SHORT)
        except LimitReached:
            self.long_searches += 1
        return self._solved(kept)

    def _any(self, rules: Rules, nodes: int) -> bool:
        """Raises `LimitReached`."""
        line = any_solution(self._left, rules, self._apart_from, nodes)
        return line is not None and self._is_any([line])

    def _is_known(self, kept: Set) -> bool:
        """Whether a grid that is remembered breaks none of the set."""
        for place, breaking in enumerate(self._breaking):
            if not breaking & kept:
                # It is likely to answer for the next set, too.
                self._breaking.insert(0, self._breaking.pop(place))
                return True
        return False

    def _solved(self, kept: Set) -> bool | None:
        puzzle = with_only(self.puzzle, self.relations(kept))
        limit = 2 if self._apart_from else 1
        result = solve(puzzle, limit, node_limit=LONG)
        if self._is_any(grid.line for grid in result.solutions):
            return True
        return False if result.complete else None

    def _is_any(self, lines: Iterable[str]) -> bool:
        for line in lines:
            if line != self._apart_from:
                self.remember(line)
                return True
        return False
