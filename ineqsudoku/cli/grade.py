"""`ineqsudoku grade`: run untrusted programs on tests and judge their output."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import click

from ineqsudoku.batch.exit_codes import NO, TROUBLE, YES
from ineqsudoku.batch.ordered_map import cores, limited
from ineqsudoku.cli.files import require_folder
from ineqsudoku.cli.grade_progress import display
from ineqsudoku.cli.grade_store import default_store
from ineqsudoku.cli.interrupts import Interrupts
from ineqsudoku.cli.messages import tell
from ineqsudoku.cli.options import OUTPUT_FILE, FiniteRange, encoding_option
from ineqsudoku.cli.report_files import ReportFiles
from ineqsudoku.judge.grade.compilation import LIMITS as COMPILING
from ineqsudoku.judge.grade.contestants import contestants as read_contestants
from ineqsudoku.judge.grade.grading import Graded, Grading, grade
from ineqsudoku.judge.grade.languages import Language
from ineqsudoku.judge.grade.languages import languages as read_languages
from ineqsudoku.judge.grade.reports import GradeReport, report
from ineqsudoku.judge.grade.reports.ranking import Counts
from ineqsudoku.judge.grade.results_db import ResultsDb
from ineqsudoku.judge.grade.submissions import Submission, submission
from ineqsudoku.judge.sandbox.choice import description, sandbox_for
from ineqsudoku.judge.sandbox.processors import one_of_each_core
from ineqsudoku.judge.sandbox.program import Limits
from ineqsudoku.judge.sandbox.scratch import scratch
from ineqsudoku.judge.testdata import tests as read_tests
from ineqsudoku.names import shown

_SECONDS = FiniteRange(min=0.05, max=1_000_000)
"""A time limit."""

_PATH = click.Path(readable=False)
_FOLDER = click.Path(exists=True, file_okay=False)
_FILE = click.Path(dir_okay=False, readable=False)

GRACE = 5.0
"""Seconds that sandboxes may take to end after an interrupt; usually a fraction of one."""

MAX_WARNINGS = 20
"""The first warnings from reading the tests, which are shown."""


@click.command(
    short_help="Run programs on tests and judge them.",
    epilog="""\b
Examples:
  ineqsudoku grade solution.cpp --tests tests/
  ineqsudoku grade submissions/* --tests tests.zip --html report.html
  ineqsudoku grade --all-in submissions --tests tests --resume
  ineqsudoku grade --contestants class --tests tests --html report.html

Exit codes: 0 all accepted, 1 some not, 2 trouble, also if a test is at fault.""",
)
@click.argument("paths", metavar="[SUBMISSION]...", nargs=-1, type=_PATH)
@click.option(
    "--all-in",
    "folders",
    metavar="DIR",
    multiple=True,
    type=_FOLDER,
    help="Grade everything in DIR as a submission.",
)
@click.option(
    "--contestants",
    metavar="DIR",
    type=_FOLDER,
    help="Grade a class: DIR has a folder for each contestant, with one or more submissions.",
)
@click.option(
    "--counts",
    type=click.Choice(["best", "last"]),
    default="best",
    show_default=True,
    help="Which submission of a contestant counts; the last is the one modified last.",
)
@click.option(
    "--tests",
    required=True,
    metavar="DIR|ZIP",
    type=_PATH,
    help="NAME.in with NAME.out or NAME.ans; folders are subtasks.",
)
@encoding_option
@click.option(
    "--time-limit",
    type=_SECONDS,
    default=2.0,
    show_default=True,
    metavar="SECONDS",
    help="CPU time of all processes of a run together.",
)
@click.option(
    "--wall-limit",
    type=_SECONDS,
    metavar="SECONDS",
    help="Wall-clock time of a run.  [default: three times the time limit plus one second]",
)
@click.option(
    "--memory-limit",
    type=click.IntRange(min=8),
    default=256,
    show_default=True,
    metavar="MIB",
)
@click.option(
    "--output-limit",
    type=click.IntRange(min=1, max=1024 * 1024),
    default=1024,
    show_default=True,
    metavar="KIB",
)
@click.option(
    "--compile-time-limit",
    type=_SECONDS,
    default=20.0,
    show_default=True,
    metavar="SECONDS",
    help="CPU time of a compiler.",
)
@click.option(
    "--repeat",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    help="Run each submission N times on each test.",
)
@click.option("--fail-fast", is_flag=True, help="Stop a submission at its first wrong test.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of concurrent runs.  [default: half the cores, for reliable times]",
)
@click.option("--pin", is_flag=True, help="Bind each run to a processor core of its own.")
@click.option("--languages", type=_FILE, metavar="TOML", help="Add or replace languages.")
@click.option("--no-sandbox", is_flag=True, help="Limits only: programs can do anything else.")
@click.option(
    "--store",
    type=_FILE,
    metavar="FILE",
    help="File that keeps all runs.  [default: one for these tests and submissions in the user's "
    "state folder]",
)
@click.option("--resume", is_flag=True, help="Resume the last grade in the store.")
@click.option("--html", type=OUTPUT_FILE, metavar="FILE", help="Write a page for people.")
@click.option("--junit", type=OUTPUT_FILE, metavar="FILE", help="Write JUnit XML.")
@click.option("--csv", type=OUTPUT_FILE, metavar="FILE", help="Write a CSV line for each run.")
@click.option(
    "--ranking", type=OUTPUT_FILE, metavar="FILE", help="Write a CSV line for each contestant."
)
@click.option("--json", type=OUTPUT_FILE, metavar="FILE", help="Write all results.")
@click.pass_context
def command(
    context: click.Context,
    /,
    paths: tuple[str, ...],
    folders: tuple[str, ...],
    contestants: str | None,
    counts: Counts,
    tests: str,
    encoding: str | None,
    time_limit: float,
    wall_limit: float | None,
    memory_limit: int,
    output_limit: int,
    compile_time_limit: float,
    repeat: int,
    fail_fast: bool,
    jobs: int | None,
    pin: bool,
    languages: str | None,
    no_sandbox: bool,
    store: str | None,
    resume: bool,
    **reports: str | None,
) -> None:
    """Compile each SUBMISSION, run it on each test in a sandbox, and judge its output.

    A submission is a file or a folder of files; its suffix decides the language.  Any right
    grid is accepted.  Verdicts: AC accepted, WA wrong answer, PE no grid, TLE too slow, MLE too
    much memory, OLE too much output, RE crashed, CE not compiled, JE the judge is at fault.
    """
    files = ReportFiles(**reports)
    files.check()
    _check_usage(paths, folders, contestants, files, store)
    known = read_languages(Path(languages) if languages else None)
    students = read_contestants(contestants, known) if contestants else ()
    submissions = (
        [each for student in students for each in student.submissions]
        if contestants
        else _submissions(paths, list(_entries(folders)), known)
    )
    extra = sorted({folder for each in known.values() for folder in each.folders})
    inputs = [tests, *paths, *folders, *filter(None, [contestants])]
    sandbox = sandbox_for(not no_sandbox, extra, hidden=inputs)
    limits = Limits(
        cpu=time_limit,
        wall=wall_limit or 3 * time_limit + 1,
        memory=memory_limit,
        output=output_limit * 1024,
    )
    compiling = replace(COMPILING, cpu=compile_time_limit, wall=3 * compile_time_limit + 1)
    jobs = limited(jobs or max(1, cores() // 2))
    processors = _processors(jobs) if pin else ()
    grading = Grading(
        read_tests(tests), sandbox, limits, compiling, repeat, fail_fast, jobs, processors, encoding
    )
    if interrupts := context.find_object(Interrupts):
        interrupts.grace = GRACE
    place = Path(store) if store else default_store(inputs)
    try:
        found = _graded(grading, submissions, place, resume)
    except KeyboardInterrupt:
        tell(f"runs so far: {shown(place)}; --resume continues")
        raise
    whole = report(grading, submissions, found, description(sandbox), students, counts)
    files.write(whole)
    _print(whole)
    _name_files(place, files)
    if whole.judge_errors:
        context.exit(TROUBLE)
    context.exit(YES if whole.all_accepted else NO)


def _check_usage(
    paths: Sequence[str],
    folders: Sequence[str],
    contestants: str | None,
    files: ReportFiles,
    store: str | None,
) -> None:
    if contestants and (paths or folders):
        raise click.UsageError("--contestants cannot be combined with SUBMISSION or --all-in")
    if files.ranking and not contestants:
        raise click.UsageError("--ranking needs --contestants DIR")
    if store:
        require_folder(store, "--store")


def _processors(jobs: int) -> tuple[int, ...]:
    """One processor core for each job."""
    found = tuple(one_of_each_core())
    if jobs > len(found):
        raise click.UsageError(f"--pin: {jobs} jobs, but {len(found)} processor cores")
    return found[:jobs]


def _entries(folders: Sequence[str]) -> Iterator[str]:
    for folder in folders:
        yield from sorted(entry.path for entry in os.scandir(folder))


def _submissions(
    named: Sequence[str], others: Sequence[str], known: Mapping[str, Language]
) -> list[Submission]:
    """Read submissions; those of equal names are named by their paths.

    Raises `click.UsageError` for a path in `named` that is in no known language.
    """
    paths = [*named, *others]
    if not paths:
        raise click.UsageError(
            "no submission: name a file, a folder, --all-in DIR or --contestants DIR"
        )
    found = [submission(path, known) for path in dict.fromkeys(paths)]
    for each, path in zip(found, dict.fromkeys(paths), strict=True):
        if path in named and each.is_of_no_language:
            suffixes = ", ".join(suffix for each in known.values() for suffix in each.suffixes)
            raise click.UsageError(f"{each.name} is no submission: expected one of {suffixes}")
    times = Counter(each.name for each in found)
    return [
        replace(each, name=shown(os.path.normpath(path))) if times[each.name] > 1 else each
        for each, path in zip(found, dict.fromkeys(paths), strict=True)
    ]


def _graded(
    grading: Grading, submissions: list[Submission], store: Path, resume: bool
) -> list[Graded]:
    attempts = len(grading.tests.cases) * grading.repeat
    found = []
    with (
        ResultsDb(store, resume) as stored,
        scratch(grading.jobs) as folder,
        display(len(submissions), attempts, grading.fail_fast) as progress,
        closing(
            grade(
                submissions,
                grading,
                folder,
                stored.known() if resume else {},
                progress.begin,
                _tell_warnings,
            )
        ) as graded,
    ):
        for each in graded:
            if not each.known:
                stored.add(grading.key(each.attempt), each)
            found.append(each)
            progress.end(each)
    return found


def _tell_warnings(warnings: Sequence[str]) -> None:
    for warning in warnings[:MAX_WARNINGS]:
        tell(f"warning: {warning}")
    if (more := len(warnings) - MAX_WARNINGS) > 0:
        tell(f"warning: {more} more warnings on test inputs")


def _name_files(store: Path, files: ReportFiles) -> None:
    """Say, on standard error, where the results are."""
    tell(f"runs: {shown(store)}")
    if names := ", ".join(map(shown, files.wanted().values())):
        tell(f"reports: {names}")


def _print(whole: GradeReport) -> None:
    from rich.console import Console

    from ineqsudoku.judge.grade.reports.terminal import render

    render(whole, Console(highlight=False))
