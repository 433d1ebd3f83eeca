"""The output of `generate --output-dir`: a file for each puzzle and each answer, and a manifest.

During the run, the folder also holds a locked journal; an entry is a puzzle, added after the
files of the puzzle.  The journal of a run that ended early stays for `--resume`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ineqsudoku.batch.journal_file import JournalFile
from ineqsudoku.batch.signals import held
from ineqsudoku.cli.files import replace_file
from ineqsudoku.cli.generate.order import Order
from ineqsudoku.cli.generate.packing import packed, unpacked
from ineqsudoku.cli.messages import tell
from ineqsudoku.conversion import write
from ineqsudoku.errors import UsageError
from ineqsudoku.generation.values import Generated
from ineqsudoku.names import named, shown

NAME = "manifest.json"
JOURNAL = ".ineqsudoku.generate"
PART = f"{JOURNAL}.part"
"""The name of an unfinished file, which gets its own name when it is complete."""

VERSION = 1


class Manifest:
    """The manifest of one run at a time; `puzzles` are the puzzles written, in order."""

    def __init__(self, folder: Path, order: Order, resume: bool) -> None:
        """Open the folder; without `resume`, discard the journal of an earlier run.

        Raises like `JournalFile`, also for puzzles in the journal that no run can have written.
        """
        self._folder = folder
        self._order = order
        self.puzzles: list[Generated] = []
        asked = {**order.to_dict(), "names": order.names}
        self._journal = JournalFile(folder / JOURNAL, asked, resume, self._take)
        try:
            self._remove_part()
            for generated in self.puzzles:
                self._write_files(generated, anew=False)
        except BaseException:  # Also after Ctrl-C, the journal must not stay locked.
            self.close(keep=resume)
            raise

    def add(self, generated: Generated) -> None:
        """Write the files of the next puzzle."""
        self._write_files(generated, anew=True)
        self._journal.append(packed(generated))
        self.puzzles.append(generated)

    def finish(self, problem: Mapping[str, Any] | None) -> None:
        """Write the manifest; `problem` is the reason why there are fewer puzzles than ordered."""
        text = {
            "version": VERSION,
            **self._order.to_dict(),
            "complete": problem is None,
            **(problem or {"reason": None, "nearest": None}),
            "puzzles": [self._described(generated) for generated in self.puzzles],
        }
        self._write(NAME, json.dumps(text, indent=2) + "\n")

    def close(self, keep: bool) -> None:
        self._journal.close(keep)

    def _take(self, value: Any) -> None:
        """Store a puzzle read from the journal.  Raises `ValueError` for any other value."""
        generated = unpacked(value, self._order.wish)
        if generated.index != len(self.puzzles) or generated.index >= self._order.count:
            raise ValueError
        self.puzzles.append(generated)

    def _name(self, generated: Generated) -> str:
        return self._order.names.format(generated.index + 1)

    def _described(self, generated: Generated) -> dict[str, Any]:
        name = self._name(generated)
        answer = f"{name}.out" if generated.solution else None
        return {"puzzle": f"{name}.in", "answer": answer, **generated.to_dict()}

    def _write_files(self, generated: Generated, anew: bool) -> None:
        """Write the files of a puzzle; if `anew`, replace files of these names."""
        name = self._name(generated)
        if anew or not (self._folder / f"{name}.in").exists():
            self._write(f"{name}.in", write(generated.puzzle, self._order.to))
        if generated.solution and (anew or not (self._folder / f"{name}.out").exists()):
            self._write(f"{name}.out", f"{generated.solution}\n")

    def _write(self, name: str, text: str) -> None:
        """Write a file completely or not at all."""
        target = self._folder / name
        with named(target), held():
            replace_file(str(target), str(self._folder / PART), text.encode("ascii"))

    def _remove_part(self) -> None:
        """Remove the unfinished file of a run that was killed."""
        part = self._folder / PART
        with named(part):
            part.unlink(missing_ok=True)


def is_finished(folder: Path, order: Order) -> bool:
    """Whether the folder holds all puzzles of an order, and no journal of a run to resume.

    Raises `UsageError` if the puzzles are those of another order, and `OSError`.
    """
    if (folder / JOURNAL).exists():
        return False
    try:
        with named(folder / NAME):
            found = json.loads((folder / NAME).read_text(encoding="ascii"))
        names = [puzzle["puzzle"] for puzzle in found["puzzles"]]
    except FileNotFoundError:
        return False
    except (ValueError, LookupError, TypeError):
        return False  # It is no manifest of this program.
    asked = json.loads(json.dumps(order.to_dict()))
    expected = [f"{order.names.format(number + 1)}.in" for number in range(len(names))]
    if names != expected or any(found.get(key) != value for key, value in asked.items()):
        raise UsageError(
            f"the finished run in {shown(folder)} had other options; choose another folder, or "
            "overwrite it without --resume"
        )
    return found.get("complete") is True


@contextmanager
def opened(name: str, order: Order, resume: bool) -> Iterator[Manifest]:
    """A context with the manifest in the folder `name`, which is created if it does not exist.

    Raises like `Manifest`.
    """
    folder = Path(name)
    with named(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with held():  # A signal could leave a journal without an owner.
        manifest = Manifest(folder, order, resume)
    try:
        yield manifest
    except BaseException as error:  # Ctrl-C, too, ends the run early.
        manifest.close(keep=bool(manifest.puzzles))
        if manifest.puzzles and not isinstance(error, KeyboardInterrupt):
            made = f"{len(manifest.puzzles)} of {order.count} puzzles made"
            tell(f"{made}; continue with --resume")
        raise
    manifest.close(keep=False)
