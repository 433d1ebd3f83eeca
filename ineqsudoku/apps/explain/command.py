"""`ineqsudoku explain`: how a person solves a puzzle, step by step."""

from __future__ import annotations

from typing import Any

import click

from ineqsudoku.apps.cli.options import (
    OUTPUT_FILE,
    cluster_option,
    format_option,
    jobs_option,
    json_option,
    language_option,
    puzzles_argument,
)
from ineqsudoku.apps.explain.run import explain


@click.command(
    "explain",
    epilog="Exit codes: 0 if every puzzle is explained up to its solution, 1 if some puzzle does "
    "not have exactly one solution or its explanation is not complete, 2 for trouble.",
)
@puzzles_argument
@format_option
@json_option
@click.option(
    "--draw",
    metavar="FILE",
    type=OUTPUT_FILE,
    help="Draw the steps: FILE.html has a page for every step; FILE.svg or FILE.png shows the "
    "hardest one.",
)
@jobs_option
@cluster_option
@click.option("--no-pager", is_flag=True, help="Print long texts on a terminal without a pager.")
@language_option
def command(paths: tuple[str, ...], **options: Any) -> int:
    """Explain each step in a sentence, digit after digit.

    Each digit follows the steps that lead to it; the cheapest techniques come first.  Steps that
    need candidates stand below a board that shows them: an x or, in colour, a digit struck
    through is a candidate that they remove.

    DIR stands for its *.in and *.txt files, - for standard input, the default.
    """
    return explain(paths, **options)
