"""The candidates of all cells in one int, so that one `&` removes candidates in the whole grid.

A cell has a *lane*: a bit per digit and a spare one.  At 9×9 that is ten bits:

    bit      …  10c+9  10c+8 … 10c  …   9   8 … 0
    digit       spare    9   …  1     spare 9 … 1
                —————— cell c —————   —— cell 0 ——
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from ineqsudoku.geometry import Geometry
from ineqsudoku.puzzle import ABSENT, DIGIT_OF


@dataclass(frozen=True, slots=True)
class CandidateLanes:
    """The lanes of a geometry, and masks for them.

    `width` is the number of bits of a lane.  `bits` are the candidates of one cell, smallest
    digit first, and `every` is all of them together.  `full`, `lowest` and `spare` have all
    digits, the digit 1 and the spare bit in the lanes of all cells.
    """

    geometry: Geometry
    width: int
    bits: tuple[int, ...]
    every: int
    full: int
    lowest: int
    spare: int

    def of(self, cells: Iterable[int], mask: int) -> int:
        """Return the candidates `mask` in the cells, and none in all others."""
        return sum(mask << self.width * cell for cell in cells)

    def candidate(self, cell: int, symbol: str) -> int:
        """Return the candidate of a cell for the digit of a symbol."""
        return self.bits[DIGIT_OF[symbol] - 1] << self.width * cell

    def given(self, givens: str) -> int:
        """Return all candidates that agree with the givens of a puzzle."""
        left = self.full
        for cell, symbol in enumerate(givens):
            if symbol != ABSENT:
                left ^= (self.every ^ self.bits[DIGIT_OF[symbol] - 1]) << self.width * cell
        return left

    def between(self, bounds: Iterable[tuple[int, int]]) -> int:
        """Return the candidates between the two bounds of the cells; none where bounds cross."""
        left = 0
        for cell, (lowest, highest) in enumerate(bounds):
            digits = self.every >> len(self.bits) - highest & self.every << lowest - 1
            left |= digits << self.width * cell
        return left

    def whole(self, some: int) -> int:
        """Return all digits in the lanes that have any; no spare bit may be set."""
        spare = some + self.full & self.spare
        return spare - (spare >> self.width - 1)

    def text(self, left: int) -> str:
        """Return the symbols of a grid in which every cell has one candidate."""
        symbols, every = self.geometry.symbols, self.every
        lanes = range(0, self.width * len(self.geometry.cells), self.width)
        return "".join([symbols[(left >> lane & every).bit_length() - 1] for lane in lanes])


@cache
def lanes_of(geometry: Geometry) -> CandidateLanes:
    width = geometry.size + 1
    every = (1 << geometry.size) - 1
    lowest = sum(1 << width * cell for cell in geometry.cells)
    return CandidateLanes(
        geometry,
        width,
        tuple(1 << digit for digit in range(geometry.size)),
        every,
        lowest * every,
        lowest,
        lowest << geometry.size,
    )
