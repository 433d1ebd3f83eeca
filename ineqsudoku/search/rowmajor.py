"""The search that the contest suggests, and three steps that make it fast.

The card of CQOI2013 suggests to fill the cells in reading order, each with every digit in turn that
its row, column, box and filled neighbours allow, and to go back a cell where none is left.

Nodes of 100 layouts with at most 300,000 nodes each (`benchmarks/pruning.py`):

    steps added in turn    layouts decided    mean nodes    without this step alone
    none                                14       272,211
    _transitive_bounds                  14       271,907                      1,648
    _forward_checking                   92        71,466                      6,569
    _places_in_lines                   100         1,471                     71,466
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from ineqsudoku.errors import LayoutCycleError
from ineqsudoku.geometry import BOX_OF, CELLS, COLUMN_OF, COLUMNS, ROW_OF, ROWS, SIZE
from ineqsudoku.puzzle import ABSENT, Puzzle
from ineqsudoku.relations import RelationGraph
from ineqsudoku.search.enumeration import Nodes

BITS = tuple(1 << digit for digit in range(SIZE))  # in a set of digits, bit d-1 stands for d
ALL_NINE = sum(BITS)


def unsupported_reason(_: Puzzle) -> None:
    """Return `None`, because this engine supports every puzzle."""


def solutions(puzzle: Puzzle, nodes: Nodes) -> Iterator[str]:
    """Yield the solutions in ascending order; a node is a placed digit.  Raises `LimitReached`."""
    with suppress(LayoutCycleError):
        yield from _fill(PartialGrid(puzzle, nodes))


class PartialGrid:
    """A partly filled grid.

    `possible` are the digits that bounds and givens leave each cell.  `below[cell]` has the cells
    that must be less, and the least difference; `above[cell]` has the cells that must be greater.
    `digits` are sets of one digit, or 0 for empty cells; `rows`, `columns`, `boxes` are their sums.
    """

    def __init__(self, puzzle: Puzzle, nodes: Nodes) -> None:
        bounds = RelationGraph(puzzle.relations).bounds()
        self.possible = [ALL_NINE >> SIZE - high & ALL_NINE << low - 1 for low, high in bounds]
        for cell, symbol in enumerate(puzzle.givens):
            if symbol != ABSENT:
                self.possible[cell] &= BITS[int(symbol) - 1]
        self.below, self.above = ([dict[int, int]() for _ in CELLS] for _ in range(2))
        for lesser, greater in sorted(puzzle.relations, key=lambda cells: bounds[cells.lesser]):
            _transitive_bounds(self, lesser, greater)
        self.digits = [0] * len(CELLS)
        self.rows, self.columns, self.boxes = [0] * SIZE, [0] * SIZE, [0] * SIZE
        self.nodes = nodes

    def candidates(self, cell: int) -> int:
        """Return the digits that an empty cell can take."""
        used = self.rows[ROW_OF[cell]] | self.columns[COLUMN_OF[cell]] | self.boxes[BOX_OF[cell]]
        left = self.possible[cell] & ~used
        for other, difference in self.below[cell].items():  # an empty one has at least 1
            left &= -(self.digits[other] or BITS[0]) << difference
        for other, difference in self.above[cell].items():  # an empty one has at most 9
            left &= (self.digits[other] or BITS[-1]) - 1 >> difference - 1
        return left

    def place(self, cell: int, digit: int) -> None:
        self.nodes.use()
        self.digits[cell] = digit
        self.rows[ROW_OF[cell]] |= digit
        self.columns[COLUMN_OF[cell]] |= digit
        self.boxes[BOX_OF[cell]] |= digit


def _fill(grid: PartialGrid) -> Iterator[str]:
    """Yield the solutions that have the digits placed so far; leaves the grid in any state."""
    digits: list[int] = []
    while digits != grid.digits:
        digits = grid.digits.copy()
        if not (_forward_checking(grid) and _places_in_lines(grid)):
            return
    if all(digits):
        yield "".join([str(digit.bit_length()) for digit in grid.digits])
        return
    cell = grid.digits.index(0)
    left = grid.candidates(cell)
    before = grid.digits, grid.rows, grid.columns, grid.boxes
    for digit in [bit for bit in BITS if left & bit]:
        grid.digits, grid.rows, grid.columns, grid.boxes = map(list, before)
        grid.place(cell, digit)
        yield from _fill(grid)


def _transitive_bounds(grid: PartialGrid, lesser: int, greater: int) -> None:
    """Add a relation, the lowest first, and the chains that it ends: n make a difference of n."""
    for cell, length in ((lesser, 0), *grid.below[lesser].items()):
        longest = max(length + 1, grid.below[greater].get(cell, 0))
        grid.below[greater][cell] = grid.above[cell][greater] = longest


def _forward_checking(grid: PartialGrid) -> bool:
    """Fill each cell that has one candidate; `False` if a cell has none."""
    for cell in CELLS:
        left = grid.digits[cell] or grid.candidates(cell)
        if not left:
            return False
        if not grid.digits[cell] and left in BITS:
            grid.place(cell, left)
    return True


def _places_in_lines(grid: PartialGrid) -> bool:
    """Place each digit that has one place in a row or column; `False` if a digit has none."""
    for line in ROWS + COLUMNS:
        empty = [cell for cell in line if not grid.digits[cell]]
        some = several = 0
        for cell in line:
            left = grid.digits[cell] or grid.candidates(cell)
            several |= some & left
            some |= left
        if some != ALL_NINE:
            return False
        for cell in empty if several.bit_count() < len(empty) else ():
            if digit := grid.candidates(cell) & ~several:
                grid.place(cell, digit & -digit)
    return True
