"""How the output of a source is stored: the protocol, and one file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ineqsudoku.batch.locks import LockedFile
from ineqsudoku.batch.outcomes import Outcome
from ineqsudoku.batch.staging import Staging


class UnfinishedOutput(Protocol):
    """The output of a source during the run, under a name of its own.

    All methods raise `OSError`.
    """

    @property
    def size(self) -> int:
        """The size in bytes."""

    def holds(self, size: int) -> bool:
        """Whether `cut` can truncate the output to `size` bytes."""

    def cut(self, size: int) -> None:
        """Truncate the output to `size` bytes; `add` continues after them."""

    def add(self, outcome: Outcome, follows: bool) -> int:
        """Add the results of an outcome; return their size.

        `follows`: whether the results follow earlier ones of the source.
        """

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

    def size_of(self, output: Path) -> int | None:
        """Return the size of a finished output; `None` if there is none."""


class OutputFile(LockedFile):
    """An unfinished output that is one file."""

    def holds(self, size: int) -> bool:
        return size <= self.size

    def add(self, outcome: Outcome, follows: bool) -> int:
        data = outcome.output(follows).encode("ascii")
        self.append(data)
        return len(data)


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

    def size_of(self, output: Path) -> int | None:
        return output.stat().st_size if output.is_file() else None
