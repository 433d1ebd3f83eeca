"""The file that `validate --draw` and `explain --draw` write."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from ineqsudoku.batch.sources import Source
from ineqsudoku.cli.files import require_place, write_output
from ineqsudoku.names import quote
from ineqsudoku.pictures.files import FORMATS, draw, format_of
from ineqsudoku.pictures.model import Picture


def known_suffixes() -> str:
    """Return `.svg, .png or .pdf`."""
    *first, last = (f".{suffix}" for suffix in FORMATS)
    return f"{', '.join(first)} or {last}"


class PictureFile:
    """Collects pictures and writes them: pages of PDF, or one SVG or PNG."""

    def __init__(self, name: str) -> None:
        """Choose the format.  Raises `click.UsageError` for a name without a known suffix."""
        to = format_of(name)
        if not to:
            suffixes = known_suffixes()
            raise click.UsageError(f"--draw {quote(name)}: expected a name that ends in {suffixes}")
        self._path = Path(name)
        self._to = to
        self._groups: list[Sequence[Picture]] = []

    @property
    def has_pages(self) -> bool:
        """Whether the file can hold more than one puzzle."""
        return self._to == "pdf"

    def require_pages(self) -> None:
        """Raise `click.UsageError` unless the file can hold more than one puzzle."""
        if not self.has_pages:
            name = quote(str(self._path))
            raise click.UsageError(f"several puzzles: only a PDF holds them, not {name}")

    def check(self, sources: Iterable[Source], output: str | None) -> None:
        """Raise `click.UsageError` if the picture would overwrite a source or the `output`."""
        require_place(self._path, "--draw", sources)
        if output is not None and self._path.resolve() == Path(output).resolve():
            raise click.UsageError("--output and --draw name the same file")

    def add(self, *groups: Sequence[Picture]) -> None:
        """Add groups of pictures, which stand side by side; in a PDF, a group has a page."""
        self._groups += groups

    def write(self) -> None:
        """Write the pictures, if any were added.  Raises like `write_output`."""
        if self._groups:
            write_output(self._path, draw(self._groups, self._to))
