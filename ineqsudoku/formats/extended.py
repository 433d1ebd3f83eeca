"""The *extended* format: signs on box borders and givens, too, `grammar/extended.lark`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar

from lark import Token, Transformer, Tree

from ineqsudoku.errors import Fault
from ineqsudoku.formats.lines import LineFormat, LineKind, Span
from ineqsudoku.formats.plain import A_CELL_IS, empty_cells
from ineqsudoku.formats.recognition import Line
from ineqsudoku.formats.signs import (
    DOWN_KIND,
    LINES,
    NO_DIGITS,
    across_kind,
    advise_on_line,
    guess_kind,
    write_lines,
)
from ineqsudoku.formats.words import A_PUZZLE_OR_END, ROW_OF_CELLS
from ineqsudoku.geometry import PAIRS, ROWS, SIZE
from ineqsudoku.messages import Message, Text
from ineqsudoku.puzzle import ABSENT, NO_GIVENS, Puzzle, relations_between

ACROSS = 8
"""The number of signs in an across line."""

_FEW = 2
"""Up to this many rows at the end of a puzzle are taken for faulty lines of signs."""

_SIGNS = "AD" * 8 + "A"
_BOARD = "CD" * 8 + "C"
_ROWS = "R" * SIZE

_ROW = LineKind(
    "row", ROW_OF_CELLS.fill(size=SIZE), Message("formats.row-of-givens", "a row of givens")
)
_CELLS_LINE = LineKind(
    "cells_line",
    Message("formats.expected-cells", "a line of {size} cells with signs between them", size=SIZE),
    Message("formats.cells-line", "a line of cells with signs between them"),
)


_PUZZLE = f"{_SIGNS}(?:{_ROWS})?|{_BOARD}"

_WHOLE = re.compile(rf"(?:{_PUZZLE})(?=h*$|h+[^hRr]|[^DRrh][^Rrh][^Rr])")
"""A complete puzzle: below it are neither givens nor further lines of signs, but headings, the next
puzzle or nothing."""

_UNCLEAR = re.compile(rf"{_SIGNS}A(?:{_PUZZLE})|{_BOARD}C(?:{_PUZZLE})")
"""Two puzzles with a surplus line between them.  The line looks like its neighbours, so it is not
clear which of them is surplus."""

_BEGINNING = re.compile(r"(?<!h)(?=h+(?:[Aa]DA|[Cc]DC))|(?<![Dh])(?=[Aa]DA|[Cc]DC)")
"""The place below other lines where a puzzle, or the headings above it, may begin."""


def _rows_or_signs(part: re.Match[str]) -> str:
    """Replace each `E`, a line of nine dots: by `R` if three rows are together, else by `D`."""
    has_rows = re.search(f"[RrE]{{{_FEW + 1}}}", part[0])
    return part[0].replace("E", "R" if has_rows else "D")


def _next_puzzle(letters: str, start: int) -> int:
    """Return where the puzzle below the one at `start` begins."""
    if known := _UNCLEAR.match(letters, start) or _WHOLE.match(letters, start):
        return known.end()
    places = [len(letters.rstrip("h"))]
    for beginning in _BEGINNING.finditer(letters, start + 1):
        places.insert(-1, beginning.start())
        if beginning.start() - start > 2 * len(_SIGNS + _ROWS):
            break  # A place further down cannot be better.
    sizes = len(_SIGNS), len(_SIGNS + _ROWS)
    return min(places, key=lambda place: min(abs(place - start - size) for size in sizes))


_DOTS = re.compile(rf"(?:[ \t]*\{ABSENT}){{{SIZE}}}[ \t]*")
"""A row of empty cells or a down line of absent signs."""


class ExtendedTransformer(Transformer[Token, Puzzle]):
    """Makes a puzzle of its tree."""

    def ACROSS(self, line: Token) -> tuple[str, str]:  # noqa: N802 - the terminal's name
        """Return the signs and the cells of a line."""
        return "".join(line.split()), ""

    DOWN = ACROSS

    def ROW(self, line: Token) -> tuple[str, str]:  # noqa: N802 - the terminal's name
        return "", empty_cells(line)

    def CELLS(self, line: Token) -> tuple[str, str]:  # noqa: N802 - the terminal's name
        text = "".join(line.split())
        return text[1::2], empty_cells(text[::2])

    def puzzle(self, lines: list[tuple[str, str]]) -> Puzzle:
        signs, cells = map("".join, zip(*lines, strict=True))
        return Puzzle.from_relations(relations_between(PAIRS, signs), cells or NO_GIVENS)


class Extended(LineFormat):
    """The format of puzzles with all signs and givens."""

    name = "extended"
    kinds: ClassVar = {"A": across_kind(ACROSS), "D": DOWN_KIND, "C": _CELLS_LINE, "R": _ROW}
    puzzle = _PUZZLE
    at_end = A_PUZZLE_OR_END

    def make(self, tree: Tree[Token]) -> Puzzle:
        return ExtendedTransformer().transform(tree)

    def letters(self, lines: Iterable[Line]) -> str:
        """Return the letters of the lines of a run.

        Nine dots are a row of empty cells beside other rows or alone, else a line of absent signs.
        """
        letters = "".join(
            "E" if _DOTS.fullmatch(line.text) else self.letter(line.text) for line in lines
        )
        if set(letters) == {"E"}:
            return "R" * len(letters)
        return re.sub("[RrE]+(?:[a-z][RrE]+)*", _rows_or_signs, letters)

    def guess(self, line: str) -> str:
        """Return the letter of the kind that a faulty line was meant to have, or `x`.

        It is `C` if most characters at even places are digits and most others signs, `R` if it has
        more digits than signs, else the kind of its signs.  A line of mostly other characters is
        `x`.
        """
        text = "".join(line.split())
        signs, digits = sum(map(text.count, "<>^v")), sum(map(str.isdigit, text))
        if 2 * (signs + digits + text.count(ABSENT)) < len(text):
            return "x"
        cells_first = sum(map(str.isdigit, text[::2])), sum(map("<>.".count, text[1::2]))
        if all(2 * n > len(text) // 2 for n in cells_first) and (signs or len(text) > SIZE + 2):
            return "C"
        return "R" if digits > signs else guess_kind(line, ACROSS)

    def continues(self, before: str, letters: str) -> bool:
        """Whether a run begins with rows of givens below signs."""
        rows = letters[:SIZE].count("R") + letters[:SIZE].count("r")
        above = before.rstrip("h")[-2:]
        is_below = above[-1:] in {*"AaDdx"} and not set(above) & set("CcRr")
        return is_below and (letters[0] in "Rr" or rows > SIZE // 2)

    def divide(self, letters: str) -> list[Span]:
        """Return the puzzles of a run with faults.

        A puzzle begins below a well-formed one.  Below a faulty one, it begins where two lines look
        like the beginning of a band and no band contains the line before.  If there are several
        such places, the size of the faulty puzzle decides: it should be nearest to that of a whole
        one.
        """
        spans: list[Span] = []
        start = 0
        while start < len(letters):
            if letters[start] == "h":
                start += 1
                continue
            following = _next_puzzle(letters, start)
            spans.append((start, start + len(letters[start:following].rstrip("h"))))
            start = following
        return spans

    def pattern(self, letters: str) -> str:
        if letters[0] in "Cc":
            return _BOARD
        rows = len(letters) - len(letters.rstrip("Rrx"))
        return _SIGNS + (_ROWS if rows > _FEW else "")

    def count(self, letters: str, place: int) -> Message:
        rows = sum(map(letters.count, "Rr"))
        if place >= len(_SIGNS) and letters[place : place + 1] in ("", "R", "r"):
            return _ROWS_OF_GIVENS.fill(n=rows, size=SIZE)
        if rows == len(letters):
            return _BELOW_SIGNS.fill(size=len(_SIGNS))
        return LINES.fill(n=len(letters) - rows, size=len(_SIGNS))

    def hint(self, fault: Fault, line: str, kind: LineKind) -> Text:
        if kind is _ROW:
            cells = line.replace(" ", "").replace("\t", "")
            is_short = set(cells) <= set("0123456789.")
            return _CELLS_OF_ROW.fill(n=len(cells), size=SIZE) if is_short else A_CELL_IS
        if kind is _CELLS_LINE:
            return _BETWEEN_CELLS
        hint = advise_on_line(fault, line, kind, ACROSS)
        return _DIGITS_BELOW_SIGNS if hint == NO_DIGITS else hint


_DIGITS_BELOW_SIGNS = Message(
    "formats.digits-below-signs", "A digit: givens stand below all the lines of signs."
)
_BELOW_SIGNS = Message("formats.below-signs", "Givens stand below the {size} lines of signs.")
_BETWEEN_CELLS = Message(
    "formats.between-cells",
    "A line has nine cells, '0' for an empty one, and eight signs between them.",
)
_ROWS_OF_GIVENS = Message(
    "formats.rows-of-givens",
    "There is {n} row of givens; a puzzle has {size}.",
    "There are {n} rows of givens; a puzzle has {size}.",
)
_CELLS_OF_ROW = Message(
    "formats.cells-of-given-row",
    "This row has {n} cell instead of {size}.",
    "This row has {n} cells instead of {size}.",
)

EXTENDED = Extended()

read = EXTENDED.read


def write(puzzle: Puzzle) -> str:
    """Return 17 lines with single blanks between signs; then a blank line and the givens, if any.

    There is no trailing newline.
    """
    sign_of = {relation.pair: relation.sign for relation in puzzle.relations}
    signs = "".join(sign_of.get(pair, ".") for pair in PAIRS)
    text = write_lines(signs, _SIGNS, ACROSS)
    if not puzzle.has_givens:
        return text
    rows = ("".join(puzzle.givens[cell] for cell in row) for row in ROWS)
    return "\n".join([text, "", *rows])
