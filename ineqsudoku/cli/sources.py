"""Where input comes from: the FILE, DIR and - arguments of a command."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from typing import BinaryIO

import click

from ineqsudoku.exchange import OF_OTHERS
from ineqsudoku.formats import FORMATS
from ineqsudoku.formats.document import MAX_BYTES, Document
from ineqsudoku.formats.stream import Piece, pieces

STDIN = "-"


def _format_option(formats: Sequence[str], which: str = "") -> FormatOption:
    return click.option(
        "--format",
        type=click.Choice(["auto", *formats]),
        default="auto",
        show_default=True,
        help=f"How puzzles are written; auto tells it from the text{which}.",
    )


FormatOption = Callable[[Callable[..., None]], Callable[..., None]]

format_option = _format_option(FORMATS)
"""For commands that read puzzles."""

any_format_option = _format_option((*FORMATS, *OF_OTHERS), ", if it is one of ours")
"""For those that read other programs' formats as well."""

CHUNK = 64 * 1024

SUFFIXES = (".in", ".txt")
"""The files that a folder stands for; others in it are answers, notes and the like."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file, or standard input when `path` is `-`."""

    path: str

    @property
    def name(self) -> str:
        """What messages and JSON call it."""
        return "<stdin>" if self.path == STDIN else click.format_filename(self.path)

    @property
    def stem(self) -> str:
        """What the files made from it are called, without a suffix."""
        return "stdin" if self.path == STDIN else os.path.splitext(os.path.basename(self.path))[0]

    def document(self) -> Document:
        """The text of puzzles.  Raises `OSError` and `PuzzleSyntaxError`."""
        return Document.read(self.data(), self.name)

    @property
    def size(self) -> int | None:
        """Bytes, as far as somebody knows beforehand."""
        with suppress(OSError, ValueError):
            found = os.stat(sys.stdin.fileno() if self.path == STDIN else self.path)
            return found.st_size if stat.S_ISREG(found.st_mode) else None
        return None

    def pieces(self, format: str) -> Iterator[Piece]:
        """The puzzles, piece by piece.  Raises `OSError` and `PuzzleSyntaxError`."""
        if format in OF_OTHERS:
            yield Piece(format, self.document())
            return
        with self._stream() as stream, self._named():
            yield from pieces(stream, self.name, format)

    def chunks(self) -> Iterator[bytes]:
        """Yields all bytes, `CHUNK` at a time.  Raises `OSError`."""
        with self._stream() as stream, self._named():
            while chunk := stream.read(CHUNK):
                yield chunk

    def data(self) -> bytes:
        """All bytes, but of more than `MAX_BYTES` only one more.  Raises `OSError`."""
        with self._stream() as stream, self._named():
            return stream.read(MAX_BYTES + 1)

    def _stream(self) -> AbstractContextManager[BinaryIO]:
        if self.path == STDIN:
            return nullcontext(sys.stdin.buffer)
        with self._named():
            return open(self.path, "rb")

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Errors bear the name that messages use."""
        try:
            yield
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.name) from None


def sources(paths: Sequence[str]) -> Iterator[Source]:
    """The sources that paths stand for, folders opened, in order; no path is standard input.

    Raises `click.UsageError` for a folder without puzzles, and when nothing is named at a
    terminal, which would wait for somebody to type 108 signs.
    """
    if not paths and sys.stdin.isatty():
        raise click.UsageError("nothing to read: name a FILE, a DIR or - for standard input")
    for path in paths or [STDIN]:
        if path != STDIN and os.path.isdir(path):
            yield from _in_folder(path)
        else:
            yield Source(path)


def _in_folder(folder: str) -> Iterator[Source]:
    with os.scandir(folder) as found:
        paths = [entry.path for entry in found if entry.name.endswith(SUFFIXES)]
    files = sorted(path for path in paths if not os.path.isdir(path))
    if not files:
        suffixes = " or ".join(f"*{suffix}" for suffix in SUFFIXES)
        raise click.UsageError(f"no {suffixes} in the folder {click.format_filename(folder)}")
    yield from map(Source, files)
