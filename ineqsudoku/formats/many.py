"""Files of any size from Python: puzzle after puzzle, with the faults among them."""

from __future__ import annotations

import io
import os
import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import IO, Any, BinaryIO, cast

from ineqsudoku.errors import PuzzleSyntaxError, PuzzleSyntaxWarning
from ineqsudoku.formats import Entry, divided, readable, syntax_of
from ineqsudoku.formats.decoding import checked_encoding
from ineqsudoku.formats.registry import AUTO, FORMATS, FormatChoice, format_for_reading
from ineqsudoku.formats.sizes import format_of
from ineqsudoku.formats.stream import Piece, pieces

Source = str | os.PathLike[str] | IO[Any]


def read_many(
    source: Source,
    *,
    format: FormatChoice = AUTO,
    name: str | None = None,
    encoding: str | None = None,
) -> Iterator[Entry | PuzzleSyntaxError]:
    """Yield the puzzles of a file, in order and on demand, as entries with `index` and `line`.

    `source` is a path, or a file that is open for reading.  A file in a format of ours may have
    any size, and only a piece of it is in memory.  `format`, `name` and `encoding` are those of
    `read_all`.

    Puzzles that cannot be read are replaced by a `PuzzleSyntaxError`, which is yielded, not
    raised.  Raises `OSError` if the file cannot be read, `TypeError` for another source, and at
    once `ValueError` for an unknown format or encoding.  Warns with `PuzzleSyntaxWarning` if the
    text had to be mended or its encoding guessed.
    """
    if format != AUTO:
        format_for_reading(format)
    checked_encoding(encoding)
    label = name if name is not None else _label(source)
    return _entries(source, label, format, encoding)


def _entries(
    source: Source, name: str, format: str, encoding: str | None
) -> Iterator[Entry | PuzzleSyntaxError]:
    with _opened(source) as stream:
        try:
            for piece in pieces(stream, name, format, encoding):
                for warning in piece.document.warnings:
                    warnings.warn(warning, PuzzleSyntaxWarning, stacklevel=2)
                yield from _of_piece(piece)
        except PuzzleSyntaxError as error:
            yield error


def _of_piece(piece: Piece) -> Iterator[Entry | PuzzleSyntaxError]:
    document, language = piece.document, piece.language
    reading = readable(document, language)
    if not reading.error:
        yield from reading.entries
    elif not document.is_part or not FORMATS[format_of(language)].has_grammar:
        yield from _in_order(reading.entries, reading.error)
    else:
        # Messages end after some faults; each section has its own.
        format = syntax_of(language)
        for section in divided(document, format, [*format.sections(document.text)]):
            of_section = readable(section, language)
            yield from _in_order(of_section.entries, of_section.error)


def _in_order(
    entries: list[Entry], error: PuzzleSyntaxError | None
) -> Iterator[Entry | PuzzleSyntaxError]:
    values: list[Entry | PuzzleSyntaxError] = [*entries, *([error] if error else [])]
    return iter(sorted(values, key=lambda value: value.line))


def _label(source: Source) -> str:
    if isinstance(source, (str, os.PathLike)):
        return os.fspath(source)
    if not hasattr(source, "read"):
        raise TypeError(f"expected a path or an open file, got {type(source).__name__}")
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else "<file>"


def _opened(source: Source) -> AbstractContextManager[BinaryIO]:
    if isinstance(source, (str, os.PathLike)):
        return open(source, "rb")
    if isinstance(source, io.RawIOBase):
        return _buffered(source)
    if isinstance(source, io.TextIOBase):
        inner = getattr(source, "buffer", None)
        return nullcontext(cast(BinaryIO, inner if inner is not None else _Encoded(source)))
    return nullcontext(cast(BinaryIO, source))


@contextmanager
def _buffered(source: io.RawIOBase) -> Iterator[BinaryIO]:
    """The source with a buffer; it stays open."""
    reader = io.BufferedReader(source)
    try:
        yield reader
    finally:
        reader.detach()


class _Encoded:
    """The bytes of a text in memory."""

    def __init__(self, text: io.TextIOBase) -> None:
        self._text = text
        self._rest = b""

    def read(self, size: int) -> bytes:
        while len(self._rest) < size and (text := self._text.read(size)):
            self._rest += text.encode("utf-8", "surrogateescape")
        data, self._rest = self._rest[:size], self._rest[size:]
        return data
