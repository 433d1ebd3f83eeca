"""`ineqsudoku package`: a problem that a judge accepts as it is."""

from __future__ import annotations

import os

import click

from ineqsudoku.cli.interrupts import Interrupts
from ineqsudoku.cli.messages import tell
from ineqsudoku.cli.options import FiniteRange, OutputPath
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.judge.package import TARGETS, Options, build, write
from ineqsudoku.judge.package.statement import LANGUAGES
from ineqsudoku.names import shown

GRACE = 5.0
"""Seconds after an interrupt in which the sandboxes can end; they need a fraction of one."""


@click.command(
    short_help="Make a problem package for a judge.",
    epilog=f"""\b
Examples:
  ineqsudoku package --to kattis --tests tests/ --output inequality
  ineqsudoku package --to polygon --tests tests.zip --output package.zip

Targets: {", ".join(TARGETS)}.

Exit codes: 0 written, 2 trouble.""",
)
@click.option(
    "--to",
    "target",
    type=click.Choice(TARGETS),
    required=True,
    metavar="TARGET",
    help="The judge or its format.",
)
@click.option(
    "--tests",
    required=True,
    metavar="DIR|ZIP",
    type=click.Path(readable=False),
    help="NAME.in, with or without NAME.out; those in sample/, else the first, are samples.",
)
@click.option(
    "--output",
    required=True,
    metavar="DIR|ZIP",
    type=OutputPath(readable=False),
    help="A new folder, or a zip file if the name ends so.",
)
@click.option("--name", default="inequalitysudoku", show_default=True, help="Of the problem.")
@click.option(
    "--time-limit",
    type=FiniteRange(),
    metavar="SECONDS",
    help="[default: five times what the slowest accepted solution takes, at least 1 s]",
)
@click.option("--memory-limit", type=int, default=256, show_default=True, metavar="MIB")
@click.option(
    "--language",
    type=click.Choice([*LANGUAGES, "both"]),
    default="both",
    show_default=True,
    help="Of the statement.",
)
@click.option(
    "--with-testlib", "testlib", metavar="FILE", type=click.Path(), help="Ship this testlib.h."
)
@click.option("--unproven", is_flag=True, help="Do not run the solutions; the package says so.")
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
