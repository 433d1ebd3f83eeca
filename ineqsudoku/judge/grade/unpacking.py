"""Unpacks the plain files and folders of an untrusted tar archive, which a compiler returned.

Python's `tarfile` supports many extensions of the format, and some of them are vulnerable: certain
chains of headers exhaust the stack, others never end.  This supports only what GNU tar writes for
plain files and folders.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.judge.files import inside
from ineqsudoku.names import shown

MAX_MEMBERS = 10_000
_BLOCK = 512
_MAX_NAME = 8192
_FILE, _OLD_FILE, _FOLDER, _LONG_NAME = b"0", b"\0", b"5", b"L"


class _Member(NamedTuple):
    name: str
    mode: int
    is_folder: bool
    content: memoryview


def unpack(archive: bytes, folder: Path) -> None:
    """Write the files of an archive below an empty folder.

    Raises `IneqSudokuError` for an archive with anything else in it, and `OSError`.
    """
    for member in _members(archive):
        if member.name in (".", "./"):
            continue
        path = folder.joinpath(*inside(member.name))
        if member.is_folder:
            path.mkdir(exist_ok=True)
            path.chmod(0o755)
        else:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
            with open(os.open(path, flags), "wb") as file:
                file.write(member.content)
            path.chmod(0o755 if member.mode & 0o100 else 0o644)


def _members(archive: bytes) -> Iterator[_Member]:
    data = memoryview(archive)
    place = number = 0
    long_name = b""
    while True:
        header = bytes(data[place : place + _BLOCK])
        if header == bytes(_BLOCK) and not long_name:
            return
        if len(header) < _BLOCK or _number(header[148:156]) != _checksum(header):
            raise IneqSudokuError("not a tar archive, or a damaged one")
        number += 1
        if number > MAX_MEMBERS:
            raise IneqSudokuError(f"more than {MAX_MEMBERS} files")
        size, kind = _number(header[124:136]), header[156:157]
        start, place = place + _BLOCK, place + _BLOCK + size + -size % _BLOCK
        if start + size > len(data):
            raise IneqSudokuError("the archive is cut off")
        if kind == _LONG_NAME:
            if long_name or size > _MAX_NAME:
                raise IneqSudokuError("a file has too long a name")
            long_name = bytes(data[start : start + size]).rstrip(b"\0")
            continue
        name = os.fsdecode(long_name or header[:100].partition(b"\0")[0])
        long_name = b""
        if kind not in (_FILE, _OLD_FILE, _FOLDER):
            raise IneqSudokuError(f"{shown(name)} is not a plain file")
        mode = _number(header[100:108])
        yield _Member(name, mode, kind == _FOLDER, data[start : start + size])


def _number(field: bytes) -> int:
    """Parse an octal number; other notations are only for sizes beyond the limits."""
    digits = field.strip(b" \0")
    if not digits or digits.strip(b"01234567"):
        raise IneqSudokuError("a damaged header")
    return int(digits, 8)


def _checksum(header: bytes) -> int:
    return sum(header) - sum(header[148:156]) + 8 * ord(" ")
