"""The cells, houses and pairs of a sudoku, at 9×9 and at other sizes.

Cells are numbered row-major from 0.  A *pair* is two neighbouring cells, the left or upper
one first.  Sign strings follow the order of a pair table: `in_box_pairs` is the order in
which contest files print their signs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import isqrt

from ineqsudoku.messages import Message

House = tuple[int, ...]
Pair = tuple[int, int]

LARGEST = 16
"""The largest size of a sudoku."""


def is_across(pair: Pair) -> bool:
    """Whether the two cells stand side by side (else one above the other)."""
    return pair[1] - pair[0] == 1


@dataclass(frozen=True, eq=False, init=False)
class Geometry:
    """`size` rows and columns, and boxes of `box_rows` × `box_columns` cells.

    Without boxes (0 × 0), it is the geometry of a Latin square, and all pairs are border pairs.
    The digits are 1 … `size`; `symbols` has their characters, smallest first.

    There is one object per geometry: its tables are computed once, and `is` compares
    geometries.  Raises `ValueError` for sizes other than 2-16, and for boxes that do not have
    `size` cells and at least two rows and columns.
    """

    size: int
    box_rows: int
    box_columns: int

    def __new__(cls, size: int, box_rows: int = 0, box_columns: int = 0) -> Geometry:
        try:
            return _ALL[size, box_rows, box_columns]
        except KeyError:
            boxes = f" with boxes of {box_rows}×{box_columns} cells" if box_rows else ""
            raise ValueError(f"no geometry: {size}×{size}{boxes}") from None

    def __reduce__(self) -> tuple[Callable[..., Geometry], tuple[int, int, int]]:
        return type(self), (self.size, self.box_rows, self.box_columns)

    def __str__(self) -> str:
        """`9×9` or `5×5 without boxes`."""
        return str(self.name)

    @property
    def name(self) -> Message | str:
        """What `str` gives, as an argument of messages."""
        size = f"{self.size}×{self.size}"
        if self.box_rows:
            return size
        return Message("puzzle.without-boxes", "{size} without boxes", size=size)

    @cached_property
    def cells(self) -> range:
        return range(self.size**2)

    @cached_property
    def symbols(self) -> str:
        return ("123456789" if self.size <= 9 else "ABCDEFGHIJKLMNOP")[: self.size]

    @property
    def symbol(self) -> str:
        """The noun for a symbol: `digit` or `letter`."""
        return "digit" if self.size <= 9 else "letter"

    @property
    def symbol_range(self) -> str:
        """`1-9` at 9×9."""
        return f"{self.symbols[0]}-{self.symbols[-1]}"

    @cached_property
    def rows(self) -> tuple[House, ...]:
        size = self.size
        return tuple(tuple(range(first, first + size)) for first in range(0, size**2, size))

    @cached_property
    def columns(self) -> tuple[House, ...]:
        return tuple(zip(*self.rows, strict=True))

    @cached_property
    def boxes(self) -> tuple[House, ...]:
        """The boxes and their cells, both row-major; empty without boxes."""
        if not self.box_rows:
            return ()
        return tuple(
            tuple(cell for row in rows for cell in row[left : left + self.box_columns])
            for rows in zip(*[iter(self.rows)] * self.box_rows, strict=True)
            for left in range(0, self.size, self.box_columns)
        )

    @cached_property
    def houses(self) -> tuple[House, ...]:
        """The rows, columns and boxes, all of which hold every digit once."""
        return self.rows + self.columns + self.boxes

    @cached_property
    def house_names(self) -> tuple[str, ...]:
        """The names of the houses in messages: `row 1` … `box 9`."""
        kinds = (("row", self.rows), ("column", self.columns), ("box", self.boxes))
        return tuple(f"{kind} {n + 1}" for kind, houses in kinds for n in range(len(houses)))

    @cached_property
    def row_of(self) -> tuple[int, ...]:
        return tuple(cell // self.size for cell in self.cells)

    @cached_property
    def column_of(self) -> tuple[int, ...]:
        return tuple(cell % self.size for cell in self.cells)

    @cached_property
    def box_of(self) -> tuple[int, ...]:
        """The numbers of the cells' boxes; empty without boxes."""
        box_of = {cell: number for number, box in enumerate(self.boxes) for cell in box}
        return tuple(box_of[cell] for cell in sorted(box_of))

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """All pairs in reading order: row by row, those inside it, then those with the next."""
        pairs: list[Pair] = []
        for row in self.rows:
            pairs += [(cell, cell + 1) for cell in row[:-1]]
            pairs += [(cell, cell + self.size) for cell in row if cell + self.size in self.cells]
        return tuple(pairs)

    @cached_property
    def in_box_pairs(self) -> tuple[Pair, ...]:
        return tuple(pair for pair in self.pairs if self.in_one_box(pair))

    @cached_property
    def border_pairs(self) -> tuple[Pair, ...]:
        return tuple(pair for pair in self.pairs if not self.in_one_box(pair))

    def in_one_box(self, pair: Pair) -> bool:
        return bool(self.box_of) and self.box_of[pair[0]] == self.box_of[pair[1]]

    def are_neighbours(self, pair: Pair) -> bool:
        """Whether two cells, given with the left or upper one first, are neighbours."""
        first, second = pair
        if first not in self.cells or second not in self.cells:
            return False
        beside = second - first == 1 and self.row_of[first] == self.row_of[second]
        return beside or second - first == self.size

    def label(self, cell: int) -> str:
        """Return the name of a cell in messages: `r1c1` … `r9c9`."""
        row, column = divmod(cell, self.size)
        return f"r{row + 1}c{column + 1}"


def _make(size: int, box_rows: int, box_columns: int) -> Geometry:
    geometry = object.__new__(Geometry)
    vars(geometry).update(size=size, box_rows=box_rows, box_columns=box_columns)
    return geometry


def _shapes() -> Iterator[tuple[int, int, int]]:
    for size in range(2, LARGEST + 1):
        yield size, 0, 0
        for box_rows in range(2, size // 2 + 1):
            if size % box_rows == 0:
                yield size, box_rows, size // box_rows


_ALL = {shape: _make(*shape) for shape in _shapes()}

SUDOKU = {
    4: Geometry(4, 2, 2),
    6: Geometry(6, 2, 3),
    8: Geometry(8, 2, 4),
    9: Geometry(9, 3, 3),
    16: Geometry(16, 4, 4),
}
"""By size, the geometries of our own formats; boxes are not higher than wide."""

NINE = SUDOKU[9]


def nearly_square(size: int) -> Geometry:
    """Return the geometry whose boxes are as nearly square as possible and not higher than wide.

    A prime size has no boxes.
    """
    for rows in range(isqrt(size), 1, -1):
        if size % rows == 0:
            return Geometry(size, rows, size // rows)
    return latin(size)


def latin(size: int) -> Geometry:
    """Return the geometry of a Latin square: rows and columns, no boxes."""
    return Geometry(size)


HOUSE_NAMES = {
    "row": Message("house.row", "row {number}"),
    "column": Message("house.column", "column {number}"),
    "box": Message("house.box", "box {number}"),
}
"""What a house is called, in the order of `Geometry.houses`."""

SIZE = 9
DIGITS = "123456789"
CELLS = NINE.cells
ROWS = NINE.rows
COLUMNS = NINE.columns
BOXES = NINE.boxes
"""The boxes and their cells, both row-major."""

HOUSES = NINE.houses
"""The rows, columns and boxes, all of which hold every digit once."""

ROW_OF = NINE.row_of
COLUMN_OF = NINE.column_of
BOX_OF = NINE.box_of
"""The numbers of the cells' rows, columns and boxes."""

PAIRS = NINE.pairs
"""All pairs in reading order: row by row, those inside it, then those with the next."""

IN_BOX_PAIRS = NINE.in_box_pairs
"""The pairs inside boxes, in the order in which contest files print their signs."""

BORDER_PAIRS = NINE.border_pairs
"""The pairs across box borders."""


def label(cell: int) -> str:
    """Return the name of a cell in messages: `r1c1` … `r9c9`."""
    row, column = divmod(cell, SIZE)
    return f"r{row + 1}c{column + 1}"


def are_neighbours(pair: Pair) -> bool:
    """Whether two cells, given with the left or upper one first, are neighbours."""
    return pair in _NEIGHBOURS


_NEIGHBOURS = frozenset(PAIRS)
