"""`validate --fix`: writes layouts with their only repair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

import click

from ineqsudoku.apps.cli.exits import NO, TROUBLE, YES
from ineqsudoku.apps.cli.files import (
    is_same_file,
    require_different,
    require_replaceable,
    write_output,
)
from ineqsudoku.apps.cli.sources import STDIN, STDOUT, Source
from ineqsudoku.apps.cli.streams import STANDARD_OUTPUT, print_message
from ineqsudoku.apps.diagnose.printing import MOST_FLIPS
from ineqsudoku.apps.diagnose.repairs import Repair
from ineqsudoku.apps.diagnose.report import Report
from ineqsudoku.apps.diagnose.signs import with_flipped
from ineqsudoku.apps.names import message_of, quote
from ineqsudoku.formats import parse
from ineqsudoku.formats.places import SignPlace, SignPlaces, patch
from ineqsudoku.messages import Message, enumeration
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
            raise click.UsageError(
                f"--output {quote(self.output)} is the input itself; only --in-place overwrites it"
            )
        require_replaceable(self.output, "--output")

    @staticmethod
    def _check_in_place(sources: Sequence[Source]) -> None:
        for source in sources:
            if source.path == STDIN:
                raise click.UsageError("--in-place needs a file; standard input is not one")
        require_different(sources)
        for source in sources:
            require_replaceable(source.path, "--in-place")
            if source.is_compressed:
                raise click.UsageError(
                    f"--in-place cannot mend the compressed file {source.name}; use --output"
                )

    def path(self, source: Source) -> str:
        return source.path if self.output is None else self.output

    def name(self, source: Source) -> Message | str:
        """Return the name of the destination of a mended source, for messages."""
        return STANDARD_OUTPUT if self.output == STDOUT else quote(self.path(source))

    def write(self, source: Source, data: bytes) -> None:
        """Write a mended source.  Raises `OSError`."""
        if self.output == STDOUT:
            self.stdout.write(data)
            self.stdout.flush()
        else:
            write_output(Path(self.path(source)), data)


_NOT_MENDED = Message("validate.not-mended", "not mended: {reason}; nothing was written")
_NOTHING = Message("validate.nothing", "nothing to mend; nothing was written")
_CHANGED = Message("validate.changed", "changed by another program; nothing was written")
_ENCODING = Message("validate.encoding", "cannot be written in its encoding; nothing was written")
_FLIPPED = Message(
    "validate.flipped",
    "flipped {n} sign at {places}; written to {file}",
    "flipped {n} signs at {places}; written to {file}",
)


@dataclass(slots=True)
class Fix:
    """Collects the repairs of the puzzles of a source.

    `source` is loaded, and read in `format`.  `objection` is the reason why nothing can be written:
    the line of the first puzzle without exactly one repair, and a message; else `None`.
    """

    source: Source
    format: str
    puzzles: list[Puzzle] = field(default_factory=list)
    signs: dict[SignPlace, str] = field(default_factory=dict)
    objection: tuple[int, Message] | None = None

    def add(self, line: int, puzzle: Puzzle, report: Report, places: SignPlaces) -> None:
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

    def refuse(self, line: int, reason: Message) -> None:
        """Refuse to write, because of the puzzle that begins at `line`."""
        self.objection = self.objection or (line, reason)

    def write(self, destination: Destination) -> int:
        """Write the mended file if there is one, report it, and return the exit code."""
        name = self.source.name
        if self.objection:
            line, reason = self.objection
            print_message(f"{name}:{line}: {_NOT_MENDED.fill(reason=reason)}")
            return NO
        if not self.signs and destination.output is None:
            print_message(f"{name}: {_NOTHING}")
            return YES
        try:
            data = self._mend()
            if destination.output is None and self._has_changed():
                print_message(f"{name}: {_CHANGED}")
                return TROUBLE
            destination.write(self.source, data)
        except UnicodeError:
            print_message(f"{name}: {_ENCODING}")
            return TROUBLE
        except OSError as error:
            if destination.output == STDOUT:
                raise  # `main` reports it, or is silent if nobody reads the output any more.
            print_message(message_of(error))
            return TROUBLE
        print_message(f"{name}: {self._summary(destination.name(self.source))}")
        return YES

    def _summary(self, file: Message | str) -> Message:
        if not self.signs:
            return Message("validate.copied", "nothing to mend; copied to {file}", file=file)
        places = enumeration(map(str, sorted(self.signs)))
        return _FLIPPED.fill(n=len(self.signs), places=places, file=file)

    def _has_changed(self) -> bool:
        """Whether the file has changed since it was read.  Raises `OSError`."""
        return replace(self.source, content=None).data() != self.source.content

    def _mend(self) -> bytes:
        """Return the bytes of the mended file; the bytes of the source if no sign is wrong.

        Raises `UnicodeError` if a sign in plain characters would be read differently.
        """
        assert self.source.content is not None
        if not self.signs:
            return self.source.content
        data = patch(self.source.content, self.signs)
        pieces = self.source.load(data).pieces(self.format)
        read = [entry.puzzle for piece in pieces for entry in parse(piece).readable]
        if read != self.puzzles:
            raise UnicodeError("the mended file is not read as it was meant")
        return data


ABSENT_SIGNS = Message("validate.signs-absent", "signs are absent (see --partial)")
UNREADABLE = Message("validate.unreadable", "it cannot be read")
_NO_PLACES = Message(
    "validate.no-places", "signs cannot be flipped in this format; convert the file first"
)
_NO_REPAIR = Message(
    "validate.no-repair",
    "it has no repair by up to {n} flip",
    "it has no repair by up to {n} flips",
)
_TRY_REPAIR = Message("validate.try-repair", "{reason} (try --repair {number})")
_NONE_UNIQUE = Message("validate.none-unique", "none of its repairs gives exactly one solution")
_SEVERAL_UNIQUE = Message(
    "validate.several-unique", "{number} of its repairs give exactly one solution"
)
"""Why puzzles are not mended."""


def _unique(report: Report) -> list[Repair]:
    """Return the repairs that give exactly one solution."""
    return [repair for repair in report.repairs if repair.status == "unique"]


def _reason(report: Report) -> Message | None:
    """Return the reason why a puzzle is not mended; `None` if exactly one repair gives one
    solution."""
    if report.status == "multiple":
        return Message("validate.has-several", "it has several solutions")
    if report.status == "unknown":
        return Message("validate.undecided", "it is undecided whether it has a solution")
    if report.conflict and not report.conflict.relations:
        return Message("validate.its-givens", "its givens contradict each other")
    searched, repairs = report.flips_searched or 0, report.repairs
    if not repairs and not report.is_cut_short:
        reason = _NO_REPAIR.fill(n=searched)
        if searched == MOST_FLIPS:
            return reason
        return _TRY_REPAIR.fill(reason=reason, number=searched + 1)
    if not repairs or searched < len(repairs[0].relations):
        return Message("validate.search-cut-short", "the search for repairs was cut short")
    number = len(_unique(report))
    if number == 1:
        return None
    return _SEVERAL_UNIQUE.fill(number=number) if number else _NONE_UNIQUE
