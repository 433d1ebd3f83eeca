"""Where `solve --output-dir` writes: a file for each source."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import click

from ineqsudoku.cli import tell
from ineqsudoku.cli.journal import Journal
from ineqsudoku.cli.outputs import Write
from ineqsudoku.cli.sources import Source
from ineqsudoku.cli.work import Mark, Outcome

PART = ".ineqsudoku.part"
"""The output of the source that the journal named last, until it gets its own name."""


class Folder:
    """`NAME.out` for each source, which appears when all of it is written, and only then.

    While the run goes on there are a journal and a part besides; they stay when it ends
    early, for `--resume`.
    """

    scrolls = False

    def __init__(self, folder: Path, paths: Mapping[str, Path], journal: Journal) -> None:
        """`paths` are the files to be written, by the names of their sources."""
        self._part = folder / PART
        self._paths = paths
        self._journal = journal
        name = journal.last
        if name is None:
            return
        mark = journal.marks[name]
        written = self._part.stat().st_size if self._part.exists() else -1
        if mark.ended and written == mark.size:
            self._end(name, mark)
        elif not mark.ended and written < mark.size:
            journal.add(name, Mark())

    @property
    def marks(self) -> Mapping[str, Mark]:
        return self._journal.marks

    @contextmanager
    def for_source(self, source: Source) -> Iterator[Write]:
        mark = self.marks.get(source.name, Mark())
        self._journal.add(source.name, mark)
        with self._part.open("r+b" if mark.size else "wb") as stream:
            stream.truncate(mark.size)
            stream.seek(mark.size)
            yield _Part(stream, source.name, self._journal)
        mark = self.marks[source.name]
        if mark.ended:
            self._end(source.name, mark)
        else:  # It failed.
            self._journal.add(source.name, Mark())
            self._part.unlink()

    def _end(self, name: str, mark: Mark) -> None:
        """Give a part that is whole its name; nothing gets none."""
        if mark.size:
            self._part.replace(self._paths[name])
        else:
            self._part.unlink()

    def close(self, early: bool) -> bool:
        """Whether anything is left for `--resume`."""
        keep = early and any(mark.pieces for mark in self.marks.values())
        self._journal.close(keep)
        if not keep:
            self._part.unlink(missing_ok=True)
        return keep


class _Part:
    """Writes what comes of a source, then makes a mark in the journal."""

    def __init__(self, stream: BinaryIO, name: str, journal: Journal) -> None:
        self._stream = stream
        self._name = name
        self._journal = journal

    def __call__(self, outcome: Outcome) -> None:
        if outcome.failed:
            return
        if outcome.text:
            separator = outcome.separator if self._stream.tell() else ""
            self._stream.write((separator + outcome.text).encode("ascii"))
            self._stream.flush()
        code = max(self._journal.marks[self._name].code, outcome.code)
        mark = replace(outcome.mark, size=self._stream.tell(), code=code)
        self._journal.add(self._name, mark)


@contextmanager
def opened(
    name: str, sources: Sequence[Source], order: Mapping[str, object], resume: bool
) -> Iterator[Folder]:
    """The folder `name`, made when it is not there.

    Raises `click.UsageError` when two sources would share a file, one would be overwritten
    or the journal is not this run's to use, and `OSError`.
    """
    folder = Path(name)
    paths = _paths(folder, sources)
    folder.mkdir(parents=True, exist_ok=True)
    opened = Folder(folder, paths, Journal(folder, order, resume))
    try:
        yield opened
    except BaseException as error:
        if opened.close(early=True) and not isinstance(error, KeyboardInterrupt):
            tell(f"{len(opened.marks)} of {len(paths)} files started; continue with --resume")
        raise
    opened.close(early=False)


def _paths(folder: Path, sources: Sequence[Source]) -> dict[str, Path]:
    writer_of: dict[Path, Source] = {}
    for source in sources:
        path = folder / f"{source.stem}.out"
        other = writer_of.setdefault(path, source)
        if other is not source:
            raise click.UsageError(f"{other.name} and {source.name} would share {path}")
    written = {os.path.realpath(path) for path in writer_of}
    for source in sources:
        if os.path.realpath(source.path) in written:
            raise click.UsageError(f"{source.name} would be overwritten")
    return {source.name: path for path, source in writer_of.items()}
