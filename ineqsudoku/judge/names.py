"""Untrusted names and texts: how to show and sort them, and which names may become paths."""

from __future__ import annotations

import os
import re
from pathlib import PurePosixPath

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.names import printable, shown


def excerpt(data: bytes | str, size: int = 2000) -> str:
    """The start of a program's output: line by line, with control characters escaped."""
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    lines = text[:size].replace("\r\n", "\n").split("\n")
    start = "\n".join(printable(line.replace("\t", "    ")) for line in lines)
    return start + "…" * (len(text) > size)


def inside(name: str) -> tuple[str, ...]:
    """The parts of a relative path that does not leave its folder.

    Raises `IneqSudokuError` for any other path; hostile archives have such.
    """
    parts = PurePosixPath(name).parts
    bad = not parts or name.startswith("/") or ".." in parts or "\0" in name or "\\" in name
    if bad or (os.name == "nt" and ":" in name):
        raise IneqSudokuError(f"a path that leads out of its folder: {shown(name)}")
    return parts


def natural(name: str) -> list[tuple[int, str]]:
    """A sort key that puts 2 before 10."""
    return [
        (int(part), "") if part.isdecimal() and part.isascii() else (-1, part)
        for part in re.split(r"([0-9]{1,18})", name)
    ]
