"""Alternating chains: a candidate from which a chain of links leads to its own exclusion.

A *literal* (cell, mask) says that the cell holds one of the candidates in the mask.  *Links* are
implications between literals; they follow from houses and signs: a digit in a cell is excluded from
the cells that see it; if a house has two cells left for a digit and one does not hold it, the other
does; and a < b links a ≥ k with b > k.  A chain of links from a candidate to its own exclusion
proves that the candidate is wrong.

*Simple colouring* follows one digit through houses with two cells left for it.  An *X-chain* may
also pass between two cells that see one another.  Both are described in Sudopedia (2006).  An
*alternating chain* also changes the digit within cells, and its links may be signs.  Without signs,
such chains are the alternating inference chains of plain sudoku; Berthier (2012) has chains with
inequalities in futoshiki.  Only the shortest chains of a board are its steps.

Ratings: 6.0 for simple colouring, the simplest chain; as in Sudoku Explainer (Juillerat, 2006),
6.5 for X-chains and 7.0 for mixed chains, and more for longer chains.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.deductions import Deducer, Deduction, trace
from ineqsudoku.explanation.values import Candidate, Details, Link, Step, with_length

COLOURING, X_CHAIN, CHAIN = "simple colouring", "X-chain", "alternating chain"


def simple_colouring(board: Board) -> Iterator[Step]:
    return _of_digits(board, COLOURING, 6.0, strong=True)


def x_chains(board: Board) -> Iterator[Step]:
    return _of_digits(board, X_CHAIN, 6.5, strong=False)


def alternating_chains(board: Board) -> Iterator[Step]:
    for start, chain in Links(board).shortest():
        yield _step(board, CHAIN, start, chain, 7.0)


def _of_digits(board: Board, name: str, rating: float, strong: bool) -> Iterator[Step]:
    """Yield the shortest chains of all digits as steps."""
    chains: list[tuple[Candidate, Chain]] = []
    for digit in range(1, len(board.cells_with)):
        left = board.cells_with[digit] & board.unsolved
        if board.barren.get((name, digit)) == left:
            continue
        of_digit = DigitLinks(board, digit, strong).shortest()
        chains += of_digit
        if not of_digit:
            board.barren[name, digit] = left
    shortest = min((len(chain) for _, chain in chains), default=0)
    for start, chain in chains:
        if len(chain) == shortest:
            yield _step(board, name, start, chain, rating)


def _step(board: Board, name: str, start: Candidate, chain: Chain, rating: float) -> Step:
    cell, digit = start
    made = tuple(deductions(board, chain))
    proof = trace(board.houses, board.candidates, start, made, {cell: masks.bit(digit)})
    held = [(mask, board.candidates[other] & ~mask) for other, mask in chain[1:-1]]
    held.append((0, masks.bit(digit)))
    links = tuple(
        Link(one.cell, left, gone, one.houses, one.relations)
        for one, (left, gone) in zip(made, held, strict=True)
    )
    premises = proof.premises(board)
    rating = with_length(rating, len(chain) - 1)
    details = Details(links=links)
    return Step(name, (), (start,), premises, rating, board.geometry, tuple(chain), details)


Literal = tuple[int, int]
Chain = Sequence[Literal]


def deductions(board: Board, chain: Chain) -> Iterator[Deduction]:
    """Yield the deductions by which the literals of a chain follow from those before."""
    deducer = Deducer(board)
    for before, after in pairwise(chain):
        yield _deduction(board, deducer, before, after)


def partners(board: Board, cell: int, digit: int) -> int:
    """Return the cells that must hold a digit if this cell does not, as they share a house in
    which only the two can hold it."""
    partners, here, left = 0, 1 << cell, board.cells_with[digit]
    for house in board.houses.of_cell[cell]:
        places = left & board.houses.masks[house]
        if places.bit_count() == 2:
            partners |= places ^ here
    return partners


def _deduction(board: Board, deducer: Deducer, before: Literal, after: Literal) -> Deduction:
    (cell, mask), (other, held) = before, after
    candidates, houses = board.candidates, board.houses
    gone = candidates[other] & ~held
    if masks.is_single(mask) and gone == mask and houses.peers[cell] >> other & 1:
        return deducer.from_digit(cell, masks.least(mask), other)
    if masks.is_single(held) and candidates[cell] & ~mask & held:
        digit, both = masks.least(held), 1 << cell | 1 << other
        for house in houses.of_cell[other]:
            if board.cells_with[digit] & houses.masks[house] == both:
                return deducer.only_place(house, digit, other)
    if (cell, other) in board.signs.relation:
        return deducer.above(cell, mask, other)
    return deducer.below(cell, mask, other)


class Links:
    """The links of a board.  Literals are numbered in order of discovery; sets of them are ints."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._number: dict[Literal, int] = {}
        self._literals: list[Literal] = []
        self._next: list[int | None] = []
        self._excluding: dict[Candidate, int] = {}
        self._partners: dict[Candidate, list[int]] = {}

    def shortest(self) -> list[tuple[Candidate, Chain]]:
        """Return the candidates that the shortest chains exclude, with one such chain for each."""
        newest = {start: 1 << self._start(start) for start in self.board.wrong()}
        reached = dict(newest)
        while newest:
            starts = []
            following = {}
            for start, numbers in newest.items():
                after = self._after(numbers) & ~reached[start]
                if after:
                    reached[start] |= after
                    following[start] = after
                    if after & self._excluding.get(start, 0):
                        starts.append(start)
            if starts:
                return [(start, self._chain(start)) for start in starts]
            newest = following
        return []

    def _chain(self, start: Candidate) -> Chain:
        """Return a shortest chain; of several, the one with the literals that come first."""
        goal = self._excluding[start]
        layers = [1 << self._start(start)]
        reached = layers[0]
        while not layers[-1] & goal:
            layers.append(self._after(layers[-1]) & ~reached)
            reached |= layers[-1]
        ends = layers[-1] & goal
        number = (ends & -ends).bit_length() - 1
        chain = [self._literals[number]]
        for layer in reversed(layers[:-1]):
            number = next(n for n in masks.cells(layer) if self._following(n) >> number & 1)
            chain.append(self._literals[number])
        return chain[::-1]

    def _start(self, candidate: Candidate) -> int:
        cell, digit = candidate
        return self._of((cell, masks.bit(digit)))

    def _of(self, literal: Literal) -> int:
        number = self._number.get(literal)
        if number is None:
            number = self._number[literal] = len(self._literals)
            self._literals.append(literal)
            self._next.append(None)
            cell, mask = literal
            excluding = self._excluding
            for digit in masks.digits(self.board.candidates[cell] & ~mask):
                excluding[cell, digit] = excluding.get((cell, digit), 0) | 1 << number
        return number

    def _after(self, numbers: int) -> int:
        after, known = 0, self._next
        while numbers:
            low = numbers & -numbers
            numbers ^= low
            number = low.bit_length() - 1
            following = known[number]
            after |= self._following(number) if following is None else following
        return after

    def _following(self, number: int) -> int:
        linked = self._next[number]
        if linked is None:
            linked, known = 0, self._number.get
            for literal in self._follow(*self._literals[number]):
                other = known(literal)
                linked |= 1 << (self._of(literal) if other is None else other)
            self._next[number] = linked
        return linked

    def _follow(self, cell: int, mask: int) -> Iterator[Literal]:
        board, candidates = self.board, self.board.candidates
        if not mask & (mask - 1):
            for other in masks.cells(
                board.cells_with[mask.bit_length()] & board.houses.peers[cell]
            ):
                yield other, candidates[other] ^ mask
        for digit in masks.digits(candidates[cell] & ~mask):
            others = self._partners.get((cell, digit))
            if others is None:
                others = masks.cells(partners(board, cell, digit))
                self._partners[cell, digit] = others
            for other in others:
                yield other, 1 << digit - 1
        low, high = mask & -mask, 1 << mask.bit_length() - 1
        for other in board.signs.greater[cell]:
            held = candidates[other] & -2 * low
            if held != candidates[other] and held:
                yield other, held
        for other in board.signs.lesser[cell]:
            held = candidates[other] & high - 1
            if held != candidates[other] and held:
                yield other, held


class DigitLinks:
    """The links of one digit: cells that see one another, and partners in a house.

    If `strong`, a cell with the digit excludes it from its partners only, except at both ends
    of a chain.
    """

    def __init__(self, board: Board, digit: int, strong: bool) -> None:
        self.board = board
        self.digit = digit
        left = board.cells_with[digit] & board.unsolved
        cells = masks.cells(left)
        self.wrong = [cell for cell in cells if board.solution[cell] != digit]
        self.seen = {cell: board.houses.peers[cell] & left for cell in cells}
        self.partners = {cell: partners(board, cell, digit) for cell in cells}
        self.excluded = self.partners if strong else self.seen

    def shortest(self) -> list[tuple[Candidate, Chain]]:
        """Like `Links.shortest`."""
        followed = {cell: [1 << cell, self.seen[cell]] for cell in self.wrong}
        while followed:
            for layers in followed.values():
                layers.append(_union(layers[-1], self.partners) & ~masks.union(layers[::2]))
            ends = [cell for cell in followed if followed[cell][-1] & self.seen[cell]]
            if ends:
                return [((cell, self.digit), self._chain(cell, followed[cell])) for cell in ends]
            for layers in followed.values():
                layers.append(_union(layers[-1], self.excluded) & ~masks.union(layers[1::2]))
            followed = {cell: layers for cell, layers in followed.items() if layers[-1]}
        return []

    def _chain(self, start: int, layers: list[int]) -> Chain:
        """Return a chain through the lowest cells of the layers, built from its end."""
        mask, candidates = masks.bit(self.digit), self.board.candidates
        chain = [(start, candidates[start] ^ mask)]
        before = self.seen[start]
        for place in range(len(layers) - 1, -1, -1):
            cell = masks.cells(layers[place] & before)[0]
            holds = place % 2 == 0
            chain.append((cell, mask if holds else candidates[cell] ^ mask))
            if place > 1:
                before = self.partners[cell] if holds else self.excluded[cell]
            else:
                before = 1 << start
        return chain[::-1]


def _union(cells: int, sets: dict[int, int]) -> int:
    union = 0
    while cells:
        lowest = cells & -cells
        cells ^= lowest
        union |= sets[lowest.bit_length() - 1]
    return union
