"""Drawings of *Futoshiki*: cells and signs as they are printed, without boxes.

    7
    0 0>4 0
    v
    0 0 0 0
          ^
    …

A puzzle consists of rows of cells, with `<` or `>` between cells, and lines of `^` and `v` between
the rows, in the columns of their cells; such a line may be blank or missing.  An empty cell
is `0`, `.`, `_`, `-` or `?`.  At sizes beyond 9, digits are letters or numbers.  A line with the
size or the number of lines (CodinGame) may stand before a puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from ineqsudoku.errors import Fault
from ineqsudoku.formats.builder import ANOTHER_SIGN, Builder
from ineqsudoku.formats.document import Document, Line, Parsed
from ineqsudoku.formats.mending import STANDS_FOR
from ineqsudoku.formats.scanning import (
    ANOTHER_LINE,
    DIGITS,
    END_OF_PUZZLE,
    ROW_OF_CELLS,
    ROW_OF_SIZES,
    ROWS_SO_FAR,
    quote,
    quoted_beginning,
)
from ineqsudoku.geometry import LARGEST, latin
from ineqsudoku.messages import Message, Text
from ineqsudoku.puzzle import ABSENT, DIGIT_OF, Puzzle, signs_between

_CELL = r"[0-9]+|[A-P._?-]"
_CELLS = re.compile(_CELL)
_ROW = re.compile(rf"[ \t]*(?>{_CELL})(?>[ \t]*[<>]?[ \t]*(?>{_CELL}))*[ \t]*")
_SIGNS = re.compile(r"[ \t^v]+")
_NUMBER = re.compile(r"[ \t]*[0-9]+[ \t]*")
_SMALL_V = str.maketrans({**STANDS_FOR, "V": "v"})


def write(puzzle: Puzzle) -> str:
    """Return the number of lines, then the drawing: a character per cell and per sign."""
    geometry = puzzle.geometry
    size = geometry.size
    lines = [[" "] * (2 * size - 1) for _ in range(2 * size - 1)]
    for cell, symbol in enumerate(puzzle.givens):
        row, column = divmod(cell, size)
        lines[2 * row][2 * column] = "0" if symbol == ABSENT else symbol
    for relation in puzzle.relations:
        (row, column), (other_row, other_column) = (divmod(c, size) for c in relation.pair)
        lines[row + other_row][column + other_column] = relation.sign
    return "\n".join([str(2 * size - 1), *("".join(line).rstrip() for line in lines)])


def parse(document: Document) -> Iterator[Parsed]:
    """Yield the puzzles, which have as many rows as cells in a row; a number may precede them."""
    drawing = _Drawing(document)
    for _, line in document.filled_lines():
        line = line._replace(text=line.text.translate(_SMALL_V))
        if parsed := drawing.take(line):
            yield parsed
    drawing.end()


@dataclass(frozen=True, slots=True)
class _Row:
    """The cells of a row and the columns in which they stand."""

    line: Line
    cells: tuple[str, ...]
    columns: tuple[int, ...]


_LONGEST = 4
"""The longest number in a cell, in characters."""


def _digit(text: str) -> int:
    """Return the number in a cell; 0 for any other or longer text."""
    return int(text) if text.isdigit() and len(text) <= _LONGEST else 0


_ROW_EXPECTED = Message("formats.row", "a row")
_CELLS_FOUND = Message("formats.cells", "{n} cell", "{n} cells")
_SIZE_OR_LINES = Message("formats.size-or-lines", "the size {size} or the number of lines, {lines}")
_SIGN_BELOW = Message("formats.sign-below-cell", "a sign below a cell")
_IN_COLUMN = Message("formats.in-column", "A sign stands in the column of its cells.")
_CELL_OR_SIGN = Message("formats.cell-or-sign", "a cell or a sign")
_ROW_OR_SIGNS = Message("formats.row-or-signs", "a row of cells or a line of '^' and 'v'")
_ENDS_OF_ROW = Message(
    "formats.ends-of-row",
    "A row begins and ends with a cell; '^' and 'v' stand between rows.",
)


class _Drawing:
    """Takes lines one by one and returns a puzzle as soon as it is complete."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._rows: list[_Row] = []
        self._signs: dict[int, list[Line]] = {}
        self._number: Line | None = None
        self._last = Line(document.line, "")

    def take(self, line: Line) -> Parsed | None:
        """Return the puzzle that ends with a line, if one does."""
        self._last = line
        if not self._rows and not self._number and _NUMBER.fullmatch(line.text):
            self._number = line
        elif self._rows and _SIGNS.fullmatch(line.text):
            self._signs.setdefault(len(self._rows), []).append(line)
        elif _ROW.fullmatch(line.text):
            self._add(line)
            if len(self._rows) == len(self._rows[0].cells):
                return self._puzzle()
        else:
            self._fail_at_character(line)
        return None

    def end(self) -> None:
        """Raise `PuzzleSyntaxError` unless the last puzzle is complete."""
        if self._rows or self._number:
            size = len(self._rows[0].cells) if self._rows else 2
            hint = ROWS_SO_FAR.fill(n=len(self._rows), size=size)
            self._fail(Line(self._last.number + 1, ""), 1, _ROW_EXPECTED, END_OF_PUZZLE, hint)

    def _add(self, line: Line) -> None:
        cells = list(_CELLS.finditer(line.text))
        row = _Row(line, tuple(cell[0] for cell in cells), tuple(cell.start() for cell in cells))
        size = len(self._rows[0].cells) if self._rows else len(row.cells)
        if not 2 <= size <= LARGEST:
            self._fail(line, 1, ROW_OF_SIZES.fill(least=2, most=LARGEST), _CELLS_FOUND.fill(n=size))
        if len(row.cells) != size:
            found = _CELLS_FOUND.fill(n=len(row.cells))
            self._fail(line, 1, ROW_OF_CELLS.fill(size=size), found)
        self._check_number(size)
        self._rows.append(row)

    def _check_number(self, size: int) -> None:
        """Refuse a number before the puzzle that is neither its size nor its number of lines."""
        line = self._number
        if line and line.text.strip().lstrip("0") not in (str(size), str(2 * size - 1)):
            expected = _SIZE_OR_LINES.fill(size=size, lines=2 * size - 1)
            self._fail(line, 1, expected, quoted_beginning(line.text.strip()))

    def _puzzle(self) -> Parsed:
        geometry = latin(len(self._rows))
        builder = Builder(geometry)
        for number, row in enumerate(self._rows):
            self._take_row(builder, number * geometry.size, row)
        for number, lines in self._signs.items():
            for line in lines:
                self._take_signs(builder, number, line)
        first = (self._number or self._rows[0].line).number
        self._rows, self._signs, self._number = [], {}, None
        return builder.parsed(first)

    def _take_row(self, builder: Builder, first: int, row: _Row) -> None:
        geometry = builder.geometry
        for cell, (text, column) in enumerate(zip(row.cells, row.columns, strict=True), first):
            if text in "._?-" or not text.strip("0"):
                continue
            digit = DIGIT_OF[text] if text in [*geometry.symbols] else _digit(text)
            if not 1 <= digit <= geometry.size:
                expected = DIGITS.fill(range=f"0-{geometry.size}")
                self._fail(row.line, column + 1, expected, quoted_beginning(text))
            builder.give(cell, digit)
        for cell, (left, right) in enumerate(pairwise(row.columns), first):
            sign = row.line.text[left:right].strip(" \t")[-1:]
            if sign in ("<", ">"):
                self._relate(builder, cell, cell + 1, sign)

    def _take_signs(self, builder: Builder, number: int, line: Line) -> None:
        """Add the signs between row `number` and the row above, in the nearest columns."""
        size = builder.geometry.size
        columns = self._rows[number - 1].columns
        taken: set[int] = set()
        for sign in re.finditer(r"[\^v]", line.text):
            column = min(range(size), key=lambda nearest: abs(columns[nearest] - sign.start()))
            if column in taken or abs(columns[column] - sign.start()) > 1:
                self._fail(line, sign.start() + 1, _SIGN_BELOW, f"'{sign[0]}'", _IN_COLUMN)
            taken.add(column)
            cell = number * size + column
            if objection := self._relate(builder, cell - size, cell, sign[0]):
                self._fail(line, sign.start() + 1, ANOTHER_SIGN, f"'{sign[0]}'", objection)

    def _relate(self, builder: Builder, first: int, second: int, sign: str) -> Message | None:
        is_less = sign == signs_between((first, second))[0]
        return builder.relate(*((first, second) if is_less else (second, first)))

    def _fail_at_character(self, line: Line) -> None:
        other = re.search(r"[^0-9A-P._?<>^v \t-]", line.text)
        if other:
            self._fail(line, other.start() + 1, _CELL_OR_SIGN, quote(other[0]))
        column = len(line.text) - len(line.text.lstrip(" \t")) + 1
        self._fail(line, column, _ROW_OR_SIGNS, ANOTHER_LINE, _ENDS_OF_ROW)

    def _fail(
        self,
        line: Line,
        column: int,
        expected: Message,
        found: Text,
        hint: Text = "",
    ) -> None:
        lines = self._document.text.split("\n")
        index = line.number - self._document.line
        text = lines[index] if index < len(lines) else ""  # `line` has signs replaced.
        fault = Fault(line.number, column, (expected,), found, hint, text)
        raise self._document.error([fault])
