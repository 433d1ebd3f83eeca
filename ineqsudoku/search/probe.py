"""Short searches for one solution of a puzzle: what a diagnosis asks beyond `solve`.

This is the only module of `search`, besides `search` itself, that other parts import for
questions of their own.  A search is given up after `NODES` nodes: nearly every one that
succeeds never takes back a guess, so after a wrong guess another order is better than patience
(Gomes, Selman & Kautz, 1998).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from ineqsudoku.puzzle import ABSENT, Puzzle
from ineqsudoku.search.cells import Order, search
from ineqsudoku.search.nodes import LimitReached, Nodes
from ineqsudoku.search.propagation import propagate, rules

NODES = 60
"""Nodes of a search."""

_ORDERS = tuple(Order(last, high) for last in (False, True) for high in (False, True))


class Answer(NamedTuple):
    """The `line` of a solution, or nothing; then `is_refuted` says that there is none, and the
    search was given up otherwise."""

    line: str = ""
    is_refuted: bool = False


class Probe:
    """Short searches in one puzzle."""

    __slots__ = ("_left", "_rules")

    def __init__(self, puzzle: Puzzle) -> None:
        self._rules = rules(puzzle.relations, puzzle.geometry)
        self._left = self._rules.masks.lanes.given(puzzle.givens)

    def solution_without(self, cell: int, symbol: str) -> Answer:
        """A solution in which a cell holds another digit."""
        left = self._left & ~self._rules.masks.lanes.candidate(cell, symbol)
        left = propagate(left, self._rules)
        if not left:
            return Answer(is_refuted=True)
        for order in _ORDERS:
            try:
                for line in search(left, self._rules, Nodes(NODES), order):
                    return Answer(line)
            except LimitReached:
                continue
            return Answer(is_refuted=True)
        return Answer()

    def solutions_around(self, line: str, free: frozenset[int]) -> Iterator[str]:
        """Up to as many solutions as there are digits that differ from one in `free` cells only.

        A given is never free.
        """
        lanes = self._rules.masks.lanes
        text = "".join(ABSENT if cell in free else line[cell] for cell in lanes.geometry.cells)
        found = search(self._left & lanes.given(text), self._rules, Nodes(NODES))
        try:
            for other in islice(found, lanes.geometry.size):
                if other != line:
                    yield other
        except LimitReached:
            return
