"""Text to puzzles and back, one module a format, see `Format`.

The way of a text: `Document` (decoded, mended) → `told` (which format, and of which size) →
the grammar for that → `puzzle`; when the grammar refuses the text, `faults`.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import islice
from typing import Protocol, cast

from ineqsudoku.errors import MAX_FAULTS, Fault, PuzzleSyntaxError, PuzzleSyntaxWarning
from ineqsudoku.formats.document import Document
from ineqsudoku.formats.grammars import Refused, puzzles
from ineqsudoku.formats.sizes import (
    SIZES,
    format_of,
    lines_without_blanks,
    size_of,
    told_language,
)
from ineqsudoku.puzzle import Puzzle

FORMATS = ("contest", "extended", "compact", "plain", "hexadoku")

_SAMPLE = 8192
"""Characters at the start of a text that tell its format."""


class Format(Protocol):
    """What a format's module has; that of one for other sizes has it in `OF_SIZE` for each.

    `TOKEN` is the terminal of its grammar that takes a whole puzzle in one line, if there is
    one; `starts` says where the puzzles of a text begin, so that each can be read on its own,
    and makes what it can of faulty ones."""

    TOKEN: str | None

    def puzzle(self, characters: str) -> Puzzle: ...
    def write(self, puzzle: Puzzle) -> str: ...
    def starts(self, text: str) -> list[int]: ...
    def faults(self, document: Document, index: int) -> Iterator[Fault]: ...


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle and where it was read: `index` in its file from 0, first `line` from 1."""

    index: int
    line: int
    puzzle: Puzzle


def format_named(name: str) -> Format:
    """What knows a format, at 9×9 or where a language is named at the size of that.

    Raises `ValueError` for a name that is not in `FORMATS`, with no size behind it.
    """
    format = format_of(name)
    if format not in FORMATS:
        raise ValueError(f"no format {name!r}; there are {', '.join(FORMATS)}")
    module = import_module(f"ineqsudoku.formats.{format}")
    return cast(Format, module.OF_SIZE[size_of(name)] if format in SIZES else module)


def told(document: Document, format: str = "auto") -> str:
    """The language of a text: what seems to be meant by its format, unless that is known, in
    the size that its first lines tell."""
    return told_language(detect(document) if format == "auto" else format, document.text)


def detect(document: Document) -> str:
    """The format that a text seems to be meant for, by its characters and line lengths.

    Lines as long as an across line of extended speak for that, other signs for contest and
    compact, digits for plain, capital letters and hyphens for hexadoku; where there are none,
    the length of the first line decides.  A line of more than a third of a layout's signs is
    compact.
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
"""Cells that may stand in the first line of a plain text; a single line of nine tells enough."""


def _begins_as_extended(first: str, second: str) -> bool:
    """Whether the first two lines are an across and a down line of another size than 9×9."""
    is_across, is_down = set(first) <= set("<>."), set(second) <= set("^v.")
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

    Raises `PuzzleSyntaxError` with every fault that can be told apart and `ValueError` for
    a name that is not in `FORMATS`.
    """
    name = told(document, format)
    try:
        return _entries(document, name)
    except Refused as refusal:
        raise _error(document, name, refusal) from None


@dataclass(frozen=True, slots=True)
class Reading:
    """What could be read of a text: its puzzles, and the `error` that tells why not others,
    which begin in the lines `refused`."""

    entries: list[Entry]
    error: PuzzleSyntaxError | None = None
    refused: tuple[int, ...] = ()


def readable(document: Document, language: str) -> Reading:
    """The puzzles of a text that can be read; one that can't spoils no others."""
    try:
        return Reading(_entries(document, language))
    except Refused as refusal:
        error = _error(document, language, refusal)
    read: list[Entry] = []
    refused: list[int] = []
    for part in document.parts(format_named(language).starts(document.text)):
        try:
            read += _entries(part, language)
        except Refused:
            refused.append(part.line)
    return Reading(read, error, tuple(refused))


def _entries(document: Document, name: str) -> list[Entry]:
    """Raises `Refused`."""
    module = format_named(name)
    found = puzzles(name, document.text, module.TOKEN)
    return [
        Entry(index, document.line + line - 1, module.puzzle(characters))
        for index, (line, characters) in enumerate(found, document.index)
    ]


def _error(document: Document, name: str, refusal: Refused) -> PuzzleSyntaxError:
    found = format_named(name).faults(document, refusal.index)
    faults = list(islice(found, MAX_FAULTS + 1))
    if not faults:
        line = document.line + refusal.fault.line - 1
        faults = [replace(refusal.fault, line=line)]
    return PuzzleSyntaxError(document.name, _in_order(faults))


def _in_order(faults: list[Fault]) -> tuple[Fault, ...]:
    """By line and column; of one place one thing is told, the first found."""
    at_place = {(fault.line, fault.column): fault for fault in reversed(faults)}
    return tuple(at_place[place] for place in sorted(at_place))


def read_all(text: str | bytes, *, format: str = "auto", name: str = "<text>") -> list[Puzzle]:
    """All puzzles of a text, in order; bytes are UTF-8, with or without a byte-order mark.

    `format` is one of `FORMATS` or `auto`, which tells it from the text.  `name` is what
    messages call the text.  Raises `PuzzleSyntaxError`; warns with `PuzzleSyntaxWarning`
    when slips were mended.
    """
    return [entry.puzzle for entry in _entries_with_warnings(text, format, name)]


def read(text: str | bytes, *, format: str = "auto", name: str = "<text>") -> Puzzle:
    """The one puzzle of a text: as `read_all`, but a second puzzle is a syntax error."""
    first, *others = _entries_with_warnings(text, format, name)
    if others:
        found, hint = f"{1 + len(others)} puzzles", "read_all reads several."
        fault = Fault(others[0].line, 1, ("one puzzle",), found, hint)
        raise PuzzleSyntaxError(name, (fault,))
    return first.puzzle


def _entries_with_warnings(text: str | bytes, format: str, name: str) -> list[Entry]:
    document = Document.read(text, name)
    for warning in document.warnings:
        warnings.warn(warning, PuzzleSyntaxWarning, stacklevel=3)
    return entries(document, format)
