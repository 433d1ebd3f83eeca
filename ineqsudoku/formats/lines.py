"""Formats of lines: a text is divided into puzzles, which are parsed by their grammar.

A *run* is a part of the text without blank lines.  Each of its lines gets a letter: that of its
kind, `h` for a heading or a count, `x` for any other line.  A small letter marks a faulty line that
was meant to have that kind.  A run is well-formed if it consists of headings and puzzles; a regular
expression of the letters finds these, such as `(ADADA){3}` in *contest*.  Any other run is divided
by the `divide` of its format.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple

from lark import Token, Tree, UnexpectedInput

from ineqsudoku.errors import MAX_FAULTS, Fault, PuzzleSyntaxError
from ineqsudoku.formats import grammar
from ineqsudoku.formats.recognition import (
    Line,
    is_heading,
    report_no_puzzle,
    split_lines,
    with_skipped,
)
from ineqsudoku.formats.source_text import Entry, ParseResult, SourceText
from ineqsudoku.formats.words import (
    A_LINE,
    A_PUZZLE,
    ANOTHER_TEXT,
    BLANK_LINE,
    END_OF_LINE,
    END_OF_PUZZLE,
    quote,
    quote_beginning,
)
from ineqsudoku.messages import Message, Text
from ineqsudoku.puzzle import Puzzle


class LineKind(NamedTuple):
    """A kind of line: its start rule in the grammar, and its names.

    Messages call it `expected` where it should stand, and `found` where it stands instead of
    another kind.
    """

    rule: str
    expected: Message
    found: Message

    @property
    def terminal(self) -> str:
        """The terminal that matches a whole line."""
        return self.rule.removesuffix("_line").upper()


Span = tuple[int, int]
"""A part of a run: the index of its first line, and the index after its last line."""


class LineFormat(ABC):
    """A format whose texts are lines, in the grammar `name`.

    `kinds` are its kinds of line by letters.  `puzzle` is the regular expression of the letters of
    a puzzle.  `at_end` names what may stand below a puzzle.  If `end` is not empty, it is a line
    that may stand between puzzles.
    """

    name: str
    kinds: ClassVar[dict[str, LineKind]]
    puzzle: str
    at_end: Message
    end = ""
    has_headings = True

    @abstractmethod
    def make(self, tree: Tree[Token]) -> Any:
        """Return the puzzle of a tree: a `Puzzle`, or the letters of one of 16×16."""

    def make_of_line(self, line: str) -> Puzzle | None:
        """Return the puzzle of a well-formed line; `None` if a puzzle takes several lines."""
        return None

    @abstractmethod
    def guess(self, line: str) -> str:
        """Return the capital letter of the kind that a faulty line was meant to have, or `x`."""

    @abstractmethod
    def divide(self, letters: str) -> list[Span]:
        """Return the parts of a run with faults that are puzzles or were meant to be.

        Headings between puzzles are left out.  The letters of faulty lines are small.
        """

    @abstractmethod
    def pattern(self, letters: str) -> str:
        """Return the letters that a faulty puzzle should have."""

    @abstractmethod
    def count(self, letters: str, place: int) -> Message:
        """Return a message on the number of lines: how many there are, and how many there should
        be.

        `place` is the index in the pattern of the missing or surplus line.
        """

    @abstractmethod
    def hint(self, fault: Fault, line: str, kind: LineKind) -> Text:
        """Return advice about a fault of a line; empty for none."""

    def common_fault(self, lines: Sequence[Line]) -> Fault | None:
        """Return the one fault that all lines of a puzzle have in common, if there is one."""
        return None

    def continues(self, before: str, letters: str) -> bool:
        """Whether a run continues the puzzle at the end of the run before."""
        return False

    def letters(self, lines: Iterable[Line]) -> str:
        """Return the letters of the lines of a run."""
        return "".join(self.letter(line.text) for line in lines)

    def letter(self, line: str) -> str:
        """Return the letter of a line that is not blank."""
        if match := self._line.fullmatch(line.lstrip(" \t") + "\n"):
            return str(match.lastgroup)
        if self.has_headings and is_heading(line):
            return "h"
        return self.guess(line).lower()

    def read(self, source_text: SourceText, *, lossy: bool = False) -> ParseResult:
        """Return the puzzles of a text.  Nothing in lines is lost, `lossy` or not."""
        try:  # Most texts are one well-formed puzzle.
            puzzle = self.make(grammar.parse(self.name, source_text.text))
        except UnexpectedInput:
            return _read_lines(source_text, self)
        return ParseResult(
            [Entry(source_text.index, source_text.line, puzzle)], source_text.warnings
        )

    def spans(self, letters: str) -> list[Span]:
        """Return the parts of a run that are puzzles or were meant to be."""
        if self.is_whole(letters):
            return [puzzle.span() for puzzle in self._puzzle.finditer(letters)]
        return self.divide(letters)

    def is_whole(self, letters: str) -> bool:
        """Whether a run consists of well-formed puzzles, and headings between them."""
        return bool(self._run.fullmatch(letters))

    def is_puzzle(self, letters: str) -> bool:
        """Whether lines are a well-formed puzzle."""
        return bool(self._puzzle.fullmatch(letters))

    @cached_property
    def _line(self) -> re.Pattern[str]:
        kinds = self.kinds.items()
        patterns = ((key, grammar.terminal(self.name, kind.terminal)) for key, kind in kinds)
        return re.compile("|".join(f"(?P<{key}>{pattern})" for key, pattern in patterns))

    @cached_property
    def _puzzle(self) -> re.Pattern[str]:
        return re.compile(self.puzzle)

    @cached_property
    def _run(self) -> re.Pattern[str]:
        return re.compile(f"(?:h*(?:{self.puzzle}))*h*")


class _Run(NamedTuple):
    """Lines between blank lines, and their letters."""

    lines: list[Line]
    letters: str

    def joined(self, other: _Run) -> _Run:
        return _Run([*self.lines, *other.lines], self.letters + other.letters)


def _read_lines(source_text: SourceText, format: LineFormat) -> ParseResult:
    """Return the puzzles of a text, which is divided into lines."""
    puzzles: list[Entry | PuzzleSyntaxError] = []
    headings: list[Line] = []
    found = 0  # faults
    runs = deque(_runs(source_text, format))
    while runs:
        run, blank = runs.popleft(), 0
        if runs and _are_torn(run, runs[0], format):
            blank = len(run.lines)
            run = run.joined(runs.popleft())
        before = 0
        for start, end in format.spans(run.letters):
            headings += run.lines[before:start]
            before = end
            part = _Run(run.lines[start:end], run.letters[start:end])
            index, line = source_text.index + len(puzzles), part.lines[0].number
            if start < blank < end:
                faults = [_blank_line(run.lines[blank - 1])]
            elif format.is_puzzle(part.letters):
                puzzles.append(Entry(index, line, _make(format, part.lines)))
                continue
            else:
                faults = _faults(part, format) if found <= MAX_FAULTS else [_unread(part)]
            found += len(faults)
            puzzles.append(PuzzleSyntaxError(source_text.name, tuple(faults)))
        headings += run.lines[before:]
    if not puzzles:
        puzzles.append(
            PuzzleSyntaxError(source_text.name, (report_no_puzzle(source_text, headings),))
        )
    skipped = [line for line in headings if line.text.strip(" \t") != format.end]
    return ParseResult(puzzles, with_skipped(source_text, skipped))


def _runs(source_text: SourceText, format: LineFormat) -> Iterator[_Run]:
    """Yield the runs of a text."""
    run = _Run([], "")
    for is_blank, group in groupby(split_lines(source_text), key=attrgetter("is_blank")):
        if is_blank:
            continue
        lines = list(group)
        letters = format.letters(lines)
        if run.lines and format.continues(run.letters, letters):
            run = run.joined(_Run(lines, letters))
            continue
        if run.lines:
            yield run
        run = _Run(lines, letters)
    if run.lines:
        yield run


def _are_torn(run: _Run, following: _Run, format: LineFormat) -> bool:
    """Whether two runs would be well-formed puzzles without the blank line between them."""
    if format.is_whole(run.letters) or format.is_whole(following.letters):
        return False
    return format.is_whole(run.letters + following.letters)


def _make(format: LineFormat, lines: Sequence[Line]) -> Any:
    """Return a well-formed puzzle."""
    if len(lines) == 1 and (puzzle := format.make_of_line(lines[0].text)):
        return puzzle
    text = "".join(f"{line.text}\n" for line in lines)
    return format.make(grammar.parse(format.name, text))


# --- faults ------------------------------------------------------------------------------


def _unread(part: _Run) -> Fault:
    """Return the one fault of a puzzle after `MAX_FAULTS` others: its faults are not located."""
    line = part.lines[0]
    return Fault(line.number, 1, (A_PUZZLE,), ANOTHER_TEXT, text=line.written)


def _faults(part: _Run, format: LineFormat) -> list[Fault]:
    """Return the faults of a puzzle: one per faulty line, one if lines are missing or surplus."""
    if fault := format.common_fault(part.lines):
        return [fault]
    pattern = format.pattern(part.letters)
    surplus = len(part.lines) - len(pattern)
    letters, faults = part.letters, list[Fault]()
    kept = letters.replace("h", "").replace("x", "")
    if format.is_puzzle(kept):
        surplus_line = next(place for place, letter in enumerate(letters) if letter in "hx")
        return [_miscounted(part, format, format.pattern(kept), surplus_line)]
    most = min(len(letters), len(pattern))
    shifted = next((n for n in range(most) if not _fits(letters[n], pattern[n])), most)
    if abs(surplus) > 1 and letters.islower():
        return [_no_line(part, format)]
    for number, line in enumerate(part.lines):
        if surplus and number == shifted:
            faults.append(_miscounted(part, format, pattern, shifted))
            if abs(surplus) > 1:
                return faults
            if surplus > 0:
                continue
        place = number - surplus if surplus and number >= shifted else number
        faults += _faults_of_line(line, format, format.kinds[pattern[place]])
    if (surplus < 0 and shifted == len(letters)) or not faults:
        faults.append(_miscounted(part, format, pattern, shifted))
    return faults


def _fits(letter: str, expected: str) -> bool:
    """Whether a line has an expected kind, or may be meant to have it."""
    return letter.upper() in (expected, "X", "H")


def _faults_of_line(line: Line, format: LineFormat, kind: LineKind) -> list[Fault]:
    """Return the first fault of a line that should have a kind, if it has one."""
    departure = grammar.departure(format.name, kind.rule, line.text)
    if departure is None:
        return []
    column, expected = departure
    rest, written = line.text[column - 1 :], line.written[column - 1 :]
    is_behind = expected == (END_OF_LINE,) and rest[:1].isalpha() and len(rest) > 1
    found = (
        quote_beginning(written) if is_behind else quote(written[:1] if rest.strip(" \t") else "")
    )
    fault = Fault(line.number, column, expected, found, text=line.written)
    hint = _BEHIND if is_behind else format.hint(fault, line.text, kind)
    return [replace(fault, hint=hint)]


_BEHIND = Message("formats.behind", "Only a comment may follow a line; it begins with '#'.")


def _no_line(part: _Run, format: LineFormat) -> Fault:
    """Return the only fault of lines that are all faulty."""
    line = part.lines[0]
    column = len(line.text) - len(line.text.lstrip(" \t")) + 1
    found = quote_beginning(line.written[column - 1 :].rstrip(" \t"))
    return Fault(
        line.number, column, (A_PUZZLE,), found, format.count(part.letters, 0), line.written
    )


def _miscounted(part: _Run, format: LineFormat, pattern: str, place: int) -> Fault:
    """Return the fault of a puzzle with missing or surplus lines, located at `place`."""
    count = format.count(part.letters, place)
    expected = format.kinds[pattern[place]].expected if place < len(pattern) else format.at_end
    if place == len(part.lines):
        hint = _BREAKS_OFF.fill(lines=count)
        return Fault(part.lines[-1].number + 1, 1, (expected,), END_OF_PUZZLE, hint)
    hint = (_EXTRA_LINE if len(part.lines) > len(pattern) else _MISSING_LINE).fill(lines=count)
    line, kind = part.lines[place], format.kinds.get(part.letters[place].upper())
    found = kind.found if kind else quote_beginning(line.written.strip(" \t"))
    return Fault(line.number, 1, (expected,), found, hint, line.written)


_MISSING_LINE = Message("formats.missing-line", "A line is missing here or above. {lines}")
_EXTRA_LINE = Message("formats.extra-line", "A line is surplus here or above. {lines}")
_BREAKS_OFF = Message("formats.breaks-off", "The puzzle breaks off. {lines}")


def _blank_line(before: Line) -> Fault:
    return Fault(before.number + 1, 1, (A_LINE,), BLANK_LINE, _BETWEEN_PUZZLES)


_BETWEEN_PUZZLES = Message(
    "formats.between-puzzles", "Blank lines may stand between puzzles, not inside one."
)
