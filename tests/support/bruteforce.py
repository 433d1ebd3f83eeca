"""Whether a step follows from its own premises, by trying everything that they allow.

Nothing of the package's own reasoning is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ineqsudoku.explanation.values import Premises, Step
from ineqsudoku.geometry import Geometry

TRIES = 3_000
"""Digits tried for a proof; beyond that it counts as undecided."""


class UndecidedError(Exception):
    """The bound was reached."""


def is_proved(step: Step, premises: Premises, geometry: Geometry) -> bool:
    """Whether premises exclude every other digit of a placed cell and all that is removed.

    Raises `UndecidedError`.
    """
    every = (1 << geometry.size) - 1
    wrong = [(cell, every & ~(1 << digit - 1)) for cell, digit in step.places]
    wrong += [(cell, 1 << digit - 1) for cell, digit in step.removes]
    return not any(_Search(premises, geometry).is_possible(*one) for one in wrong)


def each_left_out(premises: Premises) -> Iterator[Premises]:
    """For each premise, all the others."""
    for name in ("cells", "houses", "relations"):
        parts = getattr(premises, name)
        for place in range(len(parts)):
            yield replace(premises, **{name: parts[:place] + parts[place + 1 :]})


class _Search:
    def __init__(self, premises: Premises, geometry: Geometry) -> None:
        self.every = (1 << geometry.size) - 1
        self.premises = premises
        self.houses = [geometry.houses[number] for number in premises.houses]
        self.tries = 0

    def is_possible(self, cell: int, mask: int) -> bool:
        cells = {cell, *(cell for cell, _ in self.premises.cells)}
        cells.update(*self.houses, *self.premises.relations)
        left = dict.fromkeys(cells, self.every)
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
            for n in range(self.every.bit_length()):
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
                if once != self.every or not all(left[cell] for cell in house):
                    return False
                for cell in house:
                    if alone := left[cell] & ~twice:
                        left[cell] = alone
                        if alone & (alone - 1):
                            return False
        return True
