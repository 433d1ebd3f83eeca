"""Grids without boxes, followed by lists of pairs.

    0 0 3
    0 0 0
    1 0 0
    --------
    0 1
    4 7

The rows of the grid are numbers with blanks between them, 0 for an empty cell.  Below the line,
`x y` means that cell x is less than cell y, with cells counted from 0 in reading order
(FCoReBench); `r c r c` means that the first cell is less than the second, with rows and columns
counted from 1.  The number of puzzles may stand before the first grid.  The size and the number
of pairs may stand before a grid; then the line of hyphens may be missing.  A blank line after
the pairs ends a puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn

from ineqsudoku.errors import Fault
from ineqsudoku.formats.builder import NEIGHBOURS, NO_NEIGHBOURS, Builder
from ineqsudoku.formats.document import Document, Line, Parsed
from ineqsudoku.formats.recognition import pair_list_header
from ineqsudoku.formats.scanning import (
    ANOTHER_LINE,
    END_OF_FILE,
    NUMBERS,
    ROW_OF_CELLS,
    ROW_OF_SIZES,
    quote,
    quoted_beginning,
)
from ineqsudoku.geometry import LARGEST, latin
from ineqsudoku.messages import Message, Text
from ineqsudoku.puzzle import DIGIT_OF, Puzzle

_LINE = re.compile(r"[ \t]*-{3,}[ \t]*")


def write(puzzle: Puzzle) -> str:
    """Return the grid, a line of hyphens and the relations as lines `x y`."""
    size = puzzle.geometry.size
    digits = [str(DIGIT_OF.get(symbol, 0)) for symbol in puzzle.givens]
    rows = (" ".join(digits[row : row + size]) for row in range(0, size**2, size))
    return "\n".join([*rows, "-" * 8, *(f"{x} {y}" for x, y in puzzle.relations)])


def parse(document: Document) -> Iterator[Parsed]:
    """Yield the puzzles, which are grids with their pairs."""
    lines = [line for _, line in document.filled_lines()]
    if lines[0].text.strip().isdecimal():
        del lines[0]
    if not lines:
        fault = Fault(document.line + 1, 1, (Message("formats.grid", "a grid"),), END_OF_FILE)
        raise document.error([fault])
    index = 0
    while index < len(lines):
        puzzle = _Puzzle(document, lines, index)
        yield puzzle.read()
        index = puzzle.index


_NUMBERS = Message("formats.found-numbers", "{n} number", "{n} numbers")
_LINE_OF_HYPHENS = Message("formats.line-of-hyphens", "a line of hyphens")


def _quote(word: str) -> Text:
    return quote(word) if len(word) == 1 else quoted_beginning(word)


def _count(words: list[str]) -> Message:
    """Return the name of a line, given as its words; of no words, the end of the file."""
    return Message("formats.words", "{n} word", "{n} words", n=len(words)) if words else END_OF_FILE


class _Puzzle:
    """Reads the puzzle whose lines begin at `index`, which then becomes that of the next one."""

    def __init__(self, document: Document, lines: list[Line], index: int) -> None:
        self._document = document
        self._lines = lines
        self._first = lines[index]
        self.index = index

    def read(self) -> Parsed:
        following = (line.text.split() for line in self._lines[self.index : self.index + 2])
        number = None
        if pair_list_header(list(following)):
            number = self._number(self._words()[1], 0, 10**3)
            self.index += 1
        size = len(self._words())
        if not 2 <= size <= LARGEST:
            expected = ROW_OF_SIZES.fill(least=2, most=LARGEST)
            self._fail(expected, _NUMBERS.fill(n=size))
        self._builder = Builder(latin(size))
        for row in range(size):
            self._take_row(row * size)
        self._take_pairs(number)
        return self._builder.parsed(self._first.number)

    def _words(self) -> list[str]:
        return self._lines[self.index].text.split() if self.index < len(self._lines) else []

    def _take_row(self, first: int) -> None:
        size, words = self._builder.geometry.size, self._words()
        if len(words) != size:
            self._fail(ROW_OF_CELLS.fill(size=size), _count(words))
        for cell, word in enumerate(words, first):
            if word not in ("0", ".", "_", "?", "-"):
                self._builder.give(cell, self._number(word, 1, size))
        self.index += 1

    def _take_pairs(self, number: int | None) -> None:
        """Take `number` pairs, or all that follow a line of hyphens."""
        if self.index < len(self._lines) and _LINE.fullmatch(self._lines[self.index].text):
            self.index += 1
        elif number is None:
            self._fail(_LINE_OF_HYPHENS, ANOTHER_LINE if self._words() else END_OF_FILE)
        taken = 0
        while self._words() if number is None else taken < number:
            words = self._words()
            if number is None and self._ends(words, taken):
                return
            if len(words) not in (2, 4):
                self._fail(Message("formats.pair", "a pair ('x y' or 'r c r c')"), _count(words))
            self._take_pair(self._lines[self.index], words)
            taken += 1
            self.index += 1

    def _ends(self, words: list[str], taken: int) -> bool:
        """Whether a line, given as its words, follows a blank line and begins another puzzle."""
        if self._lines[self.index].number == self._lines[self.index - 1].number + 1:
            return False
        is_row = len(words) == self._builder.geometry.size or len(words) not in (2, 4)
        return bool(taken) or is_row or bool(pair_list_header([words, self._below()]))

    def _below(self) -> list[str]:
        return self._lines[self.index + 1].text.split() if self.index + 1 < len(self._lines) else []

    def _take_pair(self, line: Line, words: list[str]) -> None:
        size = self._builder.geometry.size
        if len(words) == 2:
            lesser, greater = (self._number(word, 0, size**2 - 1) for word in words)
        else:
            places = [self._number(word, 1, size) - 1 for word in words]
            lesser, greater = places[0] * size + places[1], places[2] * size + places[3]
        if objection := self._builder.relate(lesser, greater):
            pair = Message("formats.the-pair", "the pair '{pair}'", pair=" ".join(words))
            if objection != NO_NEIGHBOURS:
                self._fail(Message("formats.another-pair", "another pair"), pair, hint=objection)
            if not self._builder.lacks_enough:
                self._builder.lacks(Fault(line.number, 1, (NEIGHBOURS,), pair, text=line.text))

    def _number(self, word: str, least: int, most: int) -> int:
        if not (re.fullmatch("[0-9]{1,3}", word) and least <= int(word) <= most):
            self._fail(NUMBERS.fill(range=f"{least}-{most}"), _quote(word), word)
        return int(word)

    def _fail(self, expected: Message, found: Text, word: str = "", hint: Text = "") -> NoReturn:
        """Raise `PuzzleSyntaxError` at a word of the current line, or at the end of the file."""
        if self.index < len(self._lines):
            line = self._lines[self.index]
            at = re.search(rf"(?<!\S){re.escape(word)}(?!\S)", line.text) if word else None
            column = (at.start() if at else len(line.text) - len(line.text.lstrip(" \t"))) + 1
        else:
            line, column = Line(self._lines[-1].number + 1, ""), 1
        fault = Fault(line.number, column, (expected,), found, hint, line.text)
        raise self._document.error([fault])
