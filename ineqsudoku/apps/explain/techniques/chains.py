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
6.5 for X-chains and 7.0 for mixed chains.  Longer chains get more at the same lengths as there,
but Sudoku Explainer counts candidates, not links.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import pairwise
from operator import attrgetter

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.board import Board, Changes, technique
from ineqsudoku.apps.explain.consequences import Refutation, Statement
from ineqsudoku.apps.explain.houses import ALL_DIGITS, HOUSE_SETS, HOUSES_OF, PEERS
from ineqsudoku.apps.explain.links import links_of
from ineqsudoku.apps.explain.sentences import CHAINS
from ineqsudoku.apps.explain.values import Candidate, Step, with_length

COLOURING, X_CHAIN, CHAIN = CHAINS


@technique
def simple_colouring(board: Board, changes: Changes) -> Iterator[Step]:
    return _of_digits(board, changes, COLOURING, 6.0, strong=True)


@technique
def x_chains(board: Board, changes: Changes) -> Iterator[Step]:
    return _of_digits(board, changes, X_CHAIN, 6.5, strong=False)


@technique
def alternating_chains(board: Board, _: Changes) -> Iterator[Step]:
    for start, chain in Links(board).shortest():
        yield _excluding(board, CHAIN, start, chain, 7.0)


def _of_digits(
    board: Board, changes: Changes, name: str, rating: float, strong: bool
) -> Iterator[Step]:
    """Yield the shortest chains of all digits as steps."""
    chains: list[tuple[Candidate, Chain]] = []
    for digit in changes.cells_of:
        chains += DigitLinks(board, digit, strong).shortest()
    shortest = min((len(chain) for _, chain in chains), default=0)
    for start, chain in chains:
        if len(chain) == shortest:
            yield _excluding(board, name, start, chain, rating)


def _excluding(board: Board, name: str, start: Candidate, chain: Chain, rating: float) -> Step:
    rating = with_length(rating, len(chain) - 1)
    reasons = partial(_step, board.copy(), name, start, chain, rating)
    return Step.with_reasons(name, (start,), rating, reasons)


def _step(board: Board, name: str, start: Candidate, chain: Chain, rating: float) -> Step:
    # A cell with two candidates that loses one also holds the other, of which nobody has to think.
    digits = ALL_DIGITS if name == CHAIN else masks.bit(start[1])
    houses = [None, *(_only_place(board, *pair, digits) for pair in pairwise(chain))]
    house = houses[-1]
    end = start[0] if house is None else (house, masks.least(chain[-1][1]))
    statements = tuple(_statements(board, chain, houses))
    links, premises = links_of(board, Refutation(start, statements, end))
    return Step(name, (), (start,), premises, rating, links, contradiction=end)


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
    """Return, for the cells left for a digit, the cells that must hold it if they do not.

    They share a house with the cell in which only the two can hold the digit.
    """
    partners: dict[int, int] = {}
    for house in HOUSE_SETS:
        both = left & house
        if both.bit_count() == 2:
            for cell in masks.cells(both):
                partners[cell] = partners.get(cell, 0) | both & ~(1 << cell)
    return partners


def _only_place(board: Board, before: Literal, after: Literal, digits: int) -> int | None:
    """Return the house in which only the cells of two linked literals can hold one of the `digits`,
    if the link is that one of them does not, so the other one does."""
    (cell, mask), (other, held) = before, after
    if masks.is_single(held) and board.candidates[cell] & ~mask & held & digits:
        digit, both = masks.least(held), 1 << cell | 1 << other
        for house in HOUSES_OF[other]:
            if board.cells_with[digit] & HOUSE_SETS[house] == both:
                return house
    return None


class _Node:
    """A literal, with the starts from which it is reached.  A set of candidates is an int.

    `gone`: the candidates that are excluded if it holds.
    `starts`: all starts; `fresh`: those of the last level; `coming`: those of the next level.
    `leading`: the literals that it links to and from which links lead on.
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
        self.leading: list[_Node] = []

    def excludes(self, cell: int, mask: int) -> bool:
        return self.literal[0] == cell and not self.literal[1] & mask


class _Nodes(dict[Literal, _Node]):
    """The nodes of a board, made when they are first asked for."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._candidates = board.candidates

    def __missing__(self, literal: Literal) -> _Node:
        cell, mask = literal
        gone = of_first_cell(self._candidates[cell] ^ mask, len(self._candidates)) << cell
        node = self[literal] = _Node(literal, gone)
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
        self._partners: defaultdict[int, list[tuple[int, _Node]]] = defaultdict(list)
        leading = [0] * len(board.cells_with)
        for cell in masks.cells(board.unsolved):
            candidates = board.candidates[cell]
            if board.signs.greater[cell] or candidates.bit_count() == 2:
                leading[masks.least(candidates)] |= 1 << cell
            if board.signs.lesser[cell] or candidates.bit_count() == 2:
                leading[masks.greatest(candidates)] |= 1 << cell
        self._leading: list[list[tuple[int, _Node]]] = [[]]
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

    def shortest(self) -> list[tuple[Candidate, Chain]]:
        """Return the candidates that the shortest chains exclude, with one such chain for each."""
        starts = self._board.wrong()
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

    def _follow(self, node: _Node) -> None:
        """Set what a literal links to and what its links exclude."""
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
        solution = board.solution
        self.wrong = [cell for cell in cells if not (solution and solution[cell] == digit)]
        self.seen = {cell: PEERS[cell] & left for cell in cells}
        found = partners(board.cells_with[digit])
        self.partners = {cell: found.get(cell, 0) for cell in cells}
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


def _union(cells: int, sets: Mapping[int, int]) -> int:
    return masks.union(map(sets.__getitem__, masks.cells(cells)))
