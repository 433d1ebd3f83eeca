"""The byte ranges of a file of lines, for runs that share the file: `solve --part K/N`.

A line belongs to the range in which it begins, so the results for all ranges, one after the other,
are the results for the file.  A run reads its own range only, and the beginning of the file.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from io import BufferedReader, RawIOBase
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

from ineqsudoku.errors import UsageError
from ineqsudoku.formats.document import Document
from ineqsudoku.formats.registry import AUTO, format_of
from ineqsudoku.formats.stream import COMPACT, pieces, pieces_of_lines
from ineqsudoku.messages import Message

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

CHUNK = 64 * 1024


class Part(NamedTuple):
    """Part `number`, counted from 1, of so many `parts` of about the same size."""

    number: int
    parts: int

    def __str__(self) -> str:
        return f"{self.number}/{self.parts}"

    def range(self, size: int) -> tuple[int, int]:
        """Return the start and the end of the part in a file of `size` bytes."""
        return size * (self.number - 1) // self.parts, size * self.number // self.parts


def pieces_of_part(
    file: BinaryIO, size: int, part: Part, name: str, format: str, encoding: str | None
) -> Iterator[Document]:
    """Yield the puzzles that begin in a part of a file of `size` bytes, piece by piece.

    Their lines and numbers are counted from the beginning of the part.

    Raises `UsageError` for a file that does not consist of lines, one per puzzle, `OSError`
    and `PuzzleSyntaxError`.
    """
    _require_lines(file, name, format, encoding)
    start, end = (_start_of_line(file, offset) for offset in part.range(size))
    stream = BufferedReader(_Range(file, start, end))
    yield from pieces_of_lines(cast(BinaryIO, stream), name, encoding)


_NO_LINES = Message(
    "batch.no-lines",
    "{file}: --part needs a file of lines, one for each puzzle (format compact), "
    "but the format is {format}",
)
_WIDE = Message("batch.wide", "{file}: --part cannot cut a file in {encoding}")


def _require_lines(file: BinaryIO, name: str, format: str, encoding: str | None) -> None:
    """Raise `UsageError` unless the beginning of a file shows that puzzles are lines, and that a
    line end is the byte of a line feed or a carriage return."""
    language = format
    if format in (AUTO, COMPACT):
        language = next(pieces(file, name, format, encoding)).language
    if language != COMPACT:
        raise UsageError(_NO_LINES.fill(file=name, format=format_of(language)))
    file.seek(0)
    has_mark = file.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    if has_mark if encoding is None else "\n".encode(encoding) != b"\n":
        raise UsageError(_WIDE.fill(file=name, encoding=encoding or "UTF-16"))


_END_OF_LINE = re.compile(rb"\n|\r\n|\r(?=[^\n])")


def _start_of_line(file: BinaryIO, offset: int) -> int:
    """Return the offset of the first line that begins at an offset of a file or after it."""
    if not offset:
        return 0
    begin = offset - 1
    file.seek(begin)
    last = b""
    while more := file.read(CHUNK):
        data = last + more
        if end := _END_OF_LINE.search(data):
            return begin + end.end()
        last = data[-1:]  # A carriage return ends a line unless a line feed follows.
        begin += len(data) - 1
    return begin + len(last)


class _Range(RawIOBase):
    """The bytes of a file from `start` to `end`."""

    def __init__(self, file: BinaryIO, start: int, end: int) -> None:
        self._file = file
        self._left = end - start
        file.seek(start)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        place = memoryview(buffer)
        data = self._file.read(min(self._left, place.nbytes))
        place[: len(data)] = data
        self._left -= len(data)
        return len(data)
