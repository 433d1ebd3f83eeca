"""A folder with an output per source; interrupted runs can be resumed."""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISREG
from unicodedata import normalize
from zlib import crc32

from ineqsudoku.apps.batch.outcomes import Outcome, Progress, Write
from ineqsudoku.apps.batch.state import LOCK, NEW, StateFile, is_at, open_plain, write_all
from ineqsudoku.apps.cli.exits import block_signals
from ineqsudoku.apps.cli.files import OVERWRITTEN
from ineqsudoku.apps.cli.sources import STDIN, Source
from ineqsudoku.apps.names import name_errors, quote
from ineqsudoku.errors import UsageError
from ineqsudoku.messages import Message

STATE = ".ineqsudoku.solve"
"""The name of the state file."""

PARTS = ".ineqsudoku.[0-9]*.part"
"""The pattern of the names of unfinished outputs; a finished output gets its own name."""

SUFFIX = ".out"

_CHUNK = 1024 * 1024


_REPLACED = Message("batch.replaced", "another program removed or replaced {file}")
_REDONE = Message(
    "batch.redone", "{file} was changed or removed since it was written; it is made again"
)
_STARTED = Message("batch.started", "{started} of {number} files started; continue with --resume")
_SHARED = Message("batch.shared", "{one} and {other} would share {file}")


def part_name(place: int) -> str:
    """Return the name of the part of the source at a place."""
    return f".ineqsudoku.{place}.part"


class OutputFolder:
    """Output files, one per source, which appear only when they are complete.

    During the run, the folder also holds a state file and the part of a source.  If the run ends
    early, the state and the parts of unfinished sources stay for `--resume`.
    """

    scrolls = False

    def __init__(self, folder: Path, targets: Sequence[Path], state: StateFile) -> None:
        """Take over the folder; `targets` are the outputs, by the places of their sources.

        `redone` are those that were changed or removed since the run to resume wrote them.
        """
        self._folder = folder
        self._targets = targets
        self._state = state
        self.redone: list[Path] = []
        self.progress = {
            place: Progress(*progress)
            for place, progress in enumerate((state.state or {}).get("sources", []))
            if progress
        }
        self._saved = dict(self.progress)
        for path in self._parts():
            if path not in map(self._part, self.progress):
                path.unlink()  # It is of a run that was not resumed.
        for place in [*self.progress]:
            self._resume(place)

    @contextmanager
    def for_source(self, source: Source) -> Iterator[Write]:
        place = source.place
        target = self._targets[place]
        try:
            file = open_plain(self._part(place))
        except FileNotFoundError as error:  # The folder is gone.
            raise OSError(error.errno, error.strerror, str(target)) from None
        try:
            with file:
                with name_errors(target):
                    size = self._progress(place).size
                    file.truncate(size)
                    file.seek(size)

                def write(outcome: Outcome, messages: Mapping[str, int]) -> None:
                    if outcome.failed:
                        return
                    with name_errors(target):
                        self._append(file, place, outcome, messages)
                    if self._state.is_due:
                        self._save(file)

                yield write
                self._finish(file, place)
        except BaseException:  # Also after Ctrl-C, no part may be left without a state.
            if not self._is_resumable:
                self._part(place).unlink(missing_ok=True)
            raise

    def close(self, early: bool) -> bool:
        """Close the folder; return whether anything is left for `--resume`.

        Only a run that ends `early` leaves anything.
        """
        keep = early and self._is_resumable
        try:
            if keep:
                self._save()
            else:
                # A signal may arrive after a part is created and before anybody knows it.
                for path in self._parts():
                    path.unlink(missing_ok=True)
        finally:
            self._state.close(keep)
        return keep

    @property
    def _is_resumable(self) -> bool:
        """Whether a resumed run could skip some work."""
        return any(progress.pieces for progress in self.progress.values())

    def _progress(self, place: int) -> Progress:
        return self.progress.get(place, Progress())

    def _append(
        self, file: io.FileIO, place: int, outcome: Outcome, messages: Mapping[str, int]
    ) -> None:
        before = self._progress(place)
        data = outcome.output(follows=before.size > 0).encode("ascii")
        write_all(file, data)
        self.progress[place] = outcome.progress._replace(
            size=before.size + len(data),
            output_crc=crc32(data, before.output_crc),
            code=max(before.code, outcome.code),
            messages=dict(messages),
        )

    def _save(self, file: io.FileIO | None = None) -> None:
        """Save the state, after the outputs that it describes; `file` is the open part."""
        if file:
            os.fsync(file.fileno())
        last = max(self.progress, default=-1)
        self._state.save({"sources": [self.progress.get(place) for place in range(last + 1)]})
        self._saved = dict(self.progress)

    def _finish(self, file: io.FileIO, place: int) -> None:
        """Rename a complete part to its target; remove it if it is empty or its source failed."""
        progress = self._progress(place)
        if not progress.ended:
            self.progress.pop(place, None)
        # A run that is killed after the part has lost its name would miss it.
        if self._saved.get(place) not in (None, self.progress.get(place)):
            self._save(file)
        part, target = self._part(place), self._targets[place]
        with name_errors(target):
            if not is_at(file, part):
                reason = _REPLACED.fill(file=part.name)
                raise OSError(errno.ENOENT, reason)
            file.close()  # Windows cannot rename an open file.
            if progress.ended and progress.size:
                part.replace(target)
            else:
                part.unlink()

    def _resume(self, place: int) -> None:
        """Make state and folder consistent.

        They may differ because the run ended between saving the one and changing the other, or
        because files were removed since.
        """
        part, target, progress = self._part(place), self._targets[place], self.progress[place]
        with name_errors(target):
            if part.exists():
                with open_plain(part) as file:
                    is_intact = _is_intact(file, progress)
                    if is_intact and progress.ended:
                        self._finish(file, place)
                if not is_intact:
                    part.unlink()
            elif progress.ended and target.is_file():
                with target.open("rb", buffering=0) as file:
                    is_intact = _is_intact(file, progress)
            else:
                is_intact = not progress.size
        if not is_intact:
            del self.progress[place]
            self.redone.append(target)

    def _parts(self) -> list[Path]:
        return [path for path in self._folder.glob(PARTS) if S_ISREG(path.lstat().st_mode)]

    def _part(self, place: int) -> Path:
        return self._folder / part_name(place)


def _is_intact(file: io.FileIO, progress: Progress) -> bool:
    """Whether a file begins with the output that a progress describes and, if its source has
    ended, has nothing else."""
    size = checksum = 0
    while data := file.read(_CHUNK):
        checksum = crc32(data[: max(progress.size - size, 0)], checksum)
        size += len(data)
    is_long_enough = size == progress.size if progress.ended else size >= progress.size
    return is_long_enough and checksum == progress.output_crc


@contextmanager
def open_folder(
    folder: Path,
    sources: Sequence[Source],
    order: Mapping[str, object],
    resume: bool,
    tell: Callable[[Message], object],
) -> Iterator[OutputFolder]:
    """Return a context with the output folder, which is created if it does not exist.

    `order` is everything besides the sources that decides what is written.  `tell` is called with
    messages for people: if the run can be resumed, and about damaged outputs of the run that it
    resumes.

    Raises `UsageError` if two sources would share an output or a source would be overwritten,
    `OSError` if an output cannot have its name, and what `StateFile` raises.
    """
    output: OutputFolder | None = None
    try:
        with block_signals():  # A signal here would leave a lock without an owner.
            output = _open(folder, sources, order, resume)
        for path in output.redone:
            tell(_REDONE.fill(file=quote(path)))
        yield output
    except BaseException as error:  # Ctrl-C, too, ends the run early.
        if output:
            with suppress(OSError):  # The error that ends the run matters more.
                if output.close(early=True) and not isinstance(error, KeyboardInterrupt):
                    tell(_STARTED.fill(started=len(output.progress), number=len(sources)))
        raise
    output.close(early=False)


def _open(
    folder: Path, sources: Sequence[Source], order: Mapping[str, object], resume: bool
) -> OutputFolder:
    targets = [folder / f"{source.stem}{SUFFIX}" for source in sources]
    require_distinct(folder, sources, targets)
    names = (STATE, STATE + NEW, STATE + LOCK)
    written = {*_identities([*targets, *(folder / name for name in names), *folder.glob(PARTS)])}
    for source in sources:
        if source.path != STDIN and not written.isdisjoint(_entries(source.path)):
            raise UsageError(OVERWRITTEN.fill(file=source.name))
    state = StateFile(folder / STATE, order, resume)
    try:
        return OutputFolder(folder, targets, state)
    except BaseException:  # Also after Ctrl-C, the folder must not stay locked.
        state.close(keep=resume)
        raise


def require_distinct(folder: Path, sources: Sequence[Source], paths: Sequence[Path]) -> None:
    """Raise `UsageError` if two sources would share a file; `paths` are those that they write.

    Names that some file system takes as the same count as one.  Creates the folder if it does not
    exist.
    """
    writer_of: dict[str, Source] = {}
    for source, path in zip(sources, paths, strict=True):
        if (other := writer_of.setdefault(_fold(path.name), source)) is not source:
            raise sharing_error(other, source, path)
    folder.mkdir(parents=True, exist_ok=True)


def sharing_error(one: Source, other: Source, path: Path) -> UsageError:
    return UsageError(_SHARED.fill(one=one.name, other=other.name, file=quote(path)))


Identity = tuple[int, int]
"""The device and the number of a file."""


def _identities(paths: Iterable[Path]) -> Iterator[Identity]:
    """Yield the identities of the paths that exist.

    Raises `OSError` for a folder, and for a name that is too long.
    """
    for path in paths:
        try:
            status = path.lstat()
        except FileNotFoundError:
            continue
        if path.is_dir() and not path.is_symlink():
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        yield status.st_dev, status.st_ino


def _entries(path: str) -> set[Identity]:
    """Return the identities of a file and, if it is a symbolic link, of its target; none if the
    file cannot be read."""
    try:
        statuses = os.lstat(path), os.stat(path)
    except OSError:
        return set()
    return {(status.st_dev, status.st_ino) for status in statuses}


def _fold(name: str) -> str:
    """Return a form that is equal for all names that some file system may take as the same."""
    if name.isascii():
        return name.casefold()
    return normalize("NFKD", normalize("NFKD", name).upper().casefold())
