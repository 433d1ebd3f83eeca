"""`ineqsudoku validate`: is a layout a puzzle, and if not, why?"""

from __future__ import annotations

from typing import Any

import click

from ineqsudoku.apps.cli.options import (
    OUTPUT_FILE,
    OutputPath,
    cluster_option,
    format_option,
    jobs_option,
    json_option,
    language_option,
    puzzles_argument,
    search_time_option,
)
from ineqsudoku.apps.diagnose.printing import MOST_FLIPS
from ineqsudoku.apps.diagnose.progress import SOLUTIONS
from ineqsudoku.apps.diagnose.run import ValidateOptions, validate


@click.command(
    "validate",
    epilog="Exit codes: 0 if every puzzle is valid or, with --fix, was mended, 1 if some puzzle is "
    "not, 2 for malformed or unreadable input, or other trouble.",
)
@puzzles_argument
@format_option
@click.option("--partial", "allows_absent", is_flag=True, help="Allow absent signs.")
@click.option(
    "--repair",
    type=click.IntRange(0, MOST_FLIPS),
    default=1,
    show_default=True,
    metavar="N",
    help="Try repairs that flip up to N signs; 0 tries none.",
)
@search_time_option(
    "Stop the examination of a puzzle after SECONDS of wall-clock time; report the results so far."
)
@click.option(
    "--limit",
    type=click.IntRange(2),
    default=SOLUTIONS,
    show_default=True,
    metavar="N",
    help="Count up to N solutions.",
)
@click.option(
    "--minimal",
    is_flag=True,
    help="Look for a minimal set of signs that still gives one solution.",
)
@click.option(
    "--fix",
    is_flag=True,
    help="Write the mended layouts, if each wrong one has a single repair that leads to one "
    "solution.",
)
@click.option(
    "--output",
    metavar="FILE",
    type=OutputPath(dir_okay=False, readable=False, allow_dash=True),
    help="With --fix: write to FILE, even if nothing is wrong. With -, the report goes to standard "
    "error.",
)
@click.option("--in-place", is_flag=True, help="With --fix: overwrite the input.")
@json_option
@click.option(
    "--draw",
    metavar="FILE",
    type=OUTPUT_FILE,
    help="Draw the report as FILE.svg, FILE.png or FILE.html; only HTML holds several "
    "puzzles and the steps of proofs.",
)
@jobs_option
@cluster_option
@language_option
def command(in_place: bool, **options: Any) -> int:
    """Report what is wrong with layouts: syntax, cycles, no solution or several.

    If there is no solution, the report shows a conflict (signs that cannot all hold), steps that
    prove it, and the signs to flip; if there are several, two that are nearly the same.  For a
    valid puzzle, it shows the redundant signs and the difficulty for people.

    DIR stands for its *.in and *.txt files, - for standard input, the default.
    """
    if options["fix"] and not options["repair"]:
        raise click.UsageError("--fix needs repairs; --repair 0 tries none")
    has_output = options["output"] is not None
    if options["fix"] and has_output == in_place:
        raise click.UsageError("--fix needs either --output or --in-place")
    if (has_output or in_place) and not options["fix"]:
        raise click.UsageError("--output and --in-place need --fix")
    return validate(ValidateOptions(**options))
