"""Pieces of files that workers read themselves if they see the same file as the client.

A worker gets a path, an offset and a length in place of the text.  The size of the file, the time
of its last change and a checksum of the piece prove that it reads the same text.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple
from zlib import crc32

from ineqsudoku.formats.stream import Piece


class FileState(NamedTuple):
    """The state of a file: its length in bytes, and the time of its last change in nanoseconds."""

    path: str
    size: int
    changed: int

    @classmethod
    def of(cls, path: str) -> FileState | None:
        with suppress(OSError, ValueError):
            found = os.stat(path)
            return cls(os.path.abspath(path), found.st_size, found.st_mtime_ns)
        return None


def are_seen(states: Iterable[FileState]) -> bool:
    """Whether this process sees all files, in these states."""
    return all(FileState.of(state.path) == state for state in states)


@dataclass(frozen=True, slots=True)
class SharedPiece:
    """A piece whose text is in a file, from `offset` on, and has the checksum `crc`."""

    file: FileState
    offset: int
    length: int
    crc: int
    piece: Piece

    def read(self) -> Piece | None:
        """Read the piece; `None` if the file is not the same."""
        data = b""
        with suppress(OSError):
            if FileState.of(self.file.path) == self.file:
                with open(self.file.path, "rb") as file:
                    file.seek(self.offset)
                    data = file.read(self.length)
        if len(data) != self.length or crc32(data) != self.crc:
            return None
        text = data.decode("ascii")
        document = replace(self.piece.document, text=text, original=text)
        return self.piece._replace(document=document)


class Sharer:
    """Locates the pieces of a file, one after the other, in the bytes of the file."""

    def __init__(self, path: str) -> None:
        """Take the state of a file; if it cannot be read, none of its pieces is shared."""
        self._file = FileState.of(path)
        self._place = 0

    def shared(self, piece: Piece) -> SharedPiece | None:
        """Return the piece as workers can read it; `None` if its text is not that of the file."""
        document = piece.document
        text = document.text
        if not self._file or text != document.original or not text.isascii():
            self._file = None
            return None
        data = text.encode("ascii")
        with open(self._file.path, "rb") as file:
            file.seek(self._place)
            found = file.read(len(data) + _GAP)
        # A byte order mark and blank lines may come first.
        start = found.find(data, 0, len(data) + _GAP)
        if start < 0 or found[:start].strip(_BLANKS):
            self._file = None
            return None
        offset = self._place + start
        self._place = offset + len(data)
        bare = piece._replace(document=replace(document, text="", original=""))
        return SharedPiece(self._file, offset, len(data), crc32(data), bare)


_GAP = 4096
"""The most bytes between the end of a piece and the start of the next one."""

_BLANKS = b" \t\r\n\xef\xbb\xbf"
