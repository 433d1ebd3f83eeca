"""`ineqsudoku validate`: is a layout a puzzle, and if not, why?"""

from __future__ import annotations

from typing import Any

import click

from ineqsudoku.cli.command import KERNEL, NO_COLOR
from ineqsudoku.cli.options import (
    WholeNumber,
    cluster_option,
    count_option,
    encoding_option,
    flag,
    format_option,
    jobs_option,
    json_option,
    option,
    output_option,
    puzzles_argument,
    report_option,
    search_time_option,
)
from ineqsudoku.cli.protocol_command import ProtocolCommand, protocol_option
from ineqsudoku.cli.validate.printing import MOST_FLIPS
from ineqsudoku.cli.validate.run import ValidateOptions, validate
from ineqsudoku.diagnose.effort import LIMIT as EFFORT
from ineqsudoku.diagnose.witnesses import LIMIT
from ineqsudoku.judge.protocols.interface import run
from ineqsudoku.judge.protocols.judges import VALIDATORS

_UNUSED_BY_JUDGES = (
    *("--format", "--encoding", "--repair", "--search-time", "--limit", "--fix", "--minimal"),
    *("--effort", "--rate", "--json", "--draw", "--jobs", "--cluster"),
)
"""The options that change nothing if a judge calls the validator."""


@click.command(
    cls=ProtocolCommand,
    interfaces=VALIDATORS,
    short_help="Report what is wrong with layouts.",
    examples=(
        "ineqsudoku validate puzzle.in",
        "ineqsudoku validate --json --minimal tests/",
        "ineqsudoku validate --repair 3 --search-time 60 typed-from-a-picture.in",
        "ineqsudoku validate --fix --output mended.in puzzle.in",
        "ineqsudoku validate --draw wrong.svg puzzle.in",
        "ineqsudoku validate --protocol kattis < 01.in",
    ),
    exit_codes={
        "0": "every puzzle is valid or, with --fix, was mended",
        "1": "some puzzle is not",
        "2": "malformed or unreadable input, or other trouble",
        "others": "with --protocol: those of the judge",
    },
    variables=(KERNEL, NO_COLOR),
)
@puzzles_argument
@format_option
@encoding_option
@flag("--partial", "allows_absent", help="Allow absent signs.")
@option(
    "--repair",
    type=WholeNumber(0, MOST_FLIPS),
    default=1,
    help="Try repairs that flip up to N signs; 0 tries none.",
)
@search_time_option(
    "Stop the examination of a puzzle after SECONDS of wall-clock time; report what was found."
)
@count_option("--limit", "Count up to N solutions.", default=LIMIT, least=2)
@flag(
    "--fix",
    needs=["--output", "--in-place"],
    help="Write the layout mended if exactly one repair gives one solution.",
)
@output_option(
    "With --fix: write the mended layout, or the input if nothing is wrong, to FILE, which must "
    "not be the input; - is standard output, and moves the report to standard error.",
    default="none",
    needs=["--fix"],
)
@flag(
    "--in-place",
    expose_value=False,  # It is the only destination without --output.
    needs=["--fix"],
    excludes=["--output"],
    help="With --fix: overwrite the input.",
)
@flag("--minimal", help="Look for a set of signs that is enough.")
@count_option(
    "--effort",
    "Measure how many nodes searches need, each up to N nodes.",
    least=0,
    without=f"{EFFORT:,} for a single puzzle, 0 for several",
)
@option(
    "--rate/--no-rate",
    default=None,
    show_default="a single puzzle only",
    help="Rate how hard valid puzzles are for people, as explain does.",
)
@json_option
@report_option(
    "--draw",
    "Draw conflict and repairs, two solutions, or the only one, as FILE.svg, FILE.png or "
    "FILE.pdf; only a PDF holds several puzzles.",
)
@jobs_option("1")
@cluster_option
@protocol_option(
    VALIDATORS,
    "Validate standard input, an official text, as validators for this judge do.",
    excludes=_UNUSED_BY_JUDGES,
)
@flag(
    "--lenient",
    needs=["--protocol"],
    help="With --protocol: accept one puzzle in any format.",
)
def command(paths: tuple[str, ...], protocol: str | None, lenient: bool, **values: Any) -> int:
    """Report what is wrong with layouts: syntax, cycles, no solution or several.

    For no solution: a conflict, which is a set of signs that cannot all hold, and the signs
    to flip.  For several: two that are nearly the same.  For a valid puzzle: its redundant
    signs, what it costs to solve, and how hard it is for a person.

    A DIR stands for its *.in and *.txt files, - for standard input, which is also the default.
    """
    options = ValidateOptions(paths, **values)
    if protocol:
        from ineqsudoku.cli.validate.input_judgement import judge_input

        run(VALIDATORS[protocol], paths, lambda _: judge_input(lenient, options.allows_absent))
    if options.fix and not options.repair:
        raise click.UsageError("--fix needs repairs; --repair 0 tries none")
    return validate(options)
