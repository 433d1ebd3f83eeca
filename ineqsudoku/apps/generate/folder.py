"""The output of `generate --output-dir`: a file per puzzle, a file per answer, and a manifest.

During the run, the folder also holds a state file with the puzzles whose files are written.  The
state of a run that ended early stays for `--resume`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from ineqsudoku.apps.batch.state import IN_ANOTHER_FOLDER, StateFile, parse
from ineqsudoku.apps.cli.exits import block_signals
from ineqsudoku.apps.cli.files import replacing
from ineqsudoku.apps.cli.options import language_for_programs
from ineqsudoku.apps.cli.streams import tell
from ineqsudoku.apps.generate.order import Order, Shortfall
from ineqsudoku.apps.generate.values import Generated, TargetNodes, Wish
from ineqsudoku.errors import IneqSudokuError, UsageError
from ineqsudoku.formats.conversion import write
from ineqsudoku.messages import Message, Text, enumeration, restore, store
from ineqsudoku.names import name_errors, quote
from ineqsudoku.puzzle import Grid, Puzzle

MANIFEST = "manifest.json"
STATE = ".ineqsudoku.generate"
"""The name of the state file."""

SUFFIXES = (".in", ".out")
"""The suffixes of the files of a puzzle and of its answer."""

PART = f"{STATE}.part"
"""The name of an unfinished file, which gets its own name when it is complete."""

VERSION = 1

_RESTORED = Message("generate.restored", "restored files that were changed or missing: {files}")
_CHANGED = Message(
    "generate.changed",
    "{folder}: the run is finished, but files were changed or removed since: {files}",
)
_MORE = Message("generate.more", "{names} and {number} more")
_OTHER_OPTIONS = Message(
    "generate.other-options",
    "the finished run in {folder} had other options; choose another folder",
)
_UNFINISHED = Message(
    "generate.unfinished", "{made} of {count} puzzles made; continue with --resume"
)
_EXISTS = Message(
    "generate.exists",
    "{file} exists; continue its run with --resume, or choose another folder",
)


def name_of(index: int) -> str:
    """Return the name of the files of the puzzle with this index, without a suffix."""
    return f"{index + 1:02}"


class Manifest:
    """The manifest of one run at a time; `puzzles` are the puzzles written, in order."""

    def __init__(self, folder: Path, order: Order, resume: bool) -> None:
        """Open the folder; without `resume`, discard the state of an earlier run.

        Raises like `StateFile`.
        """
        self._folder = folder
        self._order = order
        self._state = StateFile(folder / STATE, order.to_dict(), resume, again=IN_ANOTHER_FOLDER)
        try:
            puzzles = (self._state.state or {}).get("puzzles", [])
            self.puzzles = [unpack(value, order.wish) for value in puzzles]
            with name_errors(folder / PART):  # A run that was killed may have left it.
                (folder / PART).unlink(missing_ok=True)
            self._restore()
            if not self._state.state:  # So the files of a run that is killed are known as its own.
                self._save()
        except BaseException:  # Also after Ctrl-C, the folder must not stay locked.
            self._state.close(keep=resume)
            raise

    def add(self, generated: Generated) -> None:
        """Write the files of the next puzzle."""
        for name, data in self._files(generated).items():
            self._write(name, data)
        self.puzzles.append(generated)
        if self._state.is_due:
            self._save()

    def finish(self, shortfall: Shortfall | None) -> None:
        """Write the manifest; a `shortfall` says why there are fewer puzzles than ordered."""
        with language_for_programs():
            text = self._text(shortfall)
        self._write(MANIFEST, (json.dumps(text, indent=2) + "\n").encode("ascii"))

    def _text(self, shortfall: Shortfall | None) -> dict[str, Any]:
        return {
            "version": VERSION,
            **self._order.to_dict(),
            "complete": shortfall is None,
            "reason": str(shortfall.reason) if shortfall else None,
            "message": shortfall.reason.to_dict() if shortfall else None,
            "nearest": shortfall.nearest if shortfall else None,
            "puzzles": [self._describe(generated) for generated in self.puzzles],
            "sha256": {
                name: sha256(data).hexdigest()
                for generated in self.puzzles
                for name, data in self._files(generated).items()
            },
        }

    def close(self, keep: bool) -> None:
        """Close the folder; `keep` the state of a run that can be resumed."""
        try:
            if keep:
                self._save()
        finally:
            self._state.close(keep)

    def _save(self) -> None:
        self._state.save({"puzzles": [*map(pack, self.puzzles)]})

    def _describe(self, generated: Generated) -> dict[str, Any]:
        name = name_of(generated.index)
        answer = f"{name}.out" if generated.solution else None
        return {"puzzle": f"{name}.in", "answer": answer, **generated.to_dict()}

    def _files(self, generated: Generated) -> dict[str, bytes]:
        """Return the contents of the files of a puzzle by their names."""
        name = name_of(generated.index)
        texts = {f"{name}.in": write(generated.puzzle, self._order.to)}
        if generated.solution:
            texts[f"{name}.out"] = f"{generated.solution}\n"
        return {name: text.encode("ascii") for name, text in texts.items()}

    def _restore(self) -> None:
        """Write the files of the earlier run again that were changed or removed since."""
        restored = []
        for generated in self.puzzles:
            for name, data in self._files(generated).items():
                if _content(self._folder / name) != data:
                    self._write(name, data)
                    restored.append(name)
        if restored:
            tell(_RESTORED.fill(files=_list(restored)))

    def _write(self, name: str, data: bytes) -> None:
        """Write a file completely or not at all."""
        target = self._folder / name
        with block_signals(), replacing(str(target), str(self._folder / PART), str(target)) as file:
            file.write(data)


def is_finished(folder: Path, order: Order, resume: bool) -> bool:
    """Whether the run to resume is finished, so that the folder holds all its puzzles.

    Raises `UsageError` if the puzzles are those of another order, or if a run would replace files
    that are not its own; `IneqSudokuError` if files were changed or removed since; and `OSError`.
    """
    if resume and (folder / STATE).exists():
        return False
    manifest = manifest_in(folder) if resume else None
    if manifest is None:
        _require_free(folder, order)
        return False
    asked = json.loads(json.dumps(order.to_dict()))
    if any(manifest.get(key) != value for key, value in asked.items()):
        raise UsageError(_OTHER_OPTIONS.fill(folder=quote(folder)))
    if manifest.get("complete") is not True:
        return False
    if damaged := [*_find_damage(folder, manifest)]:
        raise IneqSudokuError(_CHANGED.fill(folder=quote(folder), files=_list(damaged)))
    return True


def _find_damage(folder: Path, manifest: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of the files that do not have the checksums of a manifest."""
    for name, checksum in dict(manifest.get("sha256", {})).items():
        data = _content(folder / name)
        if data is None or sha256(data).hexdigest() != checksum:
            yield name


def _content(path: Path) -> bytes | None:
    """Return the content of a file; `None` if there is no file.  Raises `OSError`."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


_MOST_NAMES = 5


def _list(names: Sequence[str]) -> Text:
    first, more = enumeration(names[:_MOST_NAMES]), len(names) - _MOST_NAMES
    return _MORE.fill(names=first, number=more) if more > 0 else first


@contextmanager
def open_manifest(name: str, order: Order, resume: bool) -> Iterator[Manifest]:
    """Return a context with the manifest in the folder `name`, which is created if it does not
    exist.  Raises like `Manifest`."""
    folder = Path(name)
    with name_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with block_signals():  # A signal could leave a lock without an owner.
        manifest = Manifest(folder, order, resume)
    try:
        yield manifest
    except BaseException as error:  # Ctrl-C, too, ends the run early.
        manifest.close(keep=bool(manifest.puzzles))
        if manifest.puzzles and not isinstance(error, KeyboardInterrupt):
            tell(_UNFINISHED.fill(made=len(manifest.puzzles), count=order.count))
        raise
    manifest.close(keep=False)


def seed_of_run(folder: Path) -> int | None:
    """Return the seed of the run in a folder, finished or not; `None` if it is not known.

    Nothing is known of a run whose state is damaged: resuming it reports that.  Raises `OSError`.
    """
    with suppress(FileNotFoundError):
        state = parse((folder / STATE).read_bytes())
        return state["order"]["seed"] if state else None
    seed = (manifest_in(folder) or {}).get("seed")
    return seed if type(seed) is int else None


def manifest_in(folder: Path) -> Mapping[str, Any] | None:
    """Return the manifest in a folder; `None` if there is none, or one of another program."""
    with suppress(FileNotFoundError, ValueError, LookupError, TypeError, RecursionError):
        manifest = json.loads((folder / MANIFEST).read_text(encoding="ascii"))
        is_ours = type(manifest["version"]) is int
        if is_ours and all(puzzle["puzzle"] for puzzle in manifest["puzzles"]):
            return dict(manifest)
    return None


def _require_free(folder: Path, order: Order) -> None:
    """Raise `UsageError` if a run would replace files."""
    try:
        there = {*os.listdir(folder)}
    except FileNotFoundError:
        return
    files = [STATE, MANIFEST]
    if any(name.endswith(SUFFIXES) for name in there):
        names = map(name_of, range(order.count))
        files += (name + suffix for name in names for suffix in SUFFIXES)
    if existing := next((name for name in files if name in there), None):
        raise UsageError(_EXISTS.fill(file=quote(folder / existing)))


def pack(generated: Generated) -> dict[str, Any]:
    puzzle, solution = generated.puzzle, generated.solution
    return {
        "index": generated.index,
        "puzzle": [puzzle.signs, puzzle.givens, puzzle.border_signs],
        "solutions": generated.solutions,
        "solution": solution.line if solution else None,
        "level": generated.level,
        "rating": generated.rating,
        "nodes": [[count.target, count.nodes, count.is_whole] for count in generated.nodes],
        "failure": None if generated.failure is None else store(generated.failure),
        "tried": None if generated.tried is None else store(generated.tried),
        "steps": generated.steps,
        "is_cut_short": generated.is_cut_short,
    }


def unpack(value: Mapping[str, Any], wish: Wish) -> Generated:
    """Return the puzzle that `pack` turned into a value, in a run with this wish."""
    signs, givens, border_signs = value["puzzle"]
    solution, nodes = value["solution"], value["nodes"]
    return Generated(
        **{
            **value,
            "puzzle": Puzzle(signs, givens, border_signs, wish.geometry),
            "solution": None if solution is None else Grid(solution),
            "nodes": tuple(TargetNodes(*count) for count in nodes),
            "failure": None if value["failure"] is None else restore(value["failure"]),
            "tried": None if value["tried"] is None else restore(value["tried"]),
        }
    )
