"""Where input comes from: the FILE, DIR and - arguments of a command."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import chain
from typing import BinaryIO

from ineqsudoku.apps.names import name_errors, quote
from ineqsudoku.errors import UsageError
from ineqsudoku.formats import AUTO, GZIP, MAX_BYTES, SourceText, open_file, pieces, whole_text
from ineqsudoku.messages import Message, disjunction

STDIN = STDOUT = "-"
"""Stands for standard input among inputs, for standard output in the place of an output."""

STDIN_NAME = "<stdin>"
"""The name of standard input in messages and JSON."""


CHUNK = 64 * 1024


SUFFIXES = (".in", ".txt")
"""The suffixes of the files read from a folder, perhaps before `.gz`.

Other files of a folder are answers, notes and the like.
"""


@dataclass(frozen=True, slots=True)
class Source:
    """A file, which is decompressed if it is called `*.gz`; standard input when `path` is `-`.

    `place`: its number in the order of all sources, from 0.  It identifies the source, because
    the same file may be named twice and names may look alike.
    `content`: all bytes of the file, if they have been read already.
    """

    path: str
    place: int = 0
    content: bytes | None = None

    @property
    def name(self) -> str:
        """The name of the source in messages and JSON."""
        return quote(self._label)

    @property
    def identity(self) -> str:
        """The identity of the file, independent of the working folder, for comparing runs.

        Keeps every byte of the path; bytes that are not UTF-8 become U+DC80 … U+DCFF.
        """
        path = self.path if self.path == STDIN else os.path.abspath(self.path)
        return os.fsencode(path).decode("utf-8", "surrogateescape")

    @property
    def stem(self) -> str:
        """The name of files made from the source, without a suffix."""
        if self.path == STDIN:
            return "stdin"
        return os.path.splitext(os.path.basename(self.path).removesuffix(GZIP))[0]

    def source_text(self, format: str = AUTO) -> SourceText:
        """Read the text as puzzles in a format.  Raises `OSError` and `PuzzleSyntaxError`."""
        return whole_text(self.data(), self.name, format=format)

    @property
    def size(self) -> int | None:
        """The length of the source in bytes; `None` unless it is a regular file that
        is not compressed."""
        with suppress(OSError, ValueError):
            status = os.stat(sys.stdin.fileno() if self.path == STDIN else self.path)
            if self.is_compressed or not stat.S_ISREG(status.st_mode):
                return None
            return status.st_size
        return None

    @property
    def is_compressed(self) -> bool:
        return self.path.endswith(GZIP)

    def pieces(self, format: str) -> Iterator[SourceText]:
        """Yield the puzzles piece by piece.  Raises `OSError` and `PuzzleSyntaxError`."""
        with name_errors(self._label), self._stream() as stream:
            yield from pieces(stream, self.name, format)

    def chunks(self) -> Iterator[bytes]:
        """Yield all bytes, `CHUNK` at a time.

        Raises `OSError`, and `PuzzleSyntaxError` for damaged compressed data.
        """
        with name_errors(self._label), self._stream() as stream:
            while chunk := stream.read(CHUNK):
                yield chunk

    def data(self) -> bytes:
        """Return all bytes, up to `MAX_BYTES` + 1 of them.

        Raises `OSError`, and `PuzzleSyntaxError` for damaged compressed data.
        """
        with name_errors(self._label), self._stream() as stream:
            return stream.read(MAX_BYTES + 1)

    def load(self, content: bytes | None = None) -> Source:
        """Return the source with its content, or with the `content` given.  Raises like `data`."""
        return replace(self, content=self.data() if content is None else content)

    def _stream(self) -> AbstractContextManager[BinaryIO]:
        if self.content is not None:
            return BytesIO(self.content)
        if self.path == STDIN:
            return nullcontext(sys.stdin.buffer)
        return open_file(self.path, self.name)

    @property
    def _label(self) -> str:
        if self.path == STDIN:
            return STDIN_NAME
        return os.path.join(".", self.path) if self.path == STDIN_NAME else self.path


_NOTHING = Message("batch.nothing", "nothing to read: name a FILE, a DIR or - for standard input")
_NO_PUZZLES = Message("batch.no-puzzles", "no {names} in the folder {folder}")


def sources(paths: Sequence[str]) -> Iterator[Source]:
    """Yield the sources of paths in order: files, and the puzzle files of folders.

    Without paths, the source is standard input.  Raises `UsageError` for a folder without
    puzzles, and if no path is given and standard input is a terminal.
    """
    if not paths and sys.stdin.isatty():
        raise UsageError(_NOTHING)
    files = chain.from_iterable(map(_files, paths or [STDIN]))
    return (Source(path, place) for place, path in enumerate(files))


def total_size(sources: Iterable[Source]) -> int | None:
    """Return the length of all sources in bytes; `None` unless all have a `size`."""
    sizes = [source.size for source in sources]
    return None if None in sizes else sum(size for size in sizes if size)


def _files(path: str) -> Sequence[str]:
    """Return the path of a file, or the paths of the puzzle files in a folder."""
    if path == STDIN or not os.path.isdir(path):
        return [path]
    with os.scandir(path) as entries:
        inside = [
            entry.path for entry in entries if entry.name.removesuffix(GZIP).endswith(SUFFIXES)
        ]
    files = sorted(file for file in inside if not os.path.isdir(file))
    if not files:
        names = disjunction(f"*{suffix}" for suffix in SUFFIXES)
        raise UsageError(_NO_PUZZLES.fill(names=names, folder=quote(path)))
    return files
