"""Conflicts: relations that cannot all hold, with a proof in words from just these relations.

The cheapest proof from the whole puzzle gives a first conflict: the relations that it uses.  Often
fewer of them conflict, and then a proof from fewer is nearly as short.  So several orders of
deletion lead to *minimal* sets, whose relations could all hold if any one of them were absent.
Each is proved from its own relations alone.  The shortest of these proofs is shown with its set
unless it is much longer than the first one.

Deletion removes each relation in turn for good if the others still have no solution.  What remains
is minimal, but its size depends on the order: from nine relations to over fifty for the same
layout.  Three measures keep sets small and proofs short:

* Half of the orders begin with the relations of the first proof, and half with all of them.
* Whole boxes are deleted first.  A conflict in few boxes is small and easy to survey.
* A quick test comes first: a set counts as having no solution only if a search of very few nodes
  refutes it, mostly by propagation alone.  This takes a tenth of a millisecond, and it prefers
  contradictions that are short to explain.

Deletion is from Bakker et al. (1993).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from ineqsudoku.apps.diagnose.oracle import Oracle, Set, members
from ineqsudoku.apps.diagnose.progress import ORDERS, Progress, silent
from ineqsudoku.apps.diagnose.signs import relations_around, with_only
from ineqsudoku.apps.explain.refutation import Proofs
from ineqsudoku.apps.explain.step import Step
from ineqsudoku.geometry import BOX_OF
from ineqsudoku.messages import Message, enumeration
from ineqsudoku.puzzle import Puzzle, Relation
from ineqsudoku.relations import RelationGraph

_NODES = (1, 4, 16)
"""Node limits of the quick test."""

_MORE_NODES = (64, 256)
"""Further node limits for the test of `some_conflict`."""

_LONGER = 1.5
"""A proof from fewer relations may be this many times as long as the cheapest proof."""

_TRIES = 2
"""The number of sets from which chains and contradictions are tried."""

_PATIENCE = 20
"""After this many long searches, no further order is begun."""

Test = Callable[[Set], bool]
Tick = Callable[[], object]
Proof = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Relations that have no solution together with the puzzle's givens.

    `relations`
        The relations; empty if the givens contradict one another.
    `is_minimal`
        Whether every set with one relation less is proved to have a solution; `False` if one is
        proved to have none, and `None` if this is not decided.
    """

    relations: tuple[Relation, ...]
    is_minimal: bool | None

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
_PROOF = Message("diagnose.proof", "proof")
"""The names of work."""


def find_conflict(
    puzzle: Puzzle, orders: int = ORDERS, progress: Progress = silent
) -> Conflict | None:
    """Return a conflict with a short proof; `None` if there is none.

    If no conflict has a proof by the techniques of `explain`, it is the smallest minimal conflict
    that the orders of deletion lead to.  The result is deterministic.  It is also `None` if a
    search for a solution was given up, which happens only with signs across boxes or with very few
    signs.

    Raises `ValueError` if `orders` is less than 1.
    """
    known = [conflict for conflict, _ in conflicts(puzzle, orders, progress)]
    return known[-1] if known else None


def conflicts(
    puzzle: Puzzle, orders: int = ORDERS, progress: Progress = silent
) -> Iterator[tuple[Conflict, Proof]]:
    """Yield better and better conflicts, each with a proof that uses just its relations.

    A conflict may come without steps: its proof is not found yet or, if it is the last, not known.
    Raises like `find_conflict`.
    """
    if orders < 1:
        raise ValueError(f"orders is {orders}, but must be at least 1")
    oracle = Oracle(puzzle)
    if oracle.has_solution(oracle.everything) is not False:
        return
    proofs = Proofs(puzzle, partial(progress, _PROOF, 0, 1))
    if cycle := RelationGraph(puzzle.relations).cycle():
        yield from _in_cycle(oracle, cycle, proofs.cheapest())
        return
    if puzzle.has_givens and oracle.has_solution(0) is False:
        yield Conflict((), is_minimal=True), Proofs(with_only(puzzle, ())).cheapest()
        return
    quick = some_conflict(puzzle)
    yield Conflict(puzzle.relations if quick is None else quick, is_minimal=None), ()
    if cheapest := proofs.cheapest():
        yield from _with_proofs(oracle, proofs, cheapest, orders, progress)
    else:
        yield from _without_proof(oracle, orders, progress)


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
    everything = oracle.everything
    nodes = _nodes_to_refute(oracle, everything, (*_NODES, *_MORE_NODES))
    if nodes is None:
        return None
    test = partial(oracle.is_refuted, nodes=nodes)
    return oracle.relations(_by_one_order(oracle, 0, everything, test, tick, reluctantly))


def _in_cycle(
    oracle: Oracle, cycle: tuple[int, ...], proof: Proof
) -> Iterator[tuple[Conflict, Proof]]:
    """Yield the relations of the cycle, in its order.  Some are unnecessary if the cycle has more
    cells than there are digits or contains a given."""
    relations = relations_around(cycle)
    yield Conflict(relations, is_minimal=None), proof
    kept = sum(1 << i for i, r in enumerate(oracle.puzzle.relations) if r in relations)
    needed, is_minimal = _minimal(oracle, kept, lambda: None)
    yield Conflict(relations, is_minimal and needed == kept), proof


def _with_proofs(
    oracle: Oracle, proofs: Proofs, cheapest: Proof, orders: int, progress: Progress
) -> Iterator[tuple[Conflict, Proof]]:
    """Yield the relations of the cheapest proof, then minimal sets with shorter and shorter proofs.

    A minimal set is left out if its proof is much longer than the cheapest one.
    """
    own = proofs.signs_of(cheapest)
    relations = oracle.relations(own)
    yield Conflict(relations, is_minimal=None), cheapest
    best = int(_LONGER * len(cheapest)), len(relations)
    known: list[tuple[Set, bool | None]] = []
    is_own = True
    for kept, is_minimal in _minimal_sets(oracle, own, orders, progress):
        if kept == own:
            yield Conflict(relations, is_minimal), cheapest
            return
        known.append((kept, is_minimal))
        proof = proofs.of(kept)
        length = len(proof), kept.bit_count()
        if proof and length < best:
            best, is_own = length, False
            yield Conflict(oracle.relations(kept), is_minimal), proof
        if not is_own and best[0] <= len(cheapest):
            return
    if not is_own:
        return
    for kept, is_minimal in known[:_TRIES]:
        proof = proofs.of(kept, with_chains=True)
        if proof and len(proof) <= best[0]:
            yield Conflict(oracle.relations(kept), is_minimal), proof
            return
    yield Conflict(relations, is_minimal=False), cheapest


def _without_proof(
    oracle: Oracle, orders: int, progress: Progress
) -> Iterator[tuple[Conflict, Proof]]:
    """Yield smaller and smaller minimal sets."""
    best = oracle.everything.bit_count() + 1
    for kept, is_minimal in _minimal_sets(oracle, oracle.everything, orders, progress):
        if kept.bit_count() < best:
            best = kept.bit_count()
            yield Conflict(oracle.relations(kept), is_minimal), ()


def _minimal_sets(
    oracle: Oracle, own: Set, orders: int, progress: Progress
) -> Iterator[tuple[Set, bool | None]]:
    """Yield the sets that the orders of deletion lead to, and whether they are minimal.

    The first order begins with a set of relations, the second one with all, and so on in turn.
    """
    known: set[Set] = set()
    starts = own, oracle.everything
    tests = [_quick_test(oracle, start) for start in starts]
    for number in range(orders):
        tick = partial(progress, _CONFLICTS, number, orders)
        rough = _by_one_order(oracle, number, starts[number % 2], tests[number % 2], tick)
        if rough not in known:
            known.add(rough)
            yield _minimal(oracle, rough, tick)
        if oracle.long_searches > _PATIENCE:
            return


def _quick_test(oracle: Oracle, start: Set) -> Test:
    """Return the quickest test that refutes a set."""
    nodes = _nodes_to_refute(oracle, start, _NODES)
    if nodes is None:
        return lambda kept: oracle.has_solution(kept) is False
    return partial(oracle.is_refuted, nodes=nodes)


def _nodes_to_refute(oracle: Oracle, some: Set, limits: Iterable[int]) -> int | None:
    return next((nodes for nodes in limits if oracle.is_refuted(some, nodes)), None)


def _by_one_order(
    oracle: Oracle, number: int, start: Set, test: Test, tick: Tick, reluctantly: Set = 0
) -> Set:
    """Remove boxes, then single relations, while the rest passes the test; return the rest.

    `number` determines the order.
    """
    random = Random(number)
    boxes = [part & ~reluctantly for part in _by_box(oracle.puzzle)]
    random.shuffle(boxes)
    singles = [1 << i for i in range(oracle.everything.bit_length())]
    random.shuffle(singles)
    singles.sort(key=lambda single: single & reluctantly > 0)
    kept = start
    for part in [*boxes, *singles]:
        tick()
        if kept & part and test(kept & ~part):
            kept &= ~part
    return kept


def _by_box(puzzle: Puzzle) -> list[Set]:
    """Return the relations of each box, and at the end those across boxes."""
    of_box: dict[int | None, Set] = {}
    for i, relation in enumerate(puzzle.relations):
        one, other = (BOX_OF[cell] for cell in relation)
        box = one if one == other else None
        of_box[box] = of_box.get(box, 0) | 1 << i
    return list(of_box.values())


def _minimal(oracle: Oracle, kept: Set, tick: Tick) -> tuple[Set, bool | None]:
    """Delete unnecessary relations; return the rest, and whether it is minimal."""
    undecided = members(kept)
    # A search that was given up may succeed once there are fewer relations.
    for _ in range(2):
        asked, undecided = undecided, []
        for relation in asked:
            tick()
            answer = oracle.has_solution(kept ^ relation)
            if answer is False:
                kept ^= relation
            elif answer is None:
                undecided.append(relation)
    return kept, None if undecided else True
