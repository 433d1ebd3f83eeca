"""Proofs by exhaustion over a few cells: do given premises exclude a candidate?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.houses import ALL_DIGITS, HOUSE_SETS
from ineqsudoku.apps.explain.values import Candidate, Premises

LIMIT = 1_000
"""The most assignments that a proof may take."""


def minimise(premises: Premises, removes: Sequence[Candidate]) -> Premises:
    """Return the premises that are needed to exclude all candidates of `removes`.

    A premise also stays if the proof without it takes more than `LIMIT` assignments.
    """
    for name in ("cells", "relations"):
        for premise in getattr(premises, name):
            rest = tuple(other for other in getattr(premises, name) if other != premise)
            fewer = replace(premises, **{name: rest})
            if all(excludes(fewer, cell, digit) for cell, digit in removes):
                premises = fewer
    return premises


def excludes(premises: Premises, cell: int, digit: int) -> bool:
    """Whether a search of up to `LIMIT` assignments proves that a cell cannot hold a digit.

    The search fills the cells of the premises.  It ignores all other cells of the houses.
    """
    candidates = {cell: ALL_DIGITS}
    for relation in premises.relations:
        candidates.update(dict.fromkeys(relation, ALL_DIGITS))
    for other, mask in premises.cells:
        candidates[other] = candidates.get(other, mask) & mask
    candidates[cell] &= masks.bit(digit)
    search = _Assignments(premises, candidates)
    return not search.is_possible(candidates)


class _Assignments:
    """The cells of the premises, each with the cells that it must differ from, exceed or be less
    than."""

    def __init__(self, premises: Premises, cells: Iterable[int]) -> None:
        members = list(cells)
        named = [HOUSE_SETS[house] for house in premises.houses]
        self.different = {
            cell: [
                other
                for other in members
                if other != cell and any(house >> cell & house >> other & 1 for house in named)
            ]
            for cell in members
        }
        self.greater = {cell: [b for a, b in premises.relations if a == cell] for cell in members}
        self.lesser = {cell: [a for a, b in premises.relations if b == cell] for cell in members}
        self.left = LIMIT

    def is_possible(self, candidates: dict[int, int]) -> bool:
        if not candidates:
            return True
        cell = min(candidates, key=lambda other: candidates[other].bit_count())
        for digit in masks.digits(candidates[cell]):
            self.left -= 1
            if self.left < 0:
                return True
            rest = self._rest(candidates, cell, digit)
            if rest is not None and self.is_possible(rest):
                return True
        return False

    def _rest(self, candidates: dict[int, int], cell: int, digit: int) -> dict[int, int] | None:
        rest = dict(candidates)
        del rest[cell]
        no_more = masks.bit(digit)
        for others, mask in (
            (self.different[cell], no_more),
            (self.greater[cell], 2 * no_more - 1),
            (self.lesser[cell], -no_more),
        ):
            for other in others:
                if other in rest:
                    rest[other] &= ~mask
                    if not rest[other]:
                        return None
        return rest
