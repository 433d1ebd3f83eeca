"""The state of a puzzle while a person solves it: its candidates, and the consequences of its
signs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, wraps
from itertools import pairwise

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.houses import ALL_CELLS, ALL_DIGITS, HOUSE_SETS, HOUSES_OF, PEERS
from ineqsudoku.apps.explain.step import Step
from ineqsudoku.apps.explain.values import Candidate, Contradiction
from ineqsudoku.geometry import CELLS, SIZE
from ineqsudoku.puzzle import ABSENT, Grid, Puzzle, Relation


class Board:
    """The candidates of all cells, and the constant data of the puzzle.

    `candidates[c]`: the candidates of cell `c`, as a mask.
    `cells_with[d]`: the cells that may still take digit `d`; entry 0 is not used.
    `unsolved`: the cells without a digit.
    `solution`: the digits of the solution; empty if it is not known, or if there is none.  No
    deduction uses it.  It only saves chains and contradictions from searching where there are none.
    `barren`: for techniques, the state in which they had no step; copies share it.
    `listed`: for houses, the candidates of their cells and what a list of the arrangements then
    gave; copies share it.
    """

    __slots__ = (
        "barren", "candidates", "cells_with", "listed", "puzzle", "signs",
        "solution", "unsolved",
    )  # fmt: skip

    def __init__(self, puzzle: Puzzle, solution: Grid | None = None) -> None:
        self.puzzle = puzzle
        self.solution = tuple(solution[cell] for cell in CELLS) if solution else ()
        self.signs = signs_of(puzzle)
        self.candidates = [ALL_DIGITS] * len(CELLS)
        self.cells_with = [0] + [ALL_CELLS] * SIZE
        self.unsolved = ALL_CELLS
        self.barren: dict[Technique, State] = {}
        self.listed: dict[int, tuple[list[int], tuple[int, dict[int, int]]]] = {}
        for cell, given in enumerate(puzzle.givens):
            if given != ABSENT:
                self.place(cell, int(given))

    def copy(self) -> Board:
        """Return an independent board with the same candidates."""
        made = object.__new__(Board)
        for name in Board.__slots__:
            setattr(made, name, getattr(self, name))
        made.candidates = self.candidates.copy()
        made.cells_with = self.cells_with.copy()
        return made

    def place(self, cell: int, digit: int) -> None:
        """Put a digit into a cell and remove it from the other cells of its houses."""
        if not self.unsolved >> cell & 1:
            return
        mask = masks.bit(digit)
        self.remove(cell, self.candidates[cell] & ~mask)
        self.unsolved &= ~(1 << cell)
        peers = self.cells_with[digit] & PEERS[cell]
        self.cells_with[digit] ^= peers
        for peer in masks.cells(peers):
            self.candidates[peer] ^= mask

    def remove(self, cell: int, mask: int) -> None:
        """Remove candidates from a cell."""
        gone = self.candidates[cell] & mask
        self.candidates[cell] ^= gone
        for digit in masks.digits(gone):
            self.cells_with[digit] &= ~(1 << cell)

    def wrong(self) -> list[Candidate]:
        """Return the candidates that are not in the solution, as only these can be excluded;
        without a solution, all candidates."""
        return [
            (cell, digit)
            for cell in masks.cells(self.unsolved)
            for digit in masks.digits(self.candidates[cell])
            if not (self.solution and digit == self.solution[cell])
        ]

    @property
    def is_contradictory(self) -> bool:
        """Whether a cell has no candidate left, or a house no cell for a digit."""
        return any(True for _ in self.ends())

    def ends(self) -> Iterator[Contradiction]:
        """Yield the cells without candidates, and the houses without a cell for a digit."""
        for cell, left in enumerate(self.candidates):
            if not left:
                yield cell
        for digit, places in enumerate(self.cells_with[1:], 1):
            for number, house in enumerate(HOUSE_SETS):
                if not places & house:
                    yield number, digit

    @property
    def excluded(self) -> int:
        """The candidates that cells cannot hold, as a set of `masks`."""
        return sum((ALL_DIGITS & ~left) << SIZE * cell for cell, left in enumerate(self.candidates))

    def apply(self, steps: Iterable[Step]) -> None:
        for step in steps:
            for cell, digit in step.places:
                self.place(cell, digit)
            for cell, digit in step.removes:
                self.remove(cell, masks.bit(digit))


@dataclass(frozen=True, slots=True)
class Changes:
    """Where a board has changed since a technique last had no step.

    `cells`: the cells whose candidates have changed.
    `cells_of`: by digit, the cells for which it has become a candidate or ceased to be one; only
    digits with such cells.
    """

    cells: int
    cells_of: dict[int, int]


State = tuple[int, ...]
"""By digit, the empty cells that may still take it."""

Technique = Callable[[Board], list[Step]]


def technique(find: Callable[[Board, Changes], Iterable[Step]]) -> Technique:
    """Make a technique of a function that finds all steps that depend on some changes.

    While the board is unchanged since the technique had no step, the function is not called.
    """

    @wraps(find)
    def find_all(board: Board) -> list[Step]:
        state = tuple([cells & board.unsolved for cells in board.cells_with])
        before = board.barren.get(find_all)
        if before == state:
            return []
        changes = _changes(before, state)
        steps = list(find(board, changes))
        if not steps:
            board.barren[find_all] = state
        return steps

    return find_all


@lru_cache(maxsize=16)
def _changes(before: State | None, now: State) -> Changes:
    """Return the changes between two states; without the first, all cells count as changed.

    Most techniques have the same states in turn, so the last results are kept.
    """
    if before is None:
        return Changes(ALL_CELLS, dict.fromkeys(range(1, len(now)), ALL_CELLS))
    pairs = enumerate(zip(before, now, strict=True))
    cells_of = {digit: one ^ other for digit, (one, other) in pairs if one != other}
    return Changes(masks.union(cells_of.values()), cells_of)


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """The cells of a house that relations make smaller than a cell, or greater.

    `all_cells`: the cell and the cells of the group, as a set.
    """

    cell: int
    cells: tuple[int, ...]
    house: int
    is_lesser: bool
    relations: tuple[Relation, ...]
    """A small set of relations that is enough for this."""
    all_cells: int


@dataclass(frozen=True, slots=True, eq=False)
class Bound:
    """A bound of a cell: the longest chain of relations that ends there, or a larger group.

    `count`: the number of cells that the cell is greater than, or less than.
    `excluded`: the digits that the cell cannot hold.
    """

    cell: int
    is_lower: bool
    count: int
    excluded: int
    chain: tuple[int, ...] = ()
    group: Group | None = None


class Signs:
    """The relations of a puzzle without a cycle, and what follows from them.

    `lesser[c]`, `greater[c]`: the lesser and greater neighbours of cell `c`.
    `all_lesser[c]`, `all_greater[c]`: the sets of cells that relations put below and above `c`.
    `chain_to[c]`, `chain_from[c]`: a longest chain of relations that ends or starts with `c`, as
    cells from lesser to greater.
    `groups`: by cell, the houses that have two or more cells below it, or above it.
    `bounds`: the lower and upper bounds of all cells that have them, by cell and whether it is a
    lower one.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.relations = puzzle.relations
        self.relation = {tuple(relation): relation for relation in self.relations}
        self.lesser: tuple[list[int], ...] = tuple([] for _ in CELLS)
        self.greater: tuple[list[int], ...] = tuple([] for _ in CELLS)
        for a, b in self.relations:
            self.greater[a].append(b)
            self.lesser[b].append(a)
        order = self._ascending()
        self.all_lesser, self.chain_to = _closure(order, self.lesser)
        self.all_greater, down = _closure(order[::-1], self.greater)
        self.chain_from = [chain[::-1] for chain in down]
        most = SIZE - 1  # Without a solution, a cell may be greater than a whole house.
        self.groups = [
            self._group(cell, masks.cells(members), house, closure is self.all_lesser, most)
            for cell in CELLS
            for closure in (self.all_lesser, self.all_greater)
            for house, members in _largest(closure[cell])
        ]
        self.bounds = {(bound.cell, bound.is_lower): bound for bound in self._bounds()}

    def path(self, chain: Iterable[int]) -> list[Relation]:
        """Return the relations between neighbours in an ascending chain."""
        return [self.relation[pair] for pair in pairwise(chain)]

    def weaken(self, bound: Bound, count: int) -> Bound:
        """Return a weaker bound, by the `count` nearest cells; a chain is preferred to a group."""
        chain = bound.chain[-1 - count :] if bound.is_lower else bound.chain[: count + 1]
        group = bound.group
        if len(chain) > count:
            group = None
        elif group:
            group = self._group(bound.cell, group.cells, group.house, bound.is_lower, count)
        return self._bound(bound.cell, bound.is_lower, count, chain, group)

    def _group(
        self,
        cell: int,
        members: Collection[int],
        house: int,
        is_lesser: bool,
        count: int,
    ) -> Group:
        """Return the group of the `count` members nearest to the cell, or of all if they are
        fewer."""
        neighbours = self.lesser if is_lesser else self.greater
        towards: dict[int, int] = {cell: cell}
        queue = [cell]
        for member in queue:
            for other in neighbours[member]:
                if other not in towards:
                    towards[other] = member
                    queue.append(other)
        nearest = sorted([other for other in queue if other in members][:count])
        used = set()
        for other in nearest:
            while other != cell:
                pair = other, towards[other]
                used.add(pair if is_lesser else pair[::-1])
                other = towards[other]
        relations = tuple(self.relation[pair] for pair in sorted(used))
        all_cells = masks.cell_set((cell, *nearest))
        return Group(cell, tuple(nearest), house, is_lesser, relations, all_cells)

    def _bounds(self) -> Iterator[Bound]:
        largest: dict[tuple[int, bool], Group] = {}
        for group in sorted(self.groups, key=lambda group: -len(group.cells)):
            largest.setdefault((group.cell, group.is_lesser), group)
        for is_lower, chains in ((True, self.chain_to), (False, self.chain_from)):
            for cell, longest in enumerate(chains):
                # So may a chain have more cells than there are digits.
                chain = longest[-SIZE:] if is_lower else longest[:SIZE]
                group_beyond = largest.get((cell, is_lower))
                if group_beyond and len(group_beyond.cells) < len(chain):
                    group_beyond = None
                count = len(group_beyond.cells) if group_beyond else len(chain) - 1
                if count:
                    yield self._bound(cell, is_lower, count, chain, group_beyond)

    def _bound(
        self, cell: int, is_lower: bool, count: int, chain: tuple[int, ...], group: Group | None
    ) -> Bound:
        excluded = (1 << count) - 1 << (0 if is_lower else SIZE - count)
        return Bound(cell, is_lower, count, excluded, chain, group)

    def _ascending(self) -> list[int]:
        waiting = [len(lesser) for lesser in self.lesser]
        order = [cell for cell, number in enumerate(waiting) if not number]
        for cell in order:
            for other in self.greater[cell]:
                waiting[other] -= 1
                if not waiting[other]:
                    order.append(other)
        return order


@lru_cache(maxsize=1)
def signs_of(puzzle: Puzzle) -> Signs:
    """Return the signs of a puzzle, which several boards of it share."""
    return Signs(puzzle)


def _closure(
    order: list[int], before: tuple[list[int], ...]
) -> tuple[list[int], list[tuple[int, ...]]]:
    closure = [0] * len(before)
    chain: list[tuple[int, ...]] = [(cell,) for cell in range(len(before))]
    for cell in order:
        for other in before[cell]:
            closure[cell] |= closure[other] | 1 << other
            if len(chain[other]) >= len(chain[cell]):
                chain[cell] = (*chain[other], cell)
    return closure, chain


def _largest(cells: int) -> list[tuple[int, int]]:
    """Return the houses with two or more of the cells, each with these cells.

    A house is left out if another one has all of its cells and more.
    """
    if not cells:
        return []
    around = HOUSES_OF[cells.bit_length() - 1]
    if all_in := [house for house in around if not cells & ~HOUSE_SETS[house]]:
        return [(house, cells) for house in all_in if cells & (cells - 1)]
    parts = [
        (house, cells & mask)
        for house, mask in enumerate(HOUSE_SETS)
        if (cells & mask).bit_count() > 1
    ]
    return [
        (house, part)
        for house, part in parts
        if not any(part & other == part and part != other for _, other in parts)
    ]
