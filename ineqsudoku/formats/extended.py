"""The *extended* format, `grammar/extended.lark`.

At 9×9, a puzzle is 17 lines of signs and optionally nine rows of givens.  To locate faults, a text
is divided into rows of givens and lines of signs, which `Pattern` compares with the 17 lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache, partial
from itertools import compress, groupby, islice, takewhile
from operator import itemgetter

from ineqsudoku.errors import Fault
from ineqsudoku.formats.document import Document, Line
from ineqsudoku.formats.grammar import line_fault
from ineqsudoku.formats.mending import MISPLACED
from ineqsudoku.formats.plain import symbols_of_any_size, what_a_cell_is
from ineqsudoku.formats.recognition import SIGNS, is_alternating
from ineqsudoku.formats.registry import FORMATS, language
from ineqsudoku.formats.scanning import BLANK_LINE, END_OF_PUZZLE, LINE_OF_SIGNS, ROW_OF_CELLS
from ineqsudoku.formats.sections import Run, blocks, sections, starts_of_puzzles
from ineqsudoku.formats.signlines import LINES, NO_DIGITS, LineKind, Pattern, runs
from ineqsudoku.formats.syntax import Syntax
from ineqsudoku.geometry import SUDOKU, Geometry, Pair
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import ABSENT, Puzzle


@dataclass(frozen=True, slots=True)
class _Section:
    """Consecutive runs of lines of signs, and then runs of rows of givens."""

    signs: list[list[Line]] = field(default_factory=list)
    rows: list[list[Line]] = field(default_factory=list)


_FEW = 3
"""A run of at least this many lines that look like rows is taken for rows.  A shorter one amid
lines of signs is taken for faulty lines of signs, since a down line without signs looks like a
row."""


@dataclass(frozen=True, slots=True)
class Extended(Syntax):
    """The format at one size; `pattern` has its lines of signs."""

    language: str
    geometry: Geometry
    pattern: Pattern

    @property
    def characters(self) -> str:
        return SIGNS + symbols_of_any_size(self.geometry) + self._empty[1]

    @property
    def lengths(self) -> tuple[int, ...]:
        size = self.geometry.size
        return size - 1, size, 2 * size - 1

    def puzzle(self, characters: str) -> Puzzle:
        """Return the puzzle with the signs of all pairs; cells may follow or stand between them."""
        inside, outside = _inside_boxes(self.geometry)
        if self._is_cell(characters[0]):
            are_signs = [pair is not None for pair in self.pairs(characters[0])]
            cells = "".join(compress(characters, (not is_sign for is_sign in are_signs)))
            characters = "".join(compress(characters, are_signs)) + cells
        cells = characters[len(inside) :].replace(self._empty[1], ABSENT)
        signs, border_signs = ("".join(compress(characters, of)) for of in (inside, outside))
        return Puzzle.of(self.geometry, signs, cells, border_signs)

    def pairs(self, first: str, /) -> Sequence[Pair | None]:
        """Return the pairs of the signs in order, with `None` for the cells between them."""
        return _pairs_and_cells(self.geometry) if self._is_cell(first) else self.geometry.pairs

    def _is_cell(self, character: str) -> bool:
        """Whether a puzzle with this first character has its cells between the signs."""
        return character not in "<>."

    def starts(self, text: str) -> list[int]:
        """Return the starts of the puzzles.  Lines of signs are divided by `starts_of_puzzles`.
        Rows of givens belong to the puzzle before them, up to the number of rows of a puzzle."""
        starts: list[int] = []
        has_signs = False
        for are_signs, found_runs in groupby(self._runs(text), key=itemgetter(0)):
            if are_signs:
                blocks_of_signs = ((start, end) for _, start, end in found_runs)
                starts += starts_of_puzzles(text, self.pattern, blocks_of_signs)
                has_signs = True
                continue
            rows = 0
            for _, start, end in found_runs:
                rows += text.count("\n", start, end)
                if not has_signs or rows > self.geometry.size:
                    starts.append(start)
        return sorted(set(starts))

    def split(self, text: str, is_whole: bool = True) -> Iterator[int]:
        """See `sections.sections`."""
        return sections(text, self.pattern, partial(self._runs_of_block, text), is_whole)

    def _runs(self, text: str) -> Iterator[Run]:
        """Yield the runs of all lines, none across a blank line."""
        for start, end in blocks(text):
            yield from self._runs_of_block(text, start, end)

    def _runs_of_block(self, text: str, start: int, end: int) -> Iterator[Run]:
        ends = iter(re.compile("\n").finditer(text, start, end))
        texts = (line[1] for line in re.compile(r"([^\n]*+)\n").finditer(text, start, end))
        for are_signs, lines in self._classify(texts):
            first, start = start, next(islice(ends, lines - 1, None)).end()
            yield Run(are_signs, first, start)

    def _is_board(self, line: str) -> bool:
        """Whether a line is meant to have cells between the signs."""
        characters = "".join(line.split()).replace(MISPLACED, "")
        longest = 2 * self.geometry.size - 1
        return len(characters) > self.geometry.size and is_alternating(characters[:longest])

    def faults(self, document: Document, index: int) -> Iterator[Fault]:
        """Yield the faults from `index` to the end of an excerpt.

        As in contest, a surplus line shows only in the next puzzle, so lines of signs right before
        `index` are examined too.  If the lines at `index` may be rows, so are their lines of signs.
        """
        if self._is_board(document.text[index : document.text.index("\n", index)]):
            yield from self._faults_of_board(document, index)
            return
        index = self._start_of_signs(document, index)
        before = document.lines_before(index, len(self.pattern.lines))
        lines = [Line(0, line) for line in document.text[before:index].split("\n")[:-1]]
        has_rows = any(section.rows for section in self._sections(lines))
        start = index if has_rows else before
        *others, last = self._sections(document.lines(start))
        for section in others:
            yield from self._faults_of(section, is_whole=True)
        yield from self._faults_of(last, document.is_last_excerpt(start))

    def _faults_of_board(self, document: Document, index: int) -> Iterator[Fault]:
        """Yield the faults of the run of lines at `index`, which has cells between the signs."""
        lines = list(takewhile(lambda line: not line.is_blank, document.lines(index)))
        size = len(self.pattern.lines)
        for number, line in enumerate(lines):
            rule = "down_line" if number % size % 2 else "cells_line"
            if fault := line_fault(self.language, rule, line):
                yield fault
        if len(lines) % size:
            hint = LINES.fill(n=len(lines), size=size)
            yield Fault(lines[-1].number + 1, 1, (LINE_OF_SIGNS,), END_OF_PUZZLE, hint)

    def _start_of_signs(self, document: Document, index: int) -> int:
        """Return the start of the signs to which the row at `index` belongs.

        That is `index` itself when the line is no row, or is too far from any signs.
        """
        look, lines = self._look(), len(self.pattern.lines)
        start, end = index, document.text.index("\n", index)
        for _ in range(3 * self.geometry.size):
            is_signs, _ = look(document.text[start:end])
            if is_signs:
                return index if start == index else document.lines_before(end + 1, lines)
            if start == 0:
                break
            start, end = document.text.rfind("\n", 0, start - 1) + 1, start - 1
        return index

    @property
    def _empty(self) -> str:
        """The two characters for an empty cell."""
        return ".0" if self.geometry.symbol == "digit" else ".-"

    @property
    def _row(self) -> Message:
        return ROW_OF_CELLS.fill(size=self.geometry.size)

    def _sections(self, lines: Sequence[Line]) -> list[_Section]:
        """Return the lines in sections, in order and without blank lines."""
        sections: list[_Section] = []
        for block in runs(lines):
            left = iter(block)
            for are_signs, number in self._classify(line.text for line in block):
                if not sections or (are_signs and sections[-1].rows):
                    sections.append(_Section())
                run = list(islice(left, number))
                (sections[-1].signs if are_signs else sections[-1].rows).append(run)
        return sections

    def _classify(self, block: Iterable[str]) -> Iterator[tuple[bool, int]]:
        """Yield the runs of lines meant as signs (True) or rows (False), with their lengths."""
        looks: list[tuple[bool, int]] = []
        symbols = 0
        for are_signs, run in groupby(map(self._look(), block), key=itemgetter(0)):
            number = 0
            for number, (_, in_line) in enumerate(run, 1):  # noqa: B007 - used after the loop
                symbols += in_line
            looks.append((are_signs, number))
        whole = len(looks) == 1 and symbols > 0
        kinds = ((look or not (number >= _FEW or whole), number) for look, number in looks)
        for are_signs, of_kind in groupby(kinds, key=itemgetter(0)):
            yield are_signs, sum(number for _, number in of_kind)

    def _look(self) -> Callable[[str], tuple[bool, int]]:
        """Return a function that tells whether a line cannot be a row, and its number of symbols.

        A line cannot be a row if it has more signs than symbols, if it has cells between its
        signs, or if it is as long as an across line and has no symbols.  Symbols are the letters
        of the size, or all digits.
        """
        is_digit = self.geometry.symbol == "digit"
        symbols_of = "0123456789" if is_digit else self.geometry.symbols
        table = _signs_and_symbols(symbols_of)
        across = self.pattern.across.size

        def look(line: str) -> tuple[bool, int]:
            marks = line.translate(table)
            signs, symbols = marks.count("<"), marks.count("1")
            if len(line) >= 2 * across + 1 and self._is_board(line):
                return True, 0
            if signs or symbols:
                return signs > symbols, symbols
            return len("".join(line.split())) == across, 0

        return lru_cache(maxsize=1024)(look)  # Faulty texts often repeat lines.

    def _faults_of(self, section: _Section, is_whole: bool) -> Iterator[Fault]:
        """Yield the faults in a section; unless `is_whole`, the section is cut off at its end."""
        if section.signs:
            faults = self.pattern.faults(section.signs, is_whole or bool(section.rows))
            yield from map(_with_hint, faults)
        else:
            first = section.rows[0][0]
            expected = (self.pattern.across.expected,)
            hint = _BELOW_SIGNS.fill(size=len(self.pattern.lines))
            yield Fault(first.number, 1, expected, _ROW_OF_GIVENS, hint, first.text)
        if section.rows:
            yield from self._faults_of_rows(section.rows, is_whole)

    def _faults_of_rows(self, blocks: list[list[Line]], is_whole: bool) -> Iterator[Fault]:
        size = self.geometry.size
        rows = [row for block in blocks for row in block]
        for row in rows[:size]:
            if fault := line_fault(self.language, "row", row):
                yield replace(fault, hint=self._hint(row.text))
        if len(rows) > size:
            row = rows[size]
            hint = _ROWS.fill(n=len(rows), size=size)
            yield Fault(row.number, 1, (_NEXT_PUZZLE,), _ANOTHER_ROW, hint, row.text)
        elif len(rows) < size and is_whole:
            hint = _ROWS_SO_FAR.fill(n=len(rows), size=size)
            yield Fault(rows[-1].number + 1, 1, (self._row,), END_OF_PUZZLE, hint)
        elif len(blocks) > 1:
            place = blocks[0][-1].number + 1
            yield Fault(place, 1, (self._row,), BLANK_LINE, _BEFORE_GIVENS)

    def _hint(self, row: str) -> Message:
        cells = "".join(row.split())
        if set(cells) <= {*self.geometry.symbols, *self._empty}:
            return _CELLS_OF_ROW.fill(n=len(cells), size=self.geometry.size)
        return what_a_cell_is(self.geometry, self._empty)


@cache
def _signs_and_symbols(symbols: str) -> dict[int, str | None]:
    """Return a table for `str.translate`: signs become `<`, symbols `1`, other ASCII is removed."""
    table: dict[int, str | None] = dict.fromkeys(range(128))
    return table | {ord(sign): "<" for sign in "<>^v"} | {ord(symbol): "1" for symbol in symbols}


_ROW_OF_GIVENS = Message("formats.row-of-givens", "a row of givens")
_ANOTHER_ROW = Message("formats.another-row", "another row")
_NEXT_PUZZLE = Message("formats.puzzle-or-end", "a puzzle or the end of the file")

_BELOW_SIGNS = Message("formats.below-signs", "Givens stand below the {size} lines of signs.")
_DIGITS_BELOW_SIGNS = Message(
    "formats.digits-below-signs", "A digit: givens stand below all the lines of signs."
)
_BEFORE_GIVENS = Message(
    "formats.before-givens", "Blank lines may stand between signs and givens, not inside givens."
)
_ROWS = Message(
    "formats.rows-of-givens",
    "There is {n} row of givens; a puzzle has {size}.",
    "There are {n} rows of givens; a puzzle has {size}.",
)
_ROWS_SO_FAR = Message(
    "formats.rows-of-givens-so-far",
    "There is {n} row of givens so far; a puzzle has {size}.",
    "There are {n} rows of givens so far; a puzzle has {size}.",
)
_CELLS_OF_ROW = Message(
    "formats.cells-of-given-row",
    "This row has {n} cell instead of {size}.",
    "This row has {n} cells instead of {size}.",
)


def _with_hint(fault: Fault) -> Fault:
    if fault.hint == NO_DIGITS:
        return replace(fault, hint=_DIGITS_BELOW_SIGNS)
    return fault


def _of_size(size: int) -> Extended:
    across, down = LineKind("across", "<>", size - 1), LineKind("down", "^v", size)
    lines = ((across, down) * size)[:-1]
    pattern = Pattern(language("extended", size), lines, across, down)
    return Extended(pattern.language, SUDOKU[size], pattern)


OF_SIZE = {size: _of_size(size) for size in FORMATS["extended"].sizes}


@cache
def _pairs_and_cells(geometry: Geometry) -> tuple[Pair | None, ...]:
    """Return the pairs in the order of `Geometry.pairs`, with `None` for the cells among them."""
    items: list[Pair | None] = []
    pairs = iter(geometry.pairs)
    for row in range(geometry.size):
        for column in range(geometry.size):
            items += [None] if column == 0 else [next(pairs), None]
        if row + 1 < geometry.size:
            items += islice(pairs, geometry.size)
    return tuple(items)


@cache
def _inside_boxes(geometry: Geometry) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
    """Return which pairs are inside a box, and which are not."""
    inside = tuple(map(geometry.in_one_box, geometry.pairs))
    return inside, tuple(not is_inside for is_inside in inside)


def write(puzzle: Puzzle) -> str:
    """Return lines with single blanks between signs; then a blank line and the givens, if any."""
    geometry, givens, size = puzzle.geometry, puzzle.givens, puzzle.geometry.size
    inside, border = iter(puzzle.signs), iter(puzzle.border_signs)
    are_inside, _ = _inside_boxes(geometry)
    signs = "".join(next(inside if is_inside else border) for is_inside in are_inside)
    text = OF_SIZE[size].pattern.write(signs)
    if not puzzle.has_givens:
        return text
    rows = (givens[start : start + size] for start in range(0, len(givens), size))
    return "\n".join([text, "", *rows])
