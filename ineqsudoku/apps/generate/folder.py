"""The output of `generate --output-dir`: a file per puzzle, a file per answer, and a manifest."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from ineqsudoku.apps.cli.exits import block_signals
from ineqsudoku.apps.cli.files import write_output
from ineqsudoku.apps.cli.options import language_for_programs
from ineqsudoku.apps.generate.values import Generated
from ineqsudoku.apps.names import name_errors, quote
from ineqsudoku.errors import UsageError
from ineqsudoku.formats import WritableFormat, write
from ineqsudoku.messages import Message

MANIFEST = "manifest.json"

SUFFIXES = (".in", ".out")
"""The suffixes of the files of a puzzle and of its answer."""

VERSION = 1

_EXISTS = Message("generate.exists", "{file} exists; choose another folder")


class Shortfall(NamedTuple):
    """Why there are fewer puzzles than ordered, and the nearest puzzle as in the manifest."""

    reason: Message
    nearest: dict[str, Any] | None = None


class PuzzleFolder:
    """The files of one run, each written completely or not at all; the manifest is the last."""

    def __init__(self, path: Path, to: WritableFormat) -> None:
        """Create the folder if it does not exist.  Raises `OSError`."""
        with name_errors(path):
            path.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._to = to
        self._puzzles: list[Generated] = []
        self._checksums: dict[str, str] = {}

    def add(self, generated: Generated) -> None:
        """Write the files of the next puzzle."""
        with block_signals():  # Ctrl-C must not leave a puzzle without its answer.
            for name, data in self._files(generated).items():
                write_output(self._path / name, data)
                self._checksums[name] = sha256(data).hexdigest()
        self._puzzles.append(generated)

    def finish(self, order: Mapping[str, Any], shortfall: Shortfall | None) -> None:
        """Write the manifest; a `shortfall` says why there are fewer puzzles than ordered."""
        with language_for_programs():
            manifest = {
                "version": VERSION,
                **order,
                "complete": shortfall is None,
                "reason": str(shortfall.reason) if shortfall else None,
                "message": shortfall.reason.to_dict() if shortfall else None,
                "nearest": shortfall.nearest if shortfall else None,
                "puzzles": [*map(_describe, self._puzzles)],
                "sha256": self._checksums,
            }
        data = (json.dumps(manifest, indent=2) + "\n").encode("ascii")
        with block_signals():  # Ctrl-C must not leave a part.
            write_output(self._path / MANIFEST, data)

    def _files(self, generated: Generated) -> dict[str, bytes]:
        """Return the contents of the files of a puzzle by their names."""
        name = _name_of(generated.index)
        texts = {f"{name}.in": write(generated.puzzle, self._to)}
        if generated.solution:
            texts[f"{name}.out"] = f"{generated.solution}\n"
        return {name: text.encode("ascii") for name, text in texts.items()}


def _name_of(index: int) -> str:
    """Return the name of the files of the puzzle with this index, without a suffix."""
    return f"{index + 1:02}"


def _describe(generated: Generated) -> dict[str, Any]:
    name = _name_of(generated.index)
    answer = f"{name}.out" if generated.solution else None
    return {"puzzle": f"{name}.in", "answer": answer, **generated.to_dict()}


def require_free(folder: Path, count: int) -> None:
    """Raise `UsageError` if a run that makes `count` puzzles would replace files."""
    try:
        there = {*os.listdir(folder)}
    except FileNotFoundError:
        return
    files = [MANIFEST]
    if any(name.endswith(SUFFIXES) for name in there):
        files += (name + suffix for name in map(_name_of, range(count)) for suffix in SUFFIXES)
    if existing := next((name for name in files if name in there), None):
        raise UsageError(_EXISTS.fill(file=quote(folder / existing)))
