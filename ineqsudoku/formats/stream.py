"""Cuts a file into pieces, each of which can be read and solved on its own.

Files whose lines are puzzles may have any size, because only one piece is in memory at a time.
Other files are read whole, up to `MAX_BYTES`, and then cut into pieces.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from ineqsudoku.errors import Fault, PuzzleSyntaxError
from ineqsudoku.formats import compact, readable, syntax_of
from ineqsudoku.formats.decoding import Decoder, plain_lines
from ineqsudoku.formats.document import MAX_BYTES, Document
from ineqsudoku.formats.misfits import objection
from ineqsudoku.formats.registry import FORMATS
from ineqsudoku.formats.sizes import format_of

CHUNK = 128 * 1024
"""The length of a piece of lines in bytes: about 1,200 puzzles."""

MAX_PIECES = 64
"""The number of pieces of a file that is read whole."""

MAX_LINE = 1024 * 1024
"""The longest line in a file of lines, in characters."""

COMPACT = "compact"
"""The format whose lines are puzzles."""


class Piece(NamedTuple):
    """Some puzzles of a file in one language; the file alone determines where it is cut."""

    language: str
    document: Document


def pieces(
    stream: BinaryIO, name: str, format: str = "auto", encoding: str | None = None
) -> Iterator[Piece]:
    """The pieces of a file that is called `name`, in order.

    `encoding` is that of the file; without one the first bytes beyond ASCII show it.

    Raises `PuzzleSyntaxError` when the file is empty, binary or no puzzle at all and, if it
    has to be read whole, when it is too long.  Other faults show when a piece is read.
    Raises `ValueError` for an unknown format or encoding.
    """
    first, head = _without_blank_lines(stream)
    lines = _Lines(stream, head, name, first, encoding)
    sample = lines.sample(format)
    if sample.language == COMPACT and not sample.is_blank and _is_to_stream(sample, format):
        for document in lines.documents():
            yield Piece(COMPACT, document)
        return
    data = head + stream.read(MAX_BYTES + 1 - len(head))
    document = Document.read(data, name, encoding, first, format)
    language = document.language
    if not FORMATS[format_of(language)].has_grammar:
        yield Piece(language, document)
        return
    _refuse_strange(document, language)
    starts = syntax_of(language).starts(document.text)
    for part in document.parts(starts, size=max(1, len(starts) // MAX_PIECES)):
        yield Piece(language, part)


def _is_to_stream(sample: Document, format: str) -> bool:
    """Whether the lines of a file are puzzles, as its beginning shows.

    Raises `PuzzleSyntaxError` when the caller says so, and they are nothing like puzzles.
    """
    if format == COMPACT:
        _refuse_strange(sample, COMPACT)
        return True
    return not objection(sample.text, COMPACT)


def _refuse_strange(document: Document, language: str) -> None:
    """Raise `PuzzleSyntaxError` for a text that is no puzzle at all; else every piece of it would
    repeat the message."""
    if objection(document.text, language):
        reading = readable(document, language)
        if reading.error and not reading.entries:
            raise reading.error


def _without_blank_lines(stream: BinaryIO) -> tuple[int, bytes]:
    """The number of the first line that is not blank, and a chunk from its beginning on."""
    line, head = 1, stream.read(CHUNK).removeprefix(codecs.BOM_UTF8)
    while True:
        blank = head[: len(head) - len(head.lstrip(b" \t\r\n"))].decode("ascii")
        end = _end_of_lines(blank)
        line += plain_lines(blank[:end]).count("\n")
        more = stream.read(CHUNK - len(head) + end)
        head = head[end:] + more
        if not (end and more):
            return line, head


class _Lines:
    """The lines of a file from its `head` on, which begins with line `first`."""

    def __init__(
        self, stream: BinaryIO, head: bytes, name: str, first: int, encoding: str | None
    ) -> None:
        self._stream = stream
        self._name = name
        self._first = first
        self._decoder = Decoder(name, encoding)
        self._head = self._decoder.decode(head)
        self._warnings = self._decoder.take_warnings()

    def sample(self, format: str) -> Document:
        """The first lines, prepared for a format."""
        head = plain_lines(self._head)
        return Document.of_lines(head[: head.rfind("\n") + 1] or head, self._name).prepared(format)

    def documents(self) -> Iterator[Document]:
        """Whole lines, as many as a chunk has."""
        line, index, rest = self._first, 0, ""
        for text, is_last in self._texts():
            rest += text
            end = len(rest) if is_last else _end_of_lines(rest)
            if end:
                lines = plain_lines(rest[:end])
                document = Document.of_lines(lines, self._name, line, index)
                document = document.prepared(COMPACT).with_warnings(self._take_warnings())
                if not document.is_blank:
                    yield document
                line += document.text.count("\n")
                index += compact.count(document.text)
                rest = rest[end:]
            elif len(rest) > MAX_LINE:
                found = f"a line of more than {MAX_LINE // 1024**2} MiB"
                fault = Fault(line, 1, ("a line of signs",), found)
                raise PuzzleSyntaxError(self._name, (fault,))

    def _texts(self) -> Iterator[tuple[str, bool]]:
        """The text of each chunk, and whether it is the last."""
        yield self._head, False
        while chunk := self._stream.read(CHUNK):
            yield self._decoder.decode(chunk), False
        yield self._decoder.decode(b"", final=True), True

    def _take_warnings(self) -> tuple[str, ...]:
        warnings = (*self._warnings, *self._decoder.take_warnings())
        self._warnings = ()
        return warnings


def _end_of_lines(text: str) -> int:
    """The end of the last whole line.  A carriage return at the very end does not count, because a
    line feed may follow."""
    return text.rfind("\n") + 1 or text.rfind("\r", 0, -1) + 1
