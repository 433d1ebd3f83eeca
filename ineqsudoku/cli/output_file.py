"""An output file that must not be one of the sources."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BufferedWriter, TextIOWrapper
from pathlib import Path
from typing import BinaryIO, TextIO

import click

from ineqsudoku.batch.sources import Source
from ineqsudoku.cli.files import (
    STDOUT,
    NamedFile,
    is_same_file,
    open_file,
    require_replaceable,
)
from ineqsudoku.names import named


def require_place(path: Path, option: str, sources: Iterable[Source]) -> None:
    """Raise `click.UsageError` if `write_output` cannot write a path, or would overwrite a source.

    `option` is the option by which the user named the path.  A path may be a device or a pipe.
    """
    require_other_file(path, sources)
    if not path.exists() or path.is_file():
        require_replaceable(str(path), option)


def require_other_file(path: Path, sources: Iterable[Source]) -> None:
    """Raise `click.UsageError` if a path is one of the files to read."""
    for source in sources:
        if is_same_file(str(path), source):
            raise click.UsageError(f"{source.name} would be overwritten")


def write_output(path: Path, data: bytes, sources: Iterable[Source]) -> None:
    """Write a file like `open_output`."""
    with open_output(path, sources) as file:
        file.write(data)


@contextmanager
def open_output(path: Path, sources: Iterable[Source]) -> Iterator[BinaryIO]:
    """Return a context that writes a file completely or not at all (see `open_file`), a device or a
    pipe.

    Raises `OSError`, and `click.UsageError` for a file that is one of the `sources`.
    """
    require_other_file(path, sources)
    if path.exists() and not path.is_file():  # A device or a pipe cannot be replaced.
        with named(path):
            descriptor = os.open(path, os.O_WRONLY)
        with BufferedWriter(NamedFile(descriptor, str(path))) as file:
            yield file
    else:
        with open_file(str(path)) as file:
            yield file


@contextmanager
def open_text(output: str | None, sources: Sequence[Source]) -> Iterator[TextIO]:
    """Return a context with the text file of `--output`; standard output for `-` and `None`.

    Like `open_output`; checks at once what `require_place` checks.
    """
    if output in (None, STDOUT):
        yield sys.stdout
        return
    path = Path(output)
    require_place(path, "--output", sources)
    with open_output(path, sources) as file:
        text = TextIOWrapper(file, encoding="utf-8", newline="\n")
        yield text
        text.flush()
