"""Repairs: signs whose turning gives a puzzle that has no solution some solution.

A set of signs to turn must hit every conflict, because turned signs elsewhere leave that
conflict as it is.  So only signs of one conflict are tried; where turning one is not enough
the layout with that sign turned has a conflict of its own, whose signs are tried besides.
Nothing is missed in this way, and nearly all combinations are never looked at: this is the
tree of hitting sets of Reiter (1987), with its correction by Greiner et al. (1989).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ineqsudoku.diagnose.conflicts import some_conflict
from ineqsudoku.diagnose.progress import Progress, silent
from ineqsudoku.diagnose.signs import with_turned
from ineqsudoku.puzzle import Grid, Puzzle, Relation
from ineqsudoku.search import solve


@dataclass(frozen=True, slots=True)
class Repair:
    """Relations of the puzzle, as printed, that turned together give it solutions.

    `solution` is the only one when `status` is `unique`, else one of several.
    """

    relations: tuple[Relation, ...]
    status: Literal["unique", "multiple"]
    solution: Grid

    def __str__(self) -> str:
        """The signs to flip: `r1c1 < r1c2 and r8c6 ^ r9c6`."""
        return " and ".join(relation.printed for relation in self.relations)


def find_repairs(
    puzzle: Puzzle,
    depth: int = 1,
    conflict: tuple[Relation, ...] | None = None,
    progress: Progress = silent,
) -> tuple[Repair, ...]:
    """All repairs by as few signs as possible, `depth` at most, in the puzzle's sign order.

    Empty when so many signs are not enough, and when the puzzle has a solution as it is or
    its givens alone contradict each other.  `conflict` saves looking for one: any relations
    of the puzzle that can't all hold.  Complete unless a search was given up, see
    `find_conflict`.

    Raises `ValueError` for a depth below 1.
    """
    place = {relation: number for number, relation in enumerate(puzzle.relations)}
    found = repairs(puzzle, depth, conflict, progress)
    return tuple(sorted(found, key=lambda repair: [place[r] for r in repair.relations]))


def repairs(
    puzzle: Puzzle,
    depth: int = 1,
    conflict: tuple[Relation, ...] | None = None,
    progress: Progress = silent,
) -> Iterator[Repair]:
    """The repairs of `find_repairs` as they are found."""
    if depth < 1:
        raise ValueError(f"depth is {depth}, but must be at least 1")
    known = [] if conflict is None else [conflict]
    failed = [frozenset[Relation]()]
    for size in range(1, depth + 1):
        work = f"repairs by {size} sign{'s' * (size > 1)}"
        tried: set[frozenset[Relation]] = set()
        waiting, failed = failed, []
        some = False
        for number, turned in enumerate(waiting):
            progress(work, number, len(waiting))
            for relation in _conflict(with_turned(puzzle, turned), known):
                more = turned | {relation}
                # What was turned before stands in the conflict the other way round.
                if relation not in puzzle.relations or more in tried:
                    continue
                tried.add(more)
                repair = _repair(puzzle, more)
                if repair:
                    some = True
                    yield repair
                else:
                    failed.append(more)
        progress(work, len(waiting), len(waiting))
        if some:
            return


def _conflict(puzzle: Puzzle, known: list[tuple[Relation, ...]]) -> tuple[Relation, ...]:
    """One that is known, if the puzzle has all its relations, else a new one."""
    relations = set(puzzle.relations)
    for conflict in known:
        if relations.issuperset(conflict):
            return conflict
    conflict = some_conflict(puzzle)
    if conflict:
        known.append(conflict)
    return conflict


def _repair(puzzle: Puzzle, turned: frozenset[Relation]) -> Repair | None:
    result = solve(with_turned(puzzle, turned), limit=2)
    if not result.solutions:
        return None
    return Repair(
        tuple(relation for relation in puzzle.relations if relation in turned),
        "unique" if result.complete and len(result.solutions) == 1 else "multiple",
        result.solutions[0],
    )
