"""A file piece by piece, each of which can be read and solved by itself.

Files whose lines are puzzles have no end that memory knows of; others are read whole, up to
`MAX_BYTES`, and cut into pieces then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from ineqsudoku.errors import Fault, PuzzleSyntaxError
from ineqsudoku.formats import compact, detect, format_named, told
from ineqsudoku.formats.document import MAX_BYTES, Document

CHUNK = 128 * 1024
"""Bytes of a piece of lines: some 1,200 puzzles."""

MAX_PIECES = 64
"""Of a file that is read whole."""

MAX_LINE = 1024 * 1024
"""Bytes of a line that are waited for."""

COMPACT = "compact"
"""The format whose lines are puzzles."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some puzzles of a file in one language; where they are cut depends on the file alone."""

    language: str
    document: Document


def pieces(stream: BinaryIO, name: str, format: str = "auto") -> Iterator[Piece]:
    """The pieces of a file that is called `name`, in order.

    Raises `PuzzleSyntaxError` when the file is empty, binary or, if it has to be read
    whole, too long; else a piece with faults is a piece like others.
    """
    head = stream.read(CHUNK)
    if format in ("auto", COMPACT) and _is_text(head.lstrip().partition(b"\n")[0]):
        document = Document.of_lines(head, name, 1, 0)
        if not document.is_blank and (format == COMPACT or detect(document) == COMPACT):
            for document in _of_lines(stream, head, name):
                yield Piece(COMPACT, document)
            return
    document = Document.read(head + stream.read(MAX_BYTES + 1 - len(head)), name)
    language = told(document, format)
    starts = format_named(language).starts(document.text)
    for part in document.parts(starts, size=max(1, len(starts) // MAX_PIECES)):
        yield Piece(language, part)


def _is_text(line: bytes) -> bool:
    """Binary files show it in their first line."""
    try:
        return "\0" not in line.decode()
    except UnicodeDecodeError:
        return False


def _of_lines(stream: BinaryIO, head: bytes, name: str) -> Iterator[Document]:
    line, index = 1, 0
    chunk, data = head, b""
    while chunk or data:
        data += chunk
        end = _end_of_lines(data) if chunk else len(data)
        if end:
            document = Document.of_lines(data[:end], name, line, index)
            if not document.is_blank:
                yield document
            line += document.text.count("\n")
            index += len(compact.starts(document.text))
            data = data[end:]
        elif len(data) > MAX_LINE:
            found = f"a line of more than {MAX_LINE // 1024**2} MiB"
            raise PuzzleSyntaxError(name, (Fault(line, 1, ("a line of signs",), found),))
        chunk = stream.read(CHUNK)


def _end_of_lines(data: bytes) -> int:
    """Where the last whole line ends.  A carriage return that comes last does not count:
    a line feed may follow."""
    return data.rfind(b"\n") + 1 or data.rfind(b"\r", 0, -1) + 1
