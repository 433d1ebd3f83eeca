"""The *plain* format: givens without signs, `grammar/plain.lark`.

A line `end` ends the file (POJ 3074).  *hexadoku* has the same syntax, `Givens`, at another size.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ineqsudoku.errors import Fault
from ineqsudoku.formats.document import Document, Line
from ineqsudoku.formats.grammar import line_fault
from ineqsudoku.formats.registry import FORMATS, language
from ineqsudoku.formats.scanning import (
    ANOTHER_LINE,
    BLANKS,
    END_OF_FILE,
    END_OF_PUZZLE,
    ROW_OF_CELLS,
    ROWS_SO_FAR,
    name_of_symbol,
)
from ineqsudoku.formats.syntax import Syntax
from ineqsudoku.geometry import NINE, SUDOKU, Geometry, Pair
from ineqsudoku.messages import Message, disjunction
from ineqsudoku.puzzle import ABSENT, Puzzle


@dataclass(frozen=True, slots=True)
class Givens(Syntax):
    """A format of cells at one size, in the grammar `language`.

    A puzzle is as many rows as its size or, if `in_one_line`, alternatively one line of all cells.
    `empty` has the characters for an empty cell.  Unless `end` is empty, a line `end` ends the
    file.  If the format `has_rules`, lines of hyphens may stand between rows and puzzles.
    """

    language: str
    geometry: Geometry
    empty: str
    in_one_line: bool
    end: str = ""
    has_rules: bool = False

    @property
    def characters(self) -> str:
        return symbols_of_any_size(self.geometry) + self.empty + "-" * self.has_rules

    @property
    def lengths(self) -> tuple[int, ...]:
        size = self.geometry.size
        return (size, size**2) if self.in_one_line else (size,)

    def puzzle(self, characters: str) -> Puzzle:
        """Return the puzzle whose cells are `characters`."""
        if self.has_rules:
            characters = characters.replace("-", "")
        for sign in self.empty:
            characters = characters.replace(sign, ABSENT)
        return Puzzle.of(self.geometry, givens=characters)

    def pairs(self, _first: str, /) -> Sequence[Pair]:
        """Return no pairs, because there are no signs."""
        return ()

    def starts(self, text: str) -> Sequence[int]:
        """Return the starts of the puzzles: one line or a run of rows.  The line that ends the file
        belongs to the last puzzle, unless more follows."""
        ending = re.search(rf"(?m)^{BLANKS}{self.end}{BLANKS}$", text) if self.end else None
        end = ending.start() if ending else len(text)
        row, rule = self._row, self._rule
        line = rf"{BLANKS}[^ \t\n][^\n]*+\n"
        more = rf"(?>(?>{rule})*(?!{rule}){row}){{0,{self.geometry.size - 1}}}"
        puzzle = re.compile(rf"(?m)^(?!{rule})(?>{row}{more}|{line})")
        starts = array("L", (puzzle.start() for puzzle in puzzle.finditer(text, 0, end)))
        if ending and not (starts and text[end:].strip(" \t\n") == self.end):
            starts.append(end)
        return starts

    def split(self, text: str, is_whole: bool = True) -> Iterator[int]:
        """Yield the starts of the puzzles, but rows that are too few for one belong to the next
        puzzle.

        What starts behind a blank line is always one; a number alone in a line, which may
        be a count, never is otherwise.
        """
        row, rule = self._row, self._rule
        rows = rf"{row}(?>(?>{rule})*(?!{rule}){row}){{{self.geometry.size - 1}}}"
        puzzle = re.compile(rf"(?>{rows}|(?!{row})[^\n]++\n)(?>{rule})*")
        number = re.compile(rf"{BLANKS}[0-9]{{1,6}}{BLANKS}\n")
        before = None
        for start in self.starts(text):
            match = None if before is None else puzzle.match(text, before, start)
            is_behind_puzzle = match is not None and match.end() == start
            if (
                before is None
                or (is_behind_puzzle and not number.match(text, start))
                or self._has_blank_line(text, before, start)
            ):
                yield start
            before = start

    def _has_blank_line(self, text: str, start: int, end: int) -> bool:
        """Whether the last of the lines is blank, but for lines of hyphens."""
        while end > start:
            before = text.rfind("\n", start, end - 1) + 1 or start
            line = text[before : end - 1]
            if not (self.has_rules and re.fullmatch(_RULE, line)):
                return not line.strip(" \t")
            end = before
        return False

    @property
    def _row(self) -> str:
        """The expression of a line that is meant for a row."""
        return rf"{BLANKS}(?>(?:[^ \t\n]{BLANKS}){{1,{self._longest_row}}})\n"

    @property
    def _rule(self) -> str:
        """The expression of a line of hyphens that may stand between rows."""
        return rf"{_RULE}\n" if self.has_rules else "(?!)"

    @property
    def _longest_row(self) -> int:
        """The most cells that a line meant as a row has; a longer line is meant to have all cells.

        At 9×9, 40 cells still count as a row.
        """
        size = self.geometry.size
        return 4 * (size + size**2) // 9 if self.in_one_line else _LONGEST_ROW

    def faults(self, document: Document, index: int) -> Iterator[Fault]:
        """Yield the faults from `index` to the end of an excerpt."""
        ended = bool(self.end) and document.text[:index].rstrip().endswith(self.end)
        rows = 0
        line = Line(0, "")
        for line in document.lines(index):
            if self.has_rules and re.fullmatch(_RULE, line.text):
                continue
            if ended and not line.is_blank:
                yield self._after_end(line)
                return
            is_end = self._is_end(line.text)
            is_row = not is_end and self._is_row(line.text)
            if rows and not is_row:
                yield self._broken_off(line, rows)
            rows = (rows + 1) % self.geometry.size if is_row else 0
            if is_end:
                ended = True
            elif not line.is_blank:
                yield from self._faults_of_line(line, "row" if is_row else "line")
        if rows and document.is_last_excerpt(index):
            yield self._broken_off(Line(line.number + 1, ""), rows)

    def _is_end(self, line: str) -> bool:
        return bool(self.end) and line.strip(" \t") == self.end

    def _is_row(self, line: str) -> bool:
        cells = len(_cells(line))
        return cells > 0 and (cells <= self._longest_row or not self.in_one_line)

    def _faults_of_line(self, line: Line, rule: str) -> Iterator[Fault]:
        if fault := line_fault(self.language, rule, line):
            yield replace(fault, hint=self._hint(fault, line.text, rule))

    def _hint(self, fault: Fault, line: str, rule: str) -> Message:
        size, symbols = self.geometry.size, self.geometry.symbols
        cells = _cells(line)
        if set(cells) <= {*symbols, *self.empty}:
            hint = _CELLS_OF_LINE_OR_ROW if self.in_one_line else _CELLS_OF_ROW
            puzzle = {"all": size**2} if self.in_one_line else {}
            return hint.fill(n=len(cells), size=size, **puzzle)
        if line[fault.column - 1 : fault.column] in {*symbols, *self.empty} - {ABSENT}:
            return _ROW_HAS.fill(size=size) if rule == "row" else _LINE_HAS.fill(size=size**2)
        return what_a_cell_is(self.geometry, self.empty)

    def _broken_off(self, line: Line, rows: int) -> Fault:
        found = END_OF_PUZZLE if line.is_blank else ANOTHER_LINE
        size = self.geometry.size
        hint = ROWS_SO_FAR.fill(n=rows, size=size)
        return Fault(line.number, 1, (ROW_OF_CELLS.fill(size=size),), found, hint, line.text)

    def _after_end(self, line: Line) -> Fault:
        hint = Message("formats.line-ends-file", "The line '{end}' ends the file.", end=self.end)
        return Fault(line.number, 1, (END_OF_FILE,), ANOTHER_LINE, hint, line.text)


_CELLS_OF_LINE_OR_ROW = Message(
    "formats.cells-of-line-or-row",
    "This line has {n} cell; a puzzle is one line of {all} cells or {size} lines of {size}.",
    "This line has {n} cells; a puzzle is one line of {all} cells or {size} lines of {size}.",
)
_CELLS_OF_ROW = Message(
    "formats.cells-of-row",
    "This line has {n} cell; a puzzle is {size} lines of {size}.",
    "This line has {n} cells; a puzzle is {size} lines of {size}.",
)
_ROW_HAS = Message("formats.row-has", "A row has {size} cells.")
_LINE_HAS = Message("formats.line-has", "A line has {size} cells.")


_RULE = r"[ \t]*+-[- \t]*+"

_LONGEST_ROW = 1024
"""The most cells that a line meant as a row has in a format of rows only; regular expressions take
memory per cell."""


def symbols_of_any_size(geometry: Geometry) -> str:
    """Return the symbols of a size; all digits, if it has digits: one of another size is a slip,
    not a strange character."""
    return NINE.symbols if geometry.symbol == "digit" else geometry.symbols


def what_a_cell_is(geometry: Geometry, empty: str) -> Message:
    """Return the hint for a character that is no cell; `empty` as in `Givens`."""
    symbol = name_of_symbol(geometry.symbol_range)
    return _CELL.fill(symbol=symbol, empty=disjunction(f"'{sign}'" for sign in empty[:2]))


_CELL = Message("formats.what-a-cell-is", "A cell is {symbol}, or {empty} when it is empty.")


def _cells(line: str) -> str:
    return line.replace(" ", "").replace("\t", "")


OF_SIZE = {
    size: Givens(
        language("plain", size),
        SUDOKU[size],
        ".0?",
        in_one_line=True,
        end=FORMATS["plain"].end,
        has_rules=True,
    )
    for size in FORMATS["plain"].sizes
}


def write(puzzle: Puzzle) -> str:
    """Return one line of all cells."""
    return puzzle.givens
