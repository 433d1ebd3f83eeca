"""The last resort: assume a candidate and draw consequences up to a contradiction.

Consequences come from singles and from single signs.  Unlike a link of a chain, a consequence may
have several premises.  They are drawn level by level: those of a level follow from the candidates
that the previous level left.  The level of a contradiction therefore does not depend on the order
of cells and digits.

All candidates are followed in parallel, and those with the earliest contradictions are the steps.
Berthier (2012) calls this T&E, Sudoku Explainer (Juillerat, 2006) nishio and dynamic forcing
chains.  If no single assumption leads to a contradiction, assumptions are nested, starting with the
cells that have the fewest candidates.

Ratings: from 8.0, as in Sudoku Explainer, with 0.1 for levels as for links of chains; 10.0 and
11.0 for two and three nested assumptions.

Limits: a search with nested assumptions makes up to `ASSUMPTIONS` of them, up to `DEPTH` at a
time.  On boards larger than 9×9, the number is divided by the square of the growth in cells,
because they take longer.  Beyond the limits, an explanation is not complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.deductions import Deducer, Deduction, Proof, trace
from ineqsudoku.explanation.values import Candidate, Details, Link, Step, with_length

NAME, NESTED = "contradiction", "nested contradictions"

DEPTH = 3
ASSUMPTIONS = 20_000


def find(board: Board) -> Iterator[Step]:
    followed = [
        Supposition(board, board.candidates, board.cells_with, (cell, digit))
        for cell, digit in board.wrong()
    ]
    level = 0
    while followed:
        level += 1
        ended = [supposed.assumed for supposed in followed if supposed.advance()]
        if ended:
            for assumed in ended:
                yield _step(board, assumed, level)
            return
        followed = [supposed for supposed in followed if not supposed.is_at_rest]


def find_nested(board: Board) -> Iterator[Step]:
    budget = Budget(_bound(len(board.candidates)))
    candidates, cells_with = board.candidates, board.cells_with
    by_number = sorted(board.wrong(), key=lambda pair: candidates[pair[0]].bit_count())
    for depth in range(2, DEPTH + 1):
        for _, of_number in groupby(by_number, lambda pair: candidates[pair[0]].bit_count()):
            has_step = False
            for assumed in of_number:
                proof = refute(board, candidates, cells_with, assumed, depth, budget)
                if proof:
                    has_step = True
                    yield _nested_step(board, assumed, proof, depth)
            if has_step:
                return


def _bound(cells: int) -> int:
    """Return the most assumptions of a search on a board with `cells` cells."""
    return min(ASSUMPTIONS, ASSUMPTIONS * 81**2 // cells**2)


def _step(board: Board, assumed: Candidate, level: int) -> Step:
    supposed = Supposition(board, board.candidates, board.cells_with, assumed, recorded=True)
    end = supposed.until_end()
    assert end
    proof = supposed.proof(end)
    links = tuple(_links(board, assumed, proof))
    chain = _chain(assumed, links)
    rating = with_length(8.0, level)
    details = Details(links=links, unplaced=end.unplaced)
    premises = proof.premises(board)
    return Step(NAME, (), (assumed,), premises, rating, board.geometry, chain, details)


def _links(board: Board, assumed: Candidate, proof: Proof) -> Iterator[Link]:
    """Yield the consequences of the deductions."""
    left = {assumed[0]: masks.bit(assumed[1])}
    for deduction in proof.deductions:
        cell = deduction.cell
        before = left.get(cell, board.candidates[cell])
        held = left[cell] = before & ~deduction.removed
        gone = board.candidates[cell] & ~held if held else before
        yield Link(cell, held, gone, deduction.houses, deduction.relations)


def _chain(assumed: Candidate, links: Iterable[Link]) -> tuple[tuple[int, int], ...]:
    """Return the assumption and the candidates that the links leave their cells."""
    cell, digit = assumed
    return ((cell, masks.bit(digit)), *((link.cell, link.held) for link in links))


def _nested_step(board: Board, assumed: Candidate, proof: Proof, depth: int) -> Step:
    chain = _chain(assumed, _links(board, assumed, proof))
    premises, details = proof.premises(board), Details(count=depth - 1)
    rating = float(8 + depth)
    return Step(NESTED, (), (assumed,), premises, rating, board.geometry, chain, details)


Deduce = Callable[[int, int, int], Deduction]


@dataclass(slots=True)
class Budget:
    """The number of assumptions that are left."""

    left: int


@dataclass(frozen=True, slots=True)
class End:
    """A contradiction: a cell without candidates, or a house without a cell for a digit.

    `excluded` has that cell, or the cells of that house, with the excluded digits as masks.
    """

    excluded: dict[int, int]
    house: int | None = None

    @property
    def unplaced(self) -> tuple[int, int] | None:
        """The house and its digit without a cell; `None` if a cell has no candidates."""
        if self.house is None:
            return None
        return self.house, masks.least(next(iter(self.excluded.values())))


class Supposition:
    """The candidates under an assumption and, if they are `recorded`, the deductions made."""

    __slots__ = (
        "_fresh", "assumed", "before", "board", "candidates", "cells_with", "deductions",
        "recorded",
    )  # fmt: skip

    def __init__(
        self,
        board: Board,
        candidates: list[int],
        cells_with: list[int],
        assumed: Candidate,
        recorded: bool = False,
    ) -> None:
        self.board = board
        self.assumed = assumed
        self.before = candidates
        self.candidates = candidates.copy()
        self.cells_with = cells_with.copy()
        self.recorded = recorded
        self.deductions: list[Deduction] = []
        cell, digit = assumed
        self._fresh: dict[int, int] = {}
        self._remove({cell: candidates[cell] & ~masks.bit(digit)})

    def advance(self) -> End | None:
        """Draw the consequences of one level; return the contradiction if they lead to one."""
        gone: dict[int, int] = {}
        for cell, mask, deduce, reason in self._consequences():
            if mask := self.candidates[cell] & mask:
                gone[cell] = gone.get(cell, 0) | mask
                if self.recorded:
                    self.deductions.append(deduce(*reason))
        return self._remove(gone)

    @property
    def is_at_rest(self) -> bool:
        return not self._fresh

    def until_end(self) -> End | None:
        while not self.is_at_rest:
            if end := self.advance():
                return end
        return None

    def remove(self, deduction: Deduction) -> End | None:
        """Apply a deduction of another search."""
        self.deductions.append(deduction)
        return self._remove({deduction.cell: deduction.removed & self.candidates[deduction.cell]})

    def proof(self, end: End) -> Proof:
        houses = () if end.house is None else (end.house,)
        return trace(
            self.board.houses, self.before, self.assumed, self.deductions, end.excluded, houses
        )

    def _consequences(self) -> Iterator[tuple[int, int, Deduce, tuple[int, int, int]]]:
        """Yield cells, the candidates they lose, and a function that gives the deduction, with its
        arguments."""
        candidates, cells_with = self.candidates, self.cells_with
        houses, signs, deducer = self.board.houses, self.board.signs, Deducer(self.board)
        for cell, gone in self._fresh.items():
            left = candidates[cell]
            if not left & (left - 1):
                digit = left.bit_length()
                for other in masks.cells(cells_with[digit] & houses.peers[cell]):
                    yield other, left, deducer.from_digit, (cell, digit, other)
            low, high = left & -left, 1 << left.bit_length() - 1
            for other in signs.greater[cell]:
                if candidates[other] & 2 * low - 1:
                    yield other, 2 * low - 1, deducer.above, (cell, left, other)
            for other in signs.lesser[cell]:
                if candidates[other] & -high:
                    yield other, -high, deducer.below, (cell, left, other)
            for digit in masks.digits(gone):
                for house in houses.of_cell[cell]:
                    places = cells_with[digit] & houses.masks[house]
                    if not places & (places - 1):
                        other, mask = places.bit_length() - 1, 1 << digit - 1
                        if candidates[other] != mask:
                            yield other, ~mask, deducer.only_place, (house, digit, other)

    def _remove(self, gone: dict[int, int]) -> End | None:
        candidates, cells_with = self.candidates, self.cells_with
        for cell, mask in gone.items():
            candidates[cell] ^= mask
            for digit in masks.digits(mask):
                cells_with[digit] &= ~(1 << cell)
        self._fresh = gone
        return self._end()

    def _end(self) -> End | None:
        houses = self.board.houses
        for cell in self._fresh:
            if not self.candidates[cell]:
                return End({cell: houses.all_digits})
        for cell, gone in self._fresh.items():
            for digit in masks.digits(gone):
                for house in houses.of_cell[cell]:
                    if not self.cells_with[digit] & houses.masks[house]:
                        cells = self.board.geometry.houses[house]
                        return End(dict.fromkeys(cells, masks.bit(digit)), house)
        return None


def refute(
    board: Board,
    candidates: list[int],
    cells_with: list[int],
    assumed: Candidate,
    depth: int,
    budget: Budget,
) -> Proof | None:
    """Return a proof that an assumption is wrong; it nests at most `depth` assumptions."""
    if not budget.left:
        return None
    budget.left -= 1
    supposed = Supposition(board, candidates, cells_with, assumed, recorded=True)
    while True:
        if end := supposed.until_end():
            return supposed.proof(end)
        if depth == 1:
            return None
        deduction = _refute_nested(supposed, depth - 1, budget)
        if deduction is None:
            return None
        if end := supposed.remove(deduction):
            return supposed.proof(end)


def _refute_nested(supposed: Supposition, depth: int, budget: Budget) -> Deduction | None:
    """Return the exclusion of the first candidate that is wrong under an assumption.

    Only the cells with the fewest candidates are tried.
    """
    candidates = supposed.candidates
    unsolved = [cell for cell, mask in enumerate(candidates) if mask & (mask - 1)]
    for cell in sorted(unsolved, key=lambda cell: candidates[cell].bit_count()):
        for digit in masks.digits(candidates[cell]):
            assumed = cell, digit
            proof = refute(supposed.board, candidates, supposed.cells_with, assumed, depth, budget)
            if proof:
                mask = masks.bit(digit)
                return Deduction(cell, mask, proof.excluded, proof.houses, proof.relations)
    return None
