"""Puzzles in other programs' formats, one module a format, see `Writer` and `Reader`.

Our own formats are here too, so that anything can be converted to anything: `read_all` and
`write` know all of them.  What a format cannot hold is an error, `ConversionError` or
`PuzzleSyntaxError`, that names it; if `lossy`, it is dropped with a `ConversionWarning`.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast

from ineqsudoku.errors import (
    MAX_FAULTS,
    ConversionError,
    ConversionWarning,
    Fault,
    PuzzleSyntaxError,
    PuzzleSyntaxWarning,
)
from ineqsudoku.formats import FORMATS, Entry, Reading, detect, entries
from ineqsudoku.formats.document import Document
from ineqsudoku.geometry import SUDOKU, Geometry
from ineqsudoku.puzzle import Puzzle

OF_OTHERS = ("iss", "fpuzzles", "unequal")
"""Formats of other programs that are read and written."""

_WRITTEN_ONLY = ("sudokupad", "minizinc", "dzn", "dimacs")

READABLE = (*FORMATS, *OF_OTHERS)
WRITABLE = (*READABLE, *_WRITTEN_ONLY)


class Writer(Protocol):
    """What the module of a format has that can be written.  `SEPARATOR` stands between
    puzzles; it is `None` where a text can hold only one.  `takes` says whether it has puzzles
    of a geometry at all; `losses` names what else it cannot hold, and `write` leaves that out;
    its text has no last newline."""

    @property
    def SEPARATOR(self) -> str | None: ...  # noqa: N802 - a constant of nearly all
    def takes(self, geometry: Geometry, /) -> bool: ...
    def losses(self, puzzle: Puzzle, /) -> list[str]: ...
    def write(self, puzzle: Puzzle) -> str: ...


@dataclass(frozen=True, slots=True)
class Found:
    """A puzzle that was read, what of the text it does `lack`, and the `line`, from 1, in which
    it begins."""

    puzzle: Puzzle
    lack: tuple[Fault, ...] = ()
    line: int = 1


class Reader(Protocol):
    """What the module of a format has that can be read: all puzzles of a text, one at least.
    Raises `PuzzleSyntaxError`."""

    def read(self, document: Document) -> Iterator[Found]: ...


def read_all(
    text: str | bytes,
    *,
    format: str = "auto",
    name: str = "<text>",
    lossy: bool = False,
    add_boxes: bool = False,
) -> list[Puzzle]:
    """All puzzles of a text in one of the formats `READABLE`; `auto` tells which.

    What a puzzle cannot hold - other rules, cells that are not neighbours - is a fault, or
    dropped if `lossy`.  What is read without boxes gets them if `add_boxes`.
    Raises `PuzzleSyntaxError`, and `ValueError` for another format; warns with
    `ConversionWarning` and `PuzzleSyntaxWarning`.
    """
    if format != "auto" and format not in READABLE:
        raise ValueError(f"cannot read {format!r}, but {', '.join(READABLE)}")
    document = Document.read(text, name)
    for warning in document.warnings:
        warnings.warn(warning, PuzzleSyntaxWarning, stacklevel=2)
    format = told(document) if format == "auto" else format
    if format in FORMATS:
        return [entry.puzzle for entry in entries(document, format)]
    puzzles: list[Puzzle] = []
    faults: list[Fault] = []
    for found in _reader(format).read(document):
        puzzles.append(_boxed(found.puzzle, name) if add_boxes else found.puzzle)
        faults += () if lossy else found.lack
        for fault in found.lack if lossy else ():
            message = f"{name}:{fault.line}:{fault.column}: {fault.found} dropped"
            warnings.warn(message, ConversionWarning, stacklevel=2)
    if faults:
        raise PuzzleSyntaxError(name, tuple(faults[: MAX_FAULTS + 1]))
    return puzzles


def readable(document: Document, format: str) -> Reading:
    """The puzzles of a text in one of `OF_OTHERS`, all or none."""
    try:
        found = list(_reader(format).read(document))
    except PuzzleSyntaxError as error:
        return Reading([], error)
    if faults := tuple(fault for each in found for fault in each.lack):
        return Reading([], PuzzleSyntaxError(document.name, faults[: MAX_FAULTS + 1]))
    return Reading([Entry(index, each.line, each.puzzle) for index, each in enumerate(found)])


def _reader(format: str) -> Reader:
    return cast(Reader, import_module(f"{__name__}.{format}"))


def _boxed(puzzle: Puzzle, name: str) -> Puzzle:
    """The puzzle as a sudoku.  Raises `PuzzleSyntaxError` for a size that has no boxes."""
    geometry = puzzle.geometry
    if geometry.boxes:
        return puzzle
    if geometry.size not in SUDOKU:
        sizes = ", ".join(map(str, SUDOKU.values()))
        fault = Fault(1, 1, (f"one of {sizes}",), str(geometry), "It has no boxes to add.")
        raise PuzzleSyntaxError(name, (fault,))
    return Puzzle.from_relations(puzzle.relations, puzzle.givens, SUDOKU[geometry.size])


_MARKS = {
    "fpuzzles": re.compile(r"\S*[?&]load=|N4Ig|\{"),
    "iss": re.compile(r"\S*[?&]q=|#|\.[A-Z]|\.[ \t\n]*~"),
    "unequal": re.compile(r"[0-9]+[a-z]*:"),
}
"""How texts begin that are in other programs' formats."""


def told(document: Document) -> str:
    """The format that a text seems to be meant for."""
    text = document.text.lstrip(" \t\n")
    found = (format for format, mark in _MARKS.items() if mark.match(text))
    return next(found, "") or detect(document)


def write(puzzles: Puzzle | Iterable[Puzzle], format: str, *, lossy: bool = False) -> str:
    """The text of a puzzle or of several in one of the formats `WRITABLE`, with a last newline.

    Raises `ConversionError` when the format cannot hold a puzzle whole, unless `lossy`, which
    warns with `ConversionWarning`, or not at all for its size, or cannot hold several;
    `ValueError` for another format.
    """
    if format not in WRITABLE:
        raise ValueError(f"cannot write {format!r}, but {', '.join(WRITABLE)}")
    all_puzzles = [puzzles] if isinstance(puzzles, Puzzle) else list(puzzles)
    writer = _writer(format)
    if len(all_puzzles) > 1 and writer.SEPARATOR is None:
        raise ConversionError(f"a text in {format} holds one puzzle, not {len(all_puzzles)}")
    for number, puzzle in enumerate(all_puzzles, 1):
        where = f"puzzle {number}: " if len(all_puzzles) > 1 else ""
        if not writer.takes(puzzle.geometry):
            raise ConversionError(f"{where}{format} cannot hold {puzzle.geometry}")
        if losses := " and ".join(writer.losses(puzzle)):
            if not lossy:
                raise ConversionError(f"{where}{format} cannot hold {losses}")
            message = f"{where}{losses} dropped, which {format} cannot hold"
            warnings.warn(message, ConversionWarning, stacklevel=2)
    return (writer.SEPARATOR or "").join(writer.write(puzzle) + "\n" for puzzle in all_puzzles)


def _writer(format: str) -> Writer:
    if format in FORMATS:
        from ineqsudoku.exchange.own import Own

        return Own(format)
    return cast(Writer, import_module(f"{__name__}.{format}"))


def convert(
    text: str | bytes,
    *,
    to: str,
    source: str = "auto",
    name: str = "<text>",
    lossy: bool = False,
    add_boxes: bool = False,
) -> str:
    """The puzzles of a text in the format `source`, written in the format `to`.

    Raises and warns as `read_all` and `write`.
    """
    read = read_all(text, format=source, name=name, lossy=lossy, add_boxes=add_boxes)
    return write(read, to, lossy=lossy)
