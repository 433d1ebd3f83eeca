"""The formats by name, each with a summary, its limits and its module."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from importlib import import_module
from typing import Any, Literal, NamedTuple

from ineqsudoku.formats.source_text import ParseResult, SourceText
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import ABSENT, GIVENS, SIGNS, Puzzle

BLANK_LINE = "\n"
"""The separator of puzzles that take several lines."""


class Feature(Enum):
    """A part of a puzzle that a format may be unable to hold, and its name in messages."""

    SIGNS = SIGNS
    BORDER_SIGNS = Message(
        "formats.border-signs", "{n} sign on box borders", "{n} signs on box borders"
    )
    GIVENS = GIVENS

    def count(self, puzzle: Puzzle) -> int:
        """Return the number of signs or givens of a puzzle in this part."""
        text = {
            Feature.SIGNS: puzzle.signs + puzzle.border_signs,
            Feature.BORDER_SIGNS: puzzle.border_signs,
            Feature.GIVENS: puzzle.givens,
        }[self]
        return len(text) - text.count(ABSENT)


class Format(NamedTuple):
    """A format of puzzles.

    `summary` describes its texts.  It `loses` some parts of puzzles.  `separator` stands between
    puzzles; it is `None` if a text holds only one.  If it is not `is_read`, it can only be written.

    Its module has the same name and is imported when the format is first used: only then is Lark
    needed, which a browser has to fetch first.
    """

    name: str
    summary: Message
    loses: tuple[Feature, ...] = ()
    separator: str | None = ""
    is_read: bool = True

    def read(self, source_text: SourceText, *, lossy: bool = False) -> ParseResult:
        """Return the puzzles of a text, or the faults of a text without any.

        Parts that a puzzle cannot hold are faults or, if `lossy`, only reported as `unsupported`.
        """
        parsed: ParseResult = self.module.read(source_text, lossy=lossy)
        return parsed

    def write(self, puzzle: Puzzle) -> str:
        """Return the text of a puzzle, without a trailing newline and without the parts that it
        loses."""
        text: str = self.module.write(puzzle)
        return text

    @property
    def module(self) -> Any:
        """The module of the format."""
        return import_module(f"ineqsudoku.formats.{self.name}")

    def losses(self, puzzle: Puzzle) -> list[Message]:
        """Return the parts of a puzzle that the format cannot hold, for messages."""
        counts = ((part, part.count(puzzle)) for part in self.loses)
        return [part.value.fill(n=count) for part, count in counts if count]


_ROWS = (
    Format(
        "contest",
        Message("formats.contest", "the 108 signs inside boxes in 15 lines"),
        (Feature.BORDER_SIGNS, Feature.GIVENS),
        BLANK_LINE,
    ),
    Format(
        "compact",
        Message("formats.compact", "the 108 signs inside boxes on one line"),
        (Feature.BORDER_SIGNS, Feature.GIVENS),
    ),
    Format(
        "plain",
        Message("formats.plain", "givens only, on one line or on a line for each row"),
        (Feature.SIGNS,),
    ),
    Format(
        "extended",
        Message("formats.extended", "17 lines of all signs; 9 lines of givens may follow"),
        separator=BLANK_LINE,
    ),
    Format("fpuzzles", Message("formats.fpuzzles", "links of f-puzzles")),
    Format(
        "minizinc",
        Message("formats.minizinc", "a MiniZinc model with its data"),
        separator=None,
        is_read=False,
    ),
    Format(
        "dimacs",
        Message("formats.dimacs", "clauses for SAT solvers"),
        separator=None,
        is_read=False,
    ),
)

FORMATS: Mapping[str, Format] = {format.name: format for format in _ROWS}
"""All formats by name; *hexadoku* is read by `solve` alone."""

ReadableFormat = Literal["contest", "compact", "plain", "extended", "fpuzzles"]
WritableFormat = Literal[ReadableFormat, "minizinc", "dimacs"]
FormatChoice = Literal["auto", ReadableFormat]
"""The names for type checkers, in the same order as the rows."""

READABLE = tuple(format.name for format in _ROWS if format.is_read)
WRITABLE = tuple(FORMATS)


def format_for_writing(name: str) -> Format:
    """Return the format with this name.  Raises `ValueError` if there is none."""
    if name not in FORMATS:
        raise ValueError(f"cannot write {name!r}; formats: {', '.join(WRITABLE)}")
    return FORMATS[name]
