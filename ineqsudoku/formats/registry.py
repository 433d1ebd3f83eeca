"""The registry of formats: a `Format` for every format, and everything that follows from it.

Reading, writing, detection, conversion, the choices of the command line and the table in help are
all derived from `FORMATS`.  A new format needs a row here and a module of the same name, which is
imported when the format is first used.

A format that consists of lines of signs or cells has a grammar too.  At one of its sizes, it is a
*language*.  At its usual size, the language has the name of the format; at another size, the size
is appended: `plain`, `plain-4`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Literal, NamedTuple

from ineqsudoku.formats.recognition import (
    Sample,
    begins_with_cells_between_signs,
    begins_with_signs_of_a_size,
    has_lines_of_eight,
    is_anything,
    is_compact,
    is_drawing,
    is_hexadoku,
    is_pair_list,
    is_plain,
)
from ineqsudoku.geometry import LARGEST, NINE, SUDOKU, Geometry, nearly_square
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import ABSENT, GIVENS, SIGNS, Puzzle


class Part(StrEnum):
    """A part of a puzzle that a format may be unable to hold; the values are the words in tables of
    the docs."""

    SIGNS = "signs"
    BORDER_SIGNS = "signs on box borders"
    GIVENS = "givens"
    BOXES = "the rule of boxes"


class Boxes(StrEnum):
    """The boxes that puzzles in a format may have; the values are the words in these tables."""

    USUAL = ""
    NEARLY_SQUARE = ", with boxes or without"
    NONE = " without boxes"
    ANY = ", any boxes"


class Format(NamedTuple):
    """A format: its name, what it can hold, and how its texts are recognised.

    `summary` describes the texts.  The format holds puzzles of the `sizes` and `boxes`, without the
    parts that it `loses`.  `separator` stands between puzzles; it is `None` if a text holds only
    one puzzle.

    A text is recognised if it begins with the regular expression `mark`, leading blanks aside, or
    if one of the functions `recognised` accepts a sample of it.  A format with neither is used only
    when it is named.

    `end`: the line that ends a text, if there is one.
    `is_framed`: frames and counts may stand around the cells, see `Framing`.
    `has_grammar`: texts are cleaned and read by a grammar; the module has a `Syntax` per size in
    `OF_SIZE`.  Without a grammar, it has `parse` if the format `is_read`.  Every module has
    `write`, which takes the solution, too, if texts may hold it (`has_solution`); see `Parse` and
    `Write`.
    """

    name: str
    summary: Message
    sizes: tuple[int, ...]
    boxes: Boxes = Boxes.USUAL
    loses: tuple[Part, ...] = ()
    separator: str | None = ""
    mark: str = ""
    recognised: tuple[Callable[[Sample], bool], ...] = ()
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

    def losses(self, puzzle: Puzzle) -> list[Message]:
        """Return the parts of a puzzle that the format cannot hold, for messages."""
        losses = (_lost(part, puzzle, self.loses) for part in self.loses)
        return [loss for loss in losses if loss]

    @property
    def usual_size(self) -> int:
        """The size that is assumed for a text that does not show its size."""
        return NINE.size if NINE.size in self.sizes else self.sizes[0]

    def begins(self, text: str) -> bool:
        """Whether a text begins with the mark, leading blanks aside."""
        return bool(self.mark and re.match(rf"[ \t\n]*+(?>{self.mark})", text))


_LOSSES = {
    Part.SIGNS: SIGNS,
    Part.BORDER_SIGNS: Message(
        "formats.border-signs", "{n} sign on box borders", "{n} signs on box borders"
    ),
    Part.GIVENS: GIVENS,
    Part.BOXES: Message("formats.boxes", "the rule of boxes"),
}


def _lost(part: Part, puzzle: Puzzle, loses: Sequence[Part]) -> Message | None:
    if part is Part.BOXES:
        return _LOSSES[part] if puzzle.geometry.boxes else None
    of = {Part.GIVENS: puzzle.givens, Part.BORDER_SIGNS: puzzle.border_signs}
    text = of.get(part, puzzle.signs)
    number = len(text) - text.count(ABSENT)
    if part is Part.SIGNS and Part.BORDER_SIGNS not in loses:
        number += len(puzzle.border_signs) - puzzle.border_signs.count(ABSENT)
    return _LOSSES[part].fill(n=number) if number else None


AUTO: Literal["auto"] = "auto"
"""Stands for the format that is detected in a text."""

USUAL, USUAL_LINES = "contest", 15
"""The format of most files, and the number of lines of a puzzle in it."""

BLANK_LINE = "\n"
"""The separator of puzzles that take several lines."""


_ALL_SIZES = tuple(range(2, LARGEST + 1))
_SUDOKU = tuple(SUDOKU)
_WITH_DIGITS = tuple(size for size in SUDOKU if size <= NINE.size)

_ROWS = (
    Format(
        "contest",
        Message("formats.contest", "the 108 signs inside boxes in 15 lines"),
        (NINE.size,),
        loses=(Part.BORDER_SIGNS, Part.GIVENS),
        separator=BLANK_LINE,
        recognised=(is_anything,),
        has_grammar=True,
    ),
    Format(
        "compact",
        Message("formats.compact", "the 108 signs inside boxes on one line"),
        (NINE.size,),
        loses=(Part.BORDER_SIGNS, Part.GIVENS),
        recognised=(is_compact,),
        has_grammar=True,
    ),
    Format(
        "plain",
        Message("formats.plain", "givens only, on one line or on a line for each row"),
        _WITH_DIGITS,
        loses=(Part.SIGNS,),
        recognised=(is_plain,),
        has_grammar=True,
        end="end",
        is_framed=True,
    ),
    Format(
        "hexadoku",
        Message("formats.hexadoku", "16 lines of 16 letters"),
        (16,),
        loses=(Part.SIGNS,),
        separator=BLANK_LINE,
        recognised=(is_hexadoku,),
        has_grammar=True,
        is_framed=True,
    ),
    Format(
        "extended",
        Message("formats.extended", "17 lines of all signs; 9 lines of givens may follow"),
        _SUDOKU,
        separator=BLANK_LINE,
        recognised=(
            has_lines_of_eight,
            begins_with_signs_of_a_size,
            begins_with_cells_between_signs,
        ),
        has_grammar=True,
    ),
    Format(
        "futoshiki",
        Message("formats.futoshiki", "drawings of Futoshiki, which has no boxes"),
        _ALL_SIZES,
        Boxes.NONE,
        loses=(Part.BOXES,),
        separator=BLANK_LINE,
        recognised=(is_drawing,),
    ),
    Format(
        "pairs",
        Message("formats.pairs", "a grid without boxes and a list of pairs"),
        _ALL_SIZES,
        Boxes.NONE,
        loses=(Part.BOXES,),
        separator=BLANK_LINE,
        recognised=(is_pair_list,),
    ),
    Format(
        "unequal",
        Message("formats.unequal", "game IDs of Simon Tatham's Unequal, which has no boxes"),
        _ALL_SIZES,
        Boxes.NONE,
        loses=(Part.BOXES,),
        mark=r"[0-9]{1,3}[a-z]*:[0-9a-zURDL,]",
    ),
    Format(
        "iss",
        Message("formats.iss", "constraint strings of Interactive Sudoku Solver, or its URLs"),
        _ALL_SIZES,
        Boxes.NEARLY_SQUARE,
        separator=None,
        mark=r"(?>(?:#[^\n]*+\n[ \t\n]*+)*)(?:\S*[?&]q=|\.[A-Z]+[a-z~]|\.[ \t\n]*~)",
    ),
    Format(
        "fpuzzles",
        Message("formats.fpuzzles", "links of f-puzzles"),
        _SUDOKU,
        mark=(
            r"\S*[?&](?:load=|puzzleid=fpuz)|\S*sudokupad\.app/fpuz|\S*f-puzzles\.com/"
            r"|N4Ig|\{"
        ),
    ),
    Format(
        "sudokupad",
        Message("formats.sudokupad", "links of SudokuPad"),
        _ALL_SIZES,
        Boxes.ANY,
        mark=(
            r"(?:\S*sudokupad\.app/|\S*[?&](?:puzzleid|load)=)?(?:scl|ctc)[A-Za-z0-9+/%]{8}"
            r"|\S*sudokupad\.app/(?!fpuz|\S*[?&](?:puzzleid=fpuz|load=))"
            r"|\{(?=[^\0]{0,8192}?\"(?:cellSize\"|cells\"[ \n]*:[ \n]*\[[ \n]*\[))"
        ),
        has_solution=True,
    ),
    Format(
        "minizinc",
        Message("formats.minizinc", "a MiniZinc model with its data"),
        _ALL_SIZES,
        Boxes.ANY,
        separator=None,
        is_read=False,
    ),
    Format(
        "dzn",
        Message("formats.dzn", "data for MiniZinc without the model"),
        _ALL_SIZES,
        Boxes.ANY,
        separator=None,
        is_read=False,
    ),
    Format(
        "dimacs",
        Message("formats.dimacs", "clauses for SAT solvers"),
        _ALL_SIZES,
        Boxes.ANY,
        separator=None,
        is_read=False,
    ),
)
"""From general to special: a text belongs to the last format that recognises it."""

_OF_OURS = tuple(format for format in reversed(_ROWS) if format.has_grammar)
_OF_OTHERS = tuple(format for format in reversed(_ROWS) if not format.has_grammar)

FORMATS: Mapping[str, Format] = {format.name: format for format in _ROWS}
"""All formats by name."""

ReadableFormat = Literal[
    "contest",
    "compact",
    "plain",
    "hexadoku",
    "extended",
    "futoshiki",
    "pairs",
    "unequal",
    "iss",
    "fpuzzles",
    "sudokupad",
]
WritableFormat = Literal[ReadableFormat, "minizinc", "dzn", "dimacs"]
FormatChoice = Literal["auto", ReadableFormat]
"""The names for type checkers, in the same order as the rows."""

READABLE = tuple(format.name for format in _ROWS if format.is_read)
WRITABLE = tuple(FORMATS)


def format_for_reading(name: str) -> Format:
    """Return the format with this name.  Raises `ValueError` unless it can be read."""
    if name not in READABLE:
        raise ValueError(f"cannot read {name!r}; formats: {', '.join(READABLE)}")
    return FORMATS[name]


def format_for_writing(name: str) -> Format:
    """Return the format with this name.  Raises `ValueError` if there is none."""
    if name not in FORMATS:
        raise ValueError(f"cannot write {name!r}; formats: {', '.join(WRITABLE)}")
    return FORMATS[name]


def format_of_other_program(text: str) -> Format | None:
    """Return the format without a grammar that recognises a text before it is cleaned, if any."""
    if text.lstrip(" \t\n")[:1] in _SIGNS:
        return None
    return _first_that_recognises(text, _OF_OTHERS)


_SIGNS = ("<", ">", "^", "v")
"""No text in a format without a grammar begins with a sign, so for these texts the marks need
not be compiled."""


def format_of_ours(text: str) -> Format:
    """Return the format with a grammar that recognises a cleaned text."""
    row = _first_that_recognises(text, _OF_OURS)
    assert row, "contest takes any text"
    return row


def _first_that_recognises(text: str, formats: Iterable[Format]) -> Format | None:
    sample = Sample(text)
    for format in formats:
        if format.mark and format.begins(text):
            return format
        for recognises in format.recognised:
            if recognises(sample):
                return format
    return None


# --- languages ---------------------------------------------------------------------------


def language(format: str, size: int) -> str:
    return format if size == FORMATS[format].usual_size else f"{format}-{size}"


def format_of(language: str) -> str:
    return language.partition("-")[0]


def size_of(language: str) -> int:
    """Return the size in the name of a language."""
    format, _, size = language.partition("-")
    return int(size or FORMATS[format].usual_size)
