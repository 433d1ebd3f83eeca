"""A folder with an output for each source, which an interrupted run can resume."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from ineqsudoku.batch.journal import NAME as JOURNAL
from ineqsudoku.batch.journal import Journal
from ineqsudoku.batch.locks import LockedFile
from ineqsudoku.batch.outcomes import Mark, Outcome
from ineqsudoku.batch.output_forms import Form, UnfinishedOutput
from ineqsudoku.batch.outputs import Write
from ineqsudoku.batch.signals import held
from ineqsudoku.batch.sources import Source
from ineqsudoku.batch.targets import targets
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.names import named, shown

PARTS = ".ineqsudoku.*.part"
"""The pattern of the names of unfinished outputs; a finished output gets its own name."""

FOLDERS = ".ineqsudoku.*.parts"
"""The same for outputs that are folders, and for the folder into which workers write."""


def part_name(place: int, suffix: str = ".part") -> str:
    """Return the name of the part of the source at a place."""
    return f".ineqsudoku.{place}{suffix}"


class OutputFolder:
    """An output in a `form` for each source; it appears only when it is complete.

    During the run, the folder also holds a journal and the part of a source, both locked.  If
    the run ends early, the journal and the parts of unfinished sources stay for `--resume`.
    """

    scrolls = False

    def __init__(self, targets: Sequence[Path], journal: Journal, form: Form) -> None:
        """Take over the folder; `targets` are the outputs, by the places of their sources.

        `redone` are those that were changed or removed since the run to resume wrote them.
        """
        self._folder = form.folder
        self._targets = targets
        self._journal = journal
        self._form = form
        self.redone: list[Path] = []
        self._remove_parts()
        self._resume()
        form.begin()

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
            if not early:
                self._form.finish(self._targets)
            self._form.end()
            if not keep:
                # A signal may arrive after a part is created and before it is stored anywhere.
                for path in self._left_parts():
                    _remove(path)
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
                is_written = mark.ended and self._form.has(self._targets[place], mark)
                if mark.size and not is_written:
                    self._redo(place)
                continue
            part = self._opened(path, self._targets[place])
            try:
                if mark.pieces and not part.holds(mark):
                    part.remove()
                    self._redo(place)
                elif mark.ended:
                    self._end(place, part)
                elif not mark.pieces:
                    part.remove()
                    self._journal.add(place, Mark())
            finally:
                part.close()

    def _redo(self, place: int) -> None:
        self._journal.add(place, Mark())
        self.redone.append(self._targets[place])

    def _remove_parts(self) -> None:
        """Remove the parts of a run that was not resumed, and what workers left."""
        resumed = {self._part(place).name for place in self.marks}
        for path in self._left_parts():
            if path.name in resumed:
                continue
            if path.is_dir():
                _remove(path)
            else:
                with self._unlocked(path):
                    LockedFile(path).remove()

    def _left_parts(self) -> list[Path]:
        files = (path for path in self._folder.glob(PARTS) if S_ISREG(path.lstat().st_mode))
        folders = (path for path in self._folder.glob(FOLDERS) if S_ISDIR(path.lstat().st_mode))
        return [*files, *folders]

    def _part(self, place: int) -> Path:
        return self._folder / part_name(place, self._form.unfinished)

    def _opened(self, part: Path, target: Path) -> UnfinishedOutput:
        """Open the part of the output `target`."""
        with self._unlocked(target):
            return self._form.opened(part)

    @contextmanager
    def _unlocked(self, about: Path) -> Iterator[None]:
        """A context that explains the errors of opening a part of the output `about`."""
        try:
            yield
        except BlockingIOError:
            folder = shown(self._folder)
            raise IneqSudokuError(f"another run is writing into {folder}") from None
        except FileNotFoundError as error:  # The folder is gone.
            raise OSError(error.errno, error.strerror, str(about)) from None

    def _end(self, place: int, part: UnfinishedOutput) -> None:
        """Rename a complete part to its target; remove it if it is empty or its source failed."""
        mark = self.marks[place]
        with named(self._targets[place]):
            if mark.ended and mark.size:
                part.rename(self._targets[place])
            else:
                part.remove()
        if not mark.ended:
            self._journal.add(place, Mark())


class _Part:
    """Writes the results of a source, each followed by a mark in the journal."""

    def __init__(
        self, output: UnfinishedOutput, target: Path, place: int, journal: Journal
    ) -> None:
        self._output = output
        self._target = target
        self._place = place
        self._journal = journal

    def __call__(self, outcome: Outcome) -> None:
        if outcome.failed:
            return
        before = self._journal.marks[self._place]
        with named(self._target):
            added = self._output.add(outcome, before)
        code = max(before.code, outcome.code)
        size = before.size + added.size
        mark = replace(outcome.mark, size=size, output_crc=added.crc, code=code)
        self._journal.add(self._place, mark)


def _remove(path: Path) -> None:
    """Remove a part, in whatever form it is."""
    if path.is_dir():
        from shutil import rmtree

        rmtree(path)
    else:
        path.unlink(missing_ok=True)


@contextmanager
def open_folder(
    form: Form,
    sources: Sequence[Source],
    order: Mapping[str, object],
    resume: bool,
    tell: Callable[[str], object],
) -> Iterator[OutputFolder]:
    """A context with the folder of `form`, which is created if it does not exist.

    `tell` is called with messages for people: if the run can be resumed, and for each damaged
    output of the run that it resumes.

    Raises what `targets` and `Journal` raise.
    """
    opened: OutputFolder | None = None
    try:
        with held():  # A signal here would leave a journal without an owner.
            opened = _open(form, sources, order, resume)
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
    form: Form, sources: Sequence[Source], order: Mapping[str, object], resume: bool
) -> OutputFolder:
    folder = form.folder
    parts = (path.name for path in folder.glob(PARTS))
    paths = targets(form, sources, (JOURNAL, *form.others, *parts))
    journal = Journal(folder, order, len(paths), resume)
    try:
        return OutputFolder(paths, journal, form)
    except BaseException:  # Also after Ctrl-C, the journal must not stay locked.
        journal.close(keep=journal.is_resumable)
        raise
