"""Reads puzzles from texts; `registry` has all formats.

A text becomes a `Document`, which is decoded and prepared for its format.  `readable` reads its
puzzles by the format's grammar or, without a grammar, by its module.  With a grammar, `scan`
matches puzzles with regular expressions; where that stops, the grammar locates the `faults`.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from ineqsudoku.errors import (
    MAX_FAULTS,
    ConversionWarning,
    Fault,
    PuzzleSyntaxError,
    PuzzleSyntaxWarning,
)
from ineqsudoku.formats import compact
from ineqsudoku.formats.decoding import Decoder
from ineqsudoku.formats.document import MAX_BYTES, Document
from ineqsudoku.formats.expressions import Scanned, scan, scan_parts
from ineqsudoku.formats.format import Format
from ineqsudoku.formats.grammars import quoted
from ineqsudoku.formats.inputs import Input, contents, name_of, with_hint_for_path
from ineqsudoku.formats.interfaces import Found, Syntax
from ineqsudoku.formats.modules import reader, syntax
from ineqsudoku.formats.recognition import HEAD
from ineqsudoku.formats.registry import AUTO, READABLE, WRITABLE, FormatChoice, format_for_reading
from ineqsudoku.formats.scanning import Spans
from ineqsudoku.formats.sizes import format_of, size_of
from ineqsudoku.geometry import SUDOKU
from ineqsudoku.puzzle import Puzzle

__all__ = [
    "AUTO",
    "READABLE",
    "WRITABLE",
    "Entry",
    "Reading",
    "detect",
    "detect_language",
    "entries",
    "read",
    "read_all",
    "readable",
    "syntax_of",
]


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


def syntax_of(language: str) -> Syntax:
    """The syntax of a language, which is the name of a format with or without a size, see `sizes`.

    Raises `ValueError` for any other name.
    """
    return syntax(format_for_reading(format_of(language)), size_of(language))


def detect_language(document: Document, format: str = AUTO) -> str:
    """The language of a text: its format, which is detected unless it is given, and its size.

    Raises `ValueError` for a name that is neither `auto` nor in `READABLE`.
    """
    return document.prepared(format).language


def detect(document: Document) -> str:
    """The format that the beginning of a text shows, see `registry`."""
    return format_of(detect_language(document))


def whole_document(
    data: str | bytes, name: str, encoding: str | None = None, line: int = 1, format: str = AUTO
) -> Document:
    """The text of a file, as `Document.read`, which also says what it raises.

    The error for a text that is too long says whether its beginning looks like puzzles at all.
    """
    if len(data) > MAX_BYTES:
        head = data[:HEAD]
        text = head if isinstance(head, str) else Decoder(name, encoding).decode(head)
        if not text.isspace():
            sample = Document.read(text, name, line=line, format=format)
            if format_for_reading(format_of(sample.language)).has_grammar:
                refuse_strange(sample, sample.language)
    return Document.read(data, name, encoding, line, format)


def refuse_strange(document: Document, language: str) -> None:
    """Raise `PuzzleSyntaxError` for a text that is no puzzle at all."""
    from ineqsudoku.formats.misfits import objection

    if objection(document.text, language):
        reading = readable(document, language)
        if reading.error and not reading.entries:
            raise reading.error


def entries(document: Document, format: str = AUTO) -> list[Entry]:
    """All puzzles of a text.

    Raises `PuzzleSyntaxError` with up to `MAX_FAULTS` + 1 faults of the text, and `ValueError`
    for a name that is neither `auto` nor in `READABLE`.
    """
    document = document.prepared(format)
    reading = readable(document, document.language)
    if reading.error:
        raise reading.error
    return reading.entries


MAX_REFUSED = 1000
"""A `Reading` keeps the first lines of this many puzzles that cannot be read."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The puzzles of a text that can be read, and the `error` with the faults of the others.

    `refused` has the first lines of the others, for the first `MAX_REFUSED` of them, and
    `number_refused` is the number of all of them."""

    entries: list[Entry]
    error: PuzzleSyntaxError | None = None
    refused: tuple[int, ...] = ()
    number_refused: int = 0


def readable(document: Document, language: str) -> Reading:
    """The puzzles of a text that can be read.

    In a format with a grammar, faulty puzzles are skipped; in other formats either all puzzles or
    none are read.
    """
    format = format_for_reading(format_of(language))
    return _by_grammar(document, language) if format.has_grammar else _by_module(document, format)


def _by_module(document: Document, format: Format) -> Reading:
    try:
        found, _ = _found(document, format, lossy=False)
    except PuzzleSyntaxError as error:
        return Reading([], error)
    return Reading([Entry(index, each.line, each.puzzle) for index, each in enumerate(found)])


def _found(document: Document, format: Format, lossy: bool) -> tuple[list[Found], list[str]]:
    """The puzzles of a text, and a message for each part that was dropped.

    Raises `PuzzleSyntaxError` for faults and, unless `lossy`, for parts that a puzzle cannot hold.
    """
    puzzles: list[Found] = []
    lack: list[Fault] = []
    for found in reader(format).read(document):
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


def _by_grammar(document: Document, language: str) -> Reading:
    format = syntax_of(language)
    read, refused = _divided(document, format, scan(language, document.text))
    if read and not refused:
        return Reading(read)
    return _by_sections(document, language)


def _by_sections(document: Document, language: str) -> Reading:
    """What can be read of a text with faults."""
    from ineqsudoku.formats.misfits import misfit

    format = syntax_of(language)
    read: list[Entry] = []
    refused = Spans()
    faulty: list[Document] = []
    starts = [*format.sections(document.text)]
    for start, section in zip(starts, divided(document, format, starts), strict=True):
        parts = scan_parts(language, section.text, format.starts(section.text))
        of_section, others = _divided(section, format, parts)
        read += of_section
        for first, end in others:
            refused.add(start + first, start + end)
        if others:
            faulty.append(section)
    line_at = document.line_finder()
    lines = tuple(line_at(start) for start, _ in islice(refused, MAX_REFUSED))
    fault = None if document.is_part else misfit(document, language, refused)
    if fault or not faulty:
        error = document.error([fault or _at_first_character(document, 0)])
        return Reading(read, error, lines, len(refused))
    faults: list[Fault] = []
    for section in faulty:
        faults += _faults(section, language).faults
        if len(faults) > MAX_FAULTS:
            break
    error = PuzzleSyntaxError(document.name, tuple(faults[: MAX_FAULTS + 1]))
    return Reading(read, error, lines, len(refused))


def divided(document: Document, format: Syntax, starts: Sequence[int]) -> Iterator[Document]:
    """The sections of a text, which start at `starts`, each with the index of its first puzzle."""
    index = document.index
    for section in document.parts(starts):
        yield replace(section, index=index)
        index += len(format.starts(section.text))


def _divided(
    document: Document, format: Syntax, parts: Iterable[Scanned]
) -> tuple[list[Entry], Spans]:
    """The puzzles among the parts of a text, and the spans of the other parts."""
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
"""Faults are searched for in this many excerpts of a section."""


def _faults(section: Document, language: str) -> PuzzleSyntaxError:
    """The faults of a section, one at least and one more than are shown at most."""
    format = syntax_of(language)
    _, unread = _divided(section, format, scan(language, section.text))
    index, _ = next(iter(unread), (0, 0))
    starts = format.starts(section.text)
    _, refused = _divided(section, format, scan_parts(language, section.text, starts))
    found: list[Fault] = []
    for _ in range(_MOST_EXCERPTS):
        found += islice(format.faults(section, index), MAX_FAULTS + 1 - len(found))
        following = refused.start_beyond(index, section.excerpt_end(index))
        if len(found) > MAX_FAULTS or following is None:
            break
        index = following
    first = next(iter(refused), (index, index))
    return section.error(found or [_at_first_character(section, first[0])])


def _at_first_character(document: Document, index: int) -> Fault:
    """The fault of a text that has no puzzle at `index`."""
    line = document.text[index:].partition("\n")[0]
    column = len(line) - len(line.lstrip(" \t")) + 1
    found = quoted(line[column - 1 : column])
    return Fault(document.line_at(index), column, ("a puzzle",), found, text=line)


def read_all(
    source: Input,
    *,
    format: FormatChoice = AUTO,
    name: str | None = None,
    encoding: str | None = None,
    lossy: bool = False,
    add_boxes: bool = False,
) -> list[Puzzle]:
    """All puzzles of a text, in order.

    `source` is the text itself, its bytes, or the path of a file as an `os.PathLike`, such as
    `pathlib.Path`.  `format` is one of `READABLE`, or `auto` to detect it.  Messages call the text
    `name`, by default the path or `<text>`.  Bytes are decoded from the `encoding`; without one
    it is detected, see `Document.read`.

    Rules of other programs that a puzzle cannot hold are faults; if `lossy`, they are dropped
    with a `ConversionWarning`.  If `add_boxes`, puzzles without boxes get the boxes of a sudoku.

    Raises `PuzzleSyntaxError`, `OSError` when the file cannot be read, `ValueError` for an
    unknown format or encoding and `TypeError` for another type of source.  Warns with
    `PuzzleSyntaxWarning` when the text had to be mended or its encoding guessed.
    """
    document = _document(source, format, name, encoding)
    puzzles = compact.layouts(document.text) if document.language == "compact" else None
    dropped: list[str] = []
    if puzzles is None:
        found, dropped = _all_of(source, document, lossy, add_boxes)
        puzzles = [each.puzzle for each in found]
    _warn(document, dropped)
    return puzzles


def read(
    source: Input,
    *,
    format: FormatChoice = AUTO,
    name: str | None = None,
    encoding: str | None = None,
    lossy: bool = False,
    add_boxes: bool = False,
) -> Puzzle:
    """The only puzzle of a text.  Like `read_all`, but a second puzzle is a syntax error."""
    document = _document(source, format, name, encoding)
    (first, *others), dropped = _all_of(source, document, lossy, add_boxes)
    _warn(document, dropped)
    if others:
        found, hint = f"{1 + len(others)} puzzles", "read_all reads several."
        fault = Fault(others[0].line, 1, ("one puzzle",), found, hint)
        raise PuzzleSyntaxError(name_of(source, name), (fault,))
    return first.puzzle


def _document(source: Input, format: str, name: str | None, encoding: str | None) -> Document:
    try:
        return whole_document(contents(source), name_of(source, name), encoding, format=format)
    except PuzzleSyntaxError as error:
        raise with_hint_for_path(source, error) from None


def _all_of(
    source: Input, document: Document, lossy: bool, add_boxes: bool
) -> tuple[list[Found], list[str]]:
    """The puzzles of a text, and a message for each part that was dropped."""
    format = format_for_reading(format_of(document.language))
    dropped: list[str] = []
    try:
        if format.has_grammar:
            found = [Found(each.puzzle, line=each.line) for each in entries(document)]
        else:
            found, dropped = _found(document, format, lossy)
    except PuzzleSyntaxError as error:
        raise with_hint_for_path(source, error) from None
    if add_boxes:
        found = [each._replace(puzzle=_boxed(each, document.name)) for each in found]
    return found, dropped


def _warn(document: Document, dropped: Iterable[str]) -> None:
    """Emit the warnings as if at the line that called `read` or `read_all`."""
    for warning in document.warnings:
        warnings.warn(warning, PuzzleSyntaxWarning, stacklevel=3)
    for message in dropped:
        warnings.warn(message, ConversionWarning, stacklevel=3)


def _boxed(found: Found, name: str) -> Puzzle:
    """The puzzle with boxes.  Raises `PuzzleSyntaxError` for a size that has none."""
    geometry = found.puzzle.geometry
    if geometry.boxes:
        return found.puzzle
    if geometry.size not in SUDOKU:
        sizes = ", ".join(map(str, SUDOKU.values()))
        hint = "It has no boxes to add."
        fault = Fault(found.line, 1, (f"one of {sizes}",), str(geometry), hint)
        raise PuzzleSyntaxError(name, (fault,))
    return Puzzle.from_relations(found.puzzle.relations, found.puzzle.givens, SUDOKU[geometry.size])
