"""`Document`: a text that is decoded, mended, and has a line feed at the end of every line.

Faults are found in the mended text; `Document.error` gives them their places in the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import NamedTuple, Self

from ineqsudoku.errors import Fault, PuzzleSyntaxError
from ineqsudoku.formats.characters import NAMED_BLANKS, Change
from ineqsudoku.formats.cleaning import Cleaned, cleaned, spot_in_file, with_plain_blanks
from ineqsudoku.formats.decoding import decoded, plain_lines
from ineqsudoku.formats.frames import NO_FRAMING, Framing
from ineqsudoku.formats.registry import (
    AUTO,
    FORMATS,
    format_for_reading,
    recognised,
    recognised_as_written,
)
from ineqsudoku.formats.scanning import lines_of_block, numbered_lines, place
from ineqsudoku.formats.sizes import format_of, language_of

MAX_BYTES = 16 * 1024 * 1024
"""A longer text is refused before it is parsed; the limit is in characters for `str`.  It is about
75,000 puzzles in contest format."""

MAX_EXCERPT = 128 * 1024
"""The length of an excerpt, in which faults are searched for, in characters."""

MAX_EXCERPT_LINES = 16 * 1024
"""The length of an excerpt in lines, each of which takes memory."""

_BLANKS = " \t\n" + "".join(NAMED_BLANKS)


class Line(NamedTuple):
    """A line without its end, and its number in the file, from 1."""

    number: int
    text: str

    @property
    def is_blank(self) -> bool:
        return not self.text.strip(" \t")


class Excerpt(NamedTuple):
    """Some lines of a text; `is_whole` says that they reach its end."""

    lines: list[Line]
    is_whole: bool


@dataclass(frozen=True, slots=True)
class Document:
    """The text of a file, or of a part of it that can be read on its own.

    `name` is the name of the file in messages.  `text` is the cleaned text and `original` the text
    of the file; both have the same number of lines, and each line ends with a line feed.
    `changes` were made to clean it, and so many levels of `quotation` were removed;
    `given_warnings` are the warnings from decoding.  `line` is the number of the first line in the
    file, counted from 1, and `index` that of the first puzzle, counted from 0.  A prepared document
    has its `language`, see `sizes`.
    A document that `is_part` of a file is known to hold puzzles, as the beginning of the file does.
    """

    name: str
    text: str
    changes: tuple[Change, ...] = ()
    quotation: int = 0
    line: int = 1
    index: int = 0
    original: str = ""
    language: str = ""
    given_warnings: tuple[str, ...] = ()
    is_part: bool = False

    @classmethod
    def read(
        cls,
        data: str | bytes,
        name: str,
        encoding: str | None = None,
        line: int = 1,
        format: str = AUTO,
    ) -> Self:
        """The whole text of a file from `line` on, prepared for its format.

        Bytes are decoded from the `encoding`; without one, UTF-8, UTF-16 or GBK is detected.

        Raises `PuzzleSyntaxError` when the text is empty, too long or binary, and
        `ValueError` for an unknown encoding or format.
        """
        if len(data) > MAX_BYTES:
            raise too_long(name)
        text, warnings = (data, ()) if isinstance(data, str) else decoded(data, name, encoding)
        text = plain_lines(text)
        if "\0" in text:
            row, column = place(text, text.index("\0"))
            hint = "This is a binary file."
            fault = Fault(row + line - 1, column, ("text",), "a NUL byte", hint)
            raise PuzzleSyntaxError(name, (fault,))
        document = cls.of_lines(text, name, line).with_warnings(warnings)
        if document.is_blank:
            raise PuzzleSyntaxError(name, (Fault(1, 1, ("a puzzle",), "an empty text"),))
        return document.prepared(format)

    @classmethod
    def of_lines(cls, text: str, name: str, line: int = 1, index: int = 0) -> Self:
        """Whole lines of a file, not yet prepared."""
        text = text if text.endswith("\n") else text + "\n"
        return cls(name, text, line=line, index=index, original=text)

    def prepared(self, format: str = AUTO) -> Self:
        """The document with its text mended for its format, and with its language.

        The format is detected unless it is given.  Raises `ValueError` for an unknown one.
        """
        if self.language and format in (AUTO, format_of(self.language)):
            return self
        if format == AUTO:
            name = recognised_as_written(self.original)
        else:
            name = format_for_reading(format).name
        row = FORMATS.get(name)
        if row and not row.has_grammar:
            return self._cleaned(with_plain_blanks(self.original), name)
        framing = Framing.of(self.original)
        may_be_drawn = not (row and row.is_framed and framing.has_frames)
        result = cleaned(self.original, may_be_drawn=may_be_drawn)
        unframed = result._replace(text=framing.removed(result.text))
        row = row or recognised(unframed.text)
        result = unframed if row.is_framed else result
        return self._cleaned(result, language_of(row.name, result.text))

    def prepared_as_part(self, language: str, framing: Framing) -> Self:
        """The text of a part of a file whose beginning has shown the rest, see `is_part`."""
        result = cleaned(self.original, is_part=True)
        result = result._replace(text=framing.removed(result.text))
        return replace(self._cleaned(result, language), is_part=True)

    def _cleaned(self, result: Cleaned, language: str) -> Self:
        changes = result.changes
        if self.line > 1:
            changes = tuple(change._replace(line=change.line + self.line - 1) for change in changes)
        return replace(
            self,
            text=result.text,
            changes=changes,
            quotation=result.quotation,
            language=language,
        )

    @property
    def framing(self) -> Framing:
        """The frames and counts in the rest of a file with this beginning."""
        is_framed = FORMATS[format_of(self.language)].is_framed
        return Framing.of(self.original) if is_framed else NO_FRAMING

    @property
    def warnings(self) -> tuple[str, ...]:
        """A sentence for everything that was guessed or mended."""
        return (*self.given_warnings, *(f"{self.name}:{change}" for change in self.changes))

    def with_warnings(self, warnings: tuple[str, ...]) -> Self:
        """The same document with more warnings, in front of its own."""
        if not warnings:
            return self
        return replace(self, given_warnings=(*warnings, *self.given_warnings))

    def with_changes(self, changes: tuple[Change, ...]) -> Self:
        """The same document that reports other changes."""
        return self if changes == self.changes else replace(self, changes=changes)

    @property
    def is_blank(self) -> bool:
        return not self.text.strip(_BLANKS)

    def parts(self, starts: Sequence[int], numbers: Sequence[int] = ()) -> Iterator[Self]:
        """The text cut at `starts`, the indexes at which puzzles begin: all, or those with these
        `numbers`.

        The first part has the warnings.
        """
        line, before = self.line, 0
        changes, given_warnings = self.changes, self.given_warnings
        originals = _Cutter(self.original)
        cuts = [*starts, len(self.text)]
        for number, (start, end) in enumerate(pairwise(cuts)):
            lines = self.text.count("\n", before, start)
            text = self.text[start:end]
            if self.original is self.text:
                original = text
            else:
                originals.cut(lines)
                original = originals.cut(text.count("\n"))
            line += lines
            index = self.index + (numbers[number] if numbers else number)
            yield replace(
                self,
                text=text,
                changes=changes,
                line=line,
                index=index,
                original=original,
                given_warnings=given_warnings,
                is_part=True,
            )
            before, changes, given_warnings = end, (), ()
            line += text.count("\n")

    def lines(self, index: int) -> Iterator[Line]:
        """The lines of the excerpt that starts at `index` of the text, one after the other."""
        found = lines_of_block(self.text, index, self.excerpt_end(index))
        for number, (_, text) in enumerate(found, self.line_at(index)):
            yield Line(number, text)

    def excerpt(self, index: int) -> Excerpt:
        """The lines from the one that starts at `index` of the text."""
        end = self.excerpt_end(index)
        lines = self.text[index:end].split("\n")[:-1]
        numbered = enumerate(lines, self.line_at(index))
        return Excerpt(list(map(Line._make, numbered)), is_whole=end == len(self.text))

    def excerpt_end(self, index: int) -> int:
        """The end of an excerpt, which has at least one line and only whole ones."""
        end = index + MAX_EXCERPT
        while self.text.count("\n", index, end) > MAX_EXCERPT_LINES:
            end = index + (min(end, len(self.text)) - index) // 2
        if end >= len(self.text):
            return len(self.text)
        return self.text.rfind("\n", index, end) + 1 or self.text.index("\n", index) + 1

    def line_at(self, index: int) -> int:
        """The number of the line with the character at `index` of the text."""
        return self.text.count("\n", 0, index) + self.line

    def line_finder(self) -> Callable[[int], int]:
        """A function like `line_at` that is fast for indexes in ascending order."""
        line, before = self.line, 0

        def line_at(index: int) -> int:
            nonlocal line, before
            line += self.text.count("\n", before, index)
            before = index
            return line

        return line_at

    def lines_before(self, index: int, number: int) -> int:
        """The start of the line that is `number` lines before the one at `index`.

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
        """The error with faults of the text, sorted by their places in the file.

        Of several faults at one place, the first one is kept.
        """
        at_place: dict[tuple[int, int], Fault] = {}
        for fault in self._in_file(list(faults)):
            at_place.setdefault((fault.line, fault.column), fault)
        return PuzzleSyntaxError(self.name, tuple(at_place[at] for at in sorted(at_place)))

    def _in_file(self, faults: list[Fault]) -> Iterator[Fault]:
        if self.original is self.text:
            yield from faults
            return
        numbers = {fault.line - self.line + 1 for fault in faults}
        originals = numbered_lines(self.original, numbers)
        texts = numbered_lines(self.text, numbers)
        for fault in faults:
            number = fault.line - self.line + 1
            original, text = originals.get(number, ""), texts.get(number, "")
            is_same = original == text
            yield fault if is_same else _as_written(fault, original, text, self.quotation)


def _as_written(fault: Fault, original: str, text: str, quotation: int) -> Fault:
    """A fault of a cleaned line, with the column and the characters of the `original` line."""
    column, written = spot_in_file(original, text, fault.column, quotation)
    character = text[fault.column - 1 : fault.column]
    found = fault.found
    if not text.strip(" \t"):
        found = "a title, a fence or the like"
    elif found == f"'{character}'" and written.isprintable():
        found = f"'{written}'"
    return replace(fault, column=column, found=found, text=original, offset=0)


class _Cutter:
    """Cuts a text into consecutive runs of lines."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._start = 0
        self._ends = (found.end() for found in re.finditer("\n", text))

    def cut(self, lines: int) -> str:
        """The next `lines` lines."""
        start = self._start
        for end in islice(self._ends, lines):
            self._start = end
        return self._text[start : self._start]


def starts_of_lines(text: str) -> Iterator[tuple[int, str]]:
    """The start and the text, without its end, of each line that is not blank."""
    for found in re.finditer(r"(?m)^[ \t]*+[^ \t\n][^\n]*+", text):
        yield found.start(), found[0]


def too_long(name: str) -> PuzzleSyntaxError:
    """The error for a text of more than `MAX_BYTES`."""
    limit = f"a text of at most {MAX_BYTES // 1024**2} MiB"
    hint = "Split it; none of its puzzles was read."
    return PuzzleSyntaxError(name, (Fault(1, 1, (limit,), "a longer text", hint),))
