"""The default file in which `grade` stores its runs."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.names import shown


def default_store(inputs: Sequence[str]) -> Path:
    """Return the store for `inputs`: the path of the tests, then those of submissions or their
    folders.

    It is a file in $XDG_STATE_HOME/ineqsudoku or ~/.local/state/ineqsudoku.  Its name depends only
    on the real paths, so `--resume` finds it from any working folder.  Raises `IneqSudokuError` if
    the folder cannot be made.
    """
    tests, *submissions = map(os.path.realpath, inputs)
    paths = map(os.fsencode, [tests, *sorted(set(submissions))])
    key = sha256(b"\0".join(paths)).hexdigest()
    label = re.sub(r"[^A-Za-z0-9]+", "-", os.path.basename(tests))[:30].strip("-")
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
