"""The *extended* format: 17 lines of signs and perhaps nine of givens, `grammar/extended.lark`;
at other sizes likewise.

A text that the grammar refuses is taken apart into lines of signs, which `Pattern` holds
against the 17, and rows of givens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import compress, groupby

from ineqsudoku.errors import Fault
from ineqsudoku.formats.document import Document, Line, starts_of_lines
from ineqsudoku.formats.givens import what_a_cell_is
from ineqsudoku.formats.grammars import line_fault
from ineqsudoku.formats.pattern import Pattern, runs
from ineqsudoku.formats.signlines import Kind
from ineqsudoku.formats.sizes import SIZES, WORDS, language
from ineqsudoku.geometry import SUDOKU, Geometry
from ineqsudoku.puzzle import ABSENT, Puzzle


@dataclass(frozen=True, slots=True)
class _Section:
    """The runs of lines of signs that follow each other, and then those of rows of givens."""

    signs: list[list[Line]] = field(default_factory=list)
    rows: list[list[Line]] = field(default_factory=list)


_FEW = 3
"""So many lines that could be rows are rows.  Where fewer stand among signs, they are lines
of signs with slips: a down line without signs looks like a row."""


@dataclass(frozen=True, slots=True)
class Extended:
    """The format at one size, in a grammar of its own; `pattern` is its lines of signs."""

    geometry: Geometry
    pattern: Pattern

    TOKEN = None

    def puzzle(self, characters: str) -> Puzzle:
        """The puzzle of the signs of all pairs and perhaps the cells that the grammar found."""
        inside, outside = _inside_boxes(self.geometry)
        cells = characters[len(inside) :].translate(dict.fromkeys(map(ord, self._empty), ABSENT))
        signs, border_signs = ("".join(compress(characters, of)) for of in (inside, outside))
        return Puzzle.of(self.geometry, signs, cells, border_signs)

    def write(self, puzzle: Puzzle) -> str:
        """Lines with one blank between signs and, where there are givens, a blank line and
        rows; without a last newline."""
        text = self.pattern.written(signs_of(puzzle))
        givens, size = puzzle.givens, self.geometry.size
        if not puzzle.has_givens:
            return text
        rows = (givens[start : start + size] for start in range(0, len(givens), size))
        return "\n".join([text, "", *rows])

    def starts(self, text: str) -> list[int]:
        """Lines of signs are cut into puzzles as `Pattern.starts` has it; rows of givens
        belong to the puzzle before them, as long as there are not more than it has."""
        lines = starts_of_lines(text)
        start_of = [start for start, _ in lines]
        found: list[int] = []
        numbered = [Line(number, line) for number, (_, line) in enumerate(lines, 1)]
        for section in self._sections(numbered):
            blocks = [[start_of[line.number - 1] for line in block] for block in section.signs]
            found += self.pattern.starts(blocks)
            rows = 0
            for run in section.rows:
                rows += len(run)
                if not blocks or rows > self.geometry.size:
                    found.append(start_of[run[0].number - 1])
        return sorted(set(found))

    def faults(self, document: Document, index: int) -> Iterator[Fault]:
        """All that can be told apart in a text that the grammar refuses, from `index` on.

        As in contest, a line too many shows in the next puzzle only; lines of signs right
        before are looked at, too.
        """
        before = document.lines_before(index, len(self.pattern.lines))
        lines = [Line(0, line) for line in document.text[before:index].split("\n")[:-1]]
        has_rows = any(section.rows for section in self._sections(lines))
        excerpt = document.excerpt(index if has_rows else before)
        *others, last = self._sections(excerpt.lines)
        for section in others:
            yield from self._faults_of(section, is_whole=True)
        yield from self._faults_of(last, excerpt.is_whole)

    @property
    def _empty(self) -> str:
        """The two signs of an empty cell."""
        return ".0" if self.geometry.symbol == "digit" else ".-"

    @property
    def _row(self) -> str:
        return f"a row of {WORDS[self.geometry.size]} cells"

    def _sections(self, lines: Sequence[Line]) -> list[_Section]:
        """All lines but the blank ones, in order."""
        sections: list[_Section] = []
        for block in runs(lines, lambda line: line.text):
            for are_signs, run in self._sorted_out(block):
                if not sections or (are_signs and sections[-1].rows):
                    sections.append(_Section())
                (sections[-1].signs if are_signs else sections[-1].rows).append(run)
        return sections

    def _sorted_out(self, block: list[Line]) -> Iterator[tuple[bool, list[Line]]]:
        """Runs of lines that are meant for signs (True) or for rows (False)."""
        looks = [(self._is_signs(line.text), line) for line in block]
        alike = [[line for _, line in run] for _, run in groupby(looks, key=lambda look: look[0])]
        whole = len(alike) == 1 and any(map(self._symbols, (line.text for line in block)))
        kinds = [self._is_signs(run[0].text) or not (len(run) >= _FEW or whole) for run in alike]
        for are_signs, found in groupby(zip(kinds, alike, strict=True), key=lambda run: run[0]):
            yield are_signs, [line for _, run in found for line in run]

    def _is_signs(self, text: str) -> bool:
        """Whether a line cannot be meant for a row: it has more signs than symbols, or is as
        long as an across line and has no symbols."""
        symbols = self._symbols(text)
        signs = sum(map(text.count, "<>^v"))
        is_across = len("".join(text.split())) == self.pattern.across.size
        return signs > symbols or (not symbols and is_across)

    def _symbols(self, text: str) -> int:
        """How many digits there are, right or wrong, or letters of the size."""
        if self.geometry.symbol == "digit":
            return sum(map(str.isdigit, text))
        return sum(map(text.count, self.geometry.symbols))

    def _faults_of(self, section: _Section, is_whole: bool) -> Iterator[Fault]:
        """What is wrong with a section, which if not `is_whole` goes on."""
        if section.signs:
            faults = self.pattern.faults(section.signs, is_whole or bool(section.rows))
            yield from map(_with_hint, faults)
        else:
            first = section.rows[0][0]
            expected = (str(self.pattern.across),)
            hint = f"Givens stand below the {len(self.pattern.lines)} lines of signs."
            yield Fault(first.number, 1, expected, "a row of givens", hint, first.text)
        if section.rows:
            yield from self._faults_of_rows(section.rows, is_whole)

    def _faults_of_rows(self, blocks: list[list[Line]], is_whole: bool) -> Iterator[Fault]:
        size, word = self.geometry.size, WORDS[self.geometry.size]
        rows = [row for block in blocks for row in block]
        for row in rows[:size]:
            if fault := line_fault(self.pattern.language, "ROW", "row", row):
                yield replace(fault, hint=self._hint(fault))
        if len(rows) > size:
            row = rows[size]
            hint = f"{len(rows)} rows of givens; {word} make a puzzle."
            yield Fault(row.number, 1, (_NEXT_PUZZLE,), "another row", hint, row.text)
        elif len(rows) < size and is_whole:
            count = "1 row" if len(rows) == 1 else f"{len(rows)} rows"
            hint = f"{count} of givens so far; {word} make a puzzle."
            yield Fault(rows[-1].number + 1, 1, (self._row,), "the end of the puzzle", hint)
        elif len(blocks) > 1:
            hint = "Blank lines may stand between signs and givens, not inside givens."
            yield Fault(blocks[0][-1].number + 1, 1, (self._row,), "a blank line", hint)

    def _hint(self, fault: Fault) -> str:
        cells = "".join(fault.text.split())
        if set(cells) <= {*self.geometry.symbols, *self._empty}:
            return f"{len(cells)} cells in a row, which has {self.geometry.size}."
        return what_a_cell_is(self.geometry, self._empty)


_NEXT_PUZZLE = "a puzzle or the end of the file"


def _with_hint(fault: Fault) -> Fault:
    if fault.hint.startswith("A digit"):
        return replace(fault, hint="A digit: givens stand below all the lines of signs.")
    return fault


def _of_size(size: int) -> Extended:
    across, down = Kind("across", "<>", size - 1), Kind("down", "^v", size)
    lines = ((across, down) * size)[:-1]
    return Extended(SUDOKU[size], Pattern(language("extended", size), lines, across, down))


OF_SIZE = {size: _of_size(size) for size in SIZES["extended"]}


def signs_of(puzzle: Puzzle) -> str:
    """The signs of all pairs as they are written, those on box borders among the others."""
    inside, border = iter(puzzle.signs), iter(puzzle.border_signs)
    are_inside, _ = _inside_boxes(puzzle.geometry)
    return "".join(next(inside if is_inside else border) for is_inside in are_inside)


@cache
def _inside_boxes(geometry: Geometry) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
    """Of all pairs whether they are inside a box, and whether they are not."""
    inside = tuple(map(geometry.in_one_box, geometry.pairs))
    return inside, tuple(not is_inside for is_inside in inside)


def write(puzzle: Puzzle) -> str:
    """The text of a puzzle of any size that the format has."""
    return OF_SIZE[puzzle.geometry.size].write(puzzle)
