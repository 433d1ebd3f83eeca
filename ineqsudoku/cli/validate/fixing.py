"""`validate --fix`: writes layouts with their only repair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

import click

from ineqsudoku.batch.exits import NO, TROUBLE, YES
from ineqsudoku.batch.sources import STDIN, STDOUT, Source
from ineqsudoku.cli.files import (
    is_same_file,
    require_different,
    require_replaceable,
    write_output,
)
from ineqsudoku.cli.streams import OutputError, tell
from ineqsudoku.cli.validate.printing import MOST_FLIPS
from ineqsudoku.diagnose.repairs import Repair
from ineqsudoku.diagnose.report import Report
from ineqsudoku.diagnose.signs import with_flipped
from ineqsudoku.formats import parse
from ineqsudoku.formats.places import Place, Places, patch
from ineqsudoku.names import count_noun, message_of, quote
from ineqsudoku.puzzle import OPPOSITE, Puzzle


@dataclass(frozen=True, slots=True)
class Destination:
    """The destination of mended files.

    It is the file `output`, the stream `stdout` if `output` is `-`, or the source itself if
    `output` is `None`.
    """

    output: str | None
    stdout: BinaryIO

    def check(self, sources: Sequence[Source]) -> None:
        """Raise `click.UsageError` if a mended file cannot be written there."""
        if self.output is None:
            self._check_in_place(sources)
            return
        if len(sources) != 1:
            raise click.UsageError("--output takes one mended file; --in-place mends several")
        if self.output == STDOUT:
            return
        if is_same_file(self.output, sources[0]):
            message = f"--output {quote(self.output)} is the input itself"
            raise click.UsageError(f"{message}; only --in-place overwrites it")
        require_replaceable(self.output, "--output")

    @staticmethod
    def _check_in_place(sources: Sequence[Source]) -> None:
        for source in sources:
            if source.path == STDIN:
                raise click.UsageError("--in-place needs a file; standard input is none")
        require_different(sources)
        for source in sources:
            require_replaceable(source.path, "--in-place")

    def path(self, source: Source) -> str:
        return source.path if self.output is None else self.output

    def name(self, source: Source) -> str:
        """Return the name of the destination of a mended source, for messages."""
        return "standard output" if self.output == STDOUT else quote(self.path(source))

    def write(self, source: Source, data: bytes) -> None:
        """Write a mended source.  Raises `OSError`."""
        if self.output == STDOUT:
            self.stdout.write(data)
            self.stdout.flush()
        else:
            write_output(Path(self.path(source)), data)


@dataclass(slots=True)
class Fix:
    """Collects the repairs of the puzzles of a source.

    `source` is loaded, and read in `format`.  `objection` is the reason why nothing can be
    written, from the first puzzle without exactly one repair.
    """

    source: Source
    format: str
    puzzles: list[Puzzle] = field(default_factory=list)
    signs: dict[Place, str] = field(default_factory=dict)
    objection: str = ""

    def add(self, line: int, puzzle: Puzzle, report: Report, places: Places) -> None:
        """Add the next puzzle, which begins at `line`.

        Without `places`, its signs cannot be flipped in the file.
        """
        if report.status == "valid":
            self.puzzles.append(puzzle)
        elif reason := _reason(report):
            self.refuse(line, reason)
        elif not places:
            self.refuse(line, _NO_PLACES)
        else:
            (repair,) = _unique(report)
            self.puzzles.append(with_flipped(puzzle, repair.relations))
            for relation in repair.relations:
                self.signs[places[relation.pair]] = OPPOSITE[relation.sign]

    def refuse(self, line: int, reason: str) -> None:
        """Write nothing because of the puzzle that begins at `line`."""
        self.objection = self.objection or f"{self.source.name}:{line}: not mended: {reason}"

    def write(self, destination: Destination) -> int:
        """Write the mended file if there is one, report it, and return the exit code."""
        if self.objection:
            tell(f"{self.objection}; nothing was written")
            return NO
        if not self.signs and destination.output is None:
            tell(f"{self.source.name}: nothing to mend; nothing was written")
            return YES
        try:
            data = self._mend()
            if destination.output is None and self._has_changed():
                tell(f"{self.source.name}: changed by another program; nothing was written")
                return TROUBLE
            destination.write(self.source, data)
        except UnicodeError:
            tell(f"{self.source.name}: cannot be written in its encoding; nothing was written")
            return TROUBLE
        except OutputError:
            raise  # `main` reports it.
        except OSError as error:
            tell(message_of(error))
            return TROUBLE
        tell(f"{self.source.name}: {self._done()} to {destination.name(self.source)}")
        return YES

    def _done(self) -> str:
        if not self.signs:
            return "nothing to mend; copied"
        at = ", ".join(map(str, sorted(self.signs)))
        return f"flipped {count_noun(len(self.signs), 'sign')} at {at}; written"

    def _has_changed(self) -> bool:
        """Whether the file has changed since it was read.  Raises `OSError`."""
        return replace(self.source, content=None).data() != self.source.content

    def _mend(self) -> bytes:
        """Return the bytes of the mended file; those of the source if no sign is wrong.

        Raises `UnicodeError` if a sign in plain characters would be read differently.
        """
        assert self.source.content is not None
        if not self.signs:
            return self.source.content
        data = patch(self.source.content, self.signs, self.source.encoding)
        pieces = self.source.load(data).pieces(self.format)
        read = [entry.puzzle for piece in pieces for entry in parse(piece).entries]
        if read != self.puzzles:
            raise UnicodeError("the mended file is not read as it was meant")
        return data


_NO_PLACES = "signs cannot be flipped in this format; convert the file first"


def _unique(report: Report) -> list[Repair]:
    """Return the repairs that give exactly one solution."""
    return [repair for repair in report.repairs if repair.status == "unique"]


def _reason(report: Report) -> str:
    """Return why a puzzle is not mended; empty if exactly one repair gives one solution."""
    if report.status == "multiple":
        return "it has several solutions"
    if report.status == "unknown":
        return "it is undecided whether it has a solution"
    if report.conflict and not report.conflict.relations:
        return "its givens contradict each other"
    searched, repairs = report.flips_searched or 0, report.repairs
    if not repairs and not report.is_cut_short:
        more = " (see --repair)" if searched < MOST_FLIPS else ""
        return f"it has no repair by up to {count_noun(searched, 'flip')}{more}"
    if not repairs or searched < len(repairs[0].relations):
        return "the search for repairs was cut short"
    number = len(_unique(report))
    if number == 1:
        return ""
    return f"{number or 'none'} of its repairs give{'s' * (not number)} exactly one solution"
