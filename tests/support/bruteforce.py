"""Whether a step follows from its own premises, by trying everything that they allow.

Nothing of the package's own reasoning is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ineqsudoku.apps.explain.step import Step
from ineqsudoku.apps.explain.values import Premises
from ineqsudoku.geometry import CELLS, HOUSES, SIZE
from ineqsudoku.puzzle import ABSENT, Puzzle

TRIES = 3_000
"""Digits tried for a proof; beyond that it counts as undecided."""


EVERY = (1 << SIZE) - 1


class UndecidedError(Exception):
    """The bound was reached."""


def is_proved(step: Step, premises: Premises) -> bool:
    """Whether premises exclude every other digit of a placed cell and all that is removed.

    For a step that neither places nor removes anything: whether they contradict each other.
    Raises `UndecidedError`.
    """
    if not (step.places or step.removes):
        return not _Search(premises).is_possible(CELLS[0], EVERY)
    wrong = [(cell, EVERY & ~(1 << digit - 1)) for cell, digit in step.places]
    wrong += [(cell, 1 << digit - 1) for cell, digit in step.removes]
    return not any(_Search(premises).is_possible(*one) for one in wrong)


def assert_refuted(puzzle: Puzzle, steps: Sequence[Step]) -> None:
    """Hold steps to be a proof that a puzzle has no solution.

    Each follows from its premises alone, and these from the signs, the givens and earlier steps;
    the last is a contradiction; each is needed for it.
    """
    left = [EVERY] * len(CELLS)
    because: dict[tuple[int, int], int] = {}

    def remove(cell: int, mask: int, number: int) -> None:
        for digit in range(1, SIZE + 1):
            if left[cell] & mask & 1 << digit - 1:
                because[cell, digit] = number
        left[cell] &= ~mask

    def place(cell: int, digit: int, number: int) -> None:
        remove(cell, ~(1 << digit - 1), number)
        for house in HOUSES:
            for other in house:
                if cell in house and other != cell:
                    remove(other, 1 << digit - 1, number)

    for cell, given in enumerate(puzzle.givens):
        if given != ABSENT:
            place(cell, int(given), -1)
    needs: list[set[int]] = []
    for number, step in enumerate(steps):
        is_last = number == len(steps) - 1
        assert is_last == (not step.places and not step.removes), step
        assert step.contradiction is not None or not is_last, step
        assert {*step.premises.relations} <= {*puzzle.relations}, step
        assert all(not left[cell] & ~mask for cell, mask in step.premises.cells), step
        assert is_proved(step, step.premises), step
        needs.append(
            {
                because[cell, digit]
                for cell, mask in step.premises.cells
                for digit in range(1, SIZE + 1)
                if not mask >> digit - 1 & 1
            }
        )
        for cell, digit in step.removes:
            assert left[cell] >> digit - 1 & 1, step
        for cell, digit in step.places:
            assert left[cell] >> digit - 1 & 1, step
            place(cell, digit, number)
        for cell, digit in step.removes:
            remove(cell, 1 << digit - 1, number)
    used = {len(steps) - 1}
    for number, needed in reversed([*enumerate(needs)]):
        assert number in used, steps[number]
        used |= needed


def each_left_out(premises: Premises) -> Iterator[Premises]:
    """For each premise, all the others."""
    for name in ("cells", "houses", "relations"):
        parts = getattr(premises, name)
        for place in range(len(parts)):
            yield replace(premises, **{name: parts[:place] + parts[place + 1 :]})


class _Search:
    def __init__(self, premises: Premises) -> None:
        self.premises = premises
        self.houses = [HOUSES[number] for number in premises.houses]
        self.tries = 0

    def is_possible(self, cell: int, mask: int) -> bool:
        cells = {cell, *(cell for cell, _ in self.premises.cells)}
        cells.update(*self.houses, *self.premises.relations)
        left = dict.fromkeys(cells, EVERY)
        for other, digits in self.premises.cells:
            left[other] &= digits
        left[cell] &= mask
        return self._fill(left)

    def _fill(self, left: dict[int, int]) -> bool:
        if not all(left.values()) or not self._narrow(left):
            return False
        choices = [*self._cells(left), *self._places(left)]
        if not choices:
            return True
        for cell, digit in min(choices, key=len):
            self.tries += 1
            if self.tries > TRIES:
                raise UndecidedError
            if self._fill({**left, cell: digit}):
                return True
        return False

    def _cells(self, left: dict[int, int]) -> Iterator[list[tuple[int, int]]]:
        """For each open cell its digits, as bits."""
        for cell, mask in left.items():
            if mask & (mask - 1):
                yield [(cell, 1 << n) for n in range(mask.bit_length()) if mask >> n & 1]

    def _places(self, left: dict[int, int]) -> Iterator[list[tuple[int, int]]]:
        """For each house and digit the cells that can hold it."""
        for house in self.houses:
            for n in range(EVERY.bit_length()):
                places = [(cell, 1 << n) for cell in house if left[cell] >> n & 1]
                if len(places) > 1:
                    yield places

    def _narrow(self, left: dict[int, int]) -> bool:
        """Remove what singles and relations exclude; whether every cell and digit has a place."""
        before = None
        while before != left:
            before = dict(left)
            for lesser, greater in self.premises.relations:
                low, high = left[lesser], left[greater]
                left[greater] &= -2 * (low & -low)
                left[lesser] &= (1 << high.bit_length() - 1) - 1 if high else 0
                if not left[lesser] or not left[greater]:
                    return False
            for house in self.houses:
                once = twice = 0
                for cell in house:
                    mask = left[cell]
                    if not mask & (mask - 1):
                        for other in house:
                            if other != cell:
                                left[other] &= ~mask
                    twice |= once & left[cell]
                    once |= left[cell]
                if once != EVERY or not all(left[cell] for cell in house):
                    return False
                for cell in house:
                    if alone := left[cell] & ~twice:
                        left[cell] = alone
                        if alone & (alone - 1):
                            return False
        return True
