"""The *plain* format: givens without signs, `grammar/plain.lark`.

A line `end` may stand at the end of the file (POJ 3074).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from lark import Token, Transformer, Tree

from ineqsudoku.errors import Fault
from ineqsudoku.formats.lines import LineFormat, LineKind, Span
from ineqsudoku.formats.recognition import Line
from ineqsudoku.formats.words import (
    A_BLANK,
    A_DIGIT,
    A_PUZZLE_OR_END,
    ROW_OF_CELLS,
    ROWS_SO_FAR,
    SAVE_AS,
)
from ineqsudoku.geometry import CELLS, SIZE
from ineqsudoku.messages import Message, Text
from ineqsudoku.puzzle import ABSENT, Puzzle

EMPTY = "0?"
"""Characters for an empty cell, besides `.`."""

_LONGEST_ROW = 40
"""A faulty line with up to this many characters was meant as a row, a longer one as all 81 cells.
"""

_LINE = LineKind(
    "line",
    Message("formats.line-of-cells", "a line of {size} cells", size=len(CELLS)),
    Message("formats.all-cells", "a line of cells"),
)
_ROW = LineKind("row", ROW_OF_CELLS.fill(size=SIZE), Message("formats.a-row", "a row of cells"))

_ROWS = f"(?:R{{{SIZE}}})+(?=[hLlx]|$)"

_PARTS = re.compile(
    rf"[Ll]|h*{_ROWS}|x+(?=[Llh]|{_ROWS}|$)|.+?(?=[Ll]|(?<![hx])[hx]++{_ROWS}|(?<!h)h*+$)"
)
"""The parts of a run: lines of all cells, well-formed rows, lines without cells, and others."""


def empty_cells(cells: str) -> str:
    """Return cells without blanks, with `.` for empty ones."""
    cells = "".join(cells.split())
    for empty in EMPTY:
        cells = cells.replace(empty, ABSENT)
    return cells


class PlainTransformer(Transformer[Token, str]):
    """Makes the givens of a puzzle from its tree."""

    def puzzle(self, lines: list[Token]) -> str:
        return empty_cells("".join(lines))


class Plain(LineFormat):
    """The format of sudoku with givens only."""

    name = "plain"
    kinds: ClassVar = {"L": _LINE, "R": _ROW}
    puzzle = f"L|R{{{SIZE}}}"
    at_end = A_PUZZLE_OR_END
    end = "end"

    def make(self, tree: Tree[Token]) -> Puzzle:
        return Puzzle(givens=PlainTransformer().transform(tree))

    def make_of_line(self, line: str) -> Puzzle | None:
        return Puzzle(givens=empty_cells(line))

    def guess(self, line: str) -> str:
        text = "".join(line.split())
        if 2 * sum(map(_CELLS.__contains__, text)) < len(text):
            return "x"
        return "R" if len(text) <= _LONGEST_ROW else "L"

    def divide(self, letters: str) -> list[Span]:
        """Return the puzzles of a run with faults.

        Rows are one faulty puzzle if their number is not a multiple of nine, because it is not
        clear where a puzzle begins.  They end at a line of all cells, or at a heading above
        well-formed puzzles.  Lines without cells between well-formed puzzles belong to neither of
        them.
        """
        spans: list[Span] = []
        for part in _PARTS.finditer(letters):
            rows = len(part[0]) - len(part[0].lstrip("h")) + part.start(), part.end()
            size = SIZE if (rows[1] - rows[0]) % SIZE == 0 else rows[1] - rows[0]
            spans += ((start, start + size) for start in range(*rows, max(size, 1)))
        return spans

    def pattern(self, letters: str) -> str:
        if letters in "Ll":
            return "L"
        return "R" * SIZE * max(1, round(len(letters) / SIZE))

    def count(self, letters: str, _: int) -> Message:
        return ROWS_SO_FAR.fill(n=len(letters), size=SIZE)

    def common_fault(self, lines: Sequence[Line]) -> Fault | None:
        """Return the fault of a puzzle in which blanks stand for empty cells."""
        texts = [line.text.rstrip(" ") for line in lines]
        if not all(
            len(text) <= SIZE and _CELLS.issuperset(text.replace(" ", "")) for text in texts
        ):
            return None
        for line, text in zip(lines, texts, strict=True):
            if " " in text:
                column = text.index(" ") + 1
                return Fault(line.number, column, _A_CELL, A_BLANK, _BLANK_CELL, line.written)
        return None

    def hint(self, fault: Fault, line: str, kind: LineKind) -> Text:
        cells = line.replace(" ", "").replace("\t", "")
        if "\udc80" <= line[fault.column - 1 : fault.column] <= "\udcff":
            return SAVE_AS
        if set(cells) <= _CELLS:
            return _CELLS_OF_LINE.fill(n=len(cells), size=SIZE, all=len(CELLS))
        if line[fault.column - 1 : fault.column] in _CELLS - {ABSENT}:
            return _ROW_HAS.fill(size=SIZE) if kind is _ROW else _LINE_HAS.fill(size=len(CELLS))
        return A_CELL_IS


_A_CELL = ("'.'", A_DIGIT)
_BLANK_CELL = Message("formats.blank-cell", "A blank is no cell; write '.' for an empty one.")

_CELLS = frozenset("123456789" + EMPTY + ABSENT)

_CELLS_OF_LINE = Message(
    "formats.cells-of-line-or-row",
    "This line has {n} cell; a puzzle is one line of {all} cells or {size} lines of {size}.",
    "This line has {n} cells; a puzzle is one line of {all} cells or {size} lines of {size}.",
)
_ROW_HAS = Message("formats.row-has", "A row has {size} cells.")
_LINE_HAS = Message("formats.line-has", "A line has {size} cells.")
A_CELL_IS = Message("formats.cell-is", "A cell is a digit, or '.' or '0' when it is empty.")

PLAIN = Plain()

read = PLAIN.read


def write(puzzle: Puzzle) -> str:
    """Return the givens on one line."""
    return puzzle.givens
