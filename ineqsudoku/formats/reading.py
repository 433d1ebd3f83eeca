"""`read`, `read_all` and `read_many`: puzzles from texts, bytes and files of Python programs."""

from __future__ import annotations

import io
import os
import re
import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from operator import attrgetter
from typing import IO, Any, BinaryIO, cast

from ineqsudoku.errors import (
    MAX_FAULTS,
    ConversionWarning,
    Fault,
    PuzzleSyntaxError,
    PuzzleSyntaxWarning,
)
from ineqsudoku.formats import parse, parser, syntax_of, whole_document
from ineqsudoku.formats.compact import long_layouts
from ineqsudoku.formats.compressed import decompressed
from ineqsudoku.formats.decoding import check_encoding
from ineqsudoku.formats.document import MAX_BYTES, Document, Entry, Reading
from ineqsudoku.formats.registry import AUTO, FormatChoice, format_for_reading
from ineqsudoku.formats.scanning import A_PUZZLE, ONE_PUZZLE, PUZZLES
from ineqsudoku.formats.stream import pieces
from ineqsudoku.geometry import SUDOKU
from ineqsudoku.messages import Message, disjunction
from ineqsudoku.puzzle import Puzzle

Input = str | bytes | os.PathLike[str]
"""A text, its bytes, or the path of its file."""

Source = str | os.PathLike[str] | IO[Any]
"""A path, or a file that is open for reading."""


def read_all(
    source: Input,
    *,
    format: FormatChoice = AUTO,
    name: str | None = None,
    encoding: str | None = None,
    lossy: bool = False,
    add_boxes: bool = False,
) -> list[Puzzle]:
    """Return all puzzles of a text, in order.

    `source` is the text itself, its bytes, or the path of a file as an `os.PathLike`, such as
    `pathlib.Path`.  A file compressed by gzip, on Python 3.14 also by zstd, is decompressed.
    `format` is one of `READABLE`, or `auto` to detect it.  Messages call the text
    `name`, by default the path or `<text>`.  Bytes are decoded from the `encoding`; without one
    it is detected.

    Rules of other programs that a puzzle cannot hold are faults; if `lossy`, they are dropped
    with a `ConversionWarning`.  If `add_boxes`, puzzles without boxes get the boxes of a sudoku.

    Raises `PuzzleSyntaxError`, `OSError` when the file cannot be read, `ValueError` for an
    unknown format or encoding and `TypeError` for another type of source.  Warns with
    `PuzzleSyntaxWarning` when the text had to be mended or its encoding guessed.
    """
    return _read(source, format, name, encoding, lossy, add_boxes)[0]


def read(
    source: Input,
    *,
    format: FormatChoice = AUTO,
    name: str | None = None,
    encoding: str | None = None,
    lossy: bool = False,
    add_boxes: bool = False,
) -> Puzzle:
    """Return the only puzzle of a text.  Like `read_all`, but a second puzzle is a syntax error."""
    puzzles, document = _read(source, format, name, encoding, lossy, add_boxes)
    if len(puzzles) > 1:
        second = parse(document, lossy).entries[1]
        fault = Fault(second.line, 1, (ONE_PUZZLE,), PUZZLES.fill(n=len(puzzles)), _SEVERAL)
        raise PuzzleSyntaxError(document.name, (fault,))
    return puzzles[0]


_SEVERAL = Message("formats.read-all", "read_all reads several.")


def _read(
    source: Input,
    format: str,
    name: str | None,
    encoding: str | None,
    lossy: bool,
    add_boxes: bool,
) -> tuple[list[Puzzle], Document]:
    """Return all puzzles of a text, and its document.

    Warns as if at the line that called `read` or `read_all`.
    """
    reading = None
    try:
        name = _name_of(source, name)
        document = whole_document(_contents(source, name), name, encoding, format=format)
        # Without entries, lines of signs are read in half the time.
        puzzles = long_layouts(document.text) if document.language == "compact" else None
        if puzzles is None:
            reading = parse(document, lossy)
            if reading.error:
                raise reading.error
            puzzles = list(map(attrgetter("puzzle"), reading.entries))
    except PuzzleSyntaxError as error:
        raise _with_hint_for_path(source, error) from None
    if add_boxes and reading:
        puzzles = [_with_boxes(entry, name) for entry in reading.entries]
    for warning in document.warnings:
        warnings.warn(PuzzleSyntaxWarning(warning), stacklevel=3)
    for message in _loss_messages(reading, name) if reading and reading.lack else ():
        warnings.warn(ConversionWarning(message), stacklevel=3)
    return puzzles, document


_DROPPED = Message("formats.dropped", "{place}: {part} dropped")
_MORE_DROPPED = Message("formats.more-dropped", "{name}: more than {n} parts dropped")


def _loss_messages(reading: Reading, name: str) -> list[Message]:
    """Return messages about the parts that were dropped, because no puzzle can hold them."""
    messages = [
        _DROPPED.fill(place=f"{name}:{part.line}:{part.column}", part=part.found)
        for part in reading.lack
    ]
    if len(messages) > MAX_FAULTS:
        messages[MAX_FAULTS:] = [_MORE_DROPPED.fill(name=name, n=MAX_FAULTS)]
    return messages


def _with_boxes(entry: Entry, name: str) -> Puzzle:
    """Return the puzzle with boxes.  Raises `PuzzleSyntaxError` for a size that has none."""
    puzzle, geometry = entry.puzzle, entry.puzzle.geometry
    if geometry.boxes:
        return puzzle
    if geometry.size not in SUDOKU:
        sizes = disjunction(sudoku.name for sudoku in SUDOKU.values())
        expected = Message("formats.puzzle-of", "a puzzle of {sizes}", sizes=sizes)
        fault = Fault(entry.line, 1, (expected,), geometry.name, _NO_BOXES)
        raise PuzzleSyntaxError(name, (fault,))
    return Puzzle.from_relations(puzzle.relations, puzzle.givens, SUDOKU[geometry.size])


_NO_BOXES = Message("formats.no-boxes", "Boxes can be added at these sizes only.")


# --- texts, bytes and paths --------------------------------------------------------------


def _contents(source: Input, name: str) -> str | bytes:
    """Return the text or the bytes of an input; of a file, at most `MAX_BYTES` + 1 bytes.

    Raises `OSError` when the file cannot be read, `PuzzleSyntaxError` for damaged compressed data,
    and `TypeError` for another type of input.
    """
    if isinstance(source, (str, bytes)):
        return source
    if isinstance(source, (bytearray, memoryview)):
        return bytes(source)
    if isinstance(source, os.PathLike):
        with open(source, "rb") as file:
            return decompressed(file, name).read(MAX_BYTES + 1)
    kind = type(source).__name__
    hint = "; read() it first" if hasattr(source, "read") else ""
    raise TypeError(f"expected a text, bytes or a pathlib.Path, got {kind}{hint}")


def _name_of(source: Input, name: str | None) -> str:
    """Return the name of an input in messages: `name`, else the path or `<text>`."""
    if name is not None:
        return name
    return os.fsdecode(source) if isinstance(source, os.PathLike) else "<text>"


_LONGEST_PATH = 1024

_PATH = r"[^<>|*?\s]+(?:[/\\][^<>|*?\n]+|\.[A-Za-z][A-Za-z0-9]{0,7})"
"""A path with a folder or a suffix."""


def _with_hint_for_path(source: Input, error: PuzzleSyntaxError) -> PuzzleSyntaxError:
    """Return the error itself, or a clearer one if the text is the name of a file."""
    if not isinstance(source, str) or not _is_path(source):
        return error
    hint = _TO_READ_A_FILE.fill(path=repr(source))
    fault = Fault(1, 1, (A_PUZZLE,), _NAME_OF_FILE, hint, source)
    return PuzzleSyntaxError(error.file, (fault,))


_NAME_OF_FILE = Message("formats.name-of-file", "the name of a file")
_TO_READ_A_FILE = Message(
    "formats.to-read-a-file", "To read a file, call read(pathlib.Path({path}))."
)


def _is_path(text: str) -> bool:
    if len(text) > _LONGEST_PATH or re.search("[\n\r\0]|://", text):
        return False
    return bool(re.fullmatch(_PATH, text)) or os.path.exists(text)


# --- files of any size -------------------------------------------------------------------


def read_many(
    source: Source,
    *,
    format: FormatChoice = AUTO,
    name: str | None = None,
    encoding: str | None = None,
) -> Iterator[Entry | PuzzleSyntaxError]:
    """Yield the puzzles of a file, in order and on demand, as entries with `index` and `line`.

    `source` is a path, or a file that is open for reading; either may be compressed by gzip, on
    Python 3.14 also by zstd.  A file in a format of ours may have any size, and only a piece of it
    is in memory.  `format`, `name` and `encoding` are those of
    `read_all`.

    What cannot be read is yielded, not raised: all faults of a piece as one `PuzzleSyntaxError`, at
    the place of the first, with at most 21 `faults`.  The `index` of an entry counts such puzzles,
    too.  Raises `OSError` if the file cannot be read, `TypeError` for another source, and at
    once `ValueError` for an unknown format or encoding.  Warns with `PuzzleSyntaxWarning` if the
    text had to be mended or its encoding guessed.
    """
    if format != AUTO:
        format_for_reading(format)
    check_encoding(encoding)
    label = name if name is not None else _label(source)
    return _entries(source, label, format, encoding)


def _entries(
    source: Source, name: str, format: str, encoding: str | None
) -> Iterator[Entry | PuzzleSyntaxError]:
    with _open_stream(source) as stream:
        try:
            for piece in pieces(decompressed(stream, name), name, format, encoding):
                for warning in piece.warnings:
                    warnings.warn(PuzzleSyntaxWarning(warning), stacklevel=2)
                yield from _of_piece(piece)
        except PuzzleSyntaxError as error:
            yield error


def _of_piece(document: Document) -> Iterator[Entry | PuzzleSyntaxError]:
    reading = parse(document)
    if not reading.error:
        yield from reading.entries
    elif not document.has_puzzles or parser(document.language):
        yield from _in_order(reading)
    else:
        # Messages end after some faults, so every section has its own.
        syntax = syntax_of(document.language)
        for section in syntax.sections(document, [*syntax.split(document.text)]):
            yield from _in_order(parse(section))


def _in_order(reading: Reading) -> Iterator[Entry | PuzzleSyntaxError]:
    """Yield the puzzles of a reading, with its error among them."""
    values: list[Entry | PuzzleSyntaxError] = [*reading.entries]
    values += [reading.error] if reading.error else []
    return iter(sorted(values, key=lambda value: value.line))


def _label(source: Source) -> str:
    if isinstance(source, (str, os.PathLike)):
        return os.fspath(source)
    if not hasattr(source, "read"):
        raise TypeError(f"expected a path or an open file, got {type(source).__name__}")
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else "<file>"


def _open_stream(source: Source) -> AbstractContextManager[BinaryIO]:
    if isinstance(source, (str, os.PathLike)):
        return open(source, "rb")
    if isinstance(source, io.RawIOBase):
        return _buffer(source)
    if isinstance(source, io.TextIOBase):
        inner = getattr(source, "buffer", None)
        if inner is None:  # The text is in memory already.
            inner = io.BytesIO(source.read().encode("utf-8", "surrogateescape"))
        return nullcontext(inner)
    return nullcontext(cast(BinaryIO, source))


@contextmanager
def _buffer(source: io.RawIOBase) -> Iterator[BinaryIO]:
    """Return a context with a buffer around the source, which stays open."""
    reader = io.BufferedReader(source)
    try:
        yield reader
    finally:
        reader.detach()
