"""The *extended* format: 17 lines of signs and perhaps nine of givens, `grammar/extended.lark`.

A text that the grammar refuses is taken apart into lines of signs, which `Pattern` holds
against the 17, and rows of givens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from ineqsudoku.errors import Fault
from ineqsudoku.formats.document import Document, Line, starts_of_lines
from ineqsudoku.formats.grammars import line_fault
from ineqsudoku.formats.pattern import Pattern, runs
from ineqsudoku.formats.signlines import DOWN, LONG_ACROSS
from ineqsudoku.geometry import IN_BOX_PAIRS, PAIRS, SIZE
from ineqsudoku.puzzle import ABSENT, NO_GIVENS, Puzzle

TOKEN = None

_PATTERN = Pattern("extended", ((LONG_ACROSS, DOWN) * SIZE)[:-1], LONG_ACROSS, DOWN)

_INSIDE = frozenset(IN_BOX_PAIRS)


def puzzle(characters: str) -> Puzzle:
    """The puzzle of the 144 signs and perhaps 81 cells that the grammar found."""
    signs = list(zip(PAIRS, characters, strict=False))
    return Puzzle(
        "".join(sign for pair, sign in signs if pair in _INSIDE),
        characters[len(PAIRS) :].replace("0", ABSENT) or NO_GIVENS,
        "".join(sign for pair, sign in signs if pair not in _INSIDE),
    )


def signs_of(puzzle: Puzzle) -> str:
    """The 144 signs as they are written, those on box borders among the others."""
    inside, border = iter(puzzle.signs), iter(puzzle.border_signs)
    return "".join(next(inside if pair in _INSIDE else border) for pair in PAIRS)


def write(puzzle: Puzzle) -> str:
    """17 lines with one blank between signs and, where there are givens, a blank line and
    nine lines; without a last newline."""
    text = _PATTERN.written(signs_of(puzzle))
    if puzzle.givens == NO_GIVENS:
        return text
    rows = (puzzle.givens[start : start + SIZE] for start in range(0, len(NO_GIVENS), SIZE))
    return "\n".join([text, "", *rows])


def starts(text: str) -> list[int]:
    """Lines of signs are cut into puzzles as `Pattern.starts` has it; rows of givens belong
    to the puzzle before them, as long as there are nine at most."""
    lines = starts_of_lines(text)
    start_of = [start for start, _ in lines]
    found: list[int] = []
    for section in _sections([Line(number, line) for number, (_, line) in enumerate(lines, 1)]):
        blocks = [[start_of[line.number - 1] for line in block] for block in section.signs]
        found += _PATTERN.starts(blocks)
        rows = 0
        for run in section.rows:
            rows += len(run)
            if not blocks or rows > SIZE:
                found.append(start_of[run[0].number - 1])
    return sorted(set(found))


def faults(document: Document, index: int) -> Iterator[Fault]:
    """All that can be told apart in a text that the grammar refuses, from `index` on.

    As in contest, a line too many shows in the next puzzle only; lines of signs right before
    are looked at, too.
    """
    before = document.lines_before(index, len(_PATTERN.lines))
    lines = [Line(0, line) for line in document.text[before:index].split("\n")[:-1]]
    has_rows = any(section.rows for section in _sections(lines))
    excerpt = document.excerpt(index if has_rows else before)
    *others, last = _sections(excerpt.lines)
    for section in others:
        yield from _faults_of(section, is_whole=True)
    yield from _faults_of(last, excerpt.is_whole)


@dataclass(frozen=True, slots=True)
class _Section:
    """The runs of lines of signs that follow each other, and then those of rows of givens."""

    signs: list[list[Line]] = field(default_factory=list)
    rows: list[list[Line]] = field(default_factory=list)


def _sections(lines: Sequence[Line]) -> list[_Section]:
    """All lines but the blank ones, in order."""
    sections: list[_Section] = []
    for block in runs(lines, lambda line: line.text):
        for are_signs, run in _sorted_out(block):
            if not sections or (are_signs and sections[-1].rows):
                sections.append(_Section())
            (sections[-1].signs if are_signs else sections[-1].rows).append(run)
    return sections


_FEW = 3
"""So many lines that could be rows are rows.  Where fewer stand among signs, they are lines
of signs with slips: a down line without signs looks like a row."""


def _sorted_out(block: list[Line]) -> Iterator[tuple[bool, list[Line]]]:
    """Runs of lines that are meant for signs (True) or for rows (False)."""
    looks = [(_is_signs(line.text), line) for line in block]
    alike = [[line for _, line in run] for _, run in groupby(looks, key=lambda look: look[0])]
    whole = len(alike) == 1 and any(map(str.isdigit, "".join(line.text for line in block)))
    kinds = [_is_signs(run[0].text) or not (len(run) >= _FEW or whole) for run in alike]
    for are_signs, found in groupby(zip(kinds, alike, strict=True), key=lambda run: run[0]):
        yield are_signs, [line for _, run in found for line in run]


def _is_signs(text: str) -> bool:
    """Whether a line cannot be meant for a row: it has more signs than digits, or is as long
    as an across line and has no digits."""
    digits = sum(map(str.isdigit, text))
    signs = sum(map(text.count, "<>^v"))
    return signs > digits or (not digits and len("".join(text.split())) == LONG_ACROSS.size)


def _faults_of(section: _Section, is_whole: bool) -> Iterator[Fault]:
    """What is wrong with a section, which if not `is_whole` goes on."""
    if section.signs:
        faults = _PATTERN.faults(section.signs, is_whole or bool(section.rows))
        yield from map(_with_hint, faults)
    else:
        first = section.rows[0][0]
        expected = (str(LONG_ACROSS),)
        hint = f"Givens stand below the {len(_PATTERN.lines)} lines of signs."
        yield Fault(first.number, 1, expected, "a row of givens", hint, first.text)
    if section.rows:
        yield from _faults_of_rows(section.rows, is_whole)


def _with_hint(fault: Fault) -> Fault:
    if fault.hint.startswith("A digit"):
        return replace(fault, hint="A digit: givens stand below all the lines of signs.")
    return fault


def _faults_of_rows(blocks: list[list[Line]], is_whole: bool) -> Iterator[Fault]:
    rows = [row for block in blocks for row in block]
    for row in rows[:SIZE]:
        if fault := line_fault("extended", "ROW", "row", row):
            yield replace(fault, hint=_hint(fault))
    if len(rows) > SIZE:
        row = rows[SIZE]
        hint = f"{len(rows)} rows of givens; nine make a puzzle."
        yield Fault(row.number, 1, (_NEXT_PUZZLE,), "another row", hint, row.text)
    elif len(rows) < SIZE and is_whole:
        count = "1 row" if len(rows) == 1 else f"{len(rows)} rows"
        hint = f"{count} of givens so far; nine make a puzzle."
        yield Fault(rows[-1].number + 1, 1, (_ROW,), "the end of the puzzle", hint)
    elif len(blocks) > 1:
        hint = "Blank lines may stand between signs and givens, not inside givens."
        yield Fault(blocks[0][-1].number + 1, 1, (_ROW,), "a blank line", hint)


_ROW = "a row of nine cells"
_NEXT_PUZZLE = "a puzzle or the end of the file"


def _hint(fault: Fault) -> str:
    cells = "".join(fault.text.split())
    if set(cells) <= set("0123456789."):
        return f"{len(cells)} cells in a row, which has {SIZE}."
    return "A cell is a digit, or '.' or '0' when it is empty."
