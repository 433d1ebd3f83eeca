"""How far a run into a folder has come with each source, so that `--resume` can continue it.

An entry of the journal is a mark of a source; the last one of a source counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ineqsudoku.batch.exit_codes import NO, TROUBLE, YES
from ineqsudoku.batch.journal_file import JournalFile
from ineqsudoku.batch.outcomes import Mark

NAME = ".ineqsudoku.journal"


class Journal(JournalFile):
    """Of one run at a time.  `marks` are those of the sources by their places in the order."""

    def __init__(
        self, folder: Path, order: Mapping[str, object], sources: int, resume: bool
    ) -> None:
        """`sources` is the number of sources in the order.  Raises as `JournalFile`."""
        self._sources = sources
        self.marks: dict[int, Mark] = {}
        super().__init__(folder / NAME, order, resume, self._take, "options or sources")

    @property
    def is_resumable(self) -> bool:
        """Whether there is work that need not be done again."""
        return any(mark.pieces for mark in self.marks.values())

    def add(self, place: int, mark: Mark) -> None:
        """Mark the source at a place."""
        self.marks[place] = mark
        self.append({"source": place, **asdict(mark)})

    def _take(self, value: Any) -> None:
        """Keep a mark that was read.  Raises `ValueError` for anything else."""
        if type(value) is not dict or {name: type(of) for name, of in value.items()} != _FIELDS:
            raise ValueError
        place, mark = value.pop("source"), Mark(**value)
        is_possible = mark.pieces >= 0 and mark.size >= 0 and mark.code in (YES, NO, TROUBLE)
        if not (is_possible and place in range(self._sources)):
            raise ValueError
        self.marks[place] = mark


_FIELDS = {"source": int, **{name: type(value) for name, value in asdict(Mark()).items()}}
"""What a mark consists of."""
