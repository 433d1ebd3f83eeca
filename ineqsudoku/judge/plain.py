"""Opening plain files without waiting for pipes."""

from __future__ import annotations

import os
import stat
from typing import BinaryIO

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.names import shown


def plain_file(path: str | os.PathLike[str]) -> BinaryIO:
    """Open a file for reading.

    Raises `IneqSudokuError` for a pipe, a device or a folder, and `OSError`.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise IneqSudokuError(f"{shown(os.fspath(path))} is not a plain file")
    return open(descriptor, "rb")
