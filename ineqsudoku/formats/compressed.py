"""Compressed files: their first bytes show the compression, whatever their names are.

Decompression is lazy.  So a file that is read piece by piece may be of any size, and of one that
is read whole, no more than `MAX_BYTES` + 1 bytes are ever decompressed.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from importlib import import_module
from typing import Protocol

from ineqsudoku.errors import Fault, PuzzleSyntaxError
from ineqsudoku.formats.scanning import END_OF_FILE
from ineqsudoku.messages import Message, Text


class Bytes(Protocol):
    """A stream of bytes, of which only `read` is called, and always with a size."""

    def read(self, size: int, /) -> bytes: ...


Opened = tuple[Bytes, tuple[type[Exception], ...]]
"""A decompressed stream, and what it raises for damaged data."""

SUFFIXES = (".gz", ".zst")
"""The usual suffixes of compressed files, for folders and for names of outputs."""


def _open_gzip(stream: Bytes) -> Opened:
    return gzip.GzipFile(fileobj=stream), (gzip.BadGzipFile, zlib.error)  # type: ignore[call-overload]  # never seeks


def _open_zstd(stream: Bytes) -> Opened:
    zstd = import_module("compression.zstd")  # New in Python 3.14.
    return zstd.ZstdFile(stream), (zstd.ZstdError,)


_COMPRESSIONS: dict[bytes, tuple[str, Callable[[Bytes], Opened]]] = {
    b"\x1f\x8b": ("gzip", _open_gzip),
    b"\x28\xb5\x2f\xfd": ("zstd", _open_zstd),
}
"""The compressions by the first bytes of their files, with which no puzzle begins."""

_HEAD = max(map(len, _COMPRESSIONS))

_INTACT = Message("formats.intact", "intact {compression} data")
_DAMAGED = Message("formats.damaged-data", "damaged data")
_INCOMPLETE = Message("formats.incomplete", "The file is incomplete.")
_TEXT_OR_GZIP = Message("formats.text-or-gzip", "a text or gzip data")
_DATA = Message("formats.data", "{compression} data")
_TOO_OLD = Message("formats.too-old", "Python reads it from version 3.14 on; decompress it first.")


def decompressed(stream: Bytes, name: str) -> Bytes:
    """Return the bytes of a stream from its position on, decompressed if they are compressed.

    `name` is that of the file in messages.  Raises `PuzzleSyntaxError` if this Python cannot
    decompress it; so does `read` of what is returned, for data that is damaged or cut off.
    """
    head = stream.read(_HEAD)
    whole = _Rejoined(head, stream)
    magic = _magic(head)
    if magic is None:
        return whole
    compression, open_stream = _COMPRESSIONS[magic]
    try:
        return _Checked(*open_stream(whole), compression, name)
    except ImportError:
        fault = Fault(1, 1, (_TEXT_OR_GZIP,), _DATA.fill(compression=compression), _TOO_OLD)
        raise PuzzleSyntaxError(name, (fault,)) from None


def is_compressed(path: str) -> bool:
    """Whether a path is that of a regular file of compressed data.  Raises `OSError`."""
    with open(path, "rb") as file:
        return _magic(file.read(_HEAD)) is not None


def _magic(head: bytes) -> bytes | None:
    return next(filter(head.startswith, _COMPRESSIONS), None)


class _Rejoined:
    """A stream from its `head` on, which has been read already."""

    def __init__(self, head: bytes, stream: Bytes) -> None:
        self._head = head
        self._stream = stream

    def read(self, size: int, /) -> bytes:
        head, self._head = self._head[:size], self._head[size:]
        return head + self._stream.read(size - len(head))


class _Checked:
    """A decompressed stream whose `errors` become a `PuzzleSyntaxError` about the file `name`."""

    def __init__(
        self, stream: Bytes, errors: tuple[type[Exception], ...], compression: str, name: str
    ) -> None:
        self._stream = stream
        self._errors = errors
        self._compression = compression
        self._name = name

    def read(self, size: int, /) -> bytes:
        try:
            return self._stream.read(size)
        except EOFError:
            raise self._error(END_OF_FILE, _INCOMPLETE) from None
        except self._errors:
            raise self._error(_DAMAGED) from None

    def _error(self, found: Text, hint: Text = "") -> PuzzleSyntaxError:
        expected = _INTACT.fill(compression=self._compression)
        return PuzzleSyntaxError(self._name, (Fault(1, 1, (expected,), found, hint),))
