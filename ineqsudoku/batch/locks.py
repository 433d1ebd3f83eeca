"""Files that only one process at a time can write."""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

_EXTRA_FLAGS = os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""No symbolic link is followed, and opening a named pipe does not wait for another program."""


_CHUNK = 1024 * 1024


class LockedFile:
    """A file that is open for reading and writing, and locked until it is closed.

    The operating system holds the lock and releases it when the process ends, for any reason.
    """

    def __init__(self, path: Path) -> None:
        """Open or create the file `path`.

        Raises `BlockingIOError` if another process has locked it, and `OSError`.
        """
        self.path = path
        self._file = _opened(path)

    @property
    def size(self) -> int:
        return os.fstat(self._file.fileno()).st_size

    @property
    def is_in_place(self) -> bool:
        """Whether the file still has its name: other programs may have removed or replaced it."""
        return _is_at(self._file, self.path)

    def read(self) -> bytes:
        """Read the whole file."""
        self._file.seek(0)
        return self._file.readall()

    def chunks(self) -> Iterator[bytes]:
        """Yield the whole file in parts."""
        self._file.seek(0)
        yield from chunks(self._file)

    def cut(self, size: int) -> None:
        """Truncate the file to `size` bytes; `append` continues after them."""
        self._file.truncate(size)
        self._file.seek(size)

    def append(self, data: bytes) -> None:
        """Write all of `data`, unbuffered."""
        rest = memoryview(data)
        while rest:
            rest = rest[self._file.write(rest) :]

    def rename(self, to: Path) -> None:
        """Rename the file to `to`, replacing any file of that name, and close it.

        Raises `OSError`, also if the file has lost its own name.
        """
        if not self.is_in_place:
            raise OSError(errno.ENOENT, f"another program removed or replaced {self.path.name}")
        self._close_early()
        os.replace(self.path, to)
        self.close()

    def remove(self) -> None:
        """Remove the file, unless it has lost its name, and close it."""
        is_in_place = self.is_in_place
        self._close_early()
        if is_in_place:
            # On Windows another program may have opened it by now; then it stays.
            with suppress(FileNotFoundError, PermissionError):
                self.path.unlink()
        self.close()

    def close(self) -> None:
        self._file.close()

    def _close_early(self) -> None:
        """Close the file on Windows, which cannot rename or remove an open file.

        Elsewhere the lock is kept until the file is renamed or removed, so that this process
        never renames or removes the file of another one.
        """
        if sys.platform == "win32":
            self.close()


def chunks(file: BinaryIO | io.FileIO) -> Iterator[bytes]:
    """Yield the rest of a file in parts."""
    while data := file.read(_CHUNK):
        yield data


def _opened(path: Path) -> io.FileIO:
    while True:
        file = io.FileIO(path, "r+", opener=_open)
        try:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise OSError(errno.EINVAL, "Not a regular file", str(path))
            _lock(file.fileno(), path)
            # Another process may have removed or replaced the file before it was locked.
            if _is_at(file, path):
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


def _is_at(file: io.FileIO, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.lstat())
    except FileNotFoundError:
        return False
