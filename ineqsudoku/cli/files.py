"""Files that are written completely or not at all."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress

from ineqsudoku.names import named


def write_file(path: str, data: bytes) -> None:
    """Write a file, or replace it and keep its permissions.

    A symbolic link stays one; the file that it points to is written.  Raises `OSError`, after
    which the file is as it was.
    """
    target = os.path.realpath(path)
    part = os.path.join(os.path.dirname(target), f".ineqsudoku-{os.urandom(6).hex()}.part")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with named(path):
        descriptor = os.open(part, flags, 0o666)
        try:
            with open(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileNotFoundError):
                _keep_owner(target, part)
                shutil.copymode(target, part)
            os.replace(part, target)
        except BaseException:
            with suppress(OSError):
                os.unlink(part)
            raise


def _keep_owner(target: str, part: str) -> None:
    """Give the part the owner and group of the target, as far as that is allowed."""
    found = os.stat(target)
    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(part, found.st_uid, found.st_gid)
