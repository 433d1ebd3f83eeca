"""Where `solve --output-dir` writes: a file for each source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from ineqsudoku.cli import tell
from ineqsudoku.cli.journal import NAME as JOURNAL
from ineqsudoku.cli.journal import Journal
from ineqsudoku.cli.locks import LockedFile
from ineqsudoku.cli.outputs import Write
from ineqsudoku.cli.sources import Source
from ineqsudoku.cli.targets import targets
from ineqsudoku.cli.work import Mark, Outcome
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.names import named, shown

PART = ".ineqsudoku.part"
"""The output of the source that the journal marked last, until it gets its own name."""


class Folder:
    """`NAME.out` for each source, which appears when all of it is written, and only then.

    While the run goes on, the folder also holds a journal and a part, both locked.  They stay
    when the run ends early, for `--resume`.
    """

    scrolls = False

    def __init__(self, folder: Path, targets: Sequence[Path], journal: Journal) -> None:
        """`targets` are the files to write, by the places of their sources."""
        self._part = folder / PART
        self._targets = targets
        self._journal = journal
        self._resume()

    @property
    def marks(self) -> Mapping[int, Mark]:
        return self._journal.marks

    @contextmanager
    def for_source(self, source: Source) -> Iterator[Write]:
        place = source.place
        mark = self.marks.get(place, Mark())
        self._journal.add(place, mark)
        part = self._opened(place)
        try:
            with named(self._targets[place]):
                part.cut(mark.size)
            yield _Part(part, self._targets[place], place, self._journal)
            self._end(place, part)
        except BaseException:
            if not self._journal.is_resumable:
                part.remove()
            raise
        finally:
            part.close()

    def close(self, early: bool) -> bool:
        """Returns whether anything is left for `--resume`, which only a run that ends `early`
        leaves."""
        keep = early and self._journal.is_resumable
        self._journal.close(keep)
        return keep

    def _resume(self) -> None:
        """Bring journal and folder to agree, where the run ended between writing the one and
        changing the other, or somebody has removed files since."""
        last = self._journal.last
        if last is None:
            return
        mark = self.marks[last]
        if self._part.exists():
            part = self._opened(last)
            try:
                if part.size < mark.size or (mark.ended and part.size != mark.size):
                    self._journal.add(last, Mark())
                elif mark.ended:
                    self._end(last, part)
            finally:
                part.close()
        elif not mark.ended:
            self._journal.add(last, Mark())
        lost = [place for place, mark in self.marks.items() if self._is_lost(place, mark)]
        # There is one part: its content is lost when an earlier source is tried again, because
        # its output is lost or because it failed.
        failed = [place for place, mark in self.marks.items() if not mark.ended and place != last]
        is_part_lost = not self.marks[last].ended and (lost or failed)
        for place in [*lost, last] if is_part_lost else lost:
            self._journal.add(place, Mark())

    def _is_lost(self, place: int, mark: Mark) -> bool:
        """Whether an output that was finished is not there."""
        if not (mark.ended and mark.size):
            return False
        target = self._targets[place]
        return not target.is_file() or target.stat().st_size != mark.size

    def _opened(self, place: int) -> LockedFile:
        """The part, for the source at a place."""
        try:
            return LockedFile(self._part)
        except BlockingIOError:
            folder = shown(self._part.parent)
            raise IneqSudokuError(f"another run is writing into {folder}") from None
        except FileNotFoundError as error:  # The folder is gone.
            raise OSError(error.errno, error.strerror, str(self._targets[place])) from None

    def _end(self, place: int, part: LockedFile) -> None:
        """Give a part that is whole its name; nothing gets none, nor what has failed."""
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
        mark = replace(outcome.mark, size=before.size + len(data), code=code)
        self._journal.add(self._place, mark)


@contextmanager
def opened(
    name: str, sources: Sequence[Source], order: Mapping[str, object], resume: bool
) -> Iterator[Folder]:
    """The folder `name`, made when it is not there.

    Raises what `targets` and `Journal` raise.
    """
    folder = Path(name)
    paths = targets(folder, sources, (JOURNAL, PART))
    journal = Journal(folder, order, len(paths), resume)
    try:
        opened = Folder(folder, paths, journal)
    except BaseException:
        journal.close(keep=journal.is_resumable)
        raise
    try:
        yield opened
    except BaseException as error:
        with suppress(OSError):  # The reason why the run ends matters more.
            if opened.close(early=True) and not isinstance(error, KeyboardInterrupt):
                tell(f"{len(opened.marks)} of {len(paths)} files started; continue with --resume")
        raise
    opened.close(early=False)
