"""The registry of formats: one `Format` for each, and everything that follows from it.

Reading, writing, detection, conversion, the choices of the command line and the tables in help
and docs all go by `FORMATS`.  A new format is a row here and the module of the same name, which
`modules` imports when the format is first used; a format of lines of signs or cells has a grammar
too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from ineqsudoku.errors import Fault
from ineqsudoku.formats.recognition import (
    Sample,
    is_anything,
    is_compact,
    is_drawing,
    is_extended,
    is_hexadoku,
    is_pair_list,
    is_plain,
)
from ineqsudoku.geometry import LARGEST, NINE, SUDOKU, Geometry, Pair, nearly_square
from ineqsudoku.puzzle import ABSENT, Puzzle

if TYPE_CHECKING:
    from ineqsudoku.formats.document import Document

AUTO: Literal["auto"] = "auto"
"""Stands for a format that is to be detected."""

BLANK_LINE = "\n"
"""The separator of puzzles that take several lines."""


class Part(StrEnum):
    """A part of a puzzle that a format may be unable to hold."""

    SIGNS = "signs"
    BORDER_SIGNS = "signs on box borders"
    GIVENS = "givens"
    BOXES = "the rule of boxes"


class Boxes(StrEnum):
    """The boxes that puzzles in a format may have, as the tables say it."""

    USUAL = ""
    NEARLY_SQUARE = ", with boxes or without"
    NONE = " without boxes"
    ANY = ", any boxes"


class Format(NamedTuple):
    """What is known of a format before its module is imported.

    `program` is whose format it is, in Markdown, and `summary` what its texts are.  Puzzles have
    one of the `sizes` and `boxes`.  `loses` are the parts of a puzzle that the format cannot
    hold.  `separator` stands between puzzles; it is `None` where a text holds one puzzle.
    `is_line` says that a puzzle is one line.

    A text in the format begins with the regular expression `mark`, behind blanks, or a sample of
    it is `recognised`; `recognition` says so in words.  A format with neither has to be named.

    A line `end`, unless that is empty, ends a text.
    If it `is_framed`, frames and counts may stand around the cells, see `frames`.
    If it `has_grammar`, texts are mended and read by the grammar; the module is a `Syntax`, or
    has one for each size in `OF_SIZE`.  Other modules are a `Reader` if the format `is_read`,
    and a `Writer`, or, if a text may hold the solution (`has_solution`), a
    `SolutionWriter`.
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
    recognised: Callable[[Sample], bool] | None = None
    recognition: str = ""
    has_grammar: bool = False
    end: str = ""
    is_framed: bool = False
    is_read: bool = True
    has_solution: bool = False

    def takes(self, geometry: Geometry) -> bool:
        """Whether the format has puzzles of a geometry, perhaps without their boxes."""
        if geometry.size not in self.sizes:
            return False
        if self.boxes is Boxes.USUAL:
            return geometry is SUDOKU.get(geometry.size)
        if self.boxes is Boxes.NEARLY_SQUARE:
            return not geometry.boxes or geometry is nearly_square(geometry.size)
        return True

    def losses(self, puzzle: Puzzle) -> list[str]:
        """What the format cannot hold of a puzzle, in words."""
        found = (_lost(part, puzzle, self.loses) for part in self.loses)
        return [words for words in found if words]

    @property
    def usual_size(self) -> int:
        """The size of texts that do not show theirs."""
        return NINE.size if NINE.size in self.sizes else self.sizes[0]

    def begins(self, text: str) -> bool:
        """Whether a text begins with the mark."""
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


def counted(number: int, noun: str) -> str:
    """`1 sign`, `2 signs`."""
    return f"{number} {noun}{'s' * (number != 1)}"


class Syntax(Protocol):
    """A format with a grammar at one size.

    `CHARACTERS` are those of its texts, and `LENGTHS` those of its lines, both without blanks.
    `starts` says where the puzzles of a text begin, so that each can be read on its own; it
    divides a text with faults as best it can.
    `sections` says where the sections of a text start, see `sections.py`; unless `is_whole`, more
    text follows.
    `pairs` has for each character of a puzzle that starts with `first`, blanks aside, the pair
    whose sign it is, or `None` for a cell; cells at the end are left out."""

    @property
    def CHARACTERS(self) -> str: ...  # noqa: N802 - a constant of most
    @property
    def LENGTHS(self) -> tuple[int, ...]: ...  # noqa: N802 - a constant of most

    def puzzle(self, characters: str) -> Puzzle: ...
    def pairs(self, first: str, /) -> Sequence[Pair | None]: ...
    def write(self, puzzle: Puzzle) -> str: ...
    def starts(self, text: str) -> Sequence[int]: ...
    def sections(self, text: str, is_whole: bool = True) -> Iterable[int]: ...
    def faults(self, document: Document, index: int) -> Iterator[Fault]: ...


class Found(NamedTuple):
    """A puzzle that was read, and its first `line`, from 1.

    `lack` are the parts of the text that a `Puzzle` cannot hold, at most one more of them than
    messages show."""

    puzzle: Puzzle
    lack: tuple[Fault, ...] = ()
    line: int = 1


class Reader(Protocol):
    """The module of a format without a grammar.

    `read` gives all puzzles of a text, at least one.  Raises `PuzzleSyntaxError`."""

    def read(self, document: Document) -> Iterator[Found]: ...


class Writer(Protocol):
    """The module of a format without a grammar.

    `write` returns the text of a puzzle that the format takes, without what the format cannot
    hold and without a last newline."""

    def write(self, puzzle: Puzzle) -> str: ...


class SolutionWriter(Protocol):
    """The module of a format whose texts may hold the solution; `solution` is its digits, or
    empty."""

    def write(self, puzzle: Puzzle, solution: str = "") -> str: ...


_ALL_SIZES = tuple(range(2, LARGEST + 1))
_SUDOKU = tuple(SUDOKU)
_WITH_DIGITS = tuple(size for size in SUDOKU if size <= NINE.size)

_ROWS = (
    Format(
        "contest",
        "ours",
        "the 108 signs inside boxes in 15 lines",
        (NINE.size,),
        loses=(Part.BORDER_SIGNS, Part.GIVENS),
        separator=BLANK_LINE,
        recognised=is_anything,
        recognition="any other text",
        has_grammar=True,
    ),
    Format(
        "compact",
        "ours",
        "the 108 signs inside boxes on one line",
        (NINE.size,),
        loses=(Part.BORDER_SIGNS, Part.GIVENS),
        is_line=True,
        recognised=is_compact,
        recognition="a first line of more than 36 characters",
        has_grammar=True,
    ),
    Format(
        "plain",
        "ours",
        "givens only, one line or as many as there are rows",
        _WITH_DIGITS,
        loses=(Part.SIGNS,),
        recognised=is_plain,
        recognition="more digits than signs",
        has_grammar=True,
        end="end",
        is_framed=True,
    ),
    Format(
        "hexadoku",
        "ours",
        "16 lines of 16 letters",
        (16,),
        loses=(Part.SIGNS,),
        separator=BLANK_LINE,
        recognised=is_hexadoku,
        recognition="more of `A`–`P` and `-` than signs and digits",
        has_grammar=True,
        is_framed=True,
    ),
    Format(
        "extended",
        "ours",
        "all signs and givens, 17 lines and perhaps nine more",
        _SUDOKU,
        separator=BLANK_LINE,
        recognised=is_extended,
        recognition="lines of eight `<` `>` `.`; of another size the first two lines",
        has_grammar=True,
    ),
    Format(
        "futoshiki",
        "CodinGame, BOJ 25863 and others",
        "drawings of Futoshiki, which has no boxes",
        _ALL_SIZES,
        Boxes.NONE,
        loses=(Part.BOXES,),
        separator=BLANK_LINE,
        recognised=is_drawing,
        recognition="rows of cells with `<` `>` between them and `^` `v` below them",
    ),
    Format(
        "pairs",
        "FCoReBench and others",
        "a grid without boxes and a list of pairs",
        _ALL_SIZES,
        Boxes.NONE,
        loses=(Part.BOXES,),
        separator=BLANK_LINE,
        recognised=is_pair_list,
        recognition="a grid of numbers, hyphens and pairs",
    ),
    Format(
        "unequal",
        "Unequal of [Simon Tatham's collection](https://www.chiark.greenend.org.uk/~sgtatham/puzzles/)",
        "game IDs of Simon Tatham's Unequal, which has no boxes",
        _ALL_SIZES,
        Boxes.NONE,
        loses=(Part.BOXES,),
        is_line=True,
        mark=r"[0-9]{1,3}[a-z]*:[0-9a-zURDL,]",
        recognition="a number, perhaps letters, and `:`",
    ),
    Format(
        "iss",
        "[Interactive Sudoku Solver](https://sigh.github.io/Interactive-Sudoku-Solver/)",
        "constraint strings of Interactive Sudoku Solver, or its URLs",
        _ALL_SIZES,
        Boxes.NEARLY_SQUARE,
        separator=None,
        mark=r"(?>(?:#[^\n]*+\n[ \t\n]*+)*)(?:\S*[?&]q=|\.[A-Z]+[a-z~]|\.[ \t\n]*~)",
        recognition="`?q=` or a constraint, perhaps behind lines with `#`",
    ),
    Format(
        "fpuzzles",
        "[f-puzzles](https://www.f-puzzles.com/)",
        "links of f-puzzles",
        _SUDOKU,
        is_line=True,
        mark=r"\S*[?&]load=|\S*sudokupad\.app/fpuz|N4Ig|\{",
        recognition="`?load=`, `N4Ig` or `{`",
    ),
    Format(
        "sudokupad",
        "[SudokuPad](https://sudokupad.app/)",
        "links of SudokuPad",
        _ALL_SIZES,
        Boxes.ANY,
        is_line=True,
        mark=(
            r"(?:\S*sudokupad\.app/|\S*[?&](?:puzzleid|load)=)?(?:scl|ctc)[A-Za-z0-9+/%]{8}"
            r"|\{(?=[^\0]{0,8192}?\"(?:cellSize\"|cells\"[ \n]*:[ \n]*\[[ \n]*\[))"
        ),
        recognition="`https://sudokupad.app/scl`, `scl` or JSON with `cells`",
        has_solution=True,
    ),
    Format(
        "minizinc",
        "[MiniZinc](https://www.minizinc.org/)",
        "a MiniZinc model with its data",
        _ALL_SIZES,
        Boxes.ANY,
        separator=None,
        is_read=False,
    ),
    Format(
        "dzn",
        "[MiniZinc](https://www.minizinc.org/)",
        "the data of that model alone",
        _ALL_SIZES,
        Boxes.ANY,
        separator=None,
        is_read=False,
    ),
    Format(
        "dimacs",
        "SAT solvers",
        "clauses for SAT solvers",
        _ALL_SIZES,
        Boxes.ANY,
        separator=None,
        is_read=False,
    ),
)
"""From general to special: the last format that recognises a text is its format."""

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
"""The names for type checkers, in the order of the rows."""

READABLE = tuple(format.name for format in _ROWS if format.is_read)
WRITABLE = tuple(FORMATS)


def format_for_reading(name: str) -> Format:
    """Raises `ValueError` unless a format with this name can be read."""
    if name not in READABLE:
        raise ValueError(f"cannot read {name!r}; formats: {', '.join(READABLE)}")
    return FORMATS[name]


def format_for_writing(name: str) -> Format:
    """Raises `ValueError` unless there is a format with this name."""
    if name not in FORMATS:
        raise ValueError(f"cannot write {name!r}; formats: {', '.join(WRITABLE)}")
    return FORMATS[name]


def recognised_as_written(text: str) -> str:
    """The name of the format without a grammar that recognises a text as it is in the file, or
    nothing."""
    if text.lstrip(" \t\n")[:1] in _SIGNS:
        return ""
    rows = (each for each in reversed(_ROWS) if not each.has_grammar)
    return _first_that_recognises(text, rows)


_SIGNS = ("<", ">", "^", "v")
"""No text in a format without a grammar begins with a sign: its marks need not be compiled."""


def recognised(text: str) -> str:
    """The name of the format with a grammar that recognises a text, once it is mended."""
    return _first_that_recognises(text, (each for each in reversed(_ROWS) if each.has_grammar))


def _first_that_recognises(text: str, formats: Iterable[Format]) -> str:
    sample = Sample.of(text)
    for format in formats:
        if format.begins(text) or (format.recognised and format.recognised(sample)):
            return format.name
    return ""
