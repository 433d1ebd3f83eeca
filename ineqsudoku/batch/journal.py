"""The journal of a run into a folder: the progress of each source, for `--resume`.

An entry of the journal is a mark of a source; the last mark of a source counts.
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
    """The journal of one run at a time.

    `marks`: the last mark of each source, by the place of the source in the order.
    """

    def __init__(
        self, folder: Path, order: Mapping[str, object], sources: int, resume: bool
    ) -> None:
        """Open the journal; `sources` is the number of sources.  Raises like `JournalFile`."""
        self._sources = sources
        self.marks: dict[int, Mark] = {}
        super().__init__(folder / NAME, order, resume, self._take, "options or sources")

    @property
    def is_resumable(self) -> bool:
        """Whether a resumed run could skip some work."""
        return any(mark.pieces for mark in self.marks.values())

    def add(self, place: int, mark: Mark) -> None:
        """Mark the source at a place."""
        self.marks[place] = mark
        self.append({"source": place, **asdict(mark)})

    def _take(self, value: Any) -> None:
        """Store a mark read from the file.  Raises `ValueError` for any other value."""
        if type(value) is not dict or {name: type(of) for name, of in value.items()} != _FIELDS:
            raise ValueError
        place, mark = value.pop("source"), Mark(**value)
        is_possible = mark.pieces >= 0 and mark.size >= 0 and mark.code in (YES, NO, TROUBLE)
        if not (is_possible and place in range(self._sources)):
            raise ValueError
        self.marks[place] = mark


_FIELDS = {"source": int, **{name: type(value) for name, value in asdict(Mark()).items()}}
"""The fields of an entry and their types."""
