"""Files that only one process at a time may have, and files that are certainly plain ones."""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

_EXTRA_FLAGS = os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""No symbolic link is followed, and opening a named pipe does not wait for another program."""


class Lock:
    """A file that is locked until it is released.

    The operating system holds the lock and releases it when the process ends, for any reason.
    """

    def __init__(self, path: Path) -> None:
        """Create and lock the file `path`.

        Raises `BlockingIOError` if another process has locked it, and `OSError`.
        """
        self._path = path
        self._file = _locked(path)

    def release(self) -> None:
        """Remove the file, unless it has lost its name, and release the lock.

        In this order, as another process may lock the file as soon as it is released.
        """
        try:
            # Windows cannot remove an open file; there an empty file stays.
            with suppress(FileNotFoundError, PermissionError):
                if is_at(self._file, self._path):
                    self._path.unlink()
        finally:
            self._file.close()


def open_plain(path: Path) -> io.FileIO:
    """Open or create a file for reading and writing.  Raises `OSError` if it is not a plain file,
    or a link to one."""
    file = io.FileIO(path, "r+", opener=_open)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "Not a regular file", str(path))
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


def _locked(path: Path) -> io.FileIO:
    while True:
        file = open_plain(path)
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
            raise BlockingIOError(errno.EAGAIN, "Locked by another process", str(path)) from None
        reason = f"Cannot be locked, as its file system should ({error.strerror})"
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
