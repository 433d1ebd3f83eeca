"""An output file that must not be one of the sources."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from ineqsudoku.batch.sources import Source
from ineqsudoku.cli.files import is_same_file, require_replaceable, write_file
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
    """Write a file completely or not at all, or write to a device or a pipe.

    Raises `OSError`, and `click.UsageError` for a file that is one of the `sources`.
    """
    require_other_file(path, sources)
    if path.exists() and not path.is_file():  # A device or a pipe cannot be replaced.
        with named(path):
            path.write_bytes(data)
    else:
        write_file(str(path), data)
