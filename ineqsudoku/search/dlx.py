"""Plain sudoku as exact cover: 729 options × 324 items at 9×9, 4,096 × 1,024 at 16×16.

An option is a digit in a cell.  It has four items: the cell has a digit, and the row, the
column and the box have the digit.  The search is `exactcover`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ineqsudoku.geometry import SIZE
from ineqsudoku.puzzle import ABSENT, Puzzle
from ineqsudoku.search.exactcover import ExactCover
from ineqsudoku.search.nodes import Nodes


def objection(puzzle: Puzzle) -> str | None:
    """Why this engine can't take the puzzle, as a clause; `None` when it can."""
    return None if puzzle.is_plain else "it takes only plain givens, and this puzzle has signs"


def solutions(puzzle: Puzzle, nodes: Nodes) -> Iterator[str]:
    """Each solution as 81 digits.  A node is an option chosen, that is a digit in a cell.

    The order is that of the search, the same in every run: it branches on the item with the
    fewest options, cells before rows before columns before boxes, smallest digit first.

    Raises `NodeLimitReached`.
    """
    givens = [
        option_number(cell, int(digit) - 1, SIZE)
        for cell, digit in enumerate(puzzle.givens)
        if digit != ABSENT
    ]
    for options in sudoku_cover(3).solutions(givens, nodes):
        yield "".join(str(option % SIZE + 1) for option in sorted(options))


def option_number(cell: int, symbol: int, size: int) -> int:
    """The option for a symbol, 0 … size-1, in a cell, row-major from 0."""
    return cell * size + symbol


@cache
def sudoku_cover(box_side: int) -> ExactCover:
    """The rules of sudoku with `box_side`² symbols, options in the order of `option_number`."""
    size = box_side**2
    options = []
    for cell in range(size**2):
        row, column = divmod(cell, size)
        box = row // box_side * box_side + column // box_side
        for symbol in range(size):
            houses = (row, size + column, 2 * size + box)
            options.append((cell, *(size**2 + house * size + symbol for house in houses)))
    return ExactCover(4 * size**2, options)
