"""Text to puzzles and back, one module a format, see `Format`.

The way of a text: `Document` (decoded, mended) → `told` (its format and size) → `scan`, which
reads puzzles by regular expressions → `puzzle`; where that stops, `faults` by the grammar.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from typing import Protocol, cast

from ineqsudoku.errors import MAX_FAULTS, Fault, PuzzleSyntaxError, PuzzleSyntaxWarning
from ineqsudoku.formats import compact
from ineqsudoku.formats.document import Document
from ineqsudoku.formats.expressions import Scanned, scan, scan_parts
from ineqsudoku.formats.grammars import quoted
from ineqsudoku.formats.inputs import Input, contents, name_of, with_hint_for_path
from ineqsudoku.formats.scanning import Spans
from ineqsudoku.formats.signlines import is_alternating
from ineqsudoku.formats.sizes import (
    SIZES,
    format_of,
    lines_without_blanks,
    size_of,
    told_language,
)
from ineqsudoku.geometry import Pair
from ineqsudoku.puzzle import Puzzle

FORMATS = ("contest", "extended", "compact", "plain", "hexadoku")

_SAMPLE = 8192
"""Characters at the start of a text that tell its format."""


class Format(Protocol):
    """What a format's module has; that of one for other sizes has it in `OF_SIZE` for each.

    `CHARACTERS` are those of its texts without blanks.  `starts` says where the puzzles of a text
    begin, so that each can be read on its own; it divides a text with faults as best it can.
    `pairs` has for each character of a puzzle that starts with `first`, blanks aside, the pair
    whose sign it is, or `None` for a cell; cells at the end are left out."""

    @property
    def CHARACTERS(self) -> str: ...  # noqa: N802 - a constant of most

    def puzzle(self, characters: str) -> Puzzle: ...
    def pairs(self, first: str, /) -> Sequence[Pair | None]: ...
    def write(self, puzzle: Puzzle) -> str: ...
    def starts(self, text: str) -> Sequence[int]: ...
    def faults(self, document: Document, index: int) -> Iterator[Fault]: ...


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle, its `index` in its file, from 0, and its first `line`, from 1."""

    index: int
    line: int
    puzzle: Puzzle


def format_named(language: str) -> Format:
    """The format of a language: of a format's name, perhaps with a size behind it.

    Raises `ValueError` for any other name.
    """
    format = format_of(language)
    if format not in FORMATS:
        raise _unknown_format(format)
    module = import_module(f"ineqsudoku.formats.{format}")
    return cast(Format, module.OF_SIZE[size_of(language)] if format in SIZES else module)


def _unknown_format(name: str) -> ValueError:
    return ValueError(f"no format {name!r}; there are {', '.join(FORMATS)}")


def told(document: Document, format: str = "auto") -> str:
    """The language of a text: its format, detected unless given, and the size that its first
    lines show.

    Raises `ValueError` for a name that is neither `auto` nor in `FORMATS`.
    """
    if format not in ("auto", *FORMATS):
        raise _unknown_format(format)
    return told_language(detect(document) if format == "auto" else format, document.text)


def detect(document: Document) -> str:
    """The format of a text, by the characters and line lengths at its beginning.

    Lines as long as an across line of extended mean that, other signs contest or compact,
    digits plain, capital letters and hyphens hexadoku; without any of these the length of the
    first line decides.  A line of more than a third of a layout's signs is compact.
    """
    sample = document.text.lstrip(" \t\n")[:_SAMPLE]
    first, second, *_ = [*lines_without_blanks(sample, 2), "", ""]
    is_short = len(first) <= _SHORT
    if is_short and (_has_long_across_lines(sample) or _begins_as_extended(first, second)):
        return "extended"
    signs = sum(sample.count(sign) for sign in "<>^v")
    digits = sum(map(str.isdigit, sample))
    letters = sum(sample.count(letter) for letter in "ABCDEFGHIJKLMNOP-")
    if letters > max(signs, digits):
        return "hexadoku"
    of_dots = len(first) in _ONE_LINE or len(first) == len(second) in _SIDES
    if digits > signs or (signs == digits and of_dots):
        return "plain"
    return "contest" if is_short else "compact"


_SIDES = SIZES["plain"]
_ONE_LINE = (9, *(size**2 for size in _SIDES))
"""Numbers of cells in the first line of a plain text; a single line of nine is enough."""


def _begins_as_extended(first: str, second: str) -> bool:
    """Whether the first two lines are an across and a down line of some size, perhaps with cells
    between the signs."""
    is_across, is_down = set(first) <= set("<>."), set(second) <= set("^v.")
    # A row of givens is as long as the next one.
    is_shorter = 0 < len(second) < len(first)
    if is_alternating(first) and ((is_down and is_shorter) or "<" in first or ">" in first):
        return True
    return is_across and is_down and len(first) + 1 == len(second) in SIZES["extended"]


_SHORT = 36
"""Characters without blanks that a line of signs may have and not be compact."""


def _has_long_across_lines(sample: str) -> bool:
    """Whether of the first 17 lines more are across lines of eight signs than of six; one
    alone is a slip."""
    lines = lines_without_blanks(sample, 17)
    sizes = [len(line) for line in lines if set(line) <= set("<>.")]
    return sizes.count(8) > max(sizes.count(6), 1)


def entries(document: Document, format: str = "auto") -> list[Entry]:
    """All puzzles of a text.

    Raises `PuzzleSyntaxError` with the faults of the text, at most one more than are shown,
    and `ValueError` for a name that is neither `auto` nor in `FORMATS`.
    """
    reading = readable(document, told(document, format))
    if reading.error:
        raise reading.error
    return reading.entries


MAX_REFUSED = 1000
"""The first lines of this many puzzles that cannot be read are known."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What could be read of a text: its puzzles, and the `error` with the faults of the others.

    `refused` are the lines in which the others begin, the first `MAX_REFUSED` of them."""

    entries: list[Entry]
    error: PuzzleSyntaxError | None = None
    refused: tuple[int, ...] = ()


def readable(document: Document, language: str) -> Reading:
    """The puzzles of a text that can be read; one that cannot spoils no others."""
    format = format_named(language)
    read, refused = _divided(document, format, scan(language, document.text))
    if read and not refused:
        return Reading(read)
    faulty, _ = next(iter(refused), (0, 0))
    starts = format.starts(document.text)
    read, refused = _divided(document, format, scan_parts(language, document.text, starts))
    error = document.error(_faults(document, language, faulty, refused))
    line_at = document.line_finder()
    lines = tuple(line_at(start) for start, _ in islice(refused, MAX_REFUSED))
    return Reading(read, error, lines)


def _divided(
    document: Document, format: Format, parts: Iterable[Scanned]
) -> tuple[list[Entry], Spans]:
    """The puzzles among the parts of a text, and where the other parts are."""
    read: list[Entry] = []
    refused = Spans()
    line_at = document.line_finder()
    for index, (start, end, characters) in enumerate(parts, document.index):
        if characters:
            read.append(Entry(index, line_at(start), format.puzzle(characters)))
        else:
            refused.add(start, end)
    return read, refused


_MOST_EXCERPTS = 8
"""Faults are searched for in this many excerpts of a text."""


def _faults(document: Document, language: str, index: int, refused: Spans) -> list[Fault]:
    """The faults of a text from `index` on, one at least and one more than are shown at most.

    `refused` are the parts that cannot be read.
    """
    from ineqsudoku.formats.misfits import misfit

    format = format_named(language)
    if fault := misfit(document, language, format.CHARACTERS, refused):
        return [fault]
    found: list[Fault] = []
    for _ in range(_MOST_EXCERPTS):
        found += islice(format.faults(document, index), MAX_FAULTS + 1 - len(found))
        following = refused.start_beyond(index, document.excerpt_end(index))
        if len(found) > MAX_FAULTS or following is None:
            break
        index = following
    first = next(iter(refused), (index, index))
    return found or [_at_first_character(document, first[0])]


def _at_first_character(document: Document, index: int) -> Fault:
    """The fault of a text in which something else comes in the place of a puzzle."""
    line = document.text[index:].partition("\n")[0]
    column = len(line) - len(line.lstrip(" \t")) + 1
    found = quoted(line[column - 1 : column])
    return Fault(document.line_at(index), column, ("a puzzle",), found, text=line)


def read_all(
    source: Input,
    *,
    format: str = "auto",
    name: str | None = None,
    encoding: str | None = None,
) -> list[Puzzle]:
    """All puzzles of a text, in order.

    `source` is the text itself, its bytes, or the path of a file as an `os.PathLike`, such as
    `pathlib.Path`.  `format` is one of `FORMATS` or `auto`, which detects it.  `name` is what
    messages call the text, by default the path or `<text>`.  Bytes are in the `encoding`;
    without one they are UTF-8 or what else they show, see `Document.read`.

    Raises `PuzzleSyntaxError`, `OSError` when the file cannot be read, `ValueError` for an
    unknown format or encoding and `TypeError` for another source.  Warns with
    `PuzzleSyntaxWarning` when the text is not quite what the format wants.
    """
    document = Document.read(contents(source), name_of(source, name), encoding)
    puzzles = compact.layouts(document.text) if told(document, format) == "compact" else None
    if puzzles is None:
        puzzles = [entry.puzzle for entry in _entries(source, document, format)]
    _warn(document)
    return puzzles


def read(
    source: Input,
    *,
    format: str = "auto",
    name: str | None = None,
    encoding: str | None = None,
) -> Puzzle:
    """The one puzzle of a text: as `read_all`, but a second puzzle is a syntax error."""
    document = Document.read(contents(source), name_of(source, name), encoding)
    first, *others = _entries(source, document, format)
    _warn(document)
    if others:
        found, hint = f"{1 + len(others)} puzzles", "read_all reads several."
        fault = Fault(others[0].line, 1, ("one puzzle",), found, hint)
        raise PuzzleSyntaxError(name_of(source, name), (fault,))
    return first.puzzle


def _entries(source: Input, document: Document, format: str) -> list[Entry]:
    try:
        return entries(document, format)
    except PuzzleSyntaxError as error:
        raise with_hint_for_path(source, error) from None


def _warn(document: Document) -> None:
    for warning in document.warnings:
        warnings.warn(warning, PuzzleSyntaxWarning, stacklevel=3)
