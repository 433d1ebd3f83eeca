"""Text to puzzles and back, one module a format; each has `puzzle`, `faults` and `write`.

The way of a text: `Document` (decoded, mended) → `detect` (which format) → the format's
grammar → `puzzle`; when the grammar refuses the text, `faults`.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from typing import Protocol, cast

from ineqsudoku.errors import MAX_FAULTS, Fault, PuzzleSyntaxError, PuzzleSyntaxWarning
from ineqsudoku.formats.document import Document
from ineqsudoku.formats.grammars import Refused, puzzles
from ineqsudoku.puzzle import Puzzle

FORMATS = ("contest", "compact", "plain")

_SAMPLE = 8192
"""Characters at the start of a text that tell its format."""


class Format(Protocol):
    """What a format's module has."""

    def puzzle(self, characters: str) -> Puzzle: ...
    def faults(self, document: Document, index: int) -> Iterator[Fault]: ...
    def write(self, puzzle: Puzzle) -> str: ...


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle and where it was read: `index` in its file from 0, first `line` from 1."""

    index: int
    line: int
    puzzle: Puzzle


def format_named(name: str) -> Format:
    """The module of a format.  Raises `ValueError` for a name that is not in `FORMATS`."""
    if name not in FORMATS:
        raise ValueError(f"no format {name!r}; there are {', '.join(FORMATS)}")
    return cast(Format, import_module(f"ineqsudoku.formats.{name}"))


def detect(document: Document) -> str:
    """The format that a text seems to be meant for, by its characters and line lengths.

    Signs speak for contest and compact, digits for plain; where there is neither, the
    length of the first line decides.  A line of more than a third of a layout's signs is
    compact.
    """
    sample = document.text.lstrip(" \t\n")[:_SAMPLE]
    first = "".join(sample.partition("\n")[0].split())
    signs = sum(sample.count(sign) for sign in "<>^v")
    digits = sum(map(str.isdigit, sample))
    if digits > signs or (signs == digits and len(first) in (9, 81)):
        return "plain"
    return "compact" if len(first) > 36 else "contest"


def entries(document: Document, format: str = "auto") -> list[Entry]:
    """All puzzles of a text.

    Raises `PuzzleSyntaxError` with every fault that can be told apart and `ValueError` for
    a name that is not in `FORMATS`.
    """
    name = detect(document) if format == "auto" else format
    module = format_named(name)
    try:
        return [
            Entry(index, line, module.puzzle(characters))
            for index, (line, characters) in enumerate(puzzles(name, document.text))
        ]
    except Refused as refusal:
        found = module.faults(document, refusal.index)
        faults = list(islice(found, MAX_FAULTS + 1)) or [refusal.fault]
        raise PuzzleSyntaxError(document.name, _in_order(faults)) from None


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
