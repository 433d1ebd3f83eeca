"""`read`, `read_all` and `read_many`: puzzles from texts, bytes and files of Python programs."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from io import BytesIO, TextIOBase
from typing import IO, Any, BinaryIO, cast

from ineqsudoku.errors import (
    MAX_FAULTS,
    ConversionWarning,
    Fault,
    PuzzleSyntaxError,
    PuzzleSyntaxWarning,
)
from ineqsudoku.formats.reading import open_file, parse, pieces
from ineqsudoku.formats.recognition import AUTO, with_format
from ineqsudoku.formats.registry import READABLE, FormatChoice
from ineqsudoku.formats.source_text import MAX_BYTES, Entry, ParseResult, decode
from ineqsudoku.formats.words import A_PUZZLE
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import Puzzle

Input = str | bytes | os.PathLike[str]
"""A text, its bytes, or the path of its file."""

Source = str | os.PathLike[str] | IO[Any]
"""A path, or a file that is open for reading."""


def read_all(
    source: Input, *, format: FormatChoice = AUTO, name: str | None = None, lossy: bool = False
) -> list[Puzzle]:
    """Return all puzzles of a text, in order.

    `source` is the text itself, its bytes, or the path of a file as an `os.PathLike`, such as
    `pathlib.Path`; a file called `*.gz` is decompressed.  `format` is one of `READABLE`, or `auto`
    to recognise it.  Messages call the text `name`, by default the path or `<text>`.

    Rules of other programs that a puzzle cannot hold are faults; if `lossy`, they are dropped
    with a `ConversionWarning`.

    Raises `PuzzleSyntaxError`, `OSError` when the file cannot be read, `ValueError` for an
    unknown format and `TypeError` for another type of source.  Warns with `PuzzleSyntaxWarning`
    when the encoding was guessed, characters were replaced or lines skipped.
    """
    return [entry.puzzle for entry in _read(source, format, name, lossy)]


def read(
    source: Input, *, format: FormatChoice = AUTO, name: str | None = None, lossy: bool = False
) -> Puzzle:
    """Return the only puzzle of a text.  Like `read_all`, but a second puzzle is a syntax error."""
    entries = _read(source, format, name, lossy)
    if len(entries) > 1:
        found = _PUZZLES.fill(n=len(entries))
        fault = Fault(entries[1].line, 1, (_ONE_PUZZLE,), found, _SEVERAL)
        raise PuzzleSyntaxError(_name_of(source, name), (fault,))
    return entries[0].puzzle


def _require_readable(format: str) -> None:
    """Raise `ValueError` unless a format of this name, or `auto`, can be read."""
    if format not in (AUTO, *READABLE):
        raise ValueError(f"cannot read {format!r}; formats: {', '.join(READABLE)}")


_ONE_PUZZLE = Message("formats.one-puzzle", "one puzzle")
_PUZZLES = Message("formats.puzzles", "{n} puzzle", "{n} puzzles")
_SEVERAL = Message("formats.read-all", "read_all reads several.")


def _read(source: Input, format: FormatChoice, name: str | None, lossy: bool) -> list[Entry]:
    """Return all puzzles of a text.  Warns as if at the line that called `read` or `read_all`."""
    _require_readable(format)
    name = _name_of(source, name)
    try:
        source_text = decode(_contents(source, name), name)
        parsed = parse(with_format(source_text, format), lossy=lossy)
        entries = parsed.entries()
    except PuzzleSyntaxError as error:
        raise _with_hint_for_path(source, error) from None
    for warning in parsed.warnings:
        warnings.warn(PuzzleSyntaxWarning(warning), stacklevel=3)
    for message in _losses(parsed, name):
        warnings.warn(ConversionWarning(message), stacklevel=3)
    return entries


def _losses(parsed: ParseResult, name: str) -> list[Message]:
    """Return messages about the parts that were dropped, because no puzzle can hold them."""
    messages = [
        _DROPPED.fill(place=f"{name}:{part.line}:{part.column}", part=part.found)
        for part in parsed.unsupported
    ]
    if len(messages) > MAX_FAULTS:
        messages[MAX_FAULTS:] = [_MORE_DROPPED.fill(name=name, n=MAX_FAULTS)]
    return messages


_DROPPED = Message("formats.dropped", "{place}: {part} dropped")
_MORE_DROPPED = Message("formats.more-dropped", "{name}: more than {n} parts dropped")


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
        with open_file(os.fspath(source), name) as file:
            return file.read(MAX_BYTES + 1)
    kind = type(source).__name__
    hint = "; read() it first" if hasattr(source, "read") else ""
    raise TypeError(f"expected a text, bytes or a pathlib.Path, got {kind}{hint}")


def _name_of(source: Input, name: str | None) -> str:
    """Return the name of an input in messages: `name`, else the path or `<text>`."""
    if name is not None:
        return name
    return os.fsdecode(source) if isinstance(source, os.PathLike) else "<text>"


_PATH = re.compile(r"[^<>|*?\s]+(?:[/\\][^<>|*?\n]+|\.[A-Za-z][A-Za-z0-9]{0,7})")
"""A path with a folder or a suffix."""

_BEGINS_LINK = re.compile(r"\S+://|fpuz|N4Ig|\?")

_LONGEST_PATH = 1024


def _with_hint_for_path(source: Input, error: PuzzleSyntaxError) -> PuzzleSyntaxError:
    """Return the error itself, or a clearer one if the text is the name of a file."""
    if not isinstance(source, str) or not _is_path(source):
        return error
    hint = _TO_READ_A_FILE.fill(path=repr(source))
    return PuzzleSyntaxError(error.file, (Fault(1, 1, (A_PUZZLE,), _NAME_OF_FILE, hint, source),))


def _is_path(text: str) -> bool:
    if len(text) > _LONGEST_PATH or re.search("[\n\r\0]", text) or _BEGINS_LINK.match(text):
        return False
    return bool(_PATH.fullmatch(text)) or os.path.exists(text)


_NAME_OF_FILE = Message("formats.name-of-file", "the name of a file")
_TO_READ_A_FILE = Message(
    "formats.to-read-a-file", "To read a file, call read(pathlib.Path({path}))."
)


# --- files of any size -------------------------------------------------------------------


def read_many(
    source: Source, *, format: FormatChoice = AUTO, name: str | None = None
) -> Iterator[Entry | PuzzleSyntaxError]:
    """Yield the puzzles of a file, in order and on demand, as entries with `index` and `line`.

    `source` is a path, or a file that is open for reading; a path `*.gz` is decompressed.  A file
    in the format *compact* may have any size, and only a piece of it is in memory.  `format` and
    `name` are those of `read_all`.

    A puzzle that cannot be read is yielded as its error, not raised; the `index` of an entry counts
    it, too.  Raises `OSError` if the file cannot be read, `TypeError` for another source, and at
    once `ValueError` for an unknown format.  Warns like `read_all`.
    """
    _require_readable(format)
    label = name if name is not None else _label(source)
    return _entries(source, label, format)


def _entries(source: Source, name: str, format: str) -> Iterator[Entry | PuzzleSyntaxError]:
    try:
        with _open(source, name) as stream:
            for piece in pieces(stream, name, format):
                parsed = parse(piece)
                for warning in parsed.warnings:
                    warnings.warn(PuzzleSyntaxWarning(warning), stacklevel=2)
                yield from parsed.puzzles
    except PuzzleSyntaxError as error:
        yield error


def _label(source: Source) -> str:
    if isinstance(source, (str, os.PathLike)):
        return os.fspath(source)
    if not hasattr(source, "read"):
        raise TypeError(f"expected a path or an open file, got {type(source).__name__}")
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else "<file>"


def _open(source: Source, name: str) -> AbstractContextManager[BinaryIO]:
    if isinstance(source, (str, os.PathLike)):
        return open_file(os.fspath(source), name)
    if isinstance(source, TextIOBase):
        inner = getattr(source, "buffer", None)
        # Without a buffer, the text is in memory already.
        source = inner or BytesIO(source.read().encode("utf-8", "surrogateescape"))
    return nullcontext(cast(BinaryIO, source))
