"""The cells, houses and pairs of a 9×9 sudoku.

Cells are numbered row-major from 0.  A *pair* is two neighbouring cells, the left or upper
one first.  Sign strings follow the order of a table of pairs.
"""

from __future__ import annotations

from ineqsudoku.messages import Message

House = tuple[int, ...]
Pair = tuple[int, int]

SIZE = 9
DIGITS = "123456789"
CELLS = range(SIZE * SIZE)

ROW_OF = tuple(cell // 9 for cell in CELLS)
COLUMN_OF = tuple(cell % 9 for cell in CELLS)
BOX_OF = tuple(cell // 27 * 3 + cell % 9 // 3 for cell in CELLS)
"""The numbers of the cells' rows, columns and boxes; boxes are numbered row-major, too."""


def _houses(number_of: tuple[int, ...]) -> tuple[House, ...]:
    """Return the cells of each house, ascending; `number_of` has the number of a cell's house."""
    return tuple(
        tuple(cell for cell in CELLS if number_of[cell] == number) for number in range(SIZE)
    )


ROWS = _houses(ROW_OF)
COLUMNS = _houses(COLUMN_OF)
BOXES = _houses(BOX_OF)

HOUSES = ROWS + COLUMNS + BOXES
"""The rows, columns and boxes; each holds every digit once."""

HOUSE_NAMES = {
    "row": Message("house.row", "row {number}"),
    "column": Message("house.column", "column {number}"),
    "box": Message("house.box", "box {number}"),
}
"""The names of houses, in the order of `HOUSES`."""


def _pairs_of_row(row: House) -> tuple[Pair, ...]:
    """Return the pairs inside a row, then those with the next row."""
    across = [(cell, cell + 1) for cell in row[:-1]]
    down = [(cell, cell + 9) for cell in row if cell + 9 in CELLS]
    return (*across, *down)


PAIRS = tuple(pair for row in ROWS for pair in _pairs_of_row(row))
"""All pairs in reading order: for each row, the pairs inside it, then those with the next row."""

IN_BOX_PAIRS = tuple(pair for pair in PAIRS if BOX_OF[pair[0]] == BOX_OF[pair[1]])
"""The 108 pairs inside boxes, in the order in which contest files print their signs."""

BORDER_PAIRS = tuple(pair for pair in PAIRS if BOX_OF[pair[0]] != BOX_OF[pair[1]])
"""The 36 pairs across box borders."""


def is_across(pair: Pair) -> bool:
    """Whether the two cells stand side by side, not one above the other."""
    return pair[1] - pair[0] == 1


def are_neighbours(pair: Pair) -> bool:
    """Whether two cells, given with the left or upper one first, are neighbours."""
    return pair in _NEIGHBOURS


_NEIGHBOURS = frozenset(PAIRS)


def label(cell: int) -> str:
    """Return the name of a cell in messages: `r1c1` … `r9c9`."""
    row, column = divmod(cell, 9)
    return f"r{row + 1}c{column + 1}"
