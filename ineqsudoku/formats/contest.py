"""The *contest* format: 15 lines a puzzle, `grammar/contest.lark`.

Reading goes the fast way, a token a line.  Only when that fails, the lines are taken one
by one, a token a sign, so that every faulty line can be told.
"""

from __future__ import annotations

from collections.abc import Iterator

from ineqsudoku.errors import Fault
from ineqsudoku.formats.document import Document, starts_of_lines
from ineqsudoku.formats.pattern import Pattern, runs
from ineqsudoku.formats.signlines import ACROSS, BAND, DOWN
from ineqsudoku.puzzle import Puzzle

TOKEN = None

_PATTERN = Pattern("contest", BAND * 3, ACROSS, DOWN)


def puzzle(characters: str) -> Puzzle:
    """The puzzle of the 108 signs that the grammar found."""
    return Puzzle(characters)


def write(puzzle: Puzzle) -> str:
    """15 lines with one blank between signs, without a last newline."""
    return _PATTERN.written(puzzle.signs)


def starts(text: str) -> list[int]:
    """Every 15 lines are a puzzle, as far as they go, see `Pattern.starts`."""
    lines = starts_of_lines(text)
    return _PATTERN.starts([[start for start, _ in run] for run in runs(lines, _text)])


def _text(line: tuple[int, str]) -> str:
    return line[1]


def faults(document: Document, index: int) -> Iterator[Fault]:
    """All that can be told apart in a text that the grammar refuses, from `index` on.

    A line too many shows only in what seems to be the next puzzle, so the puzzle before is
    looked at, too, when no blank line parts it.
    """
    excerpt = document.excerpt(document.lines_before(index, len(_PATTERN.lines)))
    blocks = runs(excerpt.lines, lambda line: line.text)
    return _PATTERN.faults(blocks, excerpt.is_whole)
