"""The *contest* format: 15 lines a puzzle, `grammar/contest.lark`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ineqsudoku.errors import Fault
from ineqsudoku.formats.document import Document
from ineqsudoku.formats.pattern import Pattern, runs
from ineqsudoku.formats.scanning import blocks
from ineqsudoku.formats.sections import Run
from ineqsudoku.formats.sections import sections as found
from ineqsudoku.formats.signlines import ACROSS, BAND, DOWN, SIGNS
from ineqsudoku.geometry import IN_BOX_PAIRS, Pair
from ineqsudoku.puzzle import Puzzle

CHARACTERS = SIGNS
LENGTHS = (ACROSS.size, DOWN.size)

_PATTERN = Pattern("contest", BAND * 3, ACROSS, DOWN)


def puzzle(characters: str) -> Puzzle:
    """The puzzle with these 108 signs."""
    return Puzzle(characters)


def pairs(_first: str) -> Sequence[Pair]:
    """The pairs of the signs in their order."""
    return IN_BOX_PAIRS


def write(puzzle: Puzzle) -> str:
    """15 lines with one blank between signs, without a last newline."""
    return _PATTERN.written(puzzle.signs)


def starts(text: str) -> list[int]:
    """Every 15 lines are a puzzle, see `Pattern.starts`."""
    return _PATTERN.starts(text, blocks(text))


def sections(text: str, is_whole: bool = True) -> Iterator[int]:
    """See `sections.sections`."""
    return found(text, "contest", len(_PATTERN.lines), _runs, is_whole)


def _runs(start: int, end: int) -> Iterable[Run]:
    """A block is one run of signs."""
    yield Run(True, start, end)


def faults(document: Document, index: int) -> Iterator[Fault]:
    """The faults from `index` to the end of an excerpt.

    A surplus line shows only in the lines that seem to be the next puzzle.  So the puzzle before
    `index` is examined too, unless a blank line separates it.
    """
    excerpt = document.excerpt(document.lines_before(index, len(_PATTERN.lines)))
    return _PATTERN.faults(runs(excerpt.lines), excerpt.is_whole)
