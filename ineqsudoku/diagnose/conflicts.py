"""Conflicts: relations that can't all hold, and could if any one of them were absent.

A conflict is found by deletion: a relation is taken away for good when the others still
have no solution without it.  What stays is minimal, but how large it is depends on the
order, from nine relations to over fifty for the same layout.  Two things make it small:

* Whole boxes are taken away first.  A conflict in few boxes is small, and signs of few
  boxes can be looked through at once.
* First, "no solution" means: refuted by a search of very few nodes, mostly by propagation
  alone.  That takes a tenth of a millisecond, so many orders can be tried, and it prefers
  contradictions that are short to tell.  Only the smallest sets found are then worked
  through with full searches, which makes them minimal.

Deletion is from Bakker et al. (1993); that a solution of what is left proves relations
necessary without search, from Marques-Silva and Lynce (2011).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from ineqsudoku.diagnose.oracle import Oracle, Set
from ineqsudoku.diagnose.progress import Progress, silent
from ineqsudoku.geometry import Geometry
from ineqsudoku.puzzle import Puzzle, Relation
from ineqsudoku.relations import RelationGraph

ORDERS = 16
"""Orders that are tried."""

FINISHED = 3
"""Of the sets that they leave, so many are made minimal."""

_NODES = (1, 4, 16)
"""A test that needs so many nodes leaves time for that many times fewer orders."""

_FEWEST_ORDERS = 2

_PATIENCE = 10
"""After so many long searches nothing new is begun."""

Test = Callable[[Set], bool]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Relations that have no solution together with the puzzle's givens.

    None at all when the givens contradict each other.  `is_minimal` says that each set with
    one relation less has been proved to have a solution; where it is false, a search for
    one was given up.
    """

    relations: tuple[Relation, ...]
    is_minimal: bool

    def __str__(self) -> str:
        """`r7c1 v r8c1, r8c1 < r8c2, …`"""
        return ", ".join(relation.printed for relation in self.relations) or "the givens alone"

    @property
    def cells(self) -> tuple[int, ...]:
        """Those that the relations stand between, ascending."""
        return tuple(sorted({cell for relation in self.relations for cell in relation}))


def find_conflict(
    puzzle: Puzzle, orders: int = ORDERS, progress: Progress = silent
) -> Conflict | None:
    """The smallest conflict found in so many orders; `None` when there is none.

    Minimal by deletion, and no promise that no other conflict is smaller.  In a layout
    with a cycle it is the shortest one, as far as it is needed.  The same puzzle has the
    same answer every time.  `None`, too, when a search for a solution was given up, which
    only signs across boxes or very few signs can bring about.
    """
    found = list(conflicts(puzzle, orders, progress))
    return found[-1] if found else None


def conflicts(
    puzzle: Puzzle, orders: int = ORDERS, progress: Progress = silent
) -> Iterator[Conflict]:
    """Conflicts as they are found, each smaller than the one before."""
    cycle = RelationGraph(puzzle.relations, puzzle.geometry).cycle()
    if cycle:
        yield _in_cycle(Oracle(puzzle), cycle, progress)
        return
    yield from _smaller_and_smaller(Oracle(puzzle), orders, progress)


def some_conflict(puzzle: Puzzle) -> tuple[Relation, ...]:
    """Relations that can't all hold, found in a few milliseconds; they need not be minimal.

    None at all when there is a solution and when the givens contradict each other.
    """
    cycle = RelationGraph(puzzle.relations, puzzle.geometry).cycle()
    if cycle:
        return _of_cycle(cycle, puzzle.geometry)
    oracle = Oracle(puzzle)
    nodes = _nodes_to_refute(oracle)
    if nodes:
        return oracle.relations(_by_one_order(oracle, 0, partial(oracle.is_refuted, nodes=nodes)))
    return puzzle.relations if oracle.has_solution(oracle.everything) is False else ()


def _of_cycle(cycle: tuple[int, ...], geometry: Geometry) -> tuple[Relation, ...]:
    steps = zip(cycle, (*cycle[1:], cycle[0]), strict=True)
    return tuple(Relation(*step, geometry=geometry) for step in steps)


def _in_cycle(oracle: Oracle, cycle: tuple[int, ...], progress: Progress) -> Conflict:
    """Its relations in its order.  Not all are needed where it has more cells than there are
    digits or where a given stands in its way."""
    relations = _of_cycle(cycle, oracle.puzzle.geometry)
    around = sum(1 << i for i, r in enumerate(oracle.puzzle.relations) if r in relations)
    minimal = _minimal(oracle, around, progress)
    return replace(minimal, relations=tuple(r for r in relations if r in minimal.relations))


def _smaller_and_smaller(oracle: Oracle, orders: int, progress: Progress) -> Iterator[Conflict]:
    puzzle = oracle.puzzle
    if oracle.has_solution(oracle.everything) is not False:
        return
    if puzzle.has_givens and oracle.has_solution(0) is False:
        yield Conflict((), is_minimal=True)
        return
    yield Conflict(puzzle.relations, is_minimal=False)
    # What can't be spared now is in every conflict; its solutions are good to remember.
    for i in range(len(puzzle.relations)):
        oracle.has_solution(oracle.everything ^ 1 << i)
    smallest = len(puzzle.relations) + 1
    for rough in sorted(_rough(oracle, orders, progress), key=int.bit_count)[:FINISHED]:
        conflict = _minimal(oracle, rough, progress)
        if len(conflict.relations) < smallest:
            smallest = len(conflict.relations)
            yield conflict
        if oracle.long_searches > _PATIENCE:
            return


def _rough(oracle: Oracle, orders: int, progress: Progress) -> set[Set]:
    """What the orders leave, by the quickest test that refutes everything."""
    nodes = _nodes_to_refute(oracle)
    if nodes:
        test: Test = partial(oracle.is_refuted, nodes=nodes)
    else:
        test = partial(_has_none, oracle)
    found = set()
    tried = max(min(orders, _FEWEST_ORDERS), orders // (nodes or orders))
    for number in range(tried):
        progress("conflicts", number, tried)
        found.add(_by_one_order(oracle, number, test))
        if oracle.long_searches > _PATIENCE:
            break
    return found


def _nodes_to_refute(oracle: Oracle) -> int | None:
    return next((n for n in _NODES if oracle.is_refuted(oracle.everything, n)), None)


def _by_one_order(oracle: Oracle, number: int, test: Test) -> Set:
    random = Random(number)
    boxes = _by_box(oracle.puzzle)
    random.shuffle(boxes)
    singles = [1 << i for i in range(oracle.everything.bit_length())]
    random.shuffle(singles)
    return _shrunk(_shrunk(oracle.everything, boxes, test), singles, test)


def _has_none(oracle: Oracle, kept: Set) -> bool:
    return oracle.has_solution(kept) is False


def _by_box(puzzle: Puzzle) -> list[Set]:
    """The relations of each box, and those across boxes."""
    found: dict[int | None, Set] = {}
    geometry = puzzle.geometry
    for i, relation in enumerate(puzzle.relations):
        inside = geometry.in_one_box(relation.pair)
        box = geometry.box_of[relation.lesser] if inside else None
        found[box] = found.get(box, 0) | 1 << i
    return list(found.values())


def _shrunk(kept: Set, parts: Iterable[Set], test: Test) -> Set:
    """What is left when each part in turn is taken away, if the rest still passes."""
    for part in parts:
        if kept & part and test(kept & ~part):
            kept &= ~part
    return kept


def _minimal(oracle: Oracle, kept: Set, progress: Progress) -> Conflict:
    is_minimal = True
    size = kept.bit_length()
    for i in range(size):
        progress("a minimal conflict", i, size)
        if kept >> i & 1:
            answer = oracle.has_solution(kept ^ 1 << i)
            if answer is False:
                kept ^= 1 << i
            elif answer is None:
                is_minimal = False
    return Conflict(oracle.relations(kept), is_minimal)
