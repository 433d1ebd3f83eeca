"""`ineqsudoku grade`: run untrusted programs on tests and judge their output."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from ineqsudoku.batch.exit_codes import NO, TROUBLE, YES
from ineqsudoku.batch.ordered_map import cores, limited
from ineqsudoku.cli.command import Command
from ineqsudoku.cli.environment import CACHE, KERNEL, NO_COLOR, STATE
from ineqsudoku.cli.files import STDOUT, require_folder
from ineqsudoku.cli.grade.report_files import ReportFiles, report_options
from ineqsudoku.cli.grade.run import graded, print_report
from ineqsudoku.cli.grade.store import default_store
from ineqsudoku.cli.grade.submission_list import entries, submissions
from ineqsudoku.cli.interrupts import Interrupts
from ineqsudoku.cli.messages import tell
from ineqsudoku.cli.numbers import FiniteRange, WholeNumber
from ineqsudoku.cli.options import (
    INPUT,
    NONE,
    OUTPUT_FILE,
    count_option,
    encoding_option,
    jobs_option,
    json_option,
    memory_limit_option,
    option,
    output_option,
    resume_option,
)
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.judge.grade.compilation import LIMITS as COMPILING
from ineqsudoku.judge.grade.contestants import contestants as read_contestants
from ineqsudoku.judge.grade.grading import Grading
from ineqsudoku.judge.grade.languages import languages as read_languages
from ineqsudoku.judge.grade.reports import report
from ineqsudoku.judge.grade.reports.ranking import Counts
from ineqsudoku.judge.sandbox.choice import NoSandboxError, description, sandbox_for
from ineqsudoku.judge.sandbox.processors import one_of_each_core
from ineqsudoku.judge.sandbox.program import Limits
from ineqsudoku.judge.testdata import tests as read_tests
from ineqsudoku.names import shown

_SECONDS = FiniteRange(min=0.05, max=1_000_000)
"""A time limit."""

_FOLDER = click.Path(exists=True, file_okay=False)
_FILE = click.Path(dir_okay=False, readable=False)

GRACE = 5.0
"""The seconds that sandboxes may take to end after an interrupt; usually less than one."""


@click.command(
    cls=Command,
    short_help="Run programs on tests and judge them.",
    examples=(
        "ineqsudoku grade solution.cpp --tests tests/",
        "ineqsudoku grade submissions/* --tests tests.zip --html report.html",
        "ineqsudoku grade --all-in submissions --tests tests --resume",
        "ineqsudoku grade --contestants class --tests tests --html report.html",
    ),
    exit_codes={
        "0": "all submissions are accepted",
        "1": "some are not",
        "2": "trouble, also if a test is at fault",
    },
    variables=(KERNEL, STATE, CACHE, NO_COLOR),
)
@click.argument("paths", metavar="[SUBMISSION]...", nargs=-1, type=INPUT)
@option(
    "--all-in",
    "folders",
    metavar="DIR",
    multiple=True,
    type=_FOLDER,
    show_default=NONE,
    help="Grade everything in DIR as a submission.",
)
@option(
    "--contestants",
    metavar="DIR",
    type=_FOLDER,
    show_default=NONE,
    help="Grade a class: DIR has a folder for each contestant, with one or more submissions.",
)
@option(
    "--counts",
    type=click.Choice(["best", "last"]),
    default="best",
    show_default=True,
    needs=["--contestants"],
    help="Which submission of a contestant counts; the last is the one modified last.",
)
@option(
    "--tests",
    required=True,
    metavar="DIR|ZIP",
    type=INPUT,
    help="Tests: NAME.in with NAME.out or NAME.ans; folders are subtasks.",
)
@encoding_option
@option(
    "--time-limit",
    type=_SECONDS,
    default=2.0,
    show_default=True,
    metavar="SECONDS",
    help="CPU time of a run, of all its processes together.",
)
@option(
    "--wall-limit",
    type=_SECONDS,
    metavar="SECONDS",
    show_default="three times the time limit plus one second",
    help="Wall-clock time of a run.",
)
@memory_limit_option(WholeNumber(min=8))
@option(
    "--output-limit",
    type=WholeNumber(min=1, max=1024 * 1024),
    default=1024,
    show_default=True,
    metavar="KIB",
    help="What a run may print, in KiB.",
)
@option(
    "--compile-time-limit",
    type=_SECONDS,
    default=20.0,
    show_default=True,
    metavar="SECONDS",
    help="CPU time of a compiler.",
)
@count_option("--repeat", "Run each submission N times on each test.", default=1)
@option("--fail-fast", is_flag=True, help="Stop a submission at its first wrong test.")
@jobs_option("half the cores, for reliable times")
@option("--pin", is_flag=True, help="Bind each run to a processor core of its own.")
@option(
    "--languages",
    type=_FILE,
    metavar="FILE",
    show_default=NONE,
    help="Add or replace languages as this TOML file says.",
)
@option("--no-sandbox", is_flag=True, help="Only limit programs: they can do anything else.")
@option(
    "--store",
    type=OUTPUT_FILE,
    metavar="FILE",
    show_default="one for these tests and submissions in the user's state folder",
    help="File that keeps all runs.",
)
@resume_option("Resume the last grade in the store.")
@report_options
@json_option
@output_option(
    "With --json: write JSON to FILE, and print text; - is standard output.", needs=["--json"]
)
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
    as_json: bool,
    output: str | None,
    **reports: str | None,
) -> None:
    """Compile each SUBMISSION, run it on each test in a sandbox, and judge its output.

    A submission is a file or a folder of files; its suffix decides the language.  Any right
    grid is accepted.  Verdicts: AC accepted, WA wrong answer, PE no grid, TLE too slow, MLE too
    much memory, OLE too much output, RE crashed, CE not compiled, JE the judge is at fault.
    """
    prints_json = as_json and output in (None, STDOUT)
    files = ReportFiles.of(reports, json=None if prints_json else output)
    inputs = [tests, *paths, *folders, *filter(None, [contestants])]
    files.check(inputs)
    _check_usage(paths, folders, contestants, store)
    known = read_languages(Path(languages) if languages else None)
    students = read_contestants(contestants, known) if contestants else ()
    submitted = (
        [each for student in students for each in student.submissions]
        if contestants
        else submissions(paths, list(entries(folders)), known)
    )
    extra = sorted({folder for each in known.values() for folder in each.folders})
    try:
        sandbox = sandbox_for(not no_sandbox, extra, hidden=inputs)
    except NoSandboxError as error:
        raise IneqSudokuError(f"{error}\n--no-sandbox runs programs with limits only.") from None
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
        found = graded(grading, submitted, place, resume)
    except KeyboardInterrupt:
        tell(f"runs so far: {shown(place)}; --resume continues")
        raise
    whole = report(grading, submitted, found, description(sandbox), students, counts)
    files.write(whole)
    print_report(whole, as_json=prints_json)
    _name_files(place, files)
    if whole.judge_errors:
        context.exit(TROUBLE)
    context.exit(YES if whole.all_accepted else NO)


def _check_usage(
    paths: Sequence[str],
    folders: Sequence[str],
    contestants: str | None,
    store: str | None,
) -> None:
    if contestants and (paths or folders):
        raise click.UsageError("--contestants cannot be combined with SUBMISSION or --all-in")
    if store:
        require_folder(store, "--store")


def _processors(jobs: int) -> tuple[int, ...]:
    """Return a processor core for each job."""
    found = tuple(one_of_each_core())
    if jobs > len(found):
        raise click.UsageError(f"--pin: {jobs} jobs, but {len(found)} processor cores")
    return found[:jobs]


def _name_files(store: Path, files: ReportFiles) -> None:
    """Print the paths of the results on standard error."""
    tell(f"runs: {shown(store)}")
    if names := ", ".join(map(shown, files.paths)):
        tell(f"reports: {names}")
