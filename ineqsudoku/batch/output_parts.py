"""Outputs in parts, which the workers of a cluster write into a folder that all machines share.

A worker writes results into a file of the staging folder.  When it is their turn, the client
renames this file: it becomes the next part of the output.  So results do not pass through the
client, and a worker that is late or lost never touches an output.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, count, takewhile
from pathlib import Path
from secrets import token_hex
from shutil import rmtree

from ineqsudoku.batch.outcomes import Mark, Outcome, Part
from ineqsudoku.batch.output_forms import Added
from ineqsudoku.batch.staging import SUFFIX, Staging
from ineqsudoku.names import named

MANIFEST = "manifest.jsonl"
"""The name of the file that lists the parts of all outputs in order, one JSON object a line."""


class InParts:
    """The form of outputs that are folders of parts, which a manifest lists in order."""

    suffix = unfinished = SUFFIX
    is_folder = True
    others = (MANIFEST,)

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        path = folder / f".ineqsudoku.{token_hex(8)}{SUFFIX}"
        self.staging = Staging(str(folder), os.path.abspath(path))

    def begin(self) -> None:
        """Create the staging folder; remove the manifest of an earlier run."""
        with named(self.folder):
            os.mkdir(self.staging.path)
            (self.folder / MANIFEST).unlink(missing_ok=True)

    def finish(self, outputs: Sequence[Path]) -> None:
        """Write the manifest."""
        unfinished = Path(self.staging.path, MANIFEST)
        with named(self.folder / MANIFEST):
            with unfinished.open("w", encoding="ascii", newline="\n") as file:
                for output in outputs:
                    for number, size in enumerate(_sizes(output), 1):
                        part = f"{output.name}/{_name(number)}"
                        file.write(json.dumps({"part": part, "size": size}) + "\n")
            unfinished.replace(self.folder / MANIFEST)

    def end(self) -> None:
        """Remove the staging folder."""
        rmtree(self.staging.path, ignore_errors=True)

    def opened(self, path: Path) -> PartFolder:
        return PartFolder(path, self.staging)

    def has(self, output: Path, mark: Mark) -> bool:
        return output.is_dir() and sum(_sizes(output)) == mark.size


class PartFolder:
    """An unfinished output: a folder with the files 00000001.out, 00000002.out and so on."""

    def __init__(self, path: Path, staging: Staging) -> None:
        """Open or create the folder.  Raises `OSError`."""
        path.mkdir(exist_ok=True)
        self._path = path
        self._staging = staging
        self._number = 0

    def holds(self, mark: Mark) -> bool:
        *_, last = ends = list(accumulate(_sizes(self._path), initial=0))
        return last == mark.size if mark.ended else mark.size in ends

    def cut(self, size: int) -> None:
        sizes = list(takewhile(size.__ge__, accumulate(_sizes(self._path))))
        self._number = len(sizes)
        _remove_parts(self._path, after=self._number)

    def add(self, outcome: Outcome, before: Mark) -> Added:
        """Add the results as the next part, if there are any.

        Raises `IneqSudokuError` if a worker wrote them where this process does not see them.
        """
        follows = before.size > 0
        data = outcome.output(follows).encode("ascii")
        if not (data or outcome.part):
            return Added(0)
        path = self._path / _name(self._number + 1)
        if outcome.part:
            self._take(outcome.part, path, follows)
        else:
            path.write_bytes(data)
        self._number += 1
        return Added(path.stat().st_size)

    def rename(self, to: Path) -> None:
        if to.is_dir():
            _remove_folder(to)
        self._path.rename(to)

    def remove(self) -> None:
        _remove_folder(self._path)

    def close(self) -> None:
        """Nothing is open."""

    def _take(self, part: Part, path: Path, follows: bool) -> None:
        """Rename the file of a worker to `path`, without a separator unless it `follows`."""
        written = Path(self._staging.path, part.name)
        try:
            if not follows and part.separator:
                written.write_bytes(written.read_bytes()[part.separator :])
            written.rename(path)
        except FileNotFoundError:
            raise self._staging.unseen() from None


def _name(number: int) -> str:
    """Return the name of a part; the names sort like the numbers, from 1."""
    return f"{number:08}.out"


def _sizes(folder: Path) -> Iterator[int]:
    """Yield the sizes of the parts in a folder, in order, up to the first missing one."""
    try:
        for number in count(1):
            yield (folder / _name(number)).stat().st_size
    except FileNotFoundError:
        return


def _remove_parts(folder: Path, after: int) -> None:
    """Remove the parts with higher numbers than `after`."""
    for path in folder.glob("*.out"):
        if _IS_PART(path.stem) and int(path.stem) > after:
            path.unlink()


def _remove_folder(folder: Path) -> None:
    """Remove a folder with its parts.  Raises `OSError` if it holds anything else."""
    _remove_parts(folder, after=0)
    folder.rmdir()


_IS_PART = re.compile(r"[0-9]{8,}").fullmatch
