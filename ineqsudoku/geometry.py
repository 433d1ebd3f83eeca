"""Where the cells of a 9×9 sudoku are.

Cells are numbered 0–80, row-major.  A *pair* is two neighbouring cells, the left or
upper one first.  Sign strings follow the order of a pair table: `IN_BOX_PAIRS` is the
order in which contest files print their signs.
"""

from __future__ import annotations

SIZE = 9
CELLS = range(SIZE * SIZE)

ROWS = tuple(tuple(range(SIZE * row, SIZE * row + SIZE)) for row in range(SIZE))
COLUMNS = tuple(tuple(range(column, SIZE * SIZE, SIZE)) for column in range(SIZE))
BOXES = tuple(
    tuple(SIZE * (top + row) + left + column for row in range(3) for column in range(3))
    for top in (0, 3, 6)
    for left in (0, 3, 6)
)
"""The nine cells of each row, column and box, boxes row-major too."""

House = tuple[int, ...]
HOUSES: tuple[House, ...] = ROWS + COLUMNS + BOXES
"""What holds each digit once."""

ROW_OF = tuple(cell // SIZE for cell in CELLS)
COLUMN_OF = tuple(cell % SIZE for cell in CELLS)
BOX_OF = tuple(cell // 27 * 3 + cell % SIZE // 3 for cell in CELLS)

Pair = tuple[int, int]


def _pairs_in_reading_order() -> tuple[Pair, ...]:
    """All 144 pairs: those across a row, then those down from it, row by row."""
    pairs = []
    for row in ROWS:
        pairs += [(cell, cell + 1) for cell in row[:-1]]
        pairs += [(cell, cell + SIZE) for cell in row if cell + SIZE in CELLS]
    return tuple(pairs)


def in_one_box(pair: Pair) -> bool:
    return BOX_OF[pair[0]] == BOX_OF[pair[1]]


def is_across(pair: Pair) -> bool:
    """Whether the two cells stand side by side (else one above the other)."""
    return pair[1] - pair[0] == 1


PAIRS = _pairs_in_reading_order()
IN_BOX_PAIRS = tuple(pair for pair in PAIRS if in_one_box(pair))
BORDER_PAIRS = tuple(pair for pair in PAIRS if not in_one_box(pair))


def label(cell: int) -> str:
    """The name of a cell for people: `r1c1` … `r9c9`."""
    return f"r{ROW_OF[cell] + 1}c{COLUMN_OF[cell] + 1}"
