"""The values of reading.  A `Document` is a decoded text with a line feed at the end of every line,
and its cleaned form; a `Reading` has the puzzles that were read, each an `Entry`.

Faults have places in the cleaned text; `Document.error` converts these to places in the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import NamedTuple, Self

from ineqsudoku.errors import Fault, PuzzleSyntaxError
from ineqsudoku.formats.mending import (
    MISPLACED,
    NAMED_BLANKS,
    REFERENCE,
    Change,
    Framing,
    character_of,
    dereference,
    without_quotation,
)
from ineqsudoku.formats.scanning import A_BLANK, quote, starts_of_lines
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import Puzzle

MAX_BYTES = 16 * 1024 * 1024
"""A longer text is refused before it is parsed; the limit is in characters for `str`.  It is about
75,000 puzzles in contest format."""

MAX_EXCERPT = 128 * 1024
"""The length of an excerpt, in which faults are searched for, in characters."""

MAX_EXCERPT_LINES = 16 * 1024
"""The most lines of an excerpt, as every line takes memory."""

BLANK = " \t\n" + "".join(NAMED_BLANKS)
"""The characters of a blank text."""


class Line(NamedTuple):
    """A line without its end, and its number in the file, from 1."""

    number: int
    text: str

    @property
    def is_blank(self) -> bool:
        return not self.text.strip(" \t")


class Spot(NamedTuple):
    """A character as it is `written` in the file, and its column there, counted from 1.

    `line` is its line in the file, and `cleaned` that line of the cleaned text."""

    column: int
    written: str
    line: str
    cleaned: str


@dataclass(frozen=True, slots=True)
class Document:
    """The text of a file, or of a part of it that can be read on its own.

    `name` is the name of the file in messages.  `text` is the cleaned text and `original` the text
    of the file; both have the same number of lines, and every line ends with a line feed.
    `changes` were made to clean it, and so many levels of `quotation` were removed;
    `framing` is that of the file.  `given_warnings` are the warnings from decoding.  `line` is the
    number of the first line in the file, counted from 1, and `index` that of the first puzzle,
    counted from 0.  A prepared document has its `language`, see `registry`.
    A document that `has_puzzles` is known to hold some: it is well-formed, or a part of a file that
    begins with puzzles.
    """

    name: str
    text: str
    changes: tuple[Change, ...] = ()
    quotation: int = 0
    framing: Framing | None = None
    line: int = 1
    index: int = 0
    original: str = ""
    language: str = ""
    given_warnings: tuple[Message, ...] = ()
    has_puzzles: bool = False

    @classmethod
    def of_lines(cls, text: str, name: str, line: int = 1, index: int = 0) -> Self:
        """Return whole lines of a file, not yet cleaned."""
        text = text if text.endswith("\n") else text + "\n"
        return cls(name, text, line=line, index=index, original=text)

    def clean(
        self,
        text: str,
        changes: Sequence[Change] = (),
        in_original: Sequence[Change] = (),
        quotation: int = 0,
        framing: Framing | None = None,
        language: str = "",
    ) -> Self:
        """Return the document with its cleaned text, after changes with places in this text, and
        others with places `in_original`."""
        is_changed = changes or in_original or quotation or framing or language
        if text is self.text and not is_changed:
            return self
        document = replace(
            self, text=text, changes=(), quotation=quotation, framing=framing, language=language
        )
        if not (changes or in_original):
            return document
        spots = document.spots((change.line, change.column) for change in changes)
        both = zip(changes, spots, strict=True)
        in_file = [change._replace(column=spot.column) for change, spot in both]
        first = self.line - 1
        all_changes = (
            change._replace(line=change.line + first) for change in (*in_original, *in_file)
        )
        return replace(document, changes=tuple(all_changes))

    @property
    def warnings(self) -> tuple[Message, ...]:
        """Messages about everything that was guessed or mended."""
        return (*self.given_warnings, *(change.warning(self.name) for change in self.changes))

    @property
    def is_blank(self) -> bool:
        return not self.text.strip(BLANK)

    def parts(self, starts: Sequence[int], numbers: Iterable[int]) -> Iterator[Self]:
        """Yield the text cut at `starts`, the indexes at which the puzzles with these `numbers`
        begin.

        The first part has the warnings.
        """
        line, before = self.line, 0
        ends = re.finditer("\n", self.original)
        original_end = 0
        changes, given_warnings = self.changes, self.given_warnings
        cuts = [*starts, len(self.text)]
        for number, (start, end) in zip(numbers, pairwise(cuts), strict=False):
            skipped = self.text.count("\n", before, start)
            text = self.text[start:end]
            lines = text.count("\n")
            if self.original is self.text:
                original = text
            else:
                original_start = _end_of(islice(ends, skipped), original_end)
                original_end = _end_of(islice(ends, lines), original_start)
                original = self.original[original_start:original_end]
            line += skipped
            yield replace(
                self,
                text=text,
                changes=changes,
                line=line,
                index=self.index + number,
                original=original,
                given_warnings=given_warnings,
                has_puzzles=True,
            )
            before, changes, given_warnings = end, (), ()
            line += lines

    def filled_lines(self) -> Iterator[tuple[int, Line]]:
        """Yield the lines that are not blank, with their starts."""
        line_at = self.line_finder()
        for start, text in starts_of_lines(self.text):
            yield start, Line(line_at(start), text)

    def lines(self, index: int) -> list[Line]:
        """Return the lines of the excerpt that starts at `index` of the text."""
        lines = self.text[index : self.excerpt_end(index)].split("\n")[:-1]
        return list(map(Line._make, enumerate(lines, self.line_at(index))))

    def is_last_excerpt(self, index: int) -> bool:
        """Whether the excerpt that starts at `index` reaches the end of the text."""
        return self.excerpt_end(index) == len(self.text)

    def excerpt_end(self, index: int) -> int:
        """Return the end of an excerpt, which has at least one line and only whole ones."""
        end = index + MAX_EXCERPT
        while self.text.count("\n", index, end) > MAX_EXCERPT_LINES:
            end = index + (min(end, len(self.text)) - index) // 2
        if end >= len(self.text):
            return len(self.text)
        return self.text.rfind("\n", index, end) + 1 or self.text.index("\n", index) + 1

    def line_at(self, index: int) -> int:
        """Return the number of the line with the character at `index` of the text."""
        return self.text.count("\n", 0, index) + self.line

    def line_finder(self) -> Callable[[int], int]:
        """Return a function like `line_at` that is fast for indexes in ascending order."""
        line, before = self.line, 0

        def line_at(index: int) -> int:
            nonlocal line, before
            line += self.text.count("\n", before, index)
            before = index
            return line

        return line_at

    def lines_before(self, index: int, number: int) -> int:
        """Return the start of the line that is `number` lines before the one at `index`.

        That is `index` itself when a blank line or the start of the text is nearer.
        """
        start = index
        for _ in range(number):
            before = self.text.rfind("\n", 0, max(start - 1, 0)) + 1
            if not self.text[before:start].strip(" \t\n"):
                return index
            start = before
        return start

    def error(self, faults: Iterable[Fault]) -> PuzzleSyntaxError:
        """Return the error with faults of the text, sorted by their places in the file.

        Of several faults at one place, the first one is kept.
        """
        at_place: dict[tuple[int, int], Fault] = {}
        for fault in self._in_file(list(faults)):
            at_place.setdefault((fault.line, fault.column), fault)
        return PuzzleSyntaxError(self.name, tuple(at_place[at] for at in sorted(at_place)))

    def _in_file(self, faults: list[Fault]) -> list[Fault]:
        if self.original is self.text:
            return faults
        spots = self.spots((fault.line - self.line + 1, fault.column) for fault in faults)
        return [_as_written(*both) for both in zip(faults, spots, strict=True)]

    def spots(self, places: Iterable[tuple[int, int]]) -> Iterator[Spot]:
        """Yield the spots of characters in the file; `places` has lines and columns of the text,
        from 1."""
        places = list(places)
        numbers = {number for number, _ in places}
        lines = _numbered_lines(self.original, numbers)
        is_same = self.text is self.original
        cleaned_lines = lines if is_same else _numbered_lines(self.text, numbers)
        for number, column in places:
            line, cleaned = lines.get(number, ""), cleaned_lines.get(number, "")
            yield _spot(line, cleaned, column, self.quotation)


# --- where the characters of a cleaned text stand in the file ----------------------------


def _spot(line: str, cleaned: str, column: int, quotation: int) -> Spot:
    """Return the spot of the character at `column` of a `cleaned` line.

    Most characters stay in their columns.  But a reference becomes one character, and marks of
    quotation are removed.  For a line that was skipped, the result is the whole line.
    """
    if not cleaned:
        return Spot(1, line, line, cleaned)
    index = column - 1
    if quotation:
        plain, _ = dereference(line)
        index += len(plain) - len(without_quotation(plain, quotation))
    for reference in re.finditer(REFERENCE, line) if "&" in line else ():
        start, end = reference.span()
        if index < start:
            break
        if character_of(reference[0]) == reference[0]:
            continue
        if index == start:
            return Spot(start + 1, reference[0], line, cleaned)
        index += end - start - 1
    index = min(index, len(line))
    return Spot(index + 1, line[index : index + 1], line, cleaned)


def _numbered_lines(text: str, numbers: Iterable[int]) -> dict[int, str]:
    """Return the lines with these numbers, from 1, as far as they exist, without their ends."""
    lines: dict[int, str] = {}
    start, number = 0, 1
    ends = re.finditer(r"\n|\Z", text)
    for wanted in sorted(numbers):
        for end in ends:
            line, start = (start, end.start()), end.end()
            number += 1
            if number > wanted:
                lines[wanted] = text[slice(*line)]
                break
    return lines


def _as_written(fault: Fault, spot: Spot) -> Fault:
    """Return a fault with the column and the characters of the file."""
    if spot.line == spot.cleaned:
        return fault
    cleaned = spot.cleaned[fault.column - 1 : fault.column]
    fault = replace(fault, column=spot.column, text=spot.line, offset=0)
    if not spot.cleaned.strip(" \t"):
        return replace(fault, found=Message("formats.skipped", "a title, a fence or the like"))
    if cleaned == MISPLACED != spot.written:
        expected = (A_BLANK, Message("formats.frame", "the frame"))
        return replace(fault, expected=expected, found=quote(spot.written), hint=_WRONG_COLUMN)
    if fault.found == f"'{cleaned}'" and spot.written.isprintable():
        return replace(fault, found=f"'{spot.written}'")
    return fault


_WRONG_COLUMN = Message(
    "formats.wrong-column",
    "This stands in a wrong column. Cells of a drawn board are four columns apart; "
    "a sign stands halfway between two cells, or below a cell.",
)


def _end_of(lines: Iterable[re.Match[str]], start: int) -> int:
    """Return the end of the last line feed; `start` if there is none."""
    for line in lines:
        start = line.end()
    return start


# --- puzzles in a document ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle and its place in a file.

    `index`
        The number of the puzzle in the file, from 0.
    `line`
        Its first line, from 1.
    `puzzle`
        The puzzle.
    """

    index: int
    line: int
    puzzle: Puzzle


class Reading(NamedTuple):
    """The puzzles of a text that can be read, and the `error` with the faults of the others.

    `refused` has the first lines of the others, for the first `MAX_REFUSED` of them, and
    `number_refused` is the number of all of them.  `lack` has faults for the parts of the text that
    a `Puzzle` cannot hold, up to `MAX_FAULTS` + 1."""

    entries: list[Entry]
    error: PuzzleSyntaxError | None = None
    refused: tuple[int, ...] = ()
    number_refused: int = 0
    lack: tuple[Fault, ...] = ()


class Parsed(NamedTuple):
    """A puzzle of another program's format, its first `line`, counted from 1, and the faults for
    parts that it cannot hold, see `Reading`."""

    puzzle: Puzzle
    lack: tuple[Fault, ...] = ()
    line: int = 1
