"""Deductions that follow from an assumption, and the way back from their end to the premises.

A deduction removes candidates from one cell, since others were removed before, in cells of one
house or beyond one sign.  Chains and contradictions consist of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.values import Candidate, Premises
from ineqsudoku.puzzle import Relation


@dataclass(frozen=True, slots=True)
class Deduction:
    """A cell loses the candidates `removed`, because each cell of `because` cannot hold any
    digit of its mask, in some houses and beyond some relations."""

    cell: int
    removed: int
    because: Mapping[int, int]
    houses: tuple[int, ...] = ()
    relations: tuple[Relation, ...] = ()


@dataclass(frozen=True, slots=True)
class Deducer:
    """The three ways in which what a cell cannot hold shows in another cell."""

    board: Board

    def from_digit(self, cell: int, digit: int, other: int) -> Deduction:
        """The cell has the digit, so a cell that shares a house has not."""
        mask = masks.bit(digit)
        because = {cell: self.board.houses.all_digits ^ mask}
        house = self.board.houses.shared(cell, other)
        return Deduction(other, mask, because, () if house is None else (house,))

    def only_place(self, house: int, digit: int, cell: int) -> Deduction:
        """No other cell of the house can hold the digit, so this cell does."""
        mask = masks.bit(digit)
        others = self.board.puzzle.geometry.houses[house]
        because = {other: mask for other in others if other != cell}
        return Deduction(cell, self.board.houses.all_digits ^ mask, because, (house,))

    def above(self, cell: int, candidates: int, other: int) -> Deduction:
        """The cell has one of the candidates, so its greater neighbour exceeds the least."""
        low = candidates & -candidates
        relation = self.board.signs.relation[cell, other]
        return Deduction(other, 2 * low - 1, {cell: low - 1}, relations=(relation,))

    def below(self, cell: int, candidates: int, other: int) -> Deduction:
        """The cell has one of the candidates, so its lesser neighbour is below the greatest."""
        high, every = 1 << candidates.bit_length() - 1, self.board.houses.all_digits
        relation = self.board.signs.relation[other, cell]
        return Deduction(other, every & -high, {cell: every & -2 * high}, relations=(relation,))


@dataclass(frozen=True, slots=True)
class Proof:
    """Why an assumption is wrong.

    `deductions`: those that are needed, in order.
    `excluded`: what cells must not have had for candidates before.
    """

    deductions: tuple[Deduction, ...]
    excluded: Mapping[int, int]
    houses: tuple[int, ...]
    relations: tuple[Relation, ...]

    def premises(self, board: Board) -> Premises:
        return board.premises(self.excluded, self.houses, self.relations)


def traced(
    candidates: Sequence[int],
    assumed: Candidate,
    deductions: Sequence[Deduction],
    end: Mapping[int, int],
    houses: Iterable[int] = (),
) -> Proof:
    """The proof that an assumption leads to the exclusion of `end`, a mask for each cell.

    `candidates`: those of the cells before the assumption.  `deductions`: all that were made,
    in order.  `houses`: those that contradict the end.
    """
    first: dict[Candidate, int] = {}
    for place, deduction in enumerate(deductions):
        for digit in masks.digits(deduction.removed):
            first.setdefault((deduction.cell, digit), place)
    excluded: dict[int, int] = {}
    used: set[int] = set()
    queue = [(cell, digit) for cell, mask in end.items() for digit in masks.digits(mask)]
    seen = set(queue)
    for cell, digit in queue:
        mask = masks.bit(digit)
        if cell == assumed[0] and digit != assumed[1]:
            continue
        if not candidates[cell] & mask:
            excluded[cell] = excluded.get(cell, 0) | mask
        elif (place := first[cell, digit]) not in used:
            used.add(place)
            more = [
                (other, one)
                for other, others in deductions[place].because.items()
                for one in masks.digits(others)
                if (other, one) not in seen
            ]
            seen.update(more)
            queue += more
    needed = tuple(deductions[place] for place in sorted(used))
    return Proof(
        needed,
        dict(sorted(excluded.items())),
        tuple(sorted({*houses, *(house for one in needed for house in one.houses)})),
        tuple(sorted({relation for one in needed for relation in one.relations})),
    )
