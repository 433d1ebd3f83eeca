"""`Format`: a row of the registry, which describes a format without importing its module."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple

from ineqsudoku.formats.recognition import Sample
from ineqsudoku.geometry import NINE, SUDOKU, Geometry, nearly_square
from ineqsudoku.names import counted
from ineqsudoku.puzzle import ABSENT, Puzzle


class Part(StrEnum):
    """A part of a puzzle that a format may be unable to hold."""

    SIGNS = "signs"
    BORDER_SIGNS = "signs on box borders"
    GIVENS = "givens"
    BOXES = "the rule of boxes"


class Boxes(StrEnum):
    """The boxes that puzzles in a format may have; the values are the words in tables."""

    USUAL = ""
    NEARLY_SQUARE = ", with boxes or without"
    NONE = " without boxes"
    ANY = ", any boxes"


class Format(NamedTuple):
    """A format: its name, what it can hold, and how its texts are recognised.

    `program` names the program that the format comes from, in Markdown, and `summary` describes
    the texts.  The format holds puzzles of the `sizes` and `boxes`, without the parts that it
    `loses`.  `separator` stands between puzzles; it is `None` if a text holds only one puzzle.
    `is_line` says that a puzzle is one line.

    A text is recognised if it begins with the regular expression `mark`, leading blanks aside, or
    if one of the functions `recognised` accepts a sample of it; `recognition` describes all of
    them for the docs.  A format with neither is used only when it is named.

    `end`: the line that ends a text, if there is one.
    `is_framed`: frames and counts may stand around the cells, see `Framing`.
    `has_grammar`: texts are cleaned and read by a grammar; the module has a `Syntax` per size in
    `OF_SIZE`.  Without a grammar, the module has `parse` if the format `is_read`, and `write`,
    which takes the solution, too, if texts may hold it (`has_solution`); see `interfaces`.
    """

    name: str
    program: str
    summary: str
    sizes: tuple[int, ...]
    boxes: Boxes = Boxes.USUAL
    loses: tuple[Part, ...] = ()
    separator: str | None = ""
    is_line: bool = False
    mark: str = ""
    recognised: tuple[Callable[[Sample], bool], ...] = ()
    recognition: str = ""
    has_grammar: bool = False
    end: str = ""
    is_framed: bool = False
    is_read: bool = True
    has_solution: bool = False

    def takes(self, geometry: Geometry) -> bool:
        """Whether the format can hold puzzles of a geometry, with or without their boxes."""
        if geometry.size not in self.sizes:
            return False
        if self.boxes is Boxes.USUAL:
            return geometry is SUDOKU.get(geometry.size)
        if self.boxes is Boxes.NEARLY_SQUARE:
            return not geometry.boxes or geometry is nearly_square(geometry.size)
        return True

    def losses(self, puzzle: Puzzle) -> list[str]:
        """Return the parts of a puzzle that the format cannot hold, in words for messages."""
        losses = (_lost(part, puzzle, self.loses) for part in self.loses)
        return [words for words in losses if words]

    @property
    def usual_size(self) -> int:
        """The size that is assumed for a text that does not show its size."""
        return NINE.size if NINE.size in self.sizes else self.sizes[0]

    def begins(self, text: str) -> bool:
        """Whether a text begins with the mark, leading blanks aside."""
        return bool(self.mark and re.match(rf"[ \t\n]*+(?>{self.mark})", text))


def _lost(part: Part, puzzle: Puzzle, loses: Sequence[Part]) -> str:
    if part is Part.BOXES:
        return str(part) if puzzle.geometry.boxes else ""
    of = {Part.GIVENS: puzzle.givens, Part.BORDER_SIGNS: puzzle.border_signs}
    text = of.get(part, puzzle.signs)
    number = len(text) - text.count(ABSENT)
    if part is Part.SIGNS and Part.BORDER_SIGNS not in loses:
        number += len(puzzle.border_signs) - puzzle.border_signs.count(ABSENT)
    noun, *rest = str(part).split(" ", 1)
    return " ".join([counted(number, noun.removesuffix("s")), *rest]) if number else ""
