"""A file of checksummed lines that records the order and the progress of a run.

The first line is the order of the run: everything that decides what is written.  Each further
line is an entry, appended after the output that it describes.

A line is a checksum, a blank and JSON in ASCII.  The checksum covers all JSON so far, so it
reveals a line that was changed, lost or added.  A last line without a line end was cut off when
the run was killed and is ignored.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn
from zlib import crc32

from ineqsudoku.batch.locks import LockedFile
from ineqsudoku.errors import IneqSudokuError, UsageError
from ineqsudoku.names import named, shown


class JournalFile:
    """The journal of one run at a time: the file is locked until it is closed."""

    def __init__(
        self,
        path: Path,
        order: Mapping[str, object],
        resume: bool,
        take: Callable[[Any], None],
        differs: str = "options",
        again: str = "without --resume",
    ) -> None:
        """Open and lock the file.

        Without `resume`, the journal of an earlier run is discarded.  With it, `take` is called
        with each entry of that journal; it raises `ValueError` for a value of another shape.
        `differs` names what differs if the two orders do, and `again` how to start again.

        Raises `IneqSudokuError` if another run is writing into the folder or the journal to
        resume is damaged, `UsageError` if the earlier run had another order, and `OSError`.
        """
        self._path = path
        self._differs = differs
        self._again = again
        self._checksum = 0
        self._file = _opened(path)
        data = None
        try:
            with named(path):
                data = self._file.read() if resume else b""
                self._begin(order, data, take)
        except BaseException:  # Also after Ctrl-C, the file must not stay locked.
            self.close(keep=resume and data != b"")
            raise

    def append(self, entry: Mapping[str, object]) -> None:
        with named(self._path):
            self._write(entry)

    def close(self, keep: bool) -> None:
        """Close the file; remove it unless `keep`, which is for a run that can be resumed."""
        if keep:
            self._file.close()
        else:
            self._file.remove()

    def _begin(self, order: Mapping[str, object], data: bytes, take: Callable[[Any], None]) -> None:
        """Begin or continue the journal; `data` is the journal of the run to resume."""
        *lines, rest = data.split(b"\n")
        for number, value in enumerate(self._values(lines), 1):
            if number == 1:
                self._require(order, value)
                continue
            try:
                take(value)
            except ValueError:
                self._refuse(number)
        if not lines and not _line(_text(order), 0).startswith(rest):
            self._refuse(1)
        self._file.cut(len(data) - len(rest))
        if not lines:
            self._write(order)

    def _require(self, order: Mapping[str, object], before: object) -> None:
        if before != json.loads(_text(order)):
            folder = shown(self._path.parent)
            raise UsageError(f"the run to resume in {folder} had other {self._differs}")

    def _values(self, lines: list[bytes]) -> Iterator[Any]:
        """Yield the values of the lines.  Raises `IneqSudokuError` at a wrong checksum."""
        for number, line in enumerate(lines, 1):
            text = line[_CHECKSUM:]
            if line + b"\n" != _line(text, self._checksum):
                self._refuse(number)
            self._checksum = crc32(text, self._checksum)
            try:
                yield json.loads(text.decode("ascii"))
            except (ValueError, RecursionError):
                self._refuse(number)

    def _refuse(self, number: int) -> NoReturn:
        raise IneqSudokuError(
            f"{shown(self._path)}:{number}: the journal is damaged and the run cannot be resumed; "
            f"start again {self._again}"
        )

    def _write(self, value: Mapping[str, object]) -> None:
        text = _text(value)
        self._file.append(_line(text, self._checksum))
        self._checksum = crc32(text, self._checksum)


_CHECKSUM = len("01234567 ")


def _text(value: Mapping[str, object]) -> bytes:
    return json.dumps(value).encode("ascii")


def _line(text: bytes, before: int) -> bytes:
    """Return a line of JSON; `before` is the checksum of the lines before."""
    return b"%08x %s\n" % (crc32(text, before), text)


def _opened(path: Path) -> LockedFile:
    try:
        return LockedFile(path)
    except BlockingIOError:
        raise IneqSudokuError(f"another run is writing into {shown(path.parent)}") from None
    except OSError as error:
        # Without a journal, the problem is the folder, in which none can be made.
        about = path if os.path.lexists(path) else path.parent
        raise OSError(error.errno, error.strerror, str(about)) from None
