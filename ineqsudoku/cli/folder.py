"""Where `solve --output-dir` writes: a file for each source."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from ineqsudoku.cli.outputs import Write, Writer
from ineqsudoku.cli.sources import Source


class Folder:
    """`NAME.out` for each source.

    Raises `click.UsageError` when two sources would share a file or one would be
    overwritten; the folder is made when it is not there.
    """

    scrolls = False

    def __init__(self, folder: str, sources: list[Source]) -> None:
        self._folder = Path(folder)
        writer_of: dict[Path, Source] = {}
        for source in sources:
            path = self._path(source)
            other = writer_of.setdefault(path, source)
            if other is not source:
                raise click.UsageError(f"{other.name} and {source.name} would share {path}")
        written = {os.path.realpath(path) for path in writer_of}
        for source in sources:
            if os.path.realpath(source.path) in written:
                raise click.UsageError(f"{source.name} would be overwritten")
        self._folder.mkdir(parents=True, exist_ok=True)

    def _path(self, source: Source) -> Path:
        return self._folder / f"{source.stem}.out"

    @contextmanager
    def for_source(self, source: Source) -> Iterator[Write]:
        """The file appears under its name when all is written, and only then."""
        path = self._path(source)
        part = self._folder / f".{os.getpid()}.part"
        try:
            with _ended_like_ctrl_c(), part.open("w", encoding="ascii") as stream:
                yield Writer(stream)
            part.replace(path)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)


@contextmanager
def _ended_like_ctrl_c() -> Iterator[None]:
    """Let SIGTERM and SIGHUP raise `KeyboardInterrupt`, too, so that nothing is left behind."""
    ends = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [signal.signal(end, signal.default_int_handler) for end in ends]
    try:
        yield
    finally:
        for end, handler in zip(ends, before, strict=True):
            signal.signal(end, handler)
