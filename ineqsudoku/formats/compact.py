"""The *compact* format: the 108 signs of a puzzle on one line, `grammar/compact.lark`."""

from __future__ import annotations

import re
from functools import cache
from itertools import count
from typing import ClassVar

from lark import Token, Tree

from ineqsudoku.errors import Fault
from ineqsudoku.formats import grammar
from ineqsudoku.formats.contest import ACROSS, BAND
from ineqsudoku.formats.lines import LineFormat, LineKind, Span
from ineqsudoku.formats.signs import DOWN, LINES, advise, count_signs
from ineqsudoku.formats.source_text import Entry, ParseResult, SourceText
from ineqsudoku.formats.words import A_PUZZLE_OR_END
from ineqsudoku.messages import Message, Text
from ineqsudoku.puzzle import NO_SIGNS, Puzzle

SIZE = len(NO_SIGNS)

_SIGNS = [
    "^v" if kind == "D" else "<>"
    for kind in BAND * 3
    for _ in range(DOWN if kind == "D" else ACROSS)
]
"""The two signs that may stand at a place of a line."""

_LAYOUT = LineKind(
    "layout",
    Message("formats.expected-layout", "a line of {size} signs", size=SIZE),
    Message("formats.layout", "a line of signs"),
)


class Compact(LineFormat):
    """The format of a puzzle a line."""

    name = "compact"
    kinds: ClassVar = {"L": _LAYOUT}
    puzzle = "L"
    at_end = A_PUZZLE_OR_END

    def read(self, source_text: SourceText, *, lossy: bool = False) -> ParseResult:
        puzzles = read_layouts(source_text.text)
        if puzzles is None:
            return super().read(source_text)
        entries = map(Entry, count(source_text.index), count(source_text.line), puzzles)
        return ParseResult([*entries], source_text.warnings)

    def make(self, tree: Tree[Token]) -> Puzzle:
        return self.make_of_line(str(tree.children[0]))

    def make_of_line(self, line: str) -> Puzzle:
        return Puzzle(line.strip(" \t\n"))

    def guess(self, line: str) -> str:
        return "L"

    def divide(self, letters: str) -> list[Span]:
        """Return every line except the headings."""
        return [(place, place + 1) for place, letter in enumerate(letters) if letter != "h"]

    def pattern(self, letters: str) -> str:
        return "L"

    def count(self, letters: str, _: int) -> Message:
        return LINES.fill(n=len(letters), size=1)

    def hint(self, fault: Fault, line: str, _: LineKind) -> Text:
        signs = line.strip(" \t")
        place = len(signs) - len(line.rstrip(" \t")) + fault.column - 1
        if place < len(signs) and signs[place] in " \t":
            return _NO_BLANKS
        if place < min(len(signs), SIZE):
            return advise(signs[place], _SIGNS[place])
        return count_signs(len(signs), SIZE)


_NO_BLANKS = Message("formats.no-blanks", "There are no blanks between the signs of this format.")

COMPACT = Compact()

read = COMPACT.read


def write(puzzle: Puzzle) -> str:
    """Return the signs."""
    return puzzle.signs


@cache
def _layouts() -> re.Pattern[str]:
    layout = grammar.terminal(COMPACT.name, _LAYOUT.terminal)
    return re.compile(f"(?:{layout})+")


def read_layouts(text: str) -> list[Puzzle] | None:
    """Return the puzzles of a text whose lines are all well-formed; `None` for any other text.

    It is much faster than one line after the other, and matches the terminal of the grammar.
    """
    if not _layouts().fullmatch(text):
        return None
    return Puzzle.layouts_unchecked([line.strip(" \t") for line in text.split("\n")[:-1]])
