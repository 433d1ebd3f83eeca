"""A folder with an output file for each source, which an interrupted run can resume."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from stat import S_ISREG
from zlib import crc32

from ineqsudoku.batch.journal import NAME as JOURNAL
from ineqsudoku.batch.journal import Journal
from ineqsudoku.batch.locks import LockedFile
from ineqsudoku.batch.outcomes import Mark, Outcome
from ineqsudoku.batch.outputs import Write
from ineqsudoku.batch.signals import held
from ineqsudoku.batch.sources import Source
from ineqsudoku.batch.targets import targets
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.names import named, shown

PARTS = ".ineqsudoku.*.part"
"""The pattern of the names of unfinished outputs; a finished output gets its own name."""


def part_name(place: int) -> str:
    """Return the name of the part of the source at a place."""
    return PARTS.replace("*", str(place))


class OutputFolder:
    """`NAME.out` for each source; a file appears only when it is complete.

    During the run, the folder also holds a journal and the part of a source, both locked.  If
    the run ends early, the journal and the parts of unfinished sources stay for `--resume`.
    """

    scrolls = False

    def __init__(self, folder: Path, targets: Sequence[Path], journal: Journal) -> None:
        """Take over a folder; `targets` are the files to write, by the places of their sources.

        `redone` are those that were changed or removed since the run to resume wrote them.
        """
        self._folder = folder
        self._targets = targets
        self._journal = journal
        self.redone: list[Path] = []
        if self.marks:
            self._resume()
        else:
            self._remove_parts()

    @property
    def marks(self) -> Mapping[int, Mark]:
        return self._journal.marks

    @contextmanager
    def for_source(self, source: Source) -> Iterator[Write]:
        place = source.place
        if place not in self.marks:
            self._journal.add(place, Mark())
        part = self._opened(self._part(place), self._targets[place])
        try:
            with named(self._targets[place]):
                part.cut(self.marks[place].size)
            yield _Part(part, self._targets[place], place, self._journal)
            self._end(place, part)
        except BaseException:  # Also after Ctrl-C, no part may be left without a journal.
            if not self._journal.is_resumable:
                part.remove()
            raise
        finally:
            part.close()

    def close(self, early: bool) -> bool:
        """Close the folder; return whether anything is left for `--resume`.

        Only a run that ends `early` leaves anything.
        """
        keep = early and self._journal.is_resumable
        try:
            if not keep:
                # A signal may arrive after a part is created and before it is stored anywhere.
                for path in self._left_parts():
                    path.unlink(missing_ok=True)
        finally:
            self._journal.close(keep)
        return keep

    def _resume(self) -> None:
        """Make journal and folder consistent.

        They may differ because the run ended between writing the one and changing the other, or
        because files were removed since.
        """
        for place, mark in [*self.marks.items()]:
            path = self._part(place)
            if not path.exists():
                if mark.size and not (mark.ended and self._is_written(place, mark)):
                    self._redo(place)
                continue
            part = self._opened(path, self._targets[place])
            try:
                if mark.pieces and not _are_intact(part.chunks(), mark):
                    part.remove()
                    self._redo(place)
                elif mark.ended:
                    self._end(place, part)
                elif not mark.pieces:
                    part.remove()
                    self._journal.add(place, Mark())
            finally:
                part.close()

    def _is_written(self, place: int, mark: Mark) -> bool:
        """Whether the complete output of a source is there."""
        target = self._targets[place]
        if not target.is_file():
            return False
        with named(target), open(target, "rb") as file:
            return _are_intact(iter(lambda: file.read(_CHUNK), b""), mark)

    def _redo(self, place: int) -> None:
        self._journal.add(place, Mark())
        self.redone.append(self._targets[place])

    def _remove_parts(self) -> None:
        """Remove the parts of a run that was not resumed."""
        for path in self._left_parts():
            self._opened(path, path).remove()

    def _left_parts(self) -> list[Path]:
        return [path for path in self._folder.glob(PARTS) if S_ISREG(path.lstat().st_mode)]

    def _part(self, place: int) -> Path:
        return self._folder / part_name(place)

    def _opened(self, part: Path, target: Path) -> LockedFile:
        """Open the part of the output `target`."""
        try:
            return LockedFile(part)
        except BlockingIOError:
            folder = shown(self._folder)
            raise IneqSudokuError(f"another run is writing into {folder}") from None
        except FileNotFoundError as error:  # The folder is gone.
            raise OSError(error.errno, error.strerror, str(target)) from None

    def _end(self, place: int, part: LockedFile) -> None:
        """Rename a complete part to its target; remove it if it is empty or its source failed."""
        mark = self.marks[place]
        with named(self._targets[place]):
            if mark.ended and mark.size:
                part.rename(self._targets[place])
            else:
                part.remove()
        if not mark.ended:
            self._journal.add(place, Mark())


def _are_intact(chunks: Iterable[bytes], mark: Mark) -> bool:
    """Whether a file begins with the output that a mark describes and, if its source has ended,
    has nothing else."""
    size = checksum = 0
    for data in chunks:
        checksum = crc32(data[: max(mark.size - size, 0)], checksum)
        size += len(data)
    is_long_enough = size == mark.size if mark.ended else size >= mark.size
    return is_long_enough and checksum == mark.output_crc


_CHUNK = 1024 * 1024


class _Part:
    """Writes the results of a source, each followed by a mark in the journal."""

    def __init__(self, file: LockedFile, target: Path, place: int, journal: Journal) -> None:
        self._file = file
        self._target = target
        self._place = place
        self._journal = journal

    def __call__(self, outcome: Outcome) -> None:
        if outcome.failed:
            return
        before = self._journal.marks[self._place]
        separator = outcome.separator if before.size and outcome.is_apart else ""
        data = (separator + outcome.text).encode("ascii") if outcome.text else b""
        with named(self._target):
            self._file.append(data)
        code = max(before.code, outcome.code)
        checksum = crc32(data, before.output_crc)
        size = before.size + len(data)
        mark = replace(outcome.mark, size=size, output_crc=checksum, code=code)
        self._journal.add(self._place, mark)


@contextmanager
def open_folder(
    name: str,
    sources: Sequence[Source],
    order: Mapping[str, object],
    resume: bool,
    tell: Callable[[str], object],
) -> Iterator[OutputFolder]:
    """A context with the folder `name`, which is created if it does not exist.

    `tell` is called with messages for people: if the run can be resumed, and for each damaged
    output of the run that it resumes.

    Raises what `targets` and `Journal` raise.
    """
    opened: OutputFolder | None = None
    try:
        with held():  # A signal here would leave a journal without an owner.
            opened = _open(Path(name), sources, order, resume)
        for path in opened.redone:
            tell(f"{shown(path)} was changed or removed since it was written; it is made again")
        yield opened
    except BaseException as error:  # Ctrl-C, too, ends the run early.
        if opened:
            with suppress(OSError):  # The error that ends the run matters more.
                if opened.close(early=True) and not isinstance(error, KeyboardInterrupt):
                    started = f"{len(opened.marks)} of {len(sources)} files started"
                    tell(f"{started}; continue with --resume")
        raise
    opened.close(early=False)


def _open(
    folder: Path, sources: Sequence[Source], order: Mapping[str, object], resume: bool
) -> OutputFolder:
    paths = targets(folder, sources, (JOURNAL, *(path.name for path in folder.glob(PARTS))))
    journal = Journal(folder, order, len(paths), resume)
    try:
        return OutputFolder(folder, paths, journal)
    except BaseException:  # Also after Ctrl-C, the journal must not stay locked.
        journal.close(keep=journal.is_resumable)
        raise
