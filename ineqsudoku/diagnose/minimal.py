"""Signs that a puzzle with one solution can do without."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from ineqsudoku.diagnose.oracle import Oracle, Set
from ineqsudoku.diagnose.progress import Progress, silent
from ineqsudoku.puzzle import Puzzle, Relation
from ineqsudoku.search import solve

ORDERS = 3
"""Orders that are tried."""

_PATIENCE = 30
"""After so many long searches no other order is begun.  The kernel hardly ever needs one."""


@dataclass(frozen=True, slots=True)
class Minimal:
    """Relations of the puzzle that leave its solution the only one.

    `is_minimal` says that without any one of them it has been proved not to be; where it is
    false, such a proof was given up.
    """

    relations: tuple[Relation, ...]
    is_minimal: bool

    def __str__(self) -> str:
        """`r1c1 < r1c2, r1c2 v r2c2, …`"""
        return ", ".join(relation.printed for relation in self.relations)


def minimise(puzzle: Puzzle, orders: int = ORDERS, progress: Progress = silent) -> Minimal:
    """The fewest relations found in so many orders that keep the solution the only one.

    None of them can be taken away, and no promise that no other set is smaller.  The givens
    stay.  The same puzzle has the same answer every time.

    Raises `ValueError` unless the puzzle has exactly one solution.
    """
    *_, smallest = minima(puzzle, orders, progress)
    return smallest


def minima(puzzle: Puzzle, orders: int = ORDERS, progress: Progress = silent) -> Iterator[Minimal]:
    """Sets as they are found, each smaller than the one before; the first is found at once.

    It is all relations, and not minimal unless nothing smaller follows.
    Raises as `minimise`.
    """
    result = solve(puzzle, limit=2)
    if result.status != "unique":
        raise ValueError(f"only a puzzle with one solution has a minimal set: {result.status}")
    oracle = Oracle(puzzle, apart_from=result.solutions[0])
    smallest = Minimal(puzzle.relations, is_minimal=False)
    yield smallest
    for number in range(orders):
        found = _by_one_order(oracle, number, orders, progress)
        if len(found.relations) < len(smallest.relations) or not smallest.is_minimal:
            smallest = found
            yield smallest
        if oracle.long_searches > _PATIENCE:
            return


def _by_one_order(oracle: Oracle, number: int, orders: int, progress: Progress) -> Minimal:
    order = list(range(oracle.everything.bit_length()))
    Random(number).shuffle(order)
    kept: Set = oracle.everything
    is_minimal = True
    for done, place in enumerate(order):
        progress("minimal signs", number * len(order) + done, orders * len(order))
        other = oracle.has_solution(kept ^ 1 << place)
        if other is False:
            kept ^= 1 << place
        elif other is None:
            is_minimal = False
    return Minimal(oracle.relations(kept), is_minimal)
