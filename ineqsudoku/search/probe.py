"""`Probe`: short searches in a puzzle, for the questions of a diagnosis beyond `solve`.

Besides `search` itself, this is the only module of `search` that diagnosis imports.  A search is
given up after `NODES` nodes.  Nearly every search that succeeds takes back no guess, so after a
wrong guess it is better to start again in another order (Gomes, Selman & Kautz, 1998).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from ineqsudoku.geometry import CELLS, SIZE
from ineqsudoku.puzzle import ABSENT, Puzzle
from ineqsudoku.search.candidates import candidate, candidates_of
from ineqsudoku.search.cells import in_order, search
from ineqsudoku.search.enumeration import LimitReached, Nodes
from ineqsudoku.search.propagation import propagate, rules

NODES = 60
"""The node limit of a search."""

_ORDERS = tuple(in_order(seed, "fewest") for seed in range(4))


class Answer(NamedTuple):
    """The `line` of a solution, or empty.

    If it is empty, `is_refuted` says that there is no solution; else the search was given up.
    """

    line: str = ""
    is_refuted: bool = False


class Probe:
    """Short searches in one puzzle."""

    __slots__ = ("_left", "_rules")

    def __init__(self, puzzle: Puzzle) -> None:
        self._rules = rules(puzzle.relations)
        self._left = candidates_of(puzzle.givens)

    def solution_without(self, cell: int, digit: str) -> Answer:
        """Return a solution in which a cell holds another digit."""
        left = self._left & ~candidate(cell, digit)
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
        """Yield solutions that differ from the solution `line` only in `free` cells.

        Yields at most nine.  A given is never free.
        """
        text = "".join(ABSENT if cell in free else line[cell] for cell in CELLS)
        solutions = search(self._left & candidates_of(text), self._rules, Nodes(NODES))
        try:
            for other in islice(solutions, SIZE):
                if other != line:
                    yield other
        except LimitReached:
            return
