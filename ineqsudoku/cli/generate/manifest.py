"""Where `generate --output-dir` writes: a file for each puzzle and each answer, and a manifest.

While the run goes on, the folder also holds a journal, which is locked.  Its first line is the
order; each further line is a puzzle, written after the files of the puzzle.  A line is a checksum,
a blank and JSON in ASCII; a last line without its end was cut off when the run was killed and does
not count.  The journal of a run that ended early stays, for `--resume`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from zlib import crc32

import click

from ineqsudoku.batch.locks import LockedFile
from ineqsudoku.batch.signals import held
from ineqsudoku.cli.generate.order import Order
from ineqsudoku.cli.messages import tell
from ineqsudoku.conversion import write
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.generation.values import Generated, TargetNodes
from ineqsudoku.geometry import Geometry
from ineqsudoku.names import named, shown
from ineqsudoku.puzzle import Grid, Puzzle

NAME = "manifest.json"
JOURNAL = ".ineqsudoku.generate"
VERSION = 1


class Manifest:
    """Of one run at a time; `puzzles` are those that are written, in order."""

    def __init__(self, folder: Path, order: Order, resume: bool) -> None:
        """Without `resume`, what an earlier run has left counts for nothing.

        Raises `IneqSudokuError` while another run is writing into the folder and when the journal
        to resume is damaged, `click.UsageError` when the earlier run had another order, and
        `OSError`.
        """
        self._folder = folder
        self._order = order
        self.puzzles: list[Generated] = []
        self._path = folder / JOURNAL
        self._file = _opened(self._path)
        try:
            with named(self._path):
                self._begin(self._file.read() if resume else b"")
        except BaseException:
            self.close(keep=resume)
            raise
        for generated in self.puzzles:
            self._write_files(generated, anew=False)

    def add(self, generated: Generated) -> None:
        """Write the files of the next puzzle."""
        self._write_files(generated, anew=True)
        with named(self._path):
            self._file.append(_line(_packed(generated)))
        self.puzzles.append(generated)

    def finish(self, problem: dict[str, Any] | None) -> None:
        """Write the manifest; `problem` says why there are fewer puzzles than ordered."""
        text = {
            "version": VERSION,
            **self._order.to_dict(),
            "complete": problem is None,
            **(problem or {"reason": None, "nearest": None}),
            "puzzles": [self._described(generated) for generated in self.puzzles],
        }
        self._write(NAME, json.dumps(text, indent=2) + "\n")

    def close(self, keep: bool) -> None:
        if keep:
            self._file.close()
        else:
            self._file.remove()

    def _begin(self, data: bytes) -> None:
        *lines, rest = data.split(b"\n")
        order = json.loads(json.dumps({**self._order.to_dict(), "names": self._order.names}))
        if lines:
            values = [self._value(line, number) for number, line in enumerate(lines, 1)]
            if values[0] != order:
                raise click.UsageError(
                    f"the run to resume in {shown(self._folder)} had other options"
                )
            self.puzzles = [_unpacked(value) for value in values[1:]]
        self._file.cut(len(data) - len(rest))
        if not lines:
            self._file.append(_line(order))

    def _value(self, line: bytes, number: int) -> Any:
        checksum, _, text = line.partition(b" ")
        if checksum == b"%08x" % crc32(text):
            with suppress(ValueError):
                return json.loads(text)
        raise IneqSudokuError(
            f"{shown(self._path)}:{number}: the journal is damaged and the run cannot be resumed; "
            "start again without --resume"
        )

    def _name(self, generated: Generated) -> str:
        return self._order.names.format(generated.index + 1)

    def _described(self, generated: Generated) -> dict[str, Any]:
        name = self._name(generated)
        answer = f"{name}.out" if generated.solution else None
        return {"puzzle": f"{name}.in", "answer": answer, **generated.to_dict()}

    def _write_files(self, generated: Generated, anew: bool) -> None:
        """`anew` if files of these names are to be replaced."""
        name = self._name(generated)
        if anew or not (self._folder / f"{name}.in").exists():
            self._write(f"{name}.in", write(generated.puzzle, self._order.to))
        if generated.solution and (anew or not (self._folder / f"{name}.out").exists()):
            self._write(f"{name}.out", f"{generated.solution}\n")

    def _write(self, name: str, text: str) -> None:
        """Write a file completely or not at all."""
        target = self._folder / name
        part = self._folder / f"{JOURNAL}.part"
        with named(target), held():
            part.write_text(text, encoding="ascii", newline="\n")
            os.replace(part, target)


def _opened(path: Path) -> LockedFile:
    try:
        return LockedFile(path)
    except BlockingIOError:
        raise IneqSudokuError(f"another run is writing into {shown(path.parent)}") from None


def _line(value: Any) -> bytes:
    text = json.dumps(value).encode("ascii")
    return b"%08x %s\n" % (crc32(text), text)


def _packed(generated: Generated) -> dict[str, Any]:
    puzzle = generated.puzzle
    return {
        **generated.to_dict(),
        "nodes": [[each.target, each.nodes, each.is_whole] for each in generated.nodes],
        "puzzle": [puzzle.signs, puzzle.givens, puzzle.border_signs],
        "geometry": [*puzzle.geometry.__reduce__()[1]],
        "solution": generated.solution.line if generated.solution else None,
    }


def _unpacked(value: dict[str, Any]) -> Generated:
    signs, givens, border_signs = value["puzzle"]
    return Generated(
        index=value["index"],
        puzzle=Puzzle(signs, givens, border_signs, Geometry(*value["geometry"])),
        solutions=value["solutions"],
        solution=Grid(value["solution"]) if value["solution"] else None,
        level=value["level"],
        rating=value["rating"],
        nodes=tuple(TargetNodes(*each) for each in value["nodes"]),
        failure=value["failure"],
        steps=value["steps"],
        is_cut_short=value["is_cut_short"],
    )


@contextmanager
def opened(name: str, order: Order, resume: bool) -> Iterator[Manifest]:
    """The manifest in the folder `name`, made when it is not there.

    Raises as `Manifest`.
    """
    folder = Path(name)
    with named(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with held():  # A signal could leave a journal without an owner.
        manifest = Manifest(folder, order, resume)
    try:
        yield manifest
    except BaseException as error:
        manifest.close(keep=bool(manifest.puzzles))
        if manifest.puzzles and not isinstance(error, KeyboardInterrupt):
            made = f"{len(manifest.puzzles)} of {order.count} puzzles made"
            tell(f"{made}; continue with --resume")
        raise
    manifest.close(keep=False)
