"""`ineqsudoku grade`: run untrusted programs on tests and judge their output."""

from __future__ import annotations

from typing import Any

import click

from ineqsudoku.apps.cli.exits import NO, TROUBLE, YES
from ineqsudoku.apps.cli.options import (
    INPUT,
    OUTPUT_FILE,
    FiniteRange,
    SectionedCommand,
    json_option,
    language_option,
    no_sandbox_option,
)
from ineqsudoku.apps.grade.run import SHIPPED_TIME_LIMIT, TIME_LIMIT, GradeOptions, run
from ineqsudoku.apps.grade.testdata import LEAST_MEMORY, TIME_LIMITS

_SECONDS = FiniteRange(*TIME_LIMITS)
_FILE = click.Path(dir_okay=False, readable=False)
_FOLDER = click.Path(exists=True, file_okay=False, readable=False)


@click.command(
    "grade",
    cls=SectionedCommand,
    sections={
        "Submissions and tests": "--all-in",
        "Limits": "--time-limit",
        "Runs": "--fail-fast",
        "Reports": "--html",
    },
    epilog="Exit codes: 0 if all submissions are accepted, 1 if some are not, 2 for trouble, also "
    "if a test is at fault.",
)
@click.argument("paths", metavar="[SUBMISSION]...", nargs=-1, type=INPUT)
@click.option(
    "--all-in",
    "folders",
    metavar="DIR",
    multiple=True,
    type=_FOLDER,
    help="Grade every file and folder in DIR as a submission.",
)
@click.option(
    "--contestants",
    metavar="DIR",
    type=_FOLDER,
    help="Grade a class: DIR has a folder for each contestant, with one or more submissions, of "
    "which the best counts.",
)
@click.option(
    "--tests",
    metavar="DIR",
    type=INPUT,
    help="Tests NAME.in with NAME.out or NAME.ans; each folder is a subtask. Without it: easy to "
    "extreme layouts, and killers.",
)
@click.option(
    "--languages",
    type=_FILE,
    metavar="FILE",
    help="Add or replace languages as this TOML file says.",
)
@click.option(
    "--time-limit",
    type=_SECONDS,
    metavar="SECONDS",
    help=f"CPU time of a run, of all its processes together; {TIME_LIMIT:g} if not given, and "
    f"{SHIPPED_TIME_LIMIT:g} without --tests.",
)
@click.option(
    "--idle-limit",
    type=_SECONDS,
    default=5.0,
    show_default=True,
    metavar="SECONDS",
    help="Time of a run in which the program sleeps or waits, but not for a processor.",
)
@click.option(
    "--memory-limit",
    type=click.IntRange(LEAST_MEMORY),
    default=256,
    show_default=True,
    metavar="MIB",
    help="Memory of a run, in MiB.",
)
@click.option(
    "--output-limit",
    type=click.IntRange(1, 1024 * 1024),
    default=1024,
    show_default=True,
    metavar="KIB",
    help="Output of a run, in KiB.",
)
@click.option("--fail-fast", is_flag=True, help="End a submission at its first wrong test.")
@click.option(
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    help="Run up to N jobs at a time, instead of one for two cores, which gives reliable times.",
)
@no_sandbox_option
@click.option(
    "--store",
    type=OUTPUT_FILE,
    metavar="FILE",
    help="Keep all runs in FILE, instead of a file for these inputs in the user's state folder.",
)
@click.option("--resume", is_flag=True, help="Resume the last grade in the store.")
@click.option("--html", type=OUTPUT_FILE, metavar="FILE", help="Write a page for browsers.")
@click.option(
    "--ranking", type=OUTPUT_FILE, metavar="FILE", help="Write a CSV line for each contestant."
)
@json_option
@language_option
def command(**values: Any) -> int:
    """Compile each SUBMISSION, run it on each test in a sandbox, and judge its output.

    A submission is a file or a folder of files; its suffix decides the language.  Any right
    grid is accepted.  Verdicts: AC accepted, WA wrong answer, PE no grid, TLE too slow, MLE too
    much memory, OLE too much output, RE crashed, CE not compiled, JE the judge is at fault.
    """
    options = GradeOptions(**values)
    if options.contestants and (options.paths or options.folders):
        raise click.UsageError("--contestants excludes SUBMISSION and --all-in")
    if options.ranking and not options.contestants:
        raise click.UsageError("--ranking needs --contestants")
    report = run(options)
    if report.judge_errors:
        return TROUBLE
    return YES if report.all_accepted else NO
