"""Puzzles in other programs' formats, one module a format, see `Writer` and `Reader`.

`read_all` and `write` know our own formats too, so every format can be converted to every
other.  What a format cannot hold is an error, `ConversionError` or `PuzzleSyntaxError`, that
names it; if `lossy`, it is dropped with a `ConversionWarning`.
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
from ineqsudoku.formats.inputs import Input, contents, name_of, with_hint_for_path
from ineqsudoku.geometry import SUDOKU, Geometry
from ineqsudoku.puzzle import Puzzle

OF_OTHERS = ("iss", "fpuzzles", "unequal")
"""Formats of other programs that are read and written."""

_WRITTEN_ONLY = ("sudokupad", "minizinc", "dzn", "dimacs")

READABLE = (*FORMATS, *OF_OTHERS)
WRITABLE = (*READABLE, *_WRITTEN_ONLY)


class Writer(Protocol):
    """The module of a format that can be written.

    `SEPARATOR` stands between puzzles; it is `None` where a text can hold only one.  `takes`
    says whether the format has puzzles of a geometry at all; `losses` names what else it
    cannot hold, and `write` leaves that out.  The text of `write` has no last newline."""

    @property
    def SEPARATOR(self) -> str | None: ...  # noqa: N802 - a constant of nearly all
    def takes(self, geometry: Geometry, /) -> bool: ...
    def losses(self, puzzle: Puzzle, /) -> list[str]: ...
    def write(self, puzzle: Puzzle) -> str: ...


@dataclass(frozen=True, slots=True)
class Found:
    """A puzzle that was read, and its first `line`, from 1.

    `lack` are the parts of the text that a `Puzzle` cannot hold, at most one more of them than
    messages show."""

    puzzle: Puzzle
    lack: tuple[Fault, ...] = ()
    line: int = 1


class Reader(Protocol):
    """The module of a format that can be read.

    `read` gives all puzzles of a text, at least one.  Raises `PuzzleSyntaxError`."""

    def read(self, document: Document) -> Iterator[Found]: ...


def read_all(
    source: Input,
    *,
    format: str = "auto",
    name: str | None = None,
    encoding: str | None = None,
    lossy: bool = False,
    add_boxes: bool = False,
) -> list[Puzzle]:
    """All puzzles of a text in one of the formats `READABLE`; `auto` detects which.

    `source`, `name` and `encoding` are those of `ineqsudoku.read_all`.  What a puzzle cannot
    hold - other rules, cells that are not neighbours - is a fault, or dropped if `lossy`.
    Puzzles without boxes get them if `add_boxes`.

    Raises `PuzzleSyntaxError`, `OSError` when a file cannot be read, `ValueError` for an
    unknown format or encoding and `TypeError` for another source.  Warns with
    `ConversionWarning` and `PuzzleSyntaxWarning`.
    """
    if format != "auto" and format not in READABLE:
        raise ValueError(f"cannot read {format!r}, but {', '.join(READABLE)}")
    name = name_of(source, name)
    document = Document.unmended(contents(source), name, encoding)
    foreign = _foreign_format(document) if format == "auto" else format
    try:
        if foreign in OF_OTHERS:
            document = document.with_plain_blanks()
            found, dropped = _found(document, foreign, lossy)
            puzzles = [_boxed(each.puzzle, name) if add_boxes else each.puzzle for each in found]
        else:
            document = document.mended()
            puzzles, dropped = [entry.puzzle for entry in entries(document, format)], []
    except PuzzleSyntaxError as error:
        raise with_hint_for_path(source, error) from None
    for warning in document.warnings:
        warnings.warn(warning, PuzzleSyntaxWarning, stacklevel=2)
    for message in dropped:
        warnings.warn(message, ConversionWarning, stacklevel=2)
    return puzzles


def _found(document: Document, format: str, lossy: bool) -> tuple[list[Found], list[str]]:
    """The puzzles of a text in one of `OF_OTHERS`, and messages on what was dropped."""
    puzzles: list[Found] = []
    lack: list[Fault] = []
    for found in _reader(format).read(document):
        puzzles.append(found)
        lack += found.lack[: MAX_FAULTS + 1 - len(lack)]
        if len(lack) > MAX_FAULTS and not lossy:
            break
    if lack and not lossy:
        raise document.error(lack)
    name = document.name
    dropped = [f"{name}:{each.line}:{each.column}: {each.found} dropped" for each in lack]
    if len(lack) > MAX_FAULTS:
        dropped[MAX_FAULTS:] = [f"{name}: more than {MAX_FAULTS} parts dropped"]
    return puzzles, dropped


def readable(document: Document, format: str) -> Reading:
    """The puzzles of a text in one of `OF_OTHERS`, all or none."""
    try:
        found, _ = _found(document, format, lossy=False)
    except PuzzleSyntaxError as error:
        return Reading([], error)
    return Reading([Entry(index, each.line, each.puzzle) for index, each in enumerate(found)])


def _reader(format: str) -> Reader:
    return cast(Reader, import_module(f"{__name__}.{format}"))


def _boxed(puzzle: Puzzle, name: str) -> Puzzle:
    """The puzzle with boxes.  Raises `PuzzleSyntaxError` for a size that has none."""
    geometry = puzzle.geometry
    if geometry.boxes:
        return puzzle
    if geometry.size not in SUDOKU:
        sizes = ", ".join(map(str, SUDOKU.values()))
        fault = Fault(1, 1, (f"one of {sizes}",), str(geometry), "It has no boxes to add.")
        raise PuzzleSyntaxError(name, (fault,))
    return Puzzle.from_relations(puzzle.relations, puzzle.givens, SUDOKU[geometry.size])


_MARKS = {
    "fpuzzles": r"\S*[?&]load=|N4Ig|\{",
    "iss": r"(?>(?:#[^\n]*+\n[ \t\n]*+)*)(?:\S*[?&]q=|\.[A-Z]|\.[ \t\n]*~)",
    "unequal": r"[0-9]+[a-z]*:",
}
"""How texts in other programs' formats begin, behind blanks."""


def told(document: Document) -> str:
    """The format of a text, by its beginning."""
    return _foreign_format(document) or detect(document.mended())


def _foreign_format(document: Document) -> str:
    """The one of `OF_OTHERS` that a text begins like, or nothing."""
    text = document.text.lstrip(" \t\n")
    return next((format for format, mark in _MARKS.items() if re.match(mark, text)), "")


def write(puzzles: Puzzle | Iterable[Puzzle], format: str, *, lossy: bool = False) -> str:
    """The text of one puzzle or several in one of the formats `WRITABLE`, with a last newline.

    What the format cannot hold of a puzzle is dropped if `lossy`, with a `ConversionWarning`.
    Raises `ConversionError` when it is not, when the format does not have the size, or when it
    holds only one puzzle; `ValueError` for an unknown format.
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
    text: Input,
    *,
    to: str,
    source: str = "auto",
    name: str | None = None,
    encoding: str | None = None,
    lossy: bool = False,
    add_boxes: bool = False,
) -> str:
    """The puzzles of a text in the format `source`, written in the format `to`.

    Raises and warns as `read_all` and `write`.
    """
    puzzles = read_all(
        text, format=source, name=name, encoding=encoding, lossy=lossy, add_boxes=add_boxes
    )
    return write(puzzles, to, lossy=lossy)
