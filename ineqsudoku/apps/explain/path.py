"""The path of a person: the steps of a history, digit by digit.

The next digit is the one for which least remains to be shown.  Steps that no digit depends on are
left out, and steps are taken again on the board at that time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.board import Board
from ineqsudoku.apps.explain.houses import ALL_DIGITS, BOX_NUMBERS, HOUSE_SETS, HOUSES_OF
from ineqsudoku.apps.explain.retaking import retake
from ineqsudoku.apps.explain.step import Step
from ineqsudoku.apps.explain.techniques.singles import (
    OF_BOX,
    OF_FULL_HOUSE,
    OF_LINE,
    OF_NAKED,
    Single,
)
from ineqsudoku.apps.explain.values import Candidate


def path(board: Board, history: Sequence[Step]) -> Iterator[Step]:
    """Yield the steps to all digits that a history places, digit by digit.

    `board`: the board before the history.

    The next digit is the one with the least sum of ratings of the steps still to be shown.  Among
    equals, the one with the cheapest single comes first, then the same digit as before.
    """
    notes = _Notes(board, history)
    while way := notes.easiest_way():
        for step in retake(way, notes.shown, notes.highest):
            yield step
            notes.show(step)


class _Notes:
    """What a person knows while a path is shown.

    `shown`: the board after the steps shown.
    `highest`: the rating of the history, which no step exceeds.
    `_noted`: this board without what the history excludes before the next digit that it places.
    `_open`, `_others`: the singles on the shown board, and the other ones on the noted board.
    `_seen`, `_empty`: the candidates and the empty cells when singles were last looked for.
    """

    def __init__(self, board: Board, history: Sequence[Step]) -> None:
        self._history, self._next = history, 0
        self.highest = max((step.rating for step in history), default=0.0)
        self._excluded_by: dict[Candidate, int] = {}
        for number, step in enumerate(history):
            for candidate in step.removes:
                self._excluded_by.setdefault(candidate, number)
        self.shown, self._noted = board.copy(), board.copy()
        self._open: set[Single] = set()
        self._others: set[Single] = set()
        self._seen = [ALL_DIGITS] * len(self._noted.candidates)
        self._empty = (1 << len(self._seen)) - 1
        self._digit = 0

    def show(self, step: Step) -> None:
        self.shown.apply((step,))
        self._noted.apply((step,))
        if step.places:
            ((_, self._digit),) = step.places

    def easiest_way(self) -> list[Step]:
        """Return the steps of the history to the next digit; the last of them places it."""
        self._look_ahead()
        self._find_singles()
        if self._open:
            return [min(self._open, key=self._order).step]
        ways = []
        for single in self._others:
            reasons = self._leading_to(self._missing(single))
            if self._is_allowed(single) or (reasons and _is_of_cell(reasons[-1], single.cell)):
                cost = fsum(step.rating for step in reasons)
                ways.append((cost, self._order(single), single, reasons))
        if not ways:
            return []
        *_, single, reasons = min(ways)
        return [*reasons, single.step]

    def _order(self, single: Single) -> tuple[float, bool, Single]:
        return single.rating, single.digit != self._digit, single

    def _is_allowed(self, single: Single) -> bool:
        """Whether a single is not harder than the puzzle."""
        return single.rating <= self.highest

    def _is_open(self, single: Single) -> bool:
        """Whether a single is open on the shown board."""
        _, digit, house, cell = single
        if house < 0:
            return self.shown.candidates[cell] == masks.bit(digit)
        return self.shown.cells_with[digit] & HOUSE_SETS[house] == 1 << cell

    def _missing(self, single: Single) -> list[Candidate]:
        """Return the candidates that a single needs excluded and that are still shown."""
        _, digit, house, cell = single
        if house < 0:
            others = self.shown.candidates[cell] & ~masks.bit(digit)
            return [(cell, other) for other in masks.digits(others)]
        places = self.shown.cells_with[digit] & HOUSE_SETS[house] & ~(1 << cell)
        return [(other, digit) for other in masks.cells(places)]

    def _leading_to(self, missing: list[Candidate]) -> list[Step]:
        """Return the steps that exclude some candidates, with all that they depend on, in order."""
        used: set[int] = set()
        for candidate in missing:
            number = self._excluded_by[candidate]
            if number not in used:
                used.add(number)
                for cell, mask in self._history[number].premises.cells:
                    excluded = self.shown.candidates[cell] & ~mask
                    missing += [(cell, digit) for digit in masks.digits(excluded)]
        return [self._history[number] for number in sorted(used)]

    def _look_ahead(self) -> None:
        """Exclude on the noted board all that the history excludes before its next digit."""
        while self._next < len(self._history):
            step = self._history[self._next]
            if step.places and self.shown.unsolved >> step.places[0][0] & 1:
                return
            self._noted.apply((step,))
            self._next += 1

    def _find_singles(self) -> None:
        """Update the singles where the noted board has changed."""
        board, singles = self._noted, self._others
        unsolved, candidates = board.unsolved, board.candidates
        changed = [
            (cell, before, now)
            for cell, (before, now) in enumerate(zip(self._seen, candidates, strict=True))
            if before != now
        ]
        for cell, before, now in changed:
            if not now & (now - 1) and unsolved >> cell & 1:
                singles.add(Single(OF_NAKED, now.bit_length(), -1, cell))
            for digit in masks.digits(before & ~now):
                places = board.cells_with[digit] & unsolved
                for house in HOUSES_OF[cell]:
                    left = places & HOUSE_SETS[house]
                    if left and not left & (left - 1):
                        rating = OF_BOX if house in BOX_NUMBERS else OF_LINE
                        singles.add(Single(rating, digit, house, left.bit_length() - 1))
        for cell in masks.cells(self._empty & ~unsolved):
            for house in HOUSES_OF[cell]:
                left = HOUSE_SETS[house] & unsolved
                if left and not left & (left - 1):
                    last = left.bit_length() - 1
                    digit = candidates[last].bit_length()
                    singles.add(Single(OF_FULL_HOUSE, digit, house, last))
        self._open = {single for single in self._open if unsolved >> single.cell & 1}
        self._others = {single for single in singles if unsolved >> single.cell & 1}
        self._open.update(
            single for single in self._others if self._is_allowed(single) and self._is_open(single)
        )
        self._others -= self._open
        self._seen, self._empty = candidates.copy(), unsolved


def _is_of_cell(step: Step, cell: int) -> bool:
    """Whether a step leaves a cell one candidate, so that nobody has to look for it."""
    return {other for other, _ in step.removes} == {cell}
