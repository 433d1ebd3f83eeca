"""The state of a run into a folder: one small file, from which `--resume` continues the run.

The file is replaced as a whole, after the outputs that it describes were written; so after any
interruption it describes outputs that exist, which may have grown since.  It is a checksum, a blank
and JSON in ASCII.  A second file is locked, as only one run at a time may write into the folder.
"""

from __future__ import annotations

import errno
import io
import json
import os
import stat
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any
from zlib import crc32

from ineqsudoku.apps.names import name_errors, quote, reason_of
from ineqsudoku.errors import IneqSudokuError, UsageError
from ineqsudoku.messages import Message

INTERVAL = 1.0
"""Seconds of work after which the state is saved again: what a killed run may have to repeat."""

SHARE = 20
"""Saving the state takes at most one part in so many of the time."""

LOCK = ".lock"
"""The suffix of the file that is locked during a run."""

NEW = ".new"
"""The suffix of a state that is being written."""


_DAMAGED = Message(
    "batch.damaged",
    "{file}: the state is damaged and the run cannot be resumed; start again without --resume",
)
_DIFFERS = Message("batch.differs", "the run to resume in {folder} had other options or sources")
_BUSY = Message("batch.busy", "another run is writing into {folder}")
_NO_LOCKS = Message("batch.no-locks", "The file system does not support locks ({reason})")


class StateFile:
    """The state of one run at a time: the folder is locked until the file is closed.

    `state` is the state of the run to resume, `None` if there is none.
    """

    def __init__(self, path: Path, order: Mapping[str, object], resume: bool) -> None:
        """Lock the folder of the file.  Without `resume`, remove the state of an earlier run.

        `order` is everything that decides what is written.

        Raises `IneqSudokuError` if another run is writing into the folder or the state to resume
        is damaged, `UsageError` if the earlier run had another order, and `OSError`.
        """
        self._path = path
        self._new = path.with_name(path.name + NEW)
        self._order = json.loads(json.dumps(order))
        self.state: dict[str, Any] | None = None
        self._due = monotonic() + INTERVAL
        self._lock = _lock_folder(path)
        try:
            with name_errors(path):
                self._new.unlink(missing_ok=True)
                if resume:
                    self.state = self._read()
                else:
                    _require_plain(path)
                    path.unlink(missing_ok=True)
        except BaseException:  # Also after Ctrl-C, the folder must not stay locked.
            self._unlock()
            raise

    @property
    def is_due(self) -> bool:
        """Whether it is time to save the state again."""
        return monotonic() >= self._due

    def save(self, state: Mapping[str, object]) -> None:
        """Replace the file."""
        begun = monotonic()
        text = json.dumps({"order": self._order, **state}).encode("ascii")
        with name_errors(self._path):
            with open_plain(self._new) as file:
                file.truncate()
                write_all(file, b"%08x %s\n" % (crc32(text), text))
                os.fsync(file.fileno())
            self._new.replace(self._path)
        now = monotonic()
        self._due = now + max(INTERVAL, SHARE * (now - begun))

    def close(self, keep: bool) -> None:
        """Unlock the folder; remove the file unless `keep`, which is for a run to resume."""
        try:
            self._new.unlink(missing_ok=True)  # A signal may have interrupted `save`.
            if not keep:
                self._path.unlink(missing_ok=True)
        finally:
            self._unlock()

    def _unlock(self) -> None:
        """Remove the locked file, unless it has lost its name, and release the lock.

        In this order, as another process may lock the file as soon as it is released.
        """
        path = self._path.with_name(self._path.name + LOCK)
        try:
            # Windows cannot remove an open file; there an empty file stays.
            with suppress(FileNotFoundError, PermissionError):
                if is_at(self._lock, path):
                    path.unlink()
        finally:
            self._lock.close()

    def _read(self) -> dict[str, Any] | None:
        _require_plain(self._path)
        try:
            data = self._path.read_bytes()
        except FileNotFoundError:
            return None
        state = parse(data)
        if state is None:
            raise IneqSudokuError(_DAMAGED.fill(file=quote(self._path)))
        if state.pop("order") != self._order:
            raise UsageError(_DIFFERS.fill(folder=quote(self._path.parent)))
        return state


def parse(data: bytes) -> dict[str, Any] | None:
    """Return the state in the bytes of a file, with its order; `None` if they are damaged."""
    checksum, _, text = data.removesuffix(b"\n").partition(b" ")
    if checksum != b"%08x" % crc32(text) or not data.endswith(b"\n"):
        return None
    try:
        state = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return state if isinstance(state, dict) and "order" in state else None


def _require_plain(path: Path) -> None:
    """Raise `OSError` for anything but a plain file, which somebody else may have put there."""
    if os.path.lexists(path):
        open_plain(path).close()


_EXTRA_FLAGS = os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""No symbolic link is followed, and opening a named pipe does not wait for another program."""


def open_plain(path: Path) -> io.FileIO:
    """Open or create a file for reading and writing.  Raises `OSError` if it is not a plain file,
    or a link to one."""
    file = io.FileIO(path, "r+", opener=_open)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, Message("batch.not-regular", "Not a regular file"), str(path))
    return file


def write_all(file: io.FileIO, data: bytes) -> None:
    """Write all of `data`, unbuffered."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]


def is_at(file: io.FileIO, path: Path) -> bool:
    """Whether a file still has its name: other programs may have removed or replaced it."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.lstat())
    except FileNotFoundError:
        return False


def _lock_folder(state: Path) -> io.FileIO:
    """Create and lock a file beside a state file.

    The operating system holds the lock and releases it when the process ends, for any reason.
    Raises `IneqSudokuError` if another process has locked it, and `OSError`.
    """
    path = state.with_name(state.name + LOCK)
    while True:
        try:
            file = open_plain(path)
        except OSError as error:
            # Without a lock file, the problem is the folder, in which none can be made.
            about = path if os.path.lexists(path) else path.parent
            raise OSError(error.errno, error.strerror, str(about)) from None
        try:
            _lock(file.fileno(), path)
            # Another process may have removed or replaced the file before it was locked.
            if is_at(file, path):
                return file
        except BaseException:  # Also after Ctrl-C, the file must not stay open.
            file.close()
            raise
        file.close()


def _open(path: str, flags: int) -> int:
    return os.open(path, flags | _EXTRA_FLAGS, 0o666)


_CONTENDED = {errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK}
"""The error numbers of systems if another process holds the lock."""


def _lock(descriptor: int, path: Path) -> None:
    try:
        _lock_with_system(descriptor)
    except OSError as error:
        if error.errno in _CONTENDED:
            raise IneqSudokuError(_BUSY.fill(folder=quote(path.parent))) from None
        reason = _NO_LOCKS.fill(reason=reason_of(error))
        raise OSError(error.errno, reason, str(path)) from None


def _lock_with_system(descriptor: int) -> None:
    """Lock a file.  Portable packages would take 20 ms to import, for these two calls."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # the first byte, even of an empty file
        return
    try:
        import fcntl
    except ImportError:  # This system has no locks.
        return
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
