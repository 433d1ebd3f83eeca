"""Untrusted files: reading them, their names, and the texts in them."""

from __future__ import annotations

import os
import re
import stat
from pathlib import PurePosixPath
from typing import BinaryIO

from ineqsudoku.apps.names import printable, quote
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Message

FileId = tuple[int, int]
"""The identity of a file, the same for all its names: the numbers of its device and of its inode.
"""


def file_id(state: os.stat_result) -> FileId:
    return state.st_dev, state.st_ino


READING = os.O_RDONLY | sum(
    getattr(os, flag, 0)
    for flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")
)
"""Flags to open an untrusted path, which may be a link, or a pipe whose opening would block."""


def plain_file(path: str | os.PathLike[str]) -> BinaryIO:
    """Open a file for reading, without waiting for pipes.

    Raises `IneqSudokuError` for a pipe, a device or a folder, and `OSError`.
    """
    descriptor = os.open(path, READING & ~getattr(os, "O_NOFOLLOW", 0))  # The user names it.
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise IneqSudokuError(NOT_PLAIN.fill(file=quote(path)))
    return open(descriptor, "rb")


NOT_PLAIN = Message("files.not-plain", "{file} is not a plain file")
LINK = Message("files.link", "{file} is a symbolic link")
TOO_MANY = Message("files.too-many", "more than {number} files")


def excerpt(data: bytes | str, size: int = 2000) -> str:
    """Return the start of a program's output: line by line, with control characters escaped."""
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    lines = text[:size].replace("\r\n", "\n").split("\n")
    start = "\n".join(printable(line.replace("\t", "    ")) for line in lines)
    return start + "…" * (len(text) > size)


def inside(name: str) -> tuple[str, ...]:
    """Return the parts of a relative path that does not leave its folder.

    Raises `IneqSudokuError` for any other path; hostile archives have such.
    """
    parts = PurePosixPath(name).parts
    bad = not parts or name.startswith("/") or ".." in parts or "\0" in name or "\\" in name
    if bad or (os.name == "nt" and ":" in name):
        raise IneqSudokuError(
            Message(
                "files.outside", "a path that leads out of its folder: {path}", path=quote(name)
            )
        )
    return parts


def natural(name: str) -> list[tuple[int, str]]:
    """Return a sort key that puts 2 before 10."""
    return [
        (int(part), "") if part.isdecimal() and part.isascii() else (-1, part)
        for part in re.split(r"([0-9]{1,18})", name)
    ]
