"""The output of `generate --output-dir`: a file per puzzle, a file per answer, and a manifest.

During the run, the folder also holds a state file with the puzzles whose files are written.  The
state of a run that ended early stays for `--resume`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from ineqsudoku.batch.exits import held
from ineqsudoku.batch.state import StateFile
from ineqsudoku.cli.files import replacing
from ineqsudoku.cli.generate.earlier import MANIFEST, STATE, EarlierRun, earlier_run, manifest_in
from ineqsudoku.cli.generate.order import Order
from ineqsudoku.cli.generate.packing import packed, unpacked
from ineqsudoku.cli.streams import tell
from ineqsudoku.conversion import write
from ineqsudoku.errors import IneqSudokuError, UsageError
from ineqsudoku.generation.values import Generated
from ineqsudoku.names import named, shown

PART = f"{STATE}.part"
"""The name of an unfinished file, which gets its own name when it is complete."""

VERSION = 1


class Manifest:
    """The manifest of one run at a time; `puzzles` are the puzzles written, in order."""

    def __init__(self, folder: Path, order: Order, resume: bool) -> None:
        """Open the folder; without `resume`, discard the state of an earlier run.

        Raises like `StateFile`.
        """
        self._folder = folder
        self._order = order
        asked = {**order.to_dict(), "names": order.names}
        self._state = StateFile(folder / STATE, asked, resume, again="with --overwrite")
        try:
            puzzles = (self._state.state or {}).get("puzzles", [])
            self.puzzles = [unpacked(value, order.wish) for value in puzzles]
            self._remove_part()
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

    def finish(self, problem: Mapping[str, Any] | None) -> None:
        """Write the manifest; `problem` is the reason why there are fewer puzzles than ordered."""
        text = {
            "version": VERSION,
            **self._order.to_dict(),
            "complete": problem is None,
            **(problem or {"reason": None, "nearest": None}),
            "puzzles": [self._described(generated) for generated in self.puzzles],
            "sha256": {
                name: sha256(data).hexdigest()
                for generated in self.puzzles
                for name, data in self._files(generated).items()
            },
        }
        self._write(MANIFEST, (json.dumps(text, indent=2) + "\n").encode("ascii"))

    def close(self, keep: bool) -> None:
        """Close the folder; `keep` the state of a run that can be resumed."""
        try:
            if keep:
                self._save()
        finally:
            self._state.close(keep)

    def _save(self) -> None:
        self._state.save({"puzzles": [*map(packed, self.puzzles)]})

    def _name(self, generated: Generated) -> str:
        return self._order.names.format(generated.index + 1)

    def _described(self, generated: Generated) -> dict[str, Any]:
        name = self._name(generated)
        answer = f"{name}.out" if generated.solution else None
        return {"puzzle": f"{name}.in", "answer": answer, **generated.to_dict()}

    def _files(self, generated: Generated) -> dict[str, bytes]:
        """Return the contents of the files of a puzzle by their names."""
        name = self._name(generated)
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
            tell(f"changed or missing since they were written, and restored: {_listed(restored)}")

    def _write(self, name: str, data: bytes) -> None:
        """Write a file completely or not at all."""
        target = self._folder / name
        with held(), replacing(str(target), str(self._folder / PART), str(target)) as file:
            file.write(data)

    def _remove_part(self) -> None:
        """Remove the unfinished file of a run that was killed."""
        part = self._folder / PART
        with named(part):
            part.unlink(missing_ok=True)


def is_finished(folder: Path, order: Order) -> bool:
    """Whether the folder holds all puzzles of an order, and no state of a run to resume.

    Raises `UsageError` if the puzzles are those of another order, `IneqSudokuError` if files were
    changed or removed since, and `OSError`.
    """
    if (folder / STATE).exists():
        return False
    manifest = manifest_in(folder)
    if manifest is None:
        return False
    names = [puzzle["puzzle"] for puzzle in manifest["puzzles"]]
    asked = json.loads(json.dumps(order.to_dict()))
    expected = [f"{order.names.format(number + 1)}.in" for number in range(len(names))]
    if names != expected or any(manifest.get(key) != value for key, value in asked.items()):
        raise UsageError(
            f"the finished run in {shown(folder)} had other options; replace it with --overwrite, "
            "or choose another folder"
        )
    if manifest.get("complete") is not True:
        return False
    if damaged := [*_damaged(folder, manifest)]:
        raise IneqSudokuError(
            f"{shown(folder)}: the run is finished, but files were changed or removed since: "
            f"{_listed(damaged)}; --overwrite makes all puzzles again"
        )
    return True


def _damaged(folder: Path, manifest: Mapping[str, Any]) -> Iterator[str]:
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


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def _remove(folder: Path, run: EarlierRun) -> None:
    """Remove the files of an earlier run; its manifest last, so that a killed removal can be
    repeated."""
    for name in (*sorted(run.files), MANIFEST):
        with named(folder / name):
            (folder / name).unlink(missing_ok=True)


@contextmanager
def open_manifest(name: str, order: Order, resume: bool) -> Iterator[Manifest]:
    """Return a context with the manifest in the folder `name`, which is created if it does not
    exist.

    Without `resume`, the files of an earlier run are removed first.  Raises like `Manifest`.
    """
    folder = Path(name)
    with named(folder):
        folder.mkdir(parents=True, exist_ok=True)
    earlier = None if resume else earlier_run(folder)
    with held():  # A signal could leave a lock without an owner.
        manifest = Manifest(folder, order, resume)
    try:
        if earlier:
            _remove(folder, earlier)
        yield manifest
    except BaseException as error:  # Ctrl-C, too, ends the run early.
        manifest.close(keep=bool(manifest.puzzles))
        if manifest.puzzles and not isinstance(error, KeyboardInterrupt):
            made = f"{len(manifest.puzzles)} of {order.count} puzzles made"
            tell(f"{made}; continue with --resume")
        raise
    manifest.close(keep=False)
