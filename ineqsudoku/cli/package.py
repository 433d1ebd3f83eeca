"""`ineqsudoku package`: a problem that a judge accepts as it is."""

from __future__ import annotations

import os

import click

from ineqsudoku.cli.command import Command
from ineqsudoku.cli.environment import KERNEL
from ineqsudoku.cli.interrupts import Interrupts
from ineqsudoku.cli.messages import tell
from ineqsudoku.cli.numbers import FiniteRange, WholeNumber
from ineqsudoku.cli.options import (
    INPUT,
    NONE,
    OutputPath,
    memory_limit_option,
    option,
    to_option,
)
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.judge.package import TARGETS, Options, build, write
from ineqsudoku.judge.package.statement import LANGUAGES
from ineqsudoku.names import shown

GRACE = 5.0
"""Seconds after an interrupt in which the sandboxes can end; they need a fraction of one."""


@click.command(
    cls=Command,
    short_help="Make a problem package for a judge.",
    examples=(
        "ineqsudoku package --to kattis --tests tests/ --output inequality",
        "ineqsudoku package --to polygon --tests tests.zip --output package.zip",
    ),
    exit_codes={"0": "written", "2": "trouble"},
    variables=(KERNEL,),
)
@to_option(
    f": that of a judge.  One of {', '.join(TARGETS)}",
    type=click.Choice(TARGETS),
    required=True,
    metavar="TARGET",
    name="target",
)
@option(
    "--tests",
    required=True,
    metavar="DIR|ZIP",
    type=INPUT,
    help="Tests: NAME.in, with or without NAME.out; those in sample/, else the first, are samples.",
)
@option(
    "--output",
    required=True,
    metavar="DIR|ZIP",
    type=OutputPath(readable=False),
    help="Write a new folder, or a zip file if the name ends so.",
)
@option("--name", default="inequalitysudoku", show_default=True, help="Short name of the problem.")
@option(
    "--time-limit",
    type=FiniteRange(),
    metavar="SECONDS",
    show_default="five times what the slowest accepted solution takes, at least 1",
    help="CPU time of a run.",
)
@memory_limit_option(WholeNumber())
@option(
    "--language",
    type=click.Choice([*LANGUAGES, "both"]),
    default="both",
    show_default=True,
    help="Language of the statement.",
)
@option(
    "--with-testlib",
    "testlib",
    metavar="FILE",
    type=click.Path(),
    show_default=NONE,
    help="Ship this testlib.h.",
)
@option("--unproven", is_flag=True, help="Do not run the solutions; the package says so.")
@click.pass_context
def command(
    context: click.Context,
    target: str,
    tests: str,
    output: str,
    name: str,
    time_limit: float | None,
    memory_limit: int,
    language: str,
    testlib: str | None,
    unproven: bool,
) -> None:
    """Make a problem package: tests, checker and validator in C++, solutions and statements.

    Every test is one puzzle with all signs and exactly one solution.  The solutions, right and
    wrong ones, are run in the sandbox of `grade` before anything is written: each has to get
    its verdict on the tests.
    """
    languages = LANGUAGES if language == "both" else (language,)
    options = Options(target, tests, name, time_limit, memory_limit, languages, unproven, testlib)
    if os.path.lexists(output) and not (os.path.isdir(output) and not os.listdir(output)):
        raise click.UsageError(f"{shown(output)} is there already")
    if interrupts := context.find_object(Interrupts):
        interrupts.grace = GRACE
    try:
        files = build(options)
    except ValueError as error:
        if isinstance(error, IneqSudokuError):
            raise
        raise click.UsageError(str(error)) from None
    write(files, output)
    proof = "unproven" if unproven else "proven"
    tell(f"{click.format_filename(output)}: {len(files)} files for {target}, {proof}")
