"""The fewest links that refute an assumption, by trying all sets of links.

Nothing of the package's own reasoning is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from ineqsudoku.geometry import SIZE

STATES = 3_000
"""Sets of links of one size that are tried; if there are more, the size counts as too large."""

Claim = tuple[int, int]
"""A cell and the digits that it may hold, as a mask."""

Cells = Sequence[int]

Candidates = tuple[int, ...]


class Oracle:
    """Refutes assumptions by some houses and relations."""

    def __init__(self, houses: Iterable[Cells], relations: Iterable[Cells]) -> None:
        self.houses = tuple(houses)
        self.relations = tuple(relations)
        self.excluded_by = cache(self._excluded_by)

    def excludes(self, claim: Claim, cell: int, digit: int) -> bool:
        """Whether a claim excludes a digit of a cell by one house or one sign."""
        return bool(self.excluded_by(claim).get(cell, 0) >> digit - 1 & 1)

    def fewest(self, candidates: Candidates, assumption: Claim, most: int) -> int | None:
        """Return the fewest links between an assumption and a contradiction.

        The result is `None` if they are more than `most`, or if there are too many sets to try.
        """
        states = {self._after(candidates, assumption)}
        for number in range(most + 1):
            if any(map(self._is_over, states)):
                return number
            if len(states) > STATES:
                return None
            states = {
                self._after(state, claim)
                for state in states
                for claim in self._claims(candidates, state)
            } - states
        return None

    def _excluded_by(self, claim: Claim) -> dict[int, int]:
        cell, held = claim
        digits = [n + 1 for n in range(SIZE) if held >> n & 1]
        excluded = {cell: (1 << SIZE) - 1 & ~held}
        for house in self.houses:
            if len(digits) == 1 and cell in house:
                for other in house:
                    if other != cell:
                        excluded[other] = excluded.get(other, 0) | held
        for lesser, greater in self.relations:
            if lesser == cell:
                excluded[greater] = excluded.get(greater, 0) | (1 << digits[0]) - 1
            if greater == cell:
                excluded[lesser] = excluded.get(lesser, 0) | -(1 << digits[-1] - 1)
        return excluded

    def _after(self, state: Candidates, claim: Claim) -> Candidates:
        after = list(state)
        for cell, mask in self.excluded_by(claim).items():
            after[cell] &= ~mask
        return tuple(after)

    def _is_over(self, state: Candidates) -> bool:
        return not all(state) or any(
            not any(state[cell] >> n & 1 for cell in house)
            for house in self.houses
            for n in range(SIZE)
        )

    def _claims(self, candidates: Candidates, state: Candidates) -> Iterator[Claim]:
        """Yield the strongest claims that follow at once; weaker ones exclude less."""
        for cell, mask in enumerate(state):
            if mask == candidates[cell]:
                continue
            if not mask & (mask - 1):
                yield cell, mask
                continue
            least, greatest = mask & -mask, 1 << mask.bit_length() - 1
            yield cell, (1 << SIZE) - least
            yield cell, 2 * greatest - 1
        for house in self.houses:
            for n in range(SIZE):
                places = [cell for cell in house if state[cell] >> n & 1]
                if len(places) == 1 and state[places[0]] != 1 << n:
                    yield places[0], 1 << n
