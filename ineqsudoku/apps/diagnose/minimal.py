"""Minimal sets: relations of a puzzle that are enough to make its solution unique."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from ineqsudoku.apps.diagnose.oracle import Oracle, Set
from ineqsudoku.apps.diagnose.progress import Progress, silent
from ineqsudoku.messages import Message, enumeration
from ineqsudoku.puzzle import Puzzle, Relation
from ineqsudoku.search import solve

ORDERS = 3
"""Number of orders of deletion to try."""

_WORK = Message("diagnose.minimal-signs", "minimal signs")

_PATIENCE = 30
"""After this many long searches, no further order is begun; hardly any search is long."""


@dataclass(frozen=True, slots=True)
class Minimal:
    """Relations of a puzzle that make its solution unique.

    `relations`
        The relations.
    `is_minimal`
        Whether all of them are proved to be necessary.  If not, a proof was given up, or is not
        complete yet.
    """

    relations: tuple[Relation, ...]
    is_minimal: bool

    def __str__(self) -> str:
        """Return `r1c1 < r1c2, r1c2 v r2c2, …`."""
        return str(enumeration(relation.printed for relation in self.relations))


def minimise(puzzle: Puzzle, orders: int = ORDERS, progress: Progress = silent) -> Minimal:
    """Return the smallest known set of relations that keeps the solution unique.

    Relations are deleted in several orders; the result is the smallest set that remains.  Every
    relation in it is necessary, but another set may be smaller.  The givens stay.  The result is
    deterministic.

    Raises `ValueError` unless the puzzle has exactly one solution, and for fewer than one
    order.
    """
    *_, smallest = minima(puzzle, orders, progress)
    return smallest


def minima(puzzle: Puzzle, orders: int = ORDERS, progress: Progress = silent) -> Iterator[Minimal]:
    """Yield smaller and smaller sets, and a set again once it is proved minimal.  The first set
    has all relations.  Raises like `minimise`."""
    if orders < 1:
        raise ValueError(f"orders is {orders}, but must be at least 1")
    result = solve(puzzle, limit=2)
    if result.status != "unique":
        raise ValueError(f"only a puzzle with one solution has a minimal set: {result.status}")
    oracle = Oracle(puzzle, apart_from=result.solutions[0])
    smallest = Minimal(puzzle.relations, is_minimal=False)
    yield smallest
    for number in range(orders):
        for minimal in _by_one_order(oracle, number, orders, progress):
            size = len(smallest.relations) + (minimal.is_minimal and not smallest.is_minimal)
            if len(minimal.relations) < size:
                smallest = minimal
                yield smallest
        if oracle.long_searches > _PATIENCE:
            return


def _by_one_order(
    oracle: Oracle, number: int, orders: int, progress: Progress
) -> Iterator[Minimal]:
    """Yield smaller and smaller sets; the last one is minimal unless a proof was given up."""
    order = list(range(oracle.everything.bit_length()))
    Random(number).shuffle(order)
    kept: Set = oracle.everything
    is_minimal = True
    for done, place in enumerate(order):
        progress(_WORK, number * len(order) + done, orders * len(order))
        other = oracle.has_solution(kept ^ 1 << place)
        if other is False:
            kept ^= 1 << place
            yield Minimal(oracle.relations(kept), is_minimal=False)
        elif other is None:
            is_minimal = False
    yield Minimal(oracle.relations(kept), is_minimal)
