"""The earlier run in a folder: read from its manifest and its state, never changed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ineqsudoku.batch.state import parse
from ineqsudoku.cli.generate.order import Order
from ineqsudoku.errors import UsageError
from ineqsudoku.names import counted, shown

MANIFEST = "manifest.json"
STATE = ".ineqsudoku.generate"
"""The name of the state file."""

SUFFIXES = (".in", ".out")
"""The suffixes of the files of a puzzle and of its answer."""


@dataclass(frozen=True, slots=True)
class EarlierRun:
    """A run into a folder, finished or not.

    `seed`: `None` if it is not known.  `puzzles`: the number of puzzles made.  `files`: the names
    of its files; an unfinished run has not written all of them.
    """

    seed: int | None
    puzzles: int
    files: frozenset[str]

    def __str__(self) -> str:
        seed = "" if self.seed is None else f" with seed {self.seed}"
        return f"{counted(self.puzzles, 'puzzle')} of an earlier run{seed}"


def earlier_run(folder: Path) -> EarlierRun | None:
    """Return the earlier run in a folder; `None` if there is none.

    Nothing is known of a run whose state is damaged: resuming it reports that.  Raises `OSError`.
    """
    runs = [run for run in (_of_state(folder), _of_manifest(folder)) if run]
    if not runs:
        return None
    files = frozenset().union(*(run.files for run in runs))
    return EarlierRun(runs[0].seed, max(run.puzzles for run in runs), files)


def require_free(folder: Path, order: Order, resume: bool) -> None:
    """Raise `UsageError` if a run would replace files that are not its own.

    With `resume`, the files of the earlier run are its own.  Raises `OSError`.
    """
    earlier = earlier_run(folder)
    if earlier and not resume:
        raise UsageError(
            f"{shown(folder)} has {earlier}; continue it with --resume, replace it with "
            "--overwrite, or choose another folder"
        )
    if earlier and not earlier.files:
        return  # Resuming reports the damaged state.
    own = earlier.files | {MANIFEST} if earlier else frozenset()
    if replaced := next(_existing(folder, order, own), None):
        raise UsageError(
            f"{shown(folder / replaced)} exists; replace it with --overwrite, or choose another "
            "folder or other --names"
        )


def manifest_in(folder: Path) -> Mapping[str, Any] | None:
    """Return the manifest in a folder; `None` if there is none, or one of another program."""
    with suppress(FileNotFoundError, ValueError, LookupError, TypeError, RecursionError):
        manifest = json.loads((folder / MANIFEST).read_text(encoding="ascii"))
        is_ours = type(manifest["version"]) is int
        if is_ours and all(puzzle["puzzle"] for puzzle in manifest["puzzles"]):
            return dict(manifest)
    return None


def _existing(folder: Path, order: Order, own: frozenset[str]) -> Iterator[str]:
    """Yield the names of existing files that a run would replace."""
    try:
        there = {*os.listdir(folder)} - own
    except FileNotFoundError:
        return
    if MANIFEST in there:
        yield MANIFEST
    if any(name.endswith(SUFFIXES) for name in there):
        for number in range(1, order.count + 1):
            name = order.names.format(number)
            yield from (name + suffix for suffix in SUFFIXES if name + suffix in there)


def _of_manifest(folder: Path) -> EarlierRun | None:
    manifest = manifest_in(folder)
    if manifest is None:
        return None
    puzzles = manifest["puzzles"]
    names = (puzzle.get(key) for puzzle in puzzles for key in ("puzzle", "answer"))
    return EarlierRun(_number(manifest.get("seed")), len(puzzles), _plain(names))


def _of_state(folder: Path) -> EarlierRun | None:
    try:
        data = (folder / STATE).read_bytes()
    except FileNotFoundError:
        return None
    state = parse(data)
    if state is None:
        return EarlierRun(None, 0, frozenset())
    order = state["order"]
    names = (order["names"].format(number + 1) for number in range(order["count"]))
    files = frozenset(name + suffix for name in names for suffix in SUFFIXES)
    return EarlierRun(order["seed"], len(state["puzzles"]), files)


def _number(value: object) -> int | None:
    return value if type(value) is int else None


def _plain(names: Iterator[Any]) -> frozenset[str]:
    """Return the names that a run can have written: files may be damaged."""
    return frozenset(
        name
        for name in names
        if type(name) is str and name.endswith(SUFFIXES) and os.path.basename(name) == name
    )
