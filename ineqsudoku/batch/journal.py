"""How far a run into a folder has come, so that `--resume` can continue it.

The journal is a file of lines.  The first is the run's order: all that decides what is written.
Each further line is a mark of a source; the last one of a source counts.  A mark is written
after the output that it speaks of.

A line is a checksum, a blank and JSON in ASCII.  The checksum is that of all JSON so far, so
that a line that was changed, lost or added shows.  A last line without its end was cut off
when the run was killed and does not count.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, NoReturn
from zlib import crc32

from ineqsudoku.batch.exit_codes import NO, TROUBLE, YES
from ineqsudoku.batch.locks import LockedFile
from ineqsudoku.batch.outcomes import Mark
from ineqsudoku.errors import IneqSudokuError, UsageError
from ineqsudoku.names import named, shown

NAME = ".ineqsudoku.journal"


class Journal:
    """Of one run at a time.  `marks` are those of the sources by their places in the order."""

    def __init__(
        self, folder: Path, order: Mapping[str, object], sources: int, resume: bool
    ) -> None:
        """Without `resume`, what an earlier run has left counts for nothing.  `sources` is the
        number of sources in the order.

        Raises `IneqSudokuError` while another run is writing into the folder and when the
        journal to resume is damaged, `UsageError` when the earlier run had another
        order, and `OSError`.
        """
        self._path = folder / NAME
        self._file = _opened(folder, self._path)
        self._sources = sources
        self._checksum = 0
        self.marks: dict[int, Mark] = {}
        before = None
        try:
            with named(self._path):
                before = self._file.read() if resume else b""
                self._begin(order, before)
        except BaseException:
            self.close(keep=resume and before != b"")
            raise

    @property
    def is_resumable(self) -> bool:
        """Whether there is work that need not be done again."""
        return any(mark.pieces for mark in self.marks.values())

    def add(self, place: int, mark: Mark) -> None:
        """Mark the source at a place."""
        self.marks[place] = mark
        with named(self._path):
            self._write({"source": place, **asdict(mark)})

    def close(self, keep: bool) -> None:
        """`keep` the journal of a run that can be resumed; that of a finished run is removed."""
        if keep:
            self._file.close()
        else:
            self._file.remove()

    def _begin(self, order: Mapping[str, object], data: bytes) -> None:
        """`data` is the journal of the run to resume."""
        *lines, rest = data.split(b"\n")
        for number, value in enumerate(self._values(lines), 1):
            if number > 1:
                place, mark = self._mark(value, number)
                self.marks[place] = mark
            elif value != order:
                folder = shown(self._path.parent)
                raise UsageError(f"the run to resume in {folder} had other options or sources")
        if not lines and not _line(_text(order), 0).startswith(rest):
            self._refuse(1)
        self._file.cut(len(data) - len(rest))
        if not lines:
            self._write(order)

    def _values(self, lines: list[bytes]) -> Iterator[Any]:
        """The values of the lines, as far as their checksums are right."""
        for number, line in enumerate(lines, 1):
            text = line[_CHECKSUM:]
            if line + b"\n" != _line(text, self._checksum):
                self._refuse(number)
            self._checksum = crc32(text, self._checksum)
            try:
                yield json.loads(text.decode("ascii"))
            except (ValueError, RecursionError):
                self._refuse(number)

    def _mark(self, value: Any, number: int) -> tuple[int, Mark]:
        """The mark in line `number` and the place of its source."""
        if type(value) is not dict or {name: type(of) for name, of in value.items()} != _FIELDS:
            self._refuse(number)
        place, mark = value.pop("source"), Mark(**value)
        is_possible = mark.pieces >= 0 and mark.size >= 0 and mark.code in (YES, NO, TROUBLE)
        if not (is_possible and place in range(self._sources)):
            self._refuse(number)
        return place, mark

    def _refuse(self, number: int) -> NoReturn:
        raise IneqSudokuError(
            f"{shown(self._path)}:{number}: the journal is damaged and the run cannot be resumed; "
            "start again without --resume"
        )

    def _write(self, value: Mapping[str, object]) -> None:
        text = _text(value)
        self._file.append(_line(text, self._checksum))
        self._checksum = crc32(text, self._checksum)


_CHECKSUM = len("01234567 ")

_FIELDS = {"source": int, **{name: type(value) for name, value in asdict(Mark()).items()}}
"""What a mark consists of."""


def _text(value: Mapping[str, object]) -> bytes:
    return json.dumps(value).encode("ascii")


def _line(text: bytes, before: int) -> bytes:
    """A line of JSON; `before` is the checksum of the lines before."""
    return b"%08x %s\n" % (crc32(text, before), text)


def _opened(folder: Path, path: Path) -> LockedFile:
    try:
        return LockedFile(path)
    except BlockingIOError:
        raise IneqSudokuError(f"another run is writing into {shown(folder)}") from None
    except OSError as error:
        # When there is no journal, it is the folder in which none can be made.
        about = path if os.path.lexists(path) else folder
        raise OSError(error.errno, error.strerror, str(about)) from None
