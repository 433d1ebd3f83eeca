"""`ineqsudoku grade`: run untrusted programs on tests and judge their output."""

from __future__ import annotations

from typing import Any

import click

from ineqsudoku.apps.cli.command import Command, wait_for_sandboxes
from ineqsudoku.apps.cli.exits import NO, TROUBLE, YES
from ineqsudoku.apps.cli.options import (
    INPUT,
    OUTPUT_FILE,
    FilePath,
    FiniteRange,
    WholeNumber,
    count_option,
    encoding_option,
    flag,
    html_option,
    jobs_option,
    json_option,
    memory_limit_option,
    no_sandbox_flag,
    option,
    output_option,
    report_option,
)
from ineqsudoku.apps.grade.run import SHIPPED_TIME_LIMIT, TIME_LIMIT, GradeOptions, run
from ineqsudoku.messages import Message

_SECONDS = FiniteRange(min=0.05, max=1_000_000)
"""A time limit."""

_FOLDER = FilePath(exists=True, file_okay=False, readable=False)
_FILE = FilePath(dir_okay=False, readable=False)


@click.command(
    "grade",
    cls=Command,
    examples=(
        "ineqsudoku grade solution.cpp",
        "ineqsudoku grade solution.cpp --tests tests/",
        "ineqsudoku grade submissions/* --tests tests.zip --html report.html",
        "ineqsudoku grade --all-in submissions --tests tests --resume",
        "ineqsudoku grade --contestants class --tests tests --ranking marks.csv",
    ),
    exit_codes={
        "0": "all submissions are accepted",
        "1": "some are not",
        "2": "trouble, also if a test is at fault",
    },
)
@click.argument("paths", metavar="[SUBMISSION]...", nargs=-1, type=INPUT)
@option(
    "--all-in",
    "folders",
    metavar="DIR",
    multiple=True,
    type=_FOLDER,
    help="Grade every file and folder in DIR as a submission.",
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
    is_rare=True,
    help="Which submission of a contestant counts; the last is the one modified last.",
)
@option(
    "--tests",
    metavar="DIR|ZIP",
    type=INPUT,
    show_default=Message("default.tests", "a set of easy to extreme layouts and killers"),
    help="Tests: NAME.in with NAME.out or NAME.ans; folders are subtasks.",
)
@encoding_option
@option(
    "--time-limit",
    type=_SECONDS,
    metavar="SECONDS",
    show_default=Message(
        "default.time-limit",
        "{seconds}; {shipped} without --tests",
        seconds=TIME_LIMIT,
        shipped=SHIPPED_TIME_LIMIT,
    ),
    help="CPU time of a run, of all its processes together.",
)
@option(
    "--idle-limit",
    type=_SECONDS,
    default=5.0,
    metavar="SECONDS",
    is_rare=True,
    help="Time of a run in which the program sleeps or waits, but not for a processor.",
)
@memory_limit_option(WholeNumber(min=8))
@option(
    "--output-limit",
    type=WholeNumber(min=1, max=1024 * 1024),
    default=1024,
    is_rare=True,
    metavar="KIB",
    help="Output of a run, in KiB.",
)
@option(
    "--compile-time-limit",
    type=_SECONDS,
    default=20.0,
    is_rare=True,
    metavar="SECONDS",
    help="CPU time of a compiler.",
)
@count_option("--repeat", "Run each submission N times on each test.", default=1, is_rare=True)
@flag("--fail-fast", help="End a submission at its first wrong test.")
@jobs_option(Message("default.half", "half the cores, for reliable times"))
@flag("--pin", is_rare=True, help="Bind each run to a processor core of its own.")
@option(
    "--languages",
    type=_FILE,
    is_rare=True,
    metavar="FILE",
    help="Add or replace languages as this TOML file says.",
)
@no_sandbox_flag()
@option(
    "--store",
    type=OUTPUT_FILE,
    metavar="FILE",
    show_default=Message(
        "default.store", "one for these tests and submissions in the user's state folder"
    ),
    is_rare=True,
    help="File that keeps all runs.",
)
@flag("--resume", help="Resume the last grade in the store.")
@html_option
@report_option("--junit", "Write JUnit XML.", is_rare=True)
@report_option("--csv", "Write a CSV line for each run.")
@report_option("--ranking", "Write a CSV line for each contestant.", needs=["--contestants"])
@json_option
@output_option(
    "With --json: write JSON to FILE, and print text; - is standard output.",
    needs=["--json"],
    is_rare=True,
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
