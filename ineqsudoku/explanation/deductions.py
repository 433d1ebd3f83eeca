"""Deductions from an assumption, and tracing a contradiction back to the premises it needs.

A deduction removes candidates from one cell because other candidates have already been removed,
either from cells of the same house or from the neighbour across a sign.  Chains and
contradictions consist of deductions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.masks import Houses
from ineqsudoku.explanation.values import Candidate, Premises
from ineqsudoku.puzzle import Relation


@dataclass(frozen=True, slots=True)
class Deduction:
    """The removal of the candidates `removed` from a cell.

    It follows from `because`, which gives a mask per cell of digits that the cell cannot
    hold, together with some houses and some relations.
    """

    cell: int
    removed: int
    because: Mapping[int, int]
    houses: tuple[int, ...] = ()
    relations: tuple[Relation, ...] = ()


@dataclass(frozen=True, slots=True)
class Deducer:
    """The three kinds of deduction from the candidates of one cell to those of another."""

    board: Board

    def from_digit(self, cell: int, digit: int, other: int) -> Deduction:
        """The cell holds the digit, so another cell of the same house does not."""
        mask = masks.bit(digit)
        because = {cell: self.board.houses.all_digits ^ mask}
        house = self.board.houses.common(cell, other)
        return Deduction(other, mask, because, () if house is None else (house,))

    def only_place(self, house: int, digit: int, cell: int) -> Deduction:
        """No other cell of the house can hold the digit, so this cell does."""
        mask = masks.bit(digit)
        others = self.board.geometry.houses[house]
        because = {other: mask for other in others if other != cell}
        return Deduction(cell, self.board.houses.all_digits ^ mask, because, (house,))

    def above(self, cell: int, candidates: int, other: int) -> Deduction:
        """The cell holds one of the candidates, so its greater neighbour exceeds the least one."""
        low = candidates & -candidates
        relation = self.board.signs.relation[cell, other]
        return Deduction(other, 2 * low - 1, {cell: low - 1}, relations=(relation,))

    def below(self, cell: int, candidates: int, other: int) -> Deduction:
        """The cell holds one of the candidates, so its lesser neighbour is below the greatest."""
        high, every = 1 << candidates.bit_length() - 1, self.board.houses.all_digits
        relation = self.board.signs.relation[other, cell]
        return Deduction(other, every & -high, {cell: every & -2 * high}, relations=(relation,))


@dataclass(frozen=True, slots=True)
class Proof:
    """The reasons why an assumption is wrong.

    `deductions`: the deductions that the proof needs, in order.
    `excluded`: by cell, the digits that must not have been candidates before, as a mask.
    """

    deductions: tuple[Deduction, ...]
    excluded: Mapping[int, int]
    houses: tuple[int, ...]
    relations: tuple[Relation, ...]

    def premises(self, board: Board) -> Premises:
        return board.premises(self.excluded, self.houses, self.relations)


def trace(
    all_houses: Houses,
    candidates: Sequence[int],
    assumed: Candidate,
    deductions: Sequence[Deduction],
    end: Mapping[int, int],
    houses: Iterable[int] = (),
) -> Proof:
    """Return the proof that an assumption excludes `end`, a mask per cell.

    `candidates`: the candidates of the cells before the assumption.  `deductions`: all
    deductions made, in order.  `houses`: the houses that contradict `end`.
    """
    needed = _select_needed(candidates, assumed, deductions, end)
    named = sorted({*houses, *(house for one in needed for house in one.houses)})
    held = _Held(all_houses, [all_houses.masks[house] for house in named])
    held.places[assumed] = [assumed[0]]
    excluded: dict[int, int] = {}
    for place, (because, made) in enumerate([*((one.because, one) for one in needed), (end, None)]):
        targets = _only_targets(made, needed[place + 1 :], end, all_houses) if made else []
        spared: list[int] = []
        for cell, mask in because.items():
            open_digits = mask & ~candidates[cell] & ~held.excluded_mask(cell)
            if cell == assumed[0]:
                open_digits &= masks.bit(assumed[1])
            if open_digits and targets and all(held.share(cell, target) for target in targets):
                spared.append(cell)
            elif open_digits:
                excluded[cell] = excluded.get(cell, 0) | open_digits
        if made:
            held.add(made, spared)
    relations = sorted({relation for one in needed for relation in one.relations})
    return Proof(needed, dict(sorted(excluded.items())), tuple(named), tuple(relations))


def _select_needed(
    candidates: Sequence[int],
    assumed: Candidate,
    deductions: Sequence[Deduction],
    end: Mapping[int, int],
) -> tuple[Deduction, ...]:
    """Return the deductions that exclude `end`: for a candidate, the first that removed it."""
    first: dict[Candidate, int] = {}
    for place, deduction in enumerate(deductions):
        for digit in masks.digits(deduction.removed):
            first.setdefault((deduction.cell, digit), place)
    used: set[int] = set()
    queue = [(cell, digit) for cell, mask in end.items() for digit in masks.digits(mask)]
    seen = set(queue)
    for cell, digit in queue:
        if cell == assumed[0] and digit != assumed[1]:
            continue
        if candidates[cell] & masks.bit(digit) and (place := first[cell, digit]) not in used:
            used.add(place)
            more = [
                (other, one)
                for other, others in deductions[place].because.items()
                for one in masks.digits(others)
                if (other, one) not in seen
            ]
            seen.update(more)
            queue += more
    return tuple(deductions[place] for place in sorted(used))


def _only_targets(
    made: Deduction, later: Sequence[Deduction], end: Mapping[int, int], all_houses: Houses
) -> list[int]:
    """Return the cells from which a placed digit is excluded, if that is its only use.

    Then it does not matter which cell of the house holds the digit, as long as that cell sees
    all cells returned.
    """
    digit = all_houses.all_digits & ~made.removed
    is_only_place = masks.is_single(digit) and {*made.because.values()} == {digit}
    if not is_only_place or made.relations or made.cell in end:
        return []
    uses = [one for one in later if made.cell in one.because]
    direct = [one.cell for one in uses if len(one.because) == 1 and one.removed == digit]
    return direct if len(direct) == len(uses) else []


@dataclass(frozen=True, slots=True)
class _Held:
    """The facts known so far under an assumption.

    Whatever they exclude within the houses of the proof needs no other premise.

    `places`: for a cell and the digit placed in it, the cells of which one holds the digit.
    `removed`: the candidates that the cells have lost.
    """

    all_houses: Houses
    named: list[int]
    places: dict[Candidate, list[int]] = field(default_factory=dict)
    removed: dict[int, int] = field(default_factory=dict)

    def excluded_mask(self, cell: int) -> int:
        excluded = self.removed.get(cell, 0)
        for (_, digit), places in self.places.items():
            if all(self.share(cell, place) for place in places):
                excluded |= masks.bit(digit)
        return excluded

    def share(self, cell: int, other: int) -> bool:
        """Whether two cells share a house of the proof."""
        both = 1 << cell | 1 << other
        return cell != other and any(house & both == both for house in self.named)

    def add(self, deduction: Deduction, spared: list[int]) -> None:
        """Add a deduction.

        `spared`: the cells that could hold the digit as well, because they exclude the same.
        """
        cell, every = deduction.cell, self.all_houses.all_digits
        self.removed[cell] = self.removed.get(cell, 0) | deduction.removed
        for other, mask in ((cell, deduction.removed), *deduction.because.items()):
            if masks.is_single(every ^ mask):
                alternatives = spared if other == cell else []
                self.places.setdefault((other, masks.least(every ^ mask)), [other, *alternatives])
