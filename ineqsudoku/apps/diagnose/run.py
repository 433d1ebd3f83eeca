"""Run `validate`: examine puzzles, print and draw the results, and mend layouts."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, nullcontext, redirect_stdout, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, groupby, islice

from ineqsudoku.apps.batch.ordered_map import Workers, open_workers
from ineqsudoku.apps.cli.exits import INTERRUPTED, NO, TROUBLE, YES
from ineqsudoku.apps.cli.progress import ProgressReporter
from ineqsudoku.apps.cli.sources import STDOUT, Source, sources, total_size
from ineqsudoku.apps.cli.streams import warn_without_kernel
from ineqsudoku.apps.diagnose.fixing import ABSENT_SIGNS, UNREADABLE, Destination, Fix
from ineqsudoku.apps.diagnose.pictures import caption_report
from ineqsudoku.apps.diagnose.printing import print_result
from ineqsudoku.apps.diagnose.report import Options, Report, examine, validate as report_on
from ineqsudoku.apps.explain.pictures import caption_steps
from ineqsudoku.apps.pictures.picture_file import PictureFile
from ineqsudoku.apps.solve.puzzles import Located, locate, with_values
from ineqsudoku.errors import Fault, PuzzleSyntaxError
from ineqsudoku.formats import Entry, SourceText
from ineqsudoku.formats.places import sign_places
from ineqsudoku.geometry import IN_BOX_PAIRS
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import ABSENT, Puzzle


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidateOptions:
    """The arguments and options of `validate`, with their names on the command line.

    With `fix`, a mended layout is written to `output`, or over its source if that is `None`.
    """

    paths: Sequence[str]
    format: str
    allows_absent: bool
    repair: int
    search_time: float | None
    limit: int
    minimal: bool
    fix: bool
    output: str | None
    as_json: bool
    draw: str | None
    jobs: int | None
    cluster: str | None

    def of_reports(self) -> Options:
        """Return the options of the reports."""
        return Options(
            repair=self.repair,
            limit=self.limit,
            minimal=self.minimal,
            search_time=self.search_time,
        )


def validate(options: ValidateOptions) -> int:
    """Examine all puzzles and print the results; return the exit code.

    Raises `IneqSudokuError`, `click.UsageError` and `OSError`.
    """
    warn_without_kernel()
    inputs = list(sources(options.paths))
    destination = picture = None
    if options.fix:
        destination = Destination(options.output, sys.stdout.buffer)
        destination.check(inputs)
    if options.draw is not None:
        picture = PictureFile(options.draw)
        picture.check(inputs, options.output)
    apart = redirect_stdout(sys.stderr) if options.output == STDOUT else nullcontext()
    code = INTERRUPTED
    with apart, suppress(KeyboardInterrupt):  # draw the findings so far
        code = _validate(options, inputs, destination, picture)
    if picture:
        picture.write()
    return code


def _validate(
    options: ValidateOptions,
    inputs: Sequence[Source],
    destination: Destination | None,
    picture: PictureFile | None,
) -> int:
    """Examine the puzzles of all sources, up to Ctrl-C; return the exit code.

    Raises `KeyboardInterrupt` if nothing is known about the last puzzle.
    """
    puzzles = locate(inputs, options.format, keeps_content=options.fix)
    if not options.allows_absent:
        puzzles = _with_absent_signs_refused(puzzles)
    first = list(islice(puzzles, 2))
    alone = len(first) == 1
    puzzles = chain(first, puzzles)
    if picture and len(first) > 1:
        picture.require_pages()
    code = YES
    with (
        ProgressReporter(scrolls=sys.stdout.isatty()) as watch,
        open_workers(options.cluster, options.jobs) as workers,
        closing(_with_reports(puzzles, options.of_reports(), workers, inputs, watch)) as reports,
    ):
        for source, of_source in groupby(reports, key=lambda pair: pair[0].source):
            examined = []
            for puzzle, report in of_source:
                watch.next_puzzle()
                print_result(puzzle, report, options.as_json, alone)
                if picture and report:
                    picture.add(puzzle.name, caption_report(report))
                    if picture.has_pages:
                        # A page for each step of the proof.
                        steps = caption_steps(report.puzzle, report.proof)
                        picture.add(puzzle.name, *([step] for step in steps))
                if report and not report.is_finished:
                    return INTERRUPTED
                if destination:
                    examined.append((puzzle, report))
                code = max(code, _code(puzzle, report, is_mended=options.fix))
            if destination:
                code = max(code, _fix(source, options.format, examined, destination))
    return code


def _with_reports(
    puzzles: Iterator[Located],
    options: Options,
    workers: Workers,
    inputs: Sequence[Source],
    watch: ProgressReporter,
) -> Generator[tuple[Located, Report | None], None, None]:
    if workers == 1:
        options = replace(options, progress=watch)
        return ((one, _last_report(one.puzzle, options) if one.puzzle else None) for one in puzzles)
    # Workers cannot report the progress of a puzzle, so the bar counts puzzles.
    report = partial(report_on, options=options)
    return with_values(puzzles, report, workers, total_size(inputs))


def _last_report(puzzle: Puzzle, options: Options) -> Report:
    """Return the last report before the end or before Ctrl-C."""
    report = None
    with suppress(KeyboardInterrupt):
        for report in examine(puzzle, options):  # noqa: B007 - the last one is kept
            pass
    if report is None:
        raise KeyboardInterrupt
    return report


def _code(puzzle: Located, report: Report | None, is_mended: bool) -> int:
    """Return the exit code for a puzzle; one that `is_mended` counts as valid."""
    if not puzzle.is_readable:
        return TROUBLE
    return YES if is_mended or (report and report.status == "valid") else NO


def _fix(
    source: Source,
    format: str,
    examined: Iterable[tuple[Located, Report | None]],
    destination: Destination,
) -> int:
    """Mend a source; return the exit code."""
    fix = Fix(source, format)
    for puzzle, report in examined:
        if puzzle.puzzle and report:
            places = puzzle.places() if report.repairs else {}
            fix.add(puzzle.line, puzzle.puzzle, report, places)
        elif isinstance(puzzle.error, PuzzleSyntaxError):
            fix.refuse(puzzle.line, ABSENT_SIGNS if puzzle.is_readable else UNREADABLE)
        else:
            return TROUBLE
    return fix.write(destination)


def _with_absent_signs_refused(puzzles: Iterable[Located]) -> Iterator[Located]:
    """Yield the puzzles; a puzzle that is not full has an error instead."""
    for puzzle in puzzles:
        if puzzle.entry and puzzle.source_text and not puzzle.entry.puzzle.is_full:
            error = _absent_sign(puzzle.source_text, puzzle.entry)
            puzzle = replace(puzzle, entry=None, error=error)
        yield puzzle


_SIGNS = Message("validate.some-signs", "signs")
_NONE = Message("validate.none", "none")
_PLAIN = Message(
    "validate.plain", "Without a sign it is a sudoku with givens; --partial allows that."
)
_ABSENT = Message(
    "validate.absent",
    "{n} sign is absent, which --partial allows.",
    "{n} signs are absent, which --partial allows.",
)
_ALL_SIGNS = Message("validate.all-signs", "a sign in every pair of a box")
_FEWER_SIGNS = Message("validate.fewer-signs", "fewer signs")
_SIGN = Message("validate.sign", "a sign")


def _absent_sign(source_text: SourceText, entry: Entry) -> PuzzleSyntaxError:
    """Return the error for a puzzle that is not full; it points to the first absent sign."""
    return PuzzleSyntaxError(source_text.name, (_absent_fault(source_text, entry),))


def _absent_fault(source_text: SourceText, entry: Entry) -> Fault:
    if entry.puzzle.is_plain:
        return Fault(entry.line, 1, (_SIGNS,), _NONE, _PLAIN)
    hint = _ABSENT.fill(n=entry.puzzle.signs.count(ABSENT))
    pair = IN_BOX_PAIRS[entry.puzzle.signs.index(ABSENT)]
    place = sign_places(source_text, entry).get(pair)
    if place is None:
        return Fault(entry.line, 1, (_ALL_SIGNS,), _FEWER_SIGNS, hint)
    text = source_text.original.split("\n")[place.line - source_text.line]
    return Fault(place.line, place.column, (_SIGN,), f"'{place.written}'", hint, text)
