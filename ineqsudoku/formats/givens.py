"""Puzzles without signs: lines of cells, as the formats *plain* and *hexadoku* have them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ineqsudoku.errors import Fault
from ineqsudoku.formats.document import Document, Line, starts_of_lines
from ineqsudoku.formats.grammars import BLANKS, line_fault
from ineqsudoku.formats.sizes import WORDS
from ineqsudoku.geometry import NINE, Geometry
from ineqsudoku.puzzle import ABSENT, Puzzle


@dataclass(frozen=True, slots=True)
class Givens:
    """A format of cells at one size, in the grammar `language`.

    A puzzle is as many rows as the size says or, if `in_one_line`, one line of all cells too;
    `empty` are the two signs of an empty cell, the one that is written first.  A line `end`
    ends the file, if it is not empty.
    """

    language: str
    geometry: Geometry
    empty: str
    in_one_line: bool
    end: str = ""

    @property
    def TOKEN(self) -> str | None:  # noqa: N802 - a constant of each format
        return "LINE" if self.in_one_line else None

    def puzzle(self, characters: str) -> Puzzle:
        """The puzzle of the cells that the grammar found."""
        cells = characters.translate(dict.fromkeys(map(ord, self.empty), ABSENT))
        return Puzzle.of(self.geometry, givens=cells)

    def write(self, puzzle: Puzzle) -> str:
        """One line of all cells, or rows; without a last newline."""
        cells = puzzle.givens.replace(ABSENT, self.empty[0])
        if self.in_one_line:
            return cells
        size = self.geometry.size
        return "\n".join(cells[row : row + size] for row in range(0, len(cells), size))

    def starts(self, text: str) -> list[int]:
        """A line is a puzzle, or as many rows are; the line that ends the file belongs to the
        last one, unless there is more behind it."""
        found: list[int] = []
        rows = 0
        for start, line in starts_of_lines(text):
            if self._is_end(line):
                rest = text[start:].strip(" \t\n")
                return found if found and rest == self.end else [*found, start]
            is_row = self._is_row(line)
            if line.strip(" \t") and not (rows and is_row):
                found.append(start)
                rows = 0
            rows = (rows + 1) % self.geometry.size if is_row else 0
        return found

    def faults(self, document: Document, index: int) -> Iterator[Fault]:
        """All that can be told apart in a text that the grammar refuses, from `index` on."""
        excerpt = document.excerpt(index)
        ended = bool(self.end) and document.text[:index].rstrip().endswith(self.end)
        rows = 0
        for line in excerpt.lines:
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
        if rows and excerpt.is_whole:
            yield self._broken_off(Line(excerpt.lines[-1].number + 1, ""), rows)

    def _is_end(self, line: str) -> bool:
        return bool(self.end) and line.strip(" \t") == self.end

    def _is_row(self, line: str) -> bool:
        """Whether a line is meant for a row rather than for all cells; 40 cells are still a
        row at 9×9."""
        cells = len(_cells(line))
        size = self.geometry.size
        return cells > 0 and (not self.in_one_line or cells <= 4 * (size + size**2) // 9)

    def _faults_of_line(self, line: Line, rule: str) -> Iterator[Fault]:
        if fault := line_fault(self.language, rule.upper(), rule, line):
            yield replace(fault, hint=self._hint(fault, rule))

    def _hint(self, fault: Fault, rule: str) -> str:
        size, symbols = self.geometry.size, self.geometry.symbols
        cells = _cells(fault.text)
        if set(cells) <= {*symbols, *self.empty}:
            line = f"one line of {size**2} cells or " if self.in_one_line else ""
            return f"{len(cells)} cells; a puzzle is {line}{WORDS[size]} lines of {WORDS[size]}."
        if fault.text[fault.column - 1 : fault.column] in {*symbols, *self.empty} - {ABSENT}:
            return f"{size if rule == 'row' else size**2} cells make a {rule}."
        return what_a_cell_is(self.geometry, self.empty)

    def _broken_off(self, line: Line, rows: int) -> Fault:
        found = "the end of the puzzle" if line.is_blank else "another line"
        count = "1 row" if rows == 1 else f"{rows} rows"
        size = WORDS[self.geometry.size]
        hint = f"{count} so far; {size} make a puzzle."
        return Fault(line.number, 1, (f"a row of {size} cells",), found, hint, line.text)

    def _after_end(self, line: Line) -> Fault:
        hint = f"A line '{self.end}' ends the file."
        return Fault(line.number, 1, ("the end of the file",), "another line", hint, line.text)


def what_a_cell_is(geometry: Geometry, empty: str) -> str:
    """The sentence for a character that is none; `empty` as in `Givens`."""
    symbol = f"a {geometry.symbol}" + (f" {geometry.symbol_range}" if geometry is not NINE else "")
    return f"A cell is {symbol}, or '{empty[0]}' or '{empty[1]}' when it is empty."


def _cells(line: str) -> str:
    return re.sub(BLANKS, "", line)
