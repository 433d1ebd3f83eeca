"""How far a run has come that writes into a folder, so that `--resume` can go on.

The journal is a file of JSON lines in the folder.  Its first line is the order: all that
decides what is written.  Each further line is a mark of a source, the last one of a
source counts, and what a kill cut off does not.  A mark is written when the output that it
speaks of has been.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from ineqsudoku.cli.work import Mark

NAME = ".ineqsudoku.journal"


class Journal:
    """Of one run at a time; raises `click.UsageError` while another run has it."""

    def __init__(self, folder: Path, order: Mapping[str, object], resume: bool) -> None:
        """Without `resume`, what an earlier run has left counts for nothing.

        Raises `click.UsageError` when the earlier run had another order.
        """
        self._path = folder / NAME
        self._file = self._path.open("a+", encoding="ascii")
        try:
            _lock(self._file.fileno(), folder)
            self._file.seek(0)
            lines = [line for line in self._file if line.endswith("\n")] if resume else []
            self.marks = _marks(lines, order, folder)
        except BaseException:
            self._file.close()
            raise
        self.last = next(reversed(self.marks), None)
        """The source that was marked last."""
        self._file.truncate(sum(map(len, lines)))
        if not lines:
            self._write(order)

    def add(self, source: str, mark: Mark) -> None:
        self.marks[source] = mark
        self.last = source
        self._write({"source": source, **asdict(mark)})

    def close(self, keep: bool) -> None:
        """Nobody resumes what has come to its end: `keep` the journal of a run that hasn't."""
        if not keep:
            self._path.unlink(missing_ok=True)
        self._file.close()

    def _write(self, line: Mapping[str, object]) -> None:
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()


def _marks(lines: list[str], order: Mapping[str, object], folder: Path) -> dict[str, Mark]:
    name = click.format_filename(folder)
    try:
        values: list[Any] = [json.loads(line) for line in lines] or [order]
        begun, *marks = values
        found: dict[str, Mark] = {}
        for mark in marks:
            source = mark.pop("source")
            found.pop(source, None)  # The order is that of the last marks.
            found[source] = Mark(**mark)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise click.UsageError(f"{NAME} in {name} is no journal of this program") from None
    if begun != order:
        raise click.UsageError(f"the run to resume in {name} had other options or sources")
    return found


def _lock(descriptor: int, folder: Path) -> None:
    """The lock is the system's and goes with the process, however it ends."""
    try:
        import fcntl
    except ImportError:  # There is none on Windows.
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        name = click.format_filename(folder)
        raise click.UsageError(f"another run is writing into {name}") from None
