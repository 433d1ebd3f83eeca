"""`ineqsudoku grade`: run untrusted programs on tests and judge their output."""

from __future__ import annotations

from typing import Any

import click

from ineqsudoku.batch.exits import NO, TROUBLE, YES
from ineqsudoku.cli.command import CACHE, KERNEL, NO_COLOR, STATE, Command, wait_for_sandboxes
from ineqsudoku.cli.grade.run import GradeOptions, run
from ineqsudoku.cli.options import (
    INPUT,
    OUTPUT_FILE,
    FiniteRange,
    WholeNumber,
    count_option,
    encoding_option,
    flag,
    html_option,
    jobs_option,
    json_option,
    memory_limit_option,
    option,
    output_option,
    report_option,
    resume_option,
)

_SECONDS = FiniteRange(min=0.05, max=1_000_000)
"""A time limit."""

_FOLDER = click.Path(exists=True, file_okay=False)
_FILE = click.Path(dir_okay=False, readable=False)


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
    help="Grade everything in DIR as a submission.",
)
@option(
    "--contestants",
    metavar="DIR",
    type=_FOLDER,
    help="Grade a class: DIR has a folder for each contestant, with one or more submissions.",
)
@option(
    "--counts",
    type=click.Choice(["best", "last"]),
    default="best",
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
    metavar="KIB",
    help="What a run may print, in KiB.",
)
@option(
    "--compile-time-limit",
    type=_SECONDS,
    default=20.0,
    metavar="SECONDS",
    help="CPU time of a compiler.",
)
@count_option("--repeat", "Run each submission N times on each test.", default=1)
@flag("--fail-fast", help="Stop a submission at its first wrong test.")
@jobs_option("half the cores, for reliable times")
@flag("--pin", help="Bind each run to a processor core of its own.")
@option(
    "--languages",
    type=_FILE,
    metavar="FILE",
    help="Add or replace languages as this TOML file says.",
)
@flag("--no-sandbox", help="Only limit programs: they can do anything else.")
@option(
    "--store",
    type=OUTPUT_FILE,
    metavar="FILE",
    show_default="one for these tests and submissions in the user's state folder",
    help="File that keeps all runs.",
)
@resume_option("Resume the last grade in the store.")
@html_option
@report_option("--junit", "Write JUnit XML.")
@report_option("--csv", "Write a CSV line for each run.")
@report_option("--ranking", "Write a CSV line for each contestant.", needs=["--contestants"])
@json_option
@output_option(
    "With --json: write JSON to FILE, and print text; - is standard output.", needs=["--json"]
)
def command(**values: Any) -> int:
    """Compile each SUBMISSION, run it on each test in a sandbox, and judge its output.

    A submission is a file or a folder of files; its suffix decides the language.  Any right
    grid is accepted.  Verdicts: AC accepted, WA wrong answer, PE no grid, TLE too slow, MLE too
    much memory, OLE too much output, RE crashed, CE not compiled, JE the judge is at fault.
    """
    wait_for_sandboxes()
    report = run(GradeOptions(**values))
    if report.judge_errors:
        return TROUBLE
    return YES if report.all_accepted else NO
