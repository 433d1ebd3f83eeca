"""`ineqsudoku solve`: print the solutions of puzzles."""

from __future__ import annotations

import re
from typing import Any

import click

from ineqsudoku.apps.batch.line_ranges import Part
from ineqsudoku.apps.cli.command import Command
from ineqsudoku.apps.cli.options import (
    ONE_A_CORE,
    cluster_option,
    encoding_option,
    flag,
    format_option,
    jobs_option,
    json_option,
    node_limit_option,
    option,
    output_dir_option,
    output_option,
    puzzles_argument,
    resume_folder_option,
    search_time_option,
)
from ineqsudoku.apps.solve.pipeline import JSON, MOST_MESSAGES, RENDERINGS, Task
from ineqsudoku.apps.solve.run import SolveOptions, solve
from ineqsudoku.messages import Message
from ineqsudoku.search import ENGINES, EngineChoice

_NO_PART = Message("solve.no-part", "expected K/N with K from 1 to N, such as 3/16, found {found}")


def _part(_: click.Context, parameter: click.Parameter, value: str | None) -> Part | None:
    if value is None:
        return None
    match = re.fullmatch(r"0*([1-9][0-9]{0,17})/0*([1-9][0-9]{0,17})", value, re.ASCII)
    if not match or (part := Part(*map(int, match.groups()))).number > part.parts:
        raise click.BadParameter(str(_NO_PART.fill(found=repr(value))), param=parameter)
    return part


@click.command(
    "solve",
    cls=Command,
    examples=(
        "ineqsudoku solve puzzle.in",
        "ineqsudoku solve --output-dir answers tests/",
        "ineqsudoku solve --json --node-limit 100000 hard.in",
        "ineqsudoku solve < layouts.txt",
    ),
    exit_codes={
        "0": "every puzzle has exactly one solution (--any: at least one)",
        "1": "some puzzle has none or several, or is undecided",
        "2": "trouble",
    },
)
@puzzles_argument
@format_option
@encoding_option
@option(
    "--engine",
    type=click.Choice(["auto", *ENGINES]),
    default="auto",
    is_rare=True,
    help="Search engine; auto starts with the one that fits the puzzle, then tries others.",
)
@option(
    "--to",
    type=click.Choice([name for name in RENDERINGS if name != JSON]),
    show_default=Message("default.solutions", "line for plain and compact, else grid"),
    excludes=["--json"],
    help="Output format of the solutions.",
)
@json_option
@flag("--any", "any_", help="Stop at the first solution; others may exist.")
@output_option("Write FILE, completely or not at all; - is standard output.")
@output_dir_option(
    "Write DIR/NAME.out for each file NAME.*, completely or not at all.", excludes=["--output"]
)
@node_limit_option("Stop the search for a puzzle after N nodes.")
@search_time_option("Stop the search for a puzzle after SECONDS of wall-clock time.")
@jobs_option(ONE_A_CORE)
@cluster_option
@option(
    "--part",
    callback=_part,
    metavar="K/N",
    show_default=Message("default.all", "all"),
    is_rare=True,
    help="Solve the K-th of N parts of one FILE of lines. The results of all parts, in order, are "
    "those of FILE.",
)
@resume_folder_option
@flag(
    "--quiet",
    "-q",
    excludes=["--verbose"],
    help="Print no messages about single puzzles.",
)
@flag(
    "--verbose",
    "-v",
    help=Message(
        "--verbose",
        "Print all messages about single puzzles, not only the first {n} of a kind in a file.",
        n=MOST_MESSAGES,
    ),
)
def command(
    paths: tuple[str, ...],
    engine: EngineChoice,
    any_: bool,
    node_limit: int | None,
    search_time: float | None,
    to: str | None,
    as_json: bool,
    quiet: bool,
    verbose: bool,
    **options: Any,
) -> int:
    """Solve puzzles and report whether the solution is unique.

    Puzzles that cannot be read are reported; the rest are still solved.

    DIR stands for its *.in and *.txt files, - for standard input, the default.
    """
    to = JSON if as_json else to
    messages = 0 if quiet else None if verbose else MOST_MESSAGES
    task = Task(engine, 1 if any_ else 2, node_limit, search_time, to, messages)
    return solve(paths, SolveOptions(task, **options))
