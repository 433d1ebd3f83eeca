"""The *contest* format: 15 lines a puzzle, `grammar/contest.lark`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ineqsudoku.errors import Fault
from ineqsudoku.formats.document import Document
from ineqsudoku.formats.recognition import SIGNS
from ineqsudoku.formats.sections import Run, blocks, sections, starts_of_puzzles
from ineqsudoku.formats.signlines import ACROSS, BAND, DOWN, Pattern, runs
from ineqsudoku.formats.syntax import Syntax
from ineqsudoku.geometry import NINE
from ineqsudoku.puzzle import Puzzle

_PATTERN = Pattern("contest", BAND * 3, ACROSS, DOWN)


class Contest(Syntax):
    """The format at its only size."""

    __slots__ = ()

    language = _PATTERN.language
    characters = SIGNS
    lengths = (ACROSS.size, DOWN.size)

    # Few texts have faults or are cut into pieces: the modules for them are imported late.

    def starts(self, text: str) -> list[int]:
        """Return the starts of the puzzles, which are 15 lines."""
        return starts_of_puzzles(text, _PATTERN, blocks(text))

    def split(self, text: str, is_whole: bool = True) -> Iterator[int]:
        """See `sections.sections`."""

        def runs(start: int, end: int) -> Iterable[Run]:
            yield Run(True, start, end)  # A block is one run of signs.

        return sections(text, _PATTERN, runs, is_whole)

    def faults(self, document: Document, index: int) -> Iterator[Fault]:
        """Yield the faults from `index` to the end of an excerpt.

        A surplus line shows only in the lines that seem to be the next puzzle.  So the puzzle
        before `index` is examined too, unless a blank line separates it.
        """
        start = document.lines_before(index, len(_PATTERN.lines))
        is_whole = document.is_last_excerpt(start)
        return _PATTERN.faults(runs(document.lines(start)), is_whole)


OF_SIZE = {NINE.size: Contest()}


def write(puzzle: Puzzle) -> str:
    """Return 15 lines with one blank between signs."""
    return _PATTERN.write(puzzle.signs)
