"""How the output of a source is stored: the protocol, and one file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol
from zlib import crc32

from ineqsudoku.batch.locks import LockedFile, chunks
from ineqsudoku.batch.outcomes import Mark, Outcome
from ineqsudoku.batch.staging import Staging
from ineqsudoku.names import named


class Added(NamedTuple):
    """The number of bytes that were added to an output, and the checksum of the output since.

    The checksum is 0 for results that do not pass through this process.
    """

    size: int
    crc: int = 0


class UnfinishedOutput(Protocol):
    """The output of a source during the run, under a name of its own.

    All methods raise `OSError`.
    """

    def holds(self, mark: Mark) -> bool:
        """Whether the output begins with what a mark describes and, if its source has ended, has
        nothing else."""

    def cut(self, size: int) -> None:
        """Truncate the output to `size` bytes; `add` continues after them."""

    def add(self, outcome: Outcome, before: Mark) -> Added:
        """Add the results of an outcome to those that the mark `before` describes."""

    def rename(self, to: Path) -> None:
        """Rename the finished output, replacing an earlier one, and close it."""

    def remove(self) -> None:
        """Remove the output and close it."""

    def close(self) -> None: ...


class Form(Protocol):
    """A way of storing the outputs of a run in a folder.  All methods raise `OSError`.

    `folder`: that folder.  `suffix`: the suffix of an output, and `unfinished` that of an
    unfinished one.  `is_folder`: whether an output is a folder itself.  `others`: the names of
    other files that are written.  `staging`: where workers write results, if they do.
    """

    @property
    def folder(self) -> Path: ...
    @property
    def suffix(self) -> str: ...
    @property
    def unfinished(self) -> str: ...
    @property
    def is_folder(self) -> bool: ...
    @property
    def others(self) -> Sequence[str]: ...
    @property
    def staging(self) -> Staging | None: ...

    def begin(self) -> None:
        """Prepare the folder, which is locked for this run."""

    def finish(self, outputs: Sequence[Path]) -> None:
        """Complete a run that has reached its end; some of its `outputs` may not exist."""

    def end(self) -> None:
        """Remove what only a run needs."""

    def opened(self, path: Path) -> UnfinishedOutput:
        """Open or create an unfinished output.

        Raises `BlockingIOError` if another process has locked it.
        """

    def has(self, output: Path, mark: Mark) -> bool:
        """Whether a finished output is there and is what a mark describes."""


class OutputFile(LockedFile):
    """An unfinished output that is one file."""

    def holds(self, mark: Mark) -> bool:
        return _are_intact(self.chunks(), mark)

    def add(self, outcome: Outcome, before: Mark) -> Added:
        data = outcome.output(follows=before.size > 0).encode("ascii")
        self.append(data)
        return Added(len(data), crc32(data, before.output_crc))


def _are_intact(parts: Iterable[bytes], mark: Mark) -> bool:
    """Whether a file begins with the output that a mark describes and, if its source has ended,
    has nothing else."""
    size = checksum = 0
    for data in parts:
        checksum = crc32(data[: max(mark.size - size, 0)], checksum)
        size += len(data)
    is_long_enough = size == mark.size if mark.ended else size >= mark.size
    return is_long_enough and checksum == mark.output_crc


@dataclass(frozen=True, slots=True)
class OneFile:
    """The form of outputs that are one file each."""

    folder: Path
    suffix: str = ".out"
    unfinished: str = ".part"
    is_folder: bool = False
    others: tuple[str, ...] = ()
    staging: None = None

    def begin(self) -> None: ...
    def finish(self, outputs: Sequence[Path]) -> None: ...
    def end(self) -> None: ...

    def opened(self, path: Path) -> OutputFile:
        return OutputFile(path)

    def has(self, output: Path, mark: Mark) -> bool:
        if not output.is_file():
            return False
        with named(output), output.open("rb") as file:
            return _are_intact(chunks(file), mark)
