"""The folder for compiled programs: removed at the end of `grade`, or by the next `grade`."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import time

from ineqsudoku.errors import IneqSudokuError

_PREFIX = "ineqsudoku-grade-"
_YOUNG = 60.0
"""Seconds during which a new folder may not be locked yet."""

_ROOM = 512 * 1024 * 1024
"""Free bytes required per job: for sources and compiled programs."""


@contextmanager
def scratch(jobs: int = 1) -> Iterator[Path]:
    """Return a context with a temporary folder that others can pass through, but neither list nor
    change.

    Raises `IneqSudokuError` if there is too little free space.
    """
    _tidy()
    free = shutil.disk_usage(tempfile.gettempdir()).free
    if free < jobs * _ROOM:
        raise IneqSudokuError(
            f"{tempfile.gettempdir()} has {free >> 20} MiB free, but {jobs * _ROOM >> 20} MiB "
            "are needed for compiled programs; set TMPDIR to a folder with more room"
        )
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
    lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        folder.chmod(0o711)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _tidy() -> None:
    """Remove the folders of killed `grade` processes; living ones hold a lock.

    Sandboxes end with their `grade`, except a bubblewrap that was just starting.
    """
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):
            lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
            try:
                state = os.fstat(lock)
                if state.st_uid == os.geteuid() and state.st_mtime < time() - _YOUNG:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    _end_processes(folder)
                    shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(lock)


def _end_processes(folder: Path) -> None:
    """Kill bubblewraps that have the folder, whose name is random, in their arguments."""
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            command = Path(f"/proc/{name}/cmdline").read_bytes()
            if b"bwrap" in command and os.fsencode(f"{folder}/") in command:
                os.kill(int(name), signal.SIGKILL)
