"""What `validate` does with its puzzles: it examines, prints, draws and mends them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import nullcontext, redirect_stdout, suppress
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

import click

from ineqsudoku.batch.exit_codes import INTERRUPTED, NO, TROUBLE, YES
from ineqsudoku.batch.sources import Source
from ineqsudoku.cli.files import STDOUT
from ineqsudoku.cli.progress import Watch
from ineqsudoku.cli.validate.candidates import Candidate, candidates, with_loneliness
from ineqsudoku.cli.validate.printing import print_result
from ineqsudoku.diagnose.effort import LIMIT as EFFORT
from ineqsudoku.diagnose.pictures import captioned
from ineqsudoku.diagnose.report import Options, Report, examine
from ineqsudoku.names import shown

if TYPE_CHECKING:
    from ineqsudoku.cli.picture_file import PictureFile
    from ineqsudoku.cli.validate.fixing import Destination


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A call of `validate`.

    `effort` and `rates` are `None` if they depend on the number of puzzles.  A mended layout is
    written if it `fixes`: to `output`, or over its source if that is `None`.
    """

    sources: Sequence[Source]
    format: str
    allows_absent: bool
    options: Options
    effort: int | None
    rates: bool | None
    as_json: bool
    fixes: bool
    output: str | None
    draw: str | None


def validate(wanted: Wanted) -> int:
    """Examine all puzzles and print the results; the exit code.

    Raises `IneqSudokuError`, `click.UsageError` and `OSError`.
    """
    destination = _destination(wanted) if wanted.fixes else None
    picture = _picture_file(wanted.draw) if wanted.draw else None
    if picture:
        picture.check(wanted.sources, wanted.output)
    apart = redirect_stdout(sys.stderr) if wanted.output == STDOUT else nullcontext()
    with apart, Watch(scrolls=sys.stdout.isatty()) as watch:
        code = _Run(wanted, watch, destination, picture).code()
    if picture:
        picture.write(wanted.sources)
    return code


@dataclass(frozen=True, slots=True)
class _Run:
    """Examines the puzzles one after the other."""

    wanted: Wanted
    watch: Watch
    destination: Destination | None
    picture: PictureFile | None

    def code(self) -> int:
        """Examine the puzzles of all sources, up to Ctrl-C; the exit code."""
        wanted = self.wanted
        code = YES
        found = candidates(
            wanted.sources, wanted.format, wanted.allows_absent, is_loaded=wanted.fixes
        )
        for source, of_source in groupby(with_loneliness(found), key=lambda pair: pair[0].source):
            examined = []
            for candidate, alone in of_source:
                report = self._examined(candidate, alone)
                if report and not report.is_finished:
                    return INTERRUPTED
                if self.destination:
                    examined.append((candidate, report))
                code = max(code, _code(candidate, report, is_mended=wanted.fixes))
            if self.destination:
                code = max(code, _fix(source, wanted.format, examined, self.destination))
        return code

    def _examined(self, candidate: Candidate, alone: bool) -> Report | None:
        """The report on a candidate, which is printed and drawn."""
        wanted, picture = self.wanted, self.picture
        if picture and not (alone or picture.holds_several):
            raise click.UsageError(
                f"several puzzles: only a PDF holds them, not {shown(wanted.draw or '')}"
            )
        usual_effort = EFFORT if alone else 0
        effort = usual_effort if wanted.effort is None else wanted.effort
        options = replace(wanted.options, effort=effort, progress=self.watch)
        report = _last_report(candidate, options)
        self.watch.next_puzzle()
        rates = alone if wanted.rates is None else wanted.rates
        print_result(candidate, report, wanted.as_json, alone, rates)
        if picture and report:
            picture.add(captioned(report))
        return report


def _last_report(candidate: Candidate, options: Options) -> Report | None:
    """The last report before the end or before Ctrl-C."""
    if candidate.puzzle is None:
        return None
    report = None
    with suppress(KeyboardInterrupt):
        for report in examine(candidate.puzzle, options):  # noqa: B007 - the last one is kept
            pass
    if report is None:
        raise KeyboardInterrupt
    return report


def _code(candidate: Candidate, report: Report | None, is_mended: bool) -> int:
    """The exit code for a puzzle; if it `is_mended`, that counts, not whether it was valid."""
    if candidate.trouble or candidate.is_malformed:
        return TROUBLE
    return YES if is_mended or (report and report.status == "valid") else NO


def _picture_file(name: str) -> PictureFile:
    from ineqsudoku.cli.picture_file import PictureFile

    return PictureFile(name)


def _destination(wanted: Wanted) -> Destination:
    from ineqsudoku.cli.validate.fixing import Destination

    destination = Destination(wanted.output, sys.stdout.buffer)
    destination.check(wanted.sources)
    return destination


def _fix(
    source: Source,
    format: str,
    examined: Iterable[tuple[Candidate, Report | None]],
    destination: Destination,
) -> int:
    """Mend a source; the exit code."""
    from ineqsudoku.cli.validate.fixing import Fix

    fix = Fix(source, format)
    for candidate, report in examined:
        if candidate.puzzle and report:
            places = candidate.places() if report.repairs else {}
            fix.add(candidate.line, candidate.puzzle, report, places)
        elif not candidate.trouble:
            is_malformed = candidate.is_malformed
            reason = "it cannot be read" if is_malformed else "signs are absent (see --partial)"
            fix.refuse(candidate.line, reason)
        else:
            return TROUBLE
    return fix.write(destination)
