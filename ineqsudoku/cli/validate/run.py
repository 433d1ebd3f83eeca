"""Run `validate`: examine puzzles, print and draw the results, and mend layouts."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, nullcontext, redirect_stdout, suppress
from dataclasses import dataclass, replace
from itertools import groupby, tee
from typing import TYPE_CHECKING, NamedTuple

import click

from ineqsudoku.batch.exit_codes import INTERRUPTED, NO, TROUBLE, YES
from ineqsudoku.batch.ordered_map import Executor, map_ordered, opened_for_several
from ineqsudoku.batch.sources import Source, total_size
from ineqsudoku.cli.files import STDOUT
from ineqsudoku.cli.messages import tell
from ineqsudoku.cli.progress import Watch, tracked
from ineqsudoku.cli.validate.candidates import Candidate, candidates, with_loneliness
from ineqsudoku.cli.validate.printing import print_result
from ineqsudoku.diagnose.effort import LIMIT as EFFORT
from ineqsudoku.diagnose.pictures import captioned
from ineqsudoku.diagnose.progress import Progress, silent
from ineqsudoku.diagnose.report import Options, Report, examine
from ineqsudoku.diagnose.report import validate as report_on
from ineqsudoku.names import shown
from ineqsudoku.puzzle import Puzzle

if TYPE_CHECKING:
    from ineqsudoku.cli.picture_file import PictureFile
    from ineqsudoku.cli.validate.fixing import Destination


BRIEF = 0.2
"""Seconds that a report may take after Ctrl-C, which ends the program within a second."""


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
    jobs: int | None
    cluster: str | None


class _Examined(NamedTuple):
    """A candidate, whether it is the only one, and the report on it; a step of the progress bar."""

    candidate: Candidate
    alone: bool
    report: Report | None

    @property
    def size(self) -> int:
        return self.candidate.size

    @property
    def puzzles(self) -> int:
        return 1


def validate(wanted: Wanted) -> int:
    """Examine all puzzles and print the results; return the exit code.

    Raises `IneqSudokuError`, `click.UsageError` and `OSError`.
    """
    destination = _destination(wanted) if wanted.fixes else None
    picture = _picture_file(wanted.draw) if wanted.draw else None
    if picture:
        picture.check(wanted.sources, wanted.output)
    apart = redirect_stdout(sys.stderr) if wanted.output == STDOUT else nullcontext()
    with (
        apart,
        Watch(scrolls=sys.stdout.isatty()) as watch,
        opened_for_several(wanted.cluster, wanted.jobs) as executor,
    ):
        code = _Run(wanted, watch, destination, picture, executor).code()
    if picture:
        picture.write(wanted.sources)
    return code


@dataclass(frozen=True, slots=True)
class _Run:
    """Examines the puzzles one after the other, or with the workers of an `executor`."""

    wanted: Wanted
    watch: Watch
    destination: Destination | None
    picture: PictureFile | None
    executor: Executor | None

    def code(self) -> int:
        """Examine the puzzles of all sources, up to Ctrl-C; return the exit code."""
        wanted = self.wanted
        code = YES
        found = candidates(
            wanted.sources, wanted.format, wanted.allows_absent, is_loaded=wanted.fixes
        )
        with closing(self._all_examined(with_loneliness(found))) as all_examined:
            for source, of_source in groupby(all_examined, key=lambda each: each.candidate.source):
                examined = []
                for candidate, alone, report in of_source:
                    self._show(candidate, alone, report)
                    if report and not report.is_finished:
                        return INTERRUPTED
                    if self.destination:
                        examined.append((candidate, report))
                    code = max(code, _code(candidate, report, is_mended=wanted.fixes))
                if self.destination:
                    code = max(code, _fix(source, wanted.format, examined, self.destination))
        return code

    def _all_examined(
        self, candidates: Iterator[tuple[Candidate, bool]]
    ) -> Generator[_Examined, None, None]:
        if self.executor is None:
            for candidate, alone in candidates:
                report = _last_report(candidate, self._options(alone, self.watch))
                yield _Examined(candidate, alone, report)
            return
        # Workers cannot report the progress of a puzzle, so the bar counts puzzles.
        examined = self._examined_elsewhere(candidates, self.executor)
        total = total_size(self.wanted.sources)
        bar = tracked(examined, total, wanted=not sys.stdout.isatty())
        with closing(examined), closing(bar):
            yield from bar

    def _examined_elsewhere(
        self, candidates: Iterator[tuple[Candidate, bool]], executor: Executor
    ) -> Generator[_Examined, None, None]:
        """Yield the candidates with the reports of workers.

        After Ctrl-C, the last report has what this process finds out by itself for a moment.
        """
        candidates, ahead = tee(candidates)
        asked = ((candidate.puzzle, self._options(alone, silent)) for candidate, alone in ahead)
        with closing(map_ordered(_report, asked, executor)) as reports:
            for candidate, alone in candidates:
                try:
                    report = next(reports)
                except KeyboardInterrupt:
                    report = _brief_report(candidate, self._options(alone, silent))
                yield _Examined(candidate, alone, report)

    def _options(self, alone: bool, progress: Progress) -> Options:
        usual_effort = EFFORT if alone else 0
        effort = usual_effort if self.wanted.effort is None else self.wanted.effort
        return replace(self.wanted.options, effort=effort, progress=progress)

    def _show(self, candidate: Candidate, alone: bool, report: Report | None) -> None:
        """Print and draw what was found."""
        wanted, picture = self.wanted, self.picture
        for warning in candidate.warnings:
            tell(f"warning: {warning}")
        if picture and not (alone or picture.holds_several):
            raise click.UsageError(
                f"several puzzles: only a PDF holds them, not {shown(wanted.draw or '')}"
            )
        if self.executor is None:
            self.watch.next_puzzle()
        rates = alone if wanted.rates is None else wanted.rates
        print_result(candidate, report, wanted.as_json, alone, rates)
        if picture and report:
            picture.add(captioned(report))


def _report(asked: tuple[Puzzle | None, Options]) -> Report | None:
    puzzle, options = asked
    return None if puzzle is None else report_on(puzzle, options)


def _last_report(candidate: Candidate, options: Options) -> Report | None:
    """Return the last report before the end or before Ctrl-C."""
    if candidate.puzzle is None:
        return None
    report = None
    with suppress(KeyboardInterrupt):
        for report in examine(candidate.puzzle, options):  # noqa: B007 - the last one is kept
            pass
    if report is None:
        raise KeyboardInterrupt
    return report


def _brief_report(candidate: Candidate, options: Options) -> Report:
    """Return an unfinished report after Ctrl-C.  Raises `KeyboardInterrupt` if it has nothing."""
    report = candidate.puzzle and report_on(candidate.puzzle, replace(options, search_time=BRIEF))
    if not report or report.status == "unknown":
        raise KeyboardInterrupt
    return replace(report, is_finished=False, is_cut_short=False)


def _code(candidate: Candidate, report: Report | None, is_mended: bool) -> int:
    """Return the exit code for a puzzle; one that `is_mended` counts as valid."""
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
    """Mend a source; return the exit code."""
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
