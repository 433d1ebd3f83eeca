"""Links between what two cells can hold: if one is so, the other is so.

A *literal* (cell, mask) says that the cell holds one of some of its candidates.  Links are
houses and signs: a digit in a cell excludes it from the cells it sees; a digit with two cells
left in a house that is not in one is in the other; and a < b links a ≥ k with b > k.  A chain
of links from a candidate to its own exclusion proves that it is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.deductions import Deducer, Deduction
from ineqsudoku.explanation.values import Candidate

Literal = tuple[int, int]

Chain = list[Literal]


class Links:
    """The links of a board, or of single digits (`digits`, a mask; then signs do not count).

    If `strong`, digits of two cells link only if no third cell of a house can hold the digit,
    except at both ends of a chain.
    """

    def __init__(self, board: Board, digits: int = 0, strong: bool = False) -> None:
        self.board = board
        self.digits = digits or board.houses.all_digits
        self.uses_signs = not digits
        self.strong = strong
        self._number: dict[Literal, int] = {}
        self._literals: list[Literal] = []
        self._next: list[int | None] = []
        self._excluding: dict[Candidate, int] = {}

    def shortest(self) -> list[tuple[Candidate, Chain]]:
        """The candidates that the shortest chains exclude, each with one such chain."""
        starts = (pair for pair in self.board.wrong() if masks.bit(pair[1]) & self.digits)
        first = {start: self._of((start[0], masks.bit(start[1]))) for start in starts}
        reached = {start: 1 << number for start, number in first.items()}
        newest = dict(reached)
        if self.strong:
            newest = {start: self._weakly(*start) for start in newest}
        while newest:
            found = []
            for start in list(newest):
                after = self._after(newest[start]) & ~reached[start]
                reached[start] |= after
                newest[start] = after
                if after & self._excluding.get(start, 0):
                    found.append(start)
                if not after:
                    del newest[start]
            if found:
                return [(start, self._chain(start)) for start in found]
        return []

    def deductions(self, chain: Chain) -> Iterator[Deduction]:
        """What makes each literal of a chain follow from the one before."""
        deducer = Deducer(self.board)
        for before, after in pairwise(chain):
            yield self._deduction(deducer, before, after)

    def _deduction(self, deducer: Deducer, before: Literal, after: Literal) -> Deduction:
        (cell, mask), (other, held) = before, after
        candidates, houses = self.board.candidates, self.board.houses
        gone = candidates[other] & ~held
        if masks.is_single(mask) and gone == mask and houses.peers[cell] >> other & 1:
            return deducer.from_digit(cell, masks.least(mask), other)
        if masks.is_single(held) and candidates[cell] & ~mask & held:
            digit = masks.least(held)
            both = 1 << cell | 1 << other
            for house in houses.of_cell[other]:
                left = self.board.cells_with[digit] & houses.masks[house]
                if left == both:
                    return deducer.only_place(house, digit, other)
        if (cell, other) in self.board.signs.relation:
            return deducer.above(cell, mask, other)
        return deducer.below(cell, mask, other)

    def _chain(self, start: Candidate) -> Chain:
        """A shortest chain; of several that with the first literals."""
        number = self._of((start[0], masks.bit(start[1])))
        goal = self._excluding[start]
        layers = [1 << number]
        reached = layers[0]
        if self.strong:
            layers.append(self._weakly(*start))
            reached |= layers[-1]
        while not layers[-1] & goal or len(layers) < 2:
            after = self._after(layers[-1]) & ~reached
            reached |= after
            layers.append(after)
        wanted = layers[-1] & goal
        place = (wanted & -wanted).bit_length() - 1
        chain = [self._literals[place]]
        for layer in layers[-2:0:-1]:
            place = next(n for n in masks.cells(layer) if self._following(n) >> place & 1)
            chain.append(self._literals[place])
        chain.append(self._literals[number])
        chain.reverse()
        if self.strong:
            cell, digit = start
            chain.append((cell, self.board.candidates[cell] & ~masks.bit(digit)))
        return chain

    def _after(self, numbers: int) -> int:
        after = 0
        known = self._next
        while numbers:
            low = numbers & -numbers
            numbers ^= low
            number = low.bit_length() - 1
            following = known[number]
            after |= self._following(number) if following is None else following
        return after

    def _of(self, literal: Literal) -> int:
        number = self._number.get(literal)
        if number is None:
            number = self._number[literal] = len(self._literals)
            self._literals.append(literal)
            self._next.append(None)
            for candidate in self._excluded(literal):
                self._excluding[candidate] = self._excluding.get(candidate, 0) | 1 << number
        return number

    def _excluded(self, literal: Literal) -> Iterator[Candidate]:
        """The candidates that cannot start a chain that comes to a literal."""
        cell, mask = literal
        if not self.strong:
            for digit in masks.digits(self.board.candidates[cell] & ~mask):
                yield cell, digit
        elif mask & self.digits and masks.is_single(mask):
            digit = masks.least(mask)
            for other in masks.cells(self.board.houses.peers[cell] & self.board.cells_with[digit]):
                yield other, digit

    def _following(self, number: int) -> int:
        found = self._next[number]
        if found is None:
            found = 0
            known = self._number.get
            for literal in self._linked(*self._literals[number]):
                other = known(literal)
                found |= 1 << (self._of(literal) if other is None else other)
            self._next[number] = found
        return found

    def _weakly(self, cell: int, digit: int) -> int:
        """All cells that see a digit, whether or not the link is strong."""
        others = masks.cells(self.board.cells_with[digit] & self.board.houses.peers[cell])
        candidates, mask = self.board.candidates, masks.bit(digit)
        return sum(1 << self._of((other, candidates[other] ^ mask)) for other in others)

    def _linked(self, cell: int, mask: int) -> Iterator[Literal]:
        candidates, houses = self.board.candidates, self.board.houses
        if not mask & (mask - 1) and mask & self.digits:
            peers = self.board.cells_with[mask.bit_length()] & houses.peers[cell]
            if self.strong:
                peers &= self._partners(cell, mask.bit_length())
            for other in masks.cells(peers):
                yield other, candidates[other] ^ mask
        for digit in masks.digits(candidates[cell] & ~mask & self.digits):
            for other in masks.cells(self._partners(cell, digit)):
                yield other, masks.bit(digit)
        if self.uses_signs:
            yield from self._beyond(cell, mask)

    def _partners(self, cell: int, digit: int) -> int:
        """The cells that hold a digit of a house if this cell does not."""
        partners, here = 0, 1 << cell
        for house in self.board.houses.of_cell[cell]:
            left = self.board.cells_with[digit] & self.board.houses.masks[house]
            if left.bit_count() == 2:
                partners |= left ^ here
        return partners

    def _beyond(self, cell: int, mask: int) -> Iterator[Literal]:
        candidates = self.board.candidates
        low, high = mask & -mask, 1 << mask.bit_length() - 1
        for other in self.board.signs.greater[cell]:
            held = candidates[other] & -2 * low
            if held != candidates[other] and held:
                yield other, held
        for other in self.board.signs.lesser[cell]:
            held = candidates[other] & high - 1
            if held != candidates[other] and held:
                yield other, held
