"""The consequences of an assumption, and the fewest that lead to a contradiction.

A *statement* says that a cell holds a digit, at least a digit or at most one.  It excludes other
candidates from its cell, from the cells that see it and from the neighbours across signs.  This
needs no statement, as nobody writes it down.  Candidates that are excluded give new statements: a
cell has one candidate left, or none below or above a digit; a house has one cell left for a digit.

Statements are drawn level by level.  Those of a level follow from what the earlier levels exclude.

To find the fewest statements that lead to a contradiction is to find the shortest plan of actions
that undo nothing, which is NP-hard (Bylander, *The computational complexity of propositional STRIPS
planning*, 1994).  Here each statement is kept with a small set of statements that leads to it: the
union of the sets for the candidates that it needs excluded, of which the smallest are chosen
(set-additive heuristic: Keyder and Geffner, *Heuristics for planning with action costs revisited*,
2008).  In the tests, an exhaustive search finds no shorter ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.board import Board
from ineqsudoku.apps.explain.houses import ALL_DIGITS, HOUSE_SETS, HOUSES_OF, PEERS
from ineqsudoku.apps.explain.values import Candidate, Contradiction
from ineqsudoku.geometry import HOUSES

Exclusion = tuple[int, int]
"""A cell, and the digits that it cannot hold, as a mask."""


class Statement(NamedTuple):
    """A cell holds one of the digits of a mask.

    `house`: the house in which no other cell is left for the digit, if that is the reason.
    """

    cell: int
    held: int
    house: int | None = None


class Refutation(NamedTuple):
    """An assumption, the statements that follow from it, in order, and their contradiction."""

    assumed: Candidate
    statements: tuple[Statement, ...]
    end: Contradiction


def needs(statement: Statement) -> Iterator[Exclusion]:
    """Yield the candidates that must be excluded before a statement follows."""
    if statement.house is None:
        yield statement.cell, ALL_DIGITS & ~statement.held
    else:
        for cell in HOUSES[statement.house]:
            if cell != statement.cell:
                yield cell, statement.held


def needs_of_end(assumed: Candidate, end: Contradiction) -> list[Exclusion]:
    """Return the candidates that must be excluded before a contradiction follows.

    Nothing is left for the cell of the assumption if its only digit is excluded.
    """
    if isinstance(end, tuple):
        house, digit = end
        return [(cell, masks.bit(digit)) for cell in HOUSES[house]]
    return [(end, masks.bit(assumed[1]) if end == assumed[0] else ALL_DIGITS)]


def excluded_by(board: Board, cell: int, held: int) -> Iterator[Exclusion]:
    """Yield the candidates that a statement excludes."""
    signs = board.signs
    yield cell, ALL_DIGITS & ~held
    if not held & (held - 1):
        for other in masks.cells(PEERS[cell] & board.cells_with[held.bit_length()]):
            yield other, held
    for other in signs.greater[cell]:
        yield other, 2 * (held & -held) - 1
    for other in signs.lesser[cell]:
        yield other, ALL_DIGITS & -(1 << held.bit_length() - 1)


MOST = 6
"""A refutation of up to this many statements is short enough; no shorter one is searched for."""


def refute(board: Board, assumed: Candidate) -> Refutation | None:
    """Return the fewest statements that lead from an assumption to a contradiction.

    Of equal sets, the first ones are taken.  If this gives many statements, the last ones may give
    fewer.
    """
    refutation = Consequences(board, assumed).refutation()
    if not refutation or len(refutation.statements) <= MOST:
        return refutation
    other = Consequences(board, assumed, order=-1).refutation()
    found = [_without_needless(board, one) for one in (refutation, other) if one]
    return min(found, key=lambda one: len(one.statements))


def _without_needless(board: Board, refutation: Refutation) -> Refutation:
    """Return the refutation without superfluous statements: the rest lead to a contradiction."""
    cell, digit = refutation.assumed
    assumption = Statement(cell, masks.bit(digit))
    present = masks.candidate_set(masks.pairs(enumerate(board.candidates)))

    def set_of(exclusions: Iterable[Exclusion]) -> int:
        return masks.candidate_set(masks.pairs(exclusions)) & present

    known = assumption, *refutation.statements
    gives = {one: set_of(excluded_by(board, one.cell, one.held)) for one in known}
    needed = {one: set_of(needs(one)) for one in refutation.statements}
    end = set_of(needs_of_end(refutation.assumed, refutation.end))

    def in_order(statements: Sequence[Statement]) -> list[Statement]:
        """Return the statements, each after its reasons; empty if the end does not follow."""
        shown, order, waiting = gives[assumption], list[Statement](), [*statements]
        while end & ~shown:
            following = [one for one in waiting if not needed[one] & ~shown]
            if not following:
                return []
            order += following
            waiting = [one for one in waiting if one not in following]
            shown |= masks.union(gives[one] for one in following)
        return order

    left = [*refutation.statements]
    for statement in refutation.statements[::-1]:
        if statement in left:
            left = in_order([one for one in left if one != statement]) or left
    return refutation._replace(statements=tuple(left))


class Consequences:
    """The statements that follow from an assumption, drawn level by level.

    A set of statements is an int: bit `n` is statement `n`, and statement 0 is the assumption.

    `board`: the board before the assumption.
    `_left`: the board with the candidates that are left after the last level.
    `order`: 1 or -1, to take the first or the last of equal sets.
    """

    def __init__(self, board: Board, assumed: Candidate, order: int = 1) -> None:
        self._board = board
        self._left = board.copy()
        self._assumed = assumed
        self._order = order
        self._statements: list[Statement] = []
        self._sizes: dict[tuple[int, int], int] = {}
        self._sets: list[int] = []
        self._excluding: dict[Candidate, int] = {}
        self._ends: dict[Contradiction, int] = {}
        self._level = 0
        self._fresh: dict[int, int] = {}
        assumption = Statement(assumed[0], masks.bit(assumed[1]))
        self._sizes[assumption[:2]] = 0
        self._take_level([(assumption, 0)])

    def refutation(self) -> Refutation | None:
        """Draw consequences up to a contradiction; return the fewest that lead to one.

        The level after the first contradiction may have one that needs fewer statements.  Later
        levels hardly ever do.
        """
        while not self._ends and self._fresh:
            self._advance()
        if not self._ends:
            return None
        # A contradiction of the next level needs at least one more statement than levels.
        if min(map(int.bit_count, self._ends.values())) > self._level + 2:
            self._advance()
        end, used = min(self._ends.items(), key=lambda item: item[1].bit_count())
        statements = dict.fromkeys(self._statements[number] for number in masks.cells(used & ~1))
        return Refutation(self._assumed, tuple(statements), end)

    def _advance(self) -> None:
        """Draw the statements of the next level; of equal ones, the one that needs fewest."""
        self._level += 1
        level: dict[tuple[int, int], tuple[Statement, int]] = {}
        for statement in self._following():
            said = statement[:2]
            used = self._smallest(needs(statement))
            if said not in self._sizes or used.bit_count() < self._sizes[said]:
                self._sizes[said] = used.bit_count()
                level[said] = statement, used
        self._take_level(level.values())

    def _take_level(self, level: Iterable[tuple[Statement, int]]) -> None:
        """Add statements with the sets that lead to them, and note the contradictions."""
        fresh: dict[int, int] = {}
        for statement, used in level:
            for cell, mask in self._take(statement, used).items():
                fresh[cell] = fresh.get(cell, 0) | mask
        self._fresh = fresh
        left, ends = self._left, self._ends
        for cell, gone in fresh.items():
            left.remove(cell, gone)
        for cell, gone in fresh.items():
            found: list[Contradiction] = [] if left.candidates[cell] else [cell]
            found += [
                (house, digit)
                for digit in masks.digits(gone)
                for house in HOUSES_OF[cell]
                if not left.cells_with[digit] & HOUSE_SETS[house]
            ]
            for end in found:
                if end not in ends:
                    ends[end] = self._smallest(needs_of_end(self._assumed, end))

    def _following(self) -> Iterator[Statement]:
        """Yield the statements that follow from the exclusions of the last level.

        A cell without candidates is treated as if it still had any of its previous ones.
        """
        for cell, gone in self._fresh.items():
            for digit in masks.digits(gone):
                for house in HOUSES_OF[cell]:
                    before = self._board.cells_with[digit] & HOUSE_SETS[house]
                    left = self._left.cells_with[digit] & before
                    if not left & (left - 1) and before & (before - 1):
                        for other in masks.cells(left or before):
                            yield Statement(other, masks.bit(digit), house)
            if not masks.is_single(self._board.candidates[cell]):
                yield from self._of_cell(cell, gone)

    def _of_cell(self, cell: int, gone: int) -> Iterator[Statement]:
        before, left = self._board.candidates[cell], self._left.candidates[cell]
        signs = self._board.signs
        if not left & (left - 1):
            for digit in masks.digits(left or before):
                yield Statement(cell, masks.bit(digit))
        if signs.greater[cell]:
            least = masks.least(left) if left else masks.greatest(before)
            for digit in masks.digits(before):
                if masks.least(left | gone) < digit <= least:
                    yield Statement(cell, ALL_DIGITS & -masks.bit(digit))
        if signs.lesser[cell]:
            greatest = masks.greatest(left) if left else masks.least(before)
            for digit in masks.digits(before):
                if greatest <= digit < masks.greatest(left | gone):
                    yield Statement(cell, 2 * masks.bit(digit) - 1)

    def _take(self, statement: Statement, used: int) -> dict[int, int]:
        """Add a statement; return the candidates that it excludes, by cell."""
        number = len(self._statements)
        self._statements.append(statement)
        self._sets.append(used | 1 << number)
        excluded: dict[int, int] = {}
        for cell, mask in excluded_by(self._board, statement.cell, statement.held):
            for digit in masks.digits(mask & self._board.candidates[cell]):
                pair = cell, digit
                self._excluding[pair] = self._excluding.get(pair, 0) | 1 << number
            if fresh := mask & self._left.candidates[cell]:
                excluded[cell] = excluded.get(cell, 0) | fresh
        return excluded

    def _smallest(self, needed: Iterable[Exclusion]) -> int:
        """Return a small set of statements that leads to the exclusion of some candidates."""
        ways = [
            self._excluding[cell, digit]
            for cell, mask in needed
            for digit in masks.digits(mask & self._board.candidates[cell])
        ]
        used = 1
        for way in sorted(ways, key=int.bit_count):
            if not way & used:
                numbers = masks.cells(way)[:: self._order]
                sets = [used | self._sets[number] for number in numbers]
                used = min(sets, key=int.bit_count)
        return used
