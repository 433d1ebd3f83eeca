"""`ineqsudoku explain`: how a person solves a puzzle, step by step."""

from __future__ import annotations

from typing import Any

import click

from ineqsudoku.apps.cli.command import Command
from ineqsudoku.apps.cli.options import (
    cluster_option,
    encoding_option,
    flag,
    format_option,
    html_option,
    jobs_option,
    json_option,
    option,
    puzzles_argument,
    report_option,
)
from ineqsudoku.apps.explain.run import ExplainOptions, explain
from ineqsudoku.apps.explain.techniques import NAMES
from ineqsudoku.messages import Message, enumeration


@click.command(
    "explain",
    cls=Command,
    examples=(
        "ineqsudoku explain puzzle.in",
        "ineqsudoku explain --html steps.html puzzle.in",
        "ineqsudoku explain --until X-wing --draw x-wing.svg puzzle.in",
        "ineqsudoku explain --json layouts.txt",
    ),
    exit_codes={
        "0": "every puzzle is explained up to its solution",
        "1": "some puzzle does not have exactly one solution, or its explanation is not complete",
        "2": "trouble",
    },
)
@puzzles_argument
@format_option
@encoding_option
@option(
    "--until",
    type=click.Choice(tuple(NAMES), case_sensitive=False),
    metavar="TECHNIQUE",
    help=Message(
        "--until",
        "Stop before the first step of a technique: {techniques}.",
        techniques=enumeration(NAMES),
    ),
)
@json_option
@html_option
@report_option(
    "--draw",
    "Draw the steps: FILE.pdf has a page for every step; FILE.svg or FILE.png shows the hardest "
    "one or, with --until, the one before which the explanation stops.",
)
@jobs_option("1")
@cluster_option
@flag("--no-pager", is_rare=True, help="Print long texts on a terminal without a pager.")
def command(**values: Any) -> int:
    """Explain each step in a sentence, digit after digit.

    Each digit follows the steps that lead to it; the cheapest techniques come first.  Steps that
    need candidates stand below a board that shows them: an x or, in colour, a digit struck
    through is a candidate that they remove.

    DIR stands for its *.in and *.txt files, - for standard input, the default.
    """
    return explain(ExplainOptions(**values))
