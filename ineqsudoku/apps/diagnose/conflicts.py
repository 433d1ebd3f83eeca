"""Conflicts: relations that cannot all hold, but could if any one of them were absent.

Deletion leads to a conflict: each relation in turn is removed for good if the others still
have no solution.  The remaining relations are a minimal set, but its size depends on the order of
deletion: from nine relations to over fifty for the same layout.  Two measures keep it small:

* Whole boxes are deleted first.  A conflict in few boxes is small and easy to survey.
* The first rounds use a quick test: a set counts as having no solution only if a search of
  very few nodes refutes it, mostly by propagation alone.  This takes a tenth of a
  millisecond, so many orders can be tried, and it prefers contradictions that are short to
  explain.  Only the smallest of these sets are made minimal by full searches.

Deletion is from Bakker et al. (1993).  Marques-Silva and Lynce (2011) showed that a solution
of the remaining relations proves others necessary without a search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from ineqsudoku.apps.diagnose.oracle import Oracle, Set
from ineqsudoku.apps.diagnose.progress import ORDERS, Progress, silent
from ineqsudoku.apps.diagnose.signs import relations_around
from ineqsudoku.geometry import BOX_OF
from ineqsudoku.messages import Message, enumeration
from ineqsudoku.puzzle import Puzzle, Relation
from ineqsudoku.relations import RelationGraph

FINISHED = 3
"""Number of smallest sets to make minimal."""

_NODES = (1, 4, 16)
"""Node limits of the quick test.  A limit of n nodes divides the number of orders by n."""

_MORE_NODES = (64, 256)
"""Further node limits, for which a single order is tried."""

_FEWEST_ORDERS = 2

_PATIENCE = 10
"""After this many long searches, no further order or set is begun."""

Test = Callable[[Set], bool]
Tick = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Relations that have no solution together with the puzzle's givens.

    `relations`
        The relations; empty if the givens contradict one another.
    `is_minimal`
        Whether every set with one relation less is proved to have a solution.  If not, a search
        was given up, or is not complete yet.
    """

    relations: tuple[Relation, ...]
    is_minimal: bool

    def __str__(self) -> str:
        """Return `r7c1 v r8c1, r8c1 < r8c2, …`."""
        printed = [relation.printed for relation in self.relations]
        return str(enumeration(printed) if printed else _GIVENS_ALONE)

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of the relations, ascending."""
        return tuple(sorted({cell for relation in self.relations for cell in relation}))


_GIVENS_ALONE = Message("diagnose.givens-alone", "the givens alone")
_CONFLICTS = Message("diagnose.conflicts", "conflicts")
_MINIMAL = Message("diagnose.minimal-conflict", "minimal conflict {number}")
"""The names of work."""


def find_conflict(
    puzzle: Puzzle, orders: int = ORDERS, progress: Progress = silent
) -> Conflict | None:
    """Return the smallest conflict that several orders of deletion lead to; `None` if there is
    none.

    The conflict is minimal, but another one may be smaller.  In a layout with a cycle, it is
    the necessary part of the shortest cycle.  The result is deterministic.  It is also `None`
    if a search for a solution was given up, which happens only with signs across boxes or
    with very few signs.

    Raises `ValueError` if `orders` is less than 1.
    """
    known = list(conflicts(puzzle, orders, progress))
    return known[-1] if known else None


def conflicts(
    puzzle: Puzzle, orders: int = ORDERS, progress: Progress = silent
) -> Iterator[Conflict]:
    """Yield smaller and smaller conflicts, and a conflict again once it is proved minimal.  Raises
    like `find_conflict`."""
    if orders < 1:
        raise ValueError(f"orders is {orders}, but must be at least 1")
    cycle = RelationGraph(puzzle.relations).cycle()
    if cycle:
        yield from _in_cycle(Oracle(puzzle), cycle, progress)
    else:
        yield from _smaller_and_smaller(Oracle(puzzle), orders, progress)


def some_conflict(
    puzzle: Puzzle, reluctantly: Set = 0, tick: Tick = lambda: None
) -> tuple[Relation, ...] | None:
    """Return relations that cannot all hold, mostly within milliseconds; they need not be
    minimal.

    `reluctantly` is a set of relations (bit i: the puzzle's relation i) to delete last.  The result
    is empty if the givens contradict one another, and `None` if there is a solution or a short
    search was not enough.  `tick` is called regularly.
    """
    cycle = RelationGraph(puzzle.relations).cycle()
    if cycle:
        return relations_around(cycle)
    oracle = Oracle(puzzle)
    nodes = _nodes_to_refute(oracle, (*_NODES, *_MORE_NODES))
    if nodes is None:
        return None
    test = partial(oracle.is_refuted, nodes=nodes)
    return oracle.relations(_by_one_order(oracle, 0, test, tick, reluctantly))


def _in_cycle(oracle: Oracle, cycle: tuple[int, ...], progress: Progress) -> Iterator[Conflict]:
    """Yield the relations of the cycle, in its order.  Some are unnecessary if the cycle has more
    cells than there are digits or contains a given."""
    relations = relations_around(cycle)
    yield Conflict(relations, is_minimal=False)
    kept = sum(1 << i for i, r in enumerate(oracle.puzzle.relations) if r in relations)
    minimal = _minimal(oracle, kept, progress)
    yield replace(minimal, relations=tuple(r for r in relations if r in minimal.relations))


def _smaller_and_smaller(oracle: Oracle, orders: int, progress: Progress) -> Iterator[Conflict]:
    puzzle = oracle.puzzle
    if oracle.has_solution(oracle.everything) is not False:
        return
    if puzzle.has_givens and oracle.has_solution(0) is False:
        yield Conflict((), is_minimal=True)
        return
    smallest = Conflict(puzzle.relations, is_minimal=False)
    yield smallest
    # A relation that is necessary here is in every conflict, and the solutions without it
    # answer many later questions.
    for i in range(len(puzzle.relations)):
        progress(Message("diagnose.necessary", "necessary signs"), i, len(puzzle.relations))
        oracle.has_solution(oracle.everything ^ 1 << i)
    rough_sets: set[Set] = set()
    for rough in _rough(oracle, orders, progress):
        rough_sets.add(rough)
        if rough.bit_count() < len(smallest.relations):
            smallest = Conflict(oracle.relations(rough), is_minimal=False)
            yield smallest
    for number, rough in enumerate(sorted(rough_sets, key=int.bit_count)[:FINISHED], 1):
        conflict = _minimal(oracle, rough, progress, number)
        size = len(smallest.relations) + (conflict.is_minimal and not smallest.is_minimal)
        if len(conflict.relations) < size:
            smallest = conflict
            yield smallest
        if oracle.long_searches > _PATIENCE:
            return


def _rough(oracle: Oracle, orders: int, progress: Progress) -> Iterator[Set]:
    """Yield the sets that the orders of deletion leave, by the quickest test that refutes the
    puzzle."""
    nodes = _nodes_to_refute(oracle)
    test = _test(oracle, nodes)
    tried = max(min(orders, _FEWEST_ORDERS), orders // (nodes or orders))
    for number in range(tried):
        yield _by_one_order(oracle, number, test, partial(progress, _CONFLICTS, number, tried))
        if oracle.long_searches > _PATIENCE:
            break


def _nodes_to_refute(oracle: Oracle, limits: Iterable[int] = _NODES) -> int | None:
    return next((nodes for nodes in limits if oracle.is_refuted(oracle.everything, nodes)), None)


def _by_one_order(oracle: Oracle, number: int, test: Test, tick: Tick, reluctantly: Set = 0) -> Set:
    random = Random(number)
    boxes = [part & ~reluctantly for part in _by_box(oracle.puzzle)]
    random.shuffle(boxes)
    singles = [1 << i for i in range(oracle.everything.bit_length())]
    random.shuffle(singles)
    singles.sort(key=lambda single: single & reluctantly > 0)
    return _shrunk(oracle.everything, [*boxes, *singles], test, tick)


def _test(oracle: Oracle, nodes: int | None) -> Test:
    """Return a test that refutes sets by a search of `nodes` nodes, or by a full one if `None`."""
    return partial(oracle.is_refuted, nodes=nodes) if nodes else partial(_has_none, oracle)


def _has_none(oracle: Oracle, kept: Set) -> bool:
    return oracle.has_solution(kept) is False


def _by_box(puzzle: Puzzle) -> list[Set]:
    """Return the relations of the boxes, and those across boxes."""
    of_box: dict[int | None, Set] = {}
    for i, relation in enumerate(puzzle.relations):
        one, other = (BOX_OF[cell] for cell in relation)
        box = one if one == other else None
        of_box[box] = of_box.get(box, 0) | 1 << i
    return list(of_box.values())


def _shrunk(kept: Set, parts: Iterable[Set], test: Test, tick: Tick) -> Set:
    """Remove each part in turn from a set if the rest still passes the test; return what
    remains."""
    for part in parts:
        tick()
        if kept & part and test(kept & ~part):
            kept &= ~part
    return kept


def _minimal(oracle: Oracle, kept: Set, progress: Progress, number: int = 1) -> Conflict:
    work = _MINIMAL.fill(number=number)
    size = kept.bit_length()
    undecided = list(range(size))
    # A search that was given up may succeed once there are fewer relations.
    for _ in range(2):
        asked, undecided = undecided, []
        for i in asked:
            progress(work, i, size)
            if kept >> i & 1:
                answer = oracle.has_solution(kept ^ 1 << i)
                if answer is False:
                    kept ^= 1 << i
                elif answer is None:
                    undecided.append(i)
    return Conflict(oracle.relations(kept), is_minimal=not undecided)
