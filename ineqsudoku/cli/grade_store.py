"""Where `grade` keeps its runs unless `--store` names a file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.names import shown


def default_store(tests: str, submissions: Iterable[str]) -> Path:
    """The store for tests and for the folders of submissions.

    It is a file in $XDG_STATE_HOME/ineqsudoku or ~/.local/state/ineqsudoku.  Its name depends on
    the real paths only, so `--resume` finds it from any working folder, also if submissions were
    added meanwhile.  Raises `IneqSudokuError` if the folder cannot be made.
    """
    paths = sorted({os.path.realpath(path) for path in submissions})
    key = sha256(b"\0".join(map(os.fsencode, [os.path.realpath(tests), *paths]))).hexdigest()
    label = re.sub(r"[^A-Za-z0-9]+", "-", os.path.basename(os.path.realpath(tests)))[:30].strip("-")
    folder = _state_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise IneqSudokuError(
            f"the folder {shown(folder)} for the store cannot be made: {error.strerror}; "
            "--store FILE chooses another place"
        ) from None
    return folder / f"{label or 'tests'}-{key[:12]}.sqlite"


def _state_folder() -> Path:
    named = os.environ.get("XDG_STATE_HOME", "")
    if os.path.isabs(named):  # The XDG specification ignores relative paths.
        return Path(named, "ineqsudoku")
    try:
        return Path.home() / ".local" / "state" / "ineqsudoku"
    except RuntimeError:
        raise IneqSudokuError(
            "no home folder for the store; --store FILE chooses a place"
        ) from None
