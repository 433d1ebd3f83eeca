"""Plain sudoku as exact cover: 729 options × 324 items at 9×9, 4,096 × 1,024 at 16×16.

An option is a digit in a cell.  It has four items: the cell has a digit, and the row, the
column and the box have the digit; a Latin square has no boxes and three items.  The search is in
`exactcover`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ineqsudoku.geometry import Geometry
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import ABSENT, DIGIT_OF, Puzzle
from ineqsudoku.search.enumeration import Nodes
from ineqsudoku.search.exactcover import ExactCover

_HAS_SIGNS = Message("search.signs", "it supports only givens, and this puzzle has signs")


def objection(puzzle: Puzzle) -> Message | None:
    """Return the reason, as a clause, why this engine does not support the puzzle; `None` if it
    does."""
    return None if puzzle.is_plain else _HAS_SIGNS


def solutions(puzzle: Puzzle, nodes: Nodes) -> Iterator[str]:
    """Yield the solutions as their symbols.  A node is a chosen option, that is, a digit in a cell.

    The order is deterministic: the search branches on the item with the fewest options, with
    cells before rows before columns before boxes, and tries the smallest digit first.

    Raises `LimitReached`.
    """
    geometry = puzzle.geometry
    size, symbols = geometry.size, geometry.symbols
    givens = [
        cell * size + DIGIT_OF[symbol] - 1
        for cell, symbol in enumerate(puzzle.givens)
        if symbol != ABSENT
    ]
    for options in sudoku_cover(geometry).solutions(givens, nodes):
        yield "".join([symbols[option % size] for option in sorted(options)])


@cache
def sudoku_cover(geometry: Geometry) -> ExactCover:
    """Return the rules of sudoku; option `cell * size + digit - 1` is the digit in the cell."""
    size = geometry.size
    options: list[list[int]] = [[cell] for cell in geometry.cells for _ in range(size)]
    for number, house in enumerate(geometry.houses):
        first = len(geometry.cells) + number * size
        for cell in house:
            for digit in range(size):
                options[cell * size + digit].append(first + digit)
    items = len(geometry.cells) + len(geometry.houses) * size
    return ExactCover(items, [tuple(option) for option in options])
