"""Names that strangers gave: how they are shown, and which of them may become paths."""

from __future__ import annotations

import os
from pathlib import PurePosixPath

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.names import printable, shown

MAX_SHOWN = 200
"""Characters of what a program wrote or is called that a message shows."""


def excerpt(data: bytes | str, size: int = 2000) -> str:
    """The start of what a program wrote, with its lines, but nothing that upsets a terminal."""
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    lines = text[:size].replace("\r\n", "\n").split("\n")
    start = "\n".join(printable(line.replace("\t", "    ")) for line in lines)
    return start + "…" * (len(text) > size)


def inside(name: str) -> tuple[str, ...]:
    """The parts of a path that stays in its folder, wherever that is.

    Raises `IneqSudokuError` for any other, as archives with evil in mind have them.
    """
    parts = PurePosixPath(name).parts
    bad = not parts or name.startswith("/") or ".." in parts or "\0" in name or "\\" in name
    if bad or (os.name == "nt" and ":" in name):
        raise IneqSudokuError(f"a path that leads out of its folder: {shown(name)}")
    return parts
