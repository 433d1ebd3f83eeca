"""Where `solve --output-dir` writes: a file for each source."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from ineqsudoku.cli.outputs import Write, Writer
from ineqsudoku.cli.sources import Source


class Folder:
    """`NAME.out` for each source.

    Raises `click.UsageError` when two sources would share a file or one would be
    overwritten; the folder is made when it is not there.
    """

    def __init__(self, folder: str, sources: list[Source]) -> None:
        self._folder = Path(folder)
        writer_of: dict[Path, Source] = {}
        for source in sources:
            path = self._path(source)
            other = writer_of.setdefault(path, source)
            if other is not source:
                raise click.UsageError(f"{other.name} and {source.name} would share {path}")
        for source in sources:
            if Path(source.path).resolve() in {path.resolve() for path in writer_of}:
                raise click.UsageError(f"{source.name} would be overwritten")
        self._folder.mkdir(parents=True, exist_ok=True)

    scrolls = False

    def _path(self, source: Source) -> Path:
        return self._folder / f"{source.stem}.out"

    @contextmanager
    def for_source(self, source: Source) -> Iterator[Write]:
        """The file appears under its name when all is written, and only then."""
        path = self._path(source)
        part = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            with part.open("w", encoding="ascii") as stream:
                yield Writer(stream)
            part.replace(path)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None
        finally:
            part.unlink(missing_ok=True)
