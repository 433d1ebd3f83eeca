"""`ineqsudoku validate`: is a layout a puzzle, and if not, why?"""

from __future__ import annotations

from typing import Any

import click

from ineqsudoku.apps.cli.command import Command
from ineqsudoku.apps.cli.options import (
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
from ineqsudoku.apps.diagnose.printing import MOST_FLIPS
from ineqsudoku.apps.diagnose.progress import SOLUTIONS
from ineqsudoku.apps.diagnose.run import ValidateOptions, validate
from ineqsudoku.messages import Message


@click.command(
    "validate",
    cls=Command,
    examples=(
        "ineqsudoku validate puzzle.in",
        "ineqsudoku validate --json tests/",
        "ineqsudoku validate --repair 3 typed-from-a-picture.in",
        "ineqsudoku validate --fix --output mended.in puzzle.in",
    ),
    exit_codes={
        "0": "every puzzle is valid or, with --fix, was mended",
        "1": "some puzzle is not",
        "2": "malformed or unreadable input, or other trouble",
    },
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
    "Stop the examination of a puzzle after SECONDS of wall-clock time; report the results so far.",
    is_rare=True,
)
@count_option("--limit", "Count up to N solutions.", default=SOLUTIONS, least=2, is_rare=True)
@flag(
    "--fix",
    needs=["--output", "--in-place"],
    help="Write the mended layout if only one repair leads to a single solution.",
)
@output_option(
    "With --fix: write the mended layout to FILE, or the input if nothing is wrong. With -, the "
    "report goes to standard error.",
    default="",
    needs=["--fix"],
)
@flag(
    "--in-place",
    expose_value=False,  # It is the only destination without --output.
    needs=["--fix"],
    excludes=["--output"],
    help="With --fix: overwrite the input.",
)
@flag(
    "--minimal", is_rare=True, help="Look for a minimal set of signs that still gives one solution."
)
@count_option(
    "--effort",
    "Measure how many nodes a search needs, up to N nodes; 0 measures nothing.",
    default=0,
    least=0,
    is_rare=True,
)
@option(
    "--rate/--no-rate",
    default=None,
    show_default=Message("default.rate", "a single puzzle only"),
    is_rare=True,
    help="Rate how hard valid puzzles are for people, as explain does.",
)
@json_option
@report_option(
    "--draw",
    "Draw what is reported as FILE.svg, FILE.png or FILE.pdf; only a PDF holds several puzzles and "
    "the steps of proofs.",
)
@jobs_option("1")
@cluster_option
def command(paths: tuple[str, ...], **values: Any) -> int:
    """Report what is wrong with layouts: syntax, cycles, no solution or several.

    If there is no solution, the report shows a conflict (signs that cannot all hold), steps that
    prove it, and the signs to flip; if there are several, two that are nearly the same.  For a
    valid puzzle, it shows the redundant signs and the difficulty for people.

    DIR stands for its *.in and *.txt files, - for standard input, the default.
    """
    options = ValidateOptions(paths=paths, **values)
    if options.fix and not options.repair:
        message = Message("validate.no-repairs", "--fix needs repairs; --repair 0 tries none")
        raise click.UsageError(str(message))
    return validate(options)
