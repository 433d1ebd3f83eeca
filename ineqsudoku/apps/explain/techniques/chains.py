"""Alternating chains: a candidate from which a chain of links leads to its own exclusion.

A *literal* (cell, mask) says that the cell holds one of the candidates in the mask.  *Links* are
implications between literals; they follow from houses and signs: a digit in a cell is excluded from
the cells that see it; if a house has two cells left for a digit and one does not hold it, the other
does; and a < b links a ≥ k with b > k.  A chain of links from a candidate to its own exclusion
proves that the candidate is wrong.

A chain of one digit is followed in both directions, until its two ends leave a house no cell for
the digit.  It covers simple colouring and X-chains.  With houses that have more than two cells left
for the digit, of which a cell excludes all but one, it covers grouped chains and empty rectangles
as well.  All of these are described in Sudopedia (2006).

Other chains also change the digit within cells, and their links may be signs.  Without signs, these
are the alternating inference chains of plain sudoku; Berthier (2012) has chains with inequalities
in futoshiki.  Only the shortest chains of a board are its steps.

Ratings: 6.0 for a chain of one digit through houses with two cells left for it, 6.5 for one through
other houses, and 7.0 for other chains, as in Sudoku Explainer (Juillerat, 2006).  Longer chains get
more at the same lengths as there, but Sudoku Explainer counts candidates, not links.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import pairwise
from operator import attrgetter

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.board import Board, Changes, Technique, technique
from ineqsudoku.apps.explain.consequences import Refutation, Statement
from ineqsudoku.apps.explain.houses import ALL_DIGITS, HOUSE_SETS, HOUSES_OF, PEERS
from ineqsudoku.apps.explain.links import links_of
from ineqsudoku.apps.explain.step import Step
from ineqsudoku.apps.explain.values import Candidate, with_length
from ineqsudoku.geometry import SIZE

NAME = "alternating chain"


_OF_DIGIT = ((2, 6.0), (SIZE, 6.5))
"""The most cells that the houses of a chain have left for its digit, and the least rating."""


def of_one_digit(most: int, rating: float) -> Technique:
    """Return a technique with the chains through houses with at most `most` cells for a digit."""

    @technique
    def find(board: Board, changes: Changes) -> Iterator[Step]:
        chains = [DigitChains(board, digit, most) for digit in changes.cells_of]
        return _shortest(board, chains, rating)

    return find


two_cells, grouped = (of_one_digit(*of_digit) for of_digit in _OF_DIGIT)


@technique
def alternating(board: Board, _: Changes) -> Iterator[Step]:
    return _mixed(board, board.wrong())


def excluding(board: Board, candidate: Candidate) -> Step | None:
    """Return the easiest chain that excludes a candidate of a board."""
    cell, digit = candidate
    for most, rating in _OF_DIGIT:
        chain = DigitChains(board, digit, most, [cell])
        if step := next(_shortest(board, [chain], rating), None):
            return step
    return next(_mixed(board, [candidate]), None)


def _shortest(board: Board, chains: Sequence[DigitChains], rating: float) -> Iterator[Step]:
    """Yield a step for each of the shortest chains."""
    for length in range(len(board.candidates)):
        found = [loop for chain in chains for loop in chain.loops(length)]
        for refutation in found:
            # Each of its houses and cells is a link, and so is the exclusion between them.
            rated = with_length(rating, 2 * length + 3)
            reasons = partial(_step, board.copy(), refutation, rated)
            yield Step.with_reasons(NAME, (refutation.assumed,), rated, reasons)
        if found or not any(chain.is_open(length) for chain in chains):
            return


def _mixed(board: Board, starts: Sequence[Candidate]) -> Iterator[Step]:
    start = board.copy()
    for candidate, chain in Links(board).shortest(starts):
        rating = with_length(7.0, len(chain) - 1)
        reasons = partial(_step_of_chain, start, candidate, chain, rating)
        yield Step.with_reasons(NAME, (candidate,), rating, reasons)


def _step_of_chain(board: Board, start: Candidate, chain: Chain, rating: float) -> Step:
    # A cell with two candidates that loses one holds the other: that is obvious and no link.
    houses = [None, *(_only_place(board, *pair) for pair in pairwise(chain))]
    house = houses[-1]
    end = start[0] if house is None else (house, masks.least(chain[-1][1]))
    statements = tuple(_statements(board, chain, houses))
    return _step(board, Refutation(start, statements, end), rating)


def _step(board: Board, refutation: Refutation, rating: float) -> Step:
    links, premises = links_of(board, refutation)
    removes, end = (refutation.assumed,), refutation.end
    return Step(NAME, (), removes, premises, rating, links, contradiction=end)


class DigitChains:
    """The chains of one digit, followed from all of its cells at the same time.

    `_next`: by cell, the cells that hold the digit if this one does, each with the house that has
    no other cell left.
    The others are by the start of chains:
    `_layers`: the cells reached by 0, 1, 2, ... links.
    `_excluded`: the cells seen by the cells reached.
    `_reasons`: for each cell reached, the cell before it and the house.
    """

    def __init__(
        self, board: Board, digit: int, most: int, starts: Sequence[int] | None = None
    ) -> None:
        self._digit = digit
        left = board.cells_with[digit] & board.unsolved
        cells, solution = masks.cells(left), board.solution
        self._seen = {cell: PEERS[cell] & left for cell in cells}
        self._houses = [
            (number, house & left)
            for number, house in enumerate(HOUSE_SETS)
            if 2 <= (house & left).bit_count() <= most
        ]
        # A cell sees at most three cells of a house that it is not in.
        small = [pair for pair in self._houses if pair[1].bit_count() <= 4]
        self._next = {
            cell: {
                rest.bit_length() - 1: number
                for number, places in small
                if (rest := places & ~seen) and not rest & (rest - 1) and rest != 1 << cell
            }
            for cell, seen in self._seen.items()
        }
        if starts is None:
            starts = [cell for cell in cells if not (solution and solution[cell] == digit)]
        self._layers = {cell: [[cell]] for cell in starts}
        self._excluded = {cell: self._seen[cell] for cell in starts}
        self._reasons = {cell: {cell: (cell, -1)} for cell in starts}

    def is_open(self, length: int) -> bool:
        """Whether any chain has this many links."""
        return any(len(layers) > length and layers[length] for layers in self._layers.values())

    def loops(self, length: int) -> Iterator[Refutation]:
        """Yield a refutation for each start with chains of this many links in both directions."""
        for start, layers in self._layers.items():
            if length:
                layers.append(self._following(start, layers[-1]))
            excluded = self._excluded[start]
            houses = [pair for pair in self._houses if not pair[1] & ~excluded]
            for one in range(length // 2 + 1) if houses else ():
                if end := self._end(houses, layers[one], layers[length - one]):
                    yield self._refutation(start, *end)
                    break

    def _following(self, start: int, layer: list[int]) -> list[int]:
        reasons, following = self._reasons[start], []
        for cell in layer:
            for other, house in self._next[cell].items():
                if other not in reasons:
                    reasons[other] = cell, house
                    following.append(other)
                    self._excluded[start] |= self._seen[other]
        return following

    def _end(
        self, houses: list[tuple[int, int]], layer: list[int], other: list[int]
    ) -> tuple[int, int, int] | None:
        """Return a house that two cells of two layers leave no cell for the digit, and the two."""
        seen = self._seen
        for house, places in houses:
            for one in layer:
                left = places & ~seen[one]
                for two in other:
                    if not left & ~seen[two]:
                        return house, one, two
        return None

    def _refutation(self, start: int, house: int, *ends: int) -> Refutation:
        statements: dict[int, Statement] = {}
        for cell in ends:
            way: list[Statement] = []
            while cell != start:
                before, named = self._reasons[start][cell]
                way.append(Statement(cell, masks.bit(self._digit), named))
                cell = before
            statements.update((statement.cell, statement) for statement in reversed(way))
        return Refutation((start, self._digit), tuple(statements.values()), (house, self._digit))


Literal = tuple[int, int]
Chain = Sequence[Literal]


def _statements(board: Board, chain: Chain, houses: Sequence[int | None]) -> Iterator[Statement]:
    """Yield the literals of a chain that are statements.

    The others only say what a statement excludes, so that a house has one cell left for a digit.
    `houses`: for each literal, the house in which its cell is the only one left for its digit.
    """
    for place in range(1, len(chain) - 1):
        (cell, mask), (other, _) = chain[place : place + 2]
        if houses[place] is None and houses[place + 1] is not None:
            continue
        held = mask
        if not masks.is_single(mask):
            is_lower = (cell, other) in board.signs.relation
            least, greatest = mask & -mask, 1 << mask.bit_length() - 1
            held = ALL_DIGITS & -least if is_lower else 2 * greatest - 1
        yield Statement(cell, held, houses[place])


@lru_cache(1 << 10)
def partners(left: int) -> Mapping[int, int]:
    """Return the partners of each cell left for a digit: they hold the digit if the cell does not.

    Only the two can hold the digit in a house that they share.
    """
    partners: dict[int, int] = {}
    for house in HOUSE_SETS:
        both = left & house
        if both.bit_count() == 2:
            for cell in masks.cells(both):
                partners[cell] = partners.get(cell, 0) | both & ~(1 << cell)
    return partners


def _only_place(board: Board, before: Literal, after: Literal) -> int | None:
    """Return the house in which only the cells of two linked literals can hold a digit.

    This is the link: one of them does not hold the digit, so the other one does.
    """
    (cell, mask), (other, held) = before, after
    if masks.is_single(held) and board.candidates[cell] & ~mask & held:
        digit, both = masks.least(held), 1 << cell | 1 << other
        for house in HOUSES_OF[other]:
            if board.cells_with[digit] & HOUSE_SETS[house] == both:
                return house
    return None


class _ChainNode:
    """A literal, with the starts from which it is reached.  A set of candidates is an int.

    `gone`: the candidates that the literal excludes.
    `starts`: all starts; `fresh`: those of the last level; `coming`: those of the next level.
    `leading`: the literals that it links to, if these have links of their own.
    `excluded`: the candidates that any of its links excludes.
    """

    __slots__ = (
        "coming", "excluded", "fresh", "gone", "is_followed", "leading", "literal", "starts",
    )  # fmt: skip

    def __init__(self, literal: Literal, gone: int) -> None:
        self.literal = literal
        self.gone = gone
        self.starts = self.fresh = self.coming = self.excluded = 0
        self.is_followed = False
        self.leading: list[_ChainNode] = []

    def excludes(self, cell: int, mask: int) -> bool:
        return self.literal[0] == cell and not self.literal[1] & mask


class _Nodes(dict[Literal, _ChainNode]):
    """The nodes of a board, made when they are first asked for."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._candidates = board.candidates

    def __missing__(self, literal: Literal) -> _ChainNode:
        cell, mask = literal
        gone = of_first_cell(self._candidates[cell] ^ mask, len(self._candidates)) << cell
        node = self[literal] = _ChainNode(literal, gone)
        return node


@cache
def of_first_cell(mask: int, cells: int) -> int:
    """Return the candidates of cell 0 with the digits of a mask, as a set; there are `cells`."""
    return sum(1 << digit * cells for digit in masks.digits(mask))


_literal = attrgetter("literal")


class Links:
    """The links of a board, followed from all candidates at the same time.

    `_partners`: by cell, for its digits as masks: the literal that follows if the cell does not
    hold the digit.
    `_leading`: by digit, the literals that a cell does not hold it, if links lead on from there;
    before each its cell, as a set.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._nodes = nodes = _Nodes(board)
        self._partners: defaultdict[int, list[tuple[int, _ChainNode]]] = defaultdict(list)
        leading = [0] * len(board.cells_with)
        for cell in masks.cells(board.unsolved):
            candidates = board.candidates[cell]
            if board.signs.greater[cell] or candidates.bit_count() == 2:
                leading[masks.least(candidates)] |= 1 << cell
            if board.signs.lesser[cell] or candidates.bit_count() == 2:
                leading[masks.greatest(candidates)] |= 1 << cell
        self._leading: list[list[tuple[int, _ChainNode]]] = [[]]
        for digit, cells in enumerate(board.cells_with[1:], 1):
            mask = masks.bit(digit)
            for cell, others in partners(cells).items():
                leading[digit] |= 1 << cell
                for other in masks.cells(others):
                    self._partners[cell].append((mask, nodes[other, mask]))
            self._leading.append(
                [
                    (1 << cell, nodes[cell, held])
                    for cell in masks.cells(leading[digit])
                    if (held := board.candidates[cell] ^ mask)
                ]
            )

    def _bit(self, cell: int, digit: int) -> int:
        return 1 << digit * len(self._board.candidates) + cell

    def shortest(self, starts: Sequence[Candidate]) -> list[tuple[Candidate, Chain]]:
        """Return the candidates of `starts` that the shortest chains exclude, with one such chain
        for each."""
        reached = [self._nodes[cell, masks.bit(digit)] for cell, digit in starts]
        for node, start in zip(reached, starts, strict=True):
            node.starts = node.fresh = self._bit(*start)
        while reached:
            ended = 0
            following = []
            for node in reached:
                if not node.is_followed:
                    self._follow(node)
                fresh = node.fresh
                ended |= fresh & node.excluded
                for other in node.leading:
                    if not other.coming:
                        following.append(other)
                    other.coming |= fresh
            if ended:
                return [
                    (start, self._chain(*start)) for start in starts if ended & self._bit(*start)
                ]
            reached = []
            for node in following:
                node.fresh = node.coming & ~node.starts
                node.coming = 0
                if node.fresh:
                    node.starts |= node.fresh
                    reached.append(node)
        return []

    def _chain(self, cell: int, digit: int) -> Chain:
        """Return a shortest chain from a candidate; of several, the least one seen from its end."""
        mask, goal = masks.bit(digit), self._bit(cell, digit)
        layers = [{self._nodes[cell, mask]}]
        reached = set(layers[0])
        while not (ends := [node for node in layers[-1] if node.excluded & goal]):
            layers.append({other for node in layers[-1] for other in node.leading} - reached)
            reached |= layers[-1]
        chain = [min(ends, key=_literal)]
        for layer in reversed(layers[:-1]):
            chain.append(min((node for node in layer if chain[-1] in node.leading), key=_literal))
        last = [node.literal for node in chain[0].leading if node.excludes(cell, mask)]
        if chain[0].literal[1] == mask:
            last.append((cell, self._board.candidates[cell] ^ mask))
        return [*(node.literal for node in reversed(chain)), min(last)]

    def _follow(self, node: _ChainNode) -> None:
        """Find the literals that a literal links to, and the candidates that its links exclude."""
        (cell, mask), board = node.literal, self._board
        candidates, signs, nodes = board.candidates, board.signs, self._nodes
        following = [partner for digit, partner in self._partners[cell] if not digit & mask]
        low, high = mask & -mask, 1 << mask.bit_length() - 1
        for neighbours, beyond in ((signs.greater[cell], -2 * low), (signs.lesser[cell], high - 1)):
            for other in neighbours:
                held = candidates[other] & beyond
                if held != candidates[other] and held:
                    following.append(nodes[other, held])
        for one in following:
            node.excluded |= one.gone
        if not mask & (mask - 1):
            digit = mask.bit_length()
            seen = board.cells_with[digit] & PEERS[cell]
            node.excluded |= seen << digit * len(candidates)
            following += [other for cell, other in self._leading[digit] if cell & seen]
        node.leading, node.is_followed = following, True
