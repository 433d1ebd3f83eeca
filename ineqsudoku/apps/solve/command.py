"""`ineqsudoku solve`: print the solutions of puzzles."""

from __future__ import annotations

from typing import Any

import click

from ineqsudoku.apps.cli.options import (
    OUTPUT_FOLDER,
    cluster_option,
    format_option,
    jobs_option,
    json_option,
    language_option,
    output_option,
    puzzles_argument,
    search_time_option,
)
from ineqsudoku.apps.solve.answers import JSON, MOST_MESSAGES, RENDERINGS, Task
from ineqsudoku.apps.solve.run import SolveOptions, solve
from ineqsudoku.search import ENGINES, EngineChoice


@click.command(
    "solve",
    epilog="Exit codes: 0 if every puzzle has exactly one solution (with --any: at least one), 1 "
    "if some puzzle has none or several or is undecided, 2 for trouble.",
)
@puzzles_argument
@format_option
@click.option(
    "--engine",
    type=click.Choice(["auto", *ENGINES]),
    default="auto",
    help="Search engine; auto starts with the one that fits the puzzle, then tries others.",
)
@click.option(
    "--to",
    type=click.Choice([name for name in RENDERINGS if name != JSON]),
    help="Output format of the solutions; line is the default for plain and compact.",
)
@json_option
@click.option("--any", "any_", is_flag=True, help="Stop at the first solution.")
@output_option
@click.option(
    "--output-dir",
    metavar="DIR",
    type=OUTPUT_FOLDER,
    help="Write DIR/NAME.out for each file NAME.*, completely or not at all.",
)
@click.option(
    "--skip-existing",
    is_flag=True,
    help="With --output-dir, leave out files whose outputs exist, as after an interruption.",
)
@click.option(
    "--node-limit", type=click.IntRange(1), metavar="N", help="Stop a search after N nodes."
)
@search_time_option("Stop a search after SECONDS of wall-clock time.")
@jobs_option
@cluster_option
@click.option("--quiet", "-q", is_flag=True, help="Print no messages about single puzzles.")
@language_option
def command(
    paths: tuple[str, ...],
    engine: EngineChoice,
    any_: bool,
    node_limit: int | None,
    search_time: float | None,
    to: str | None,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> int:
    """Solve puzzles and report whether the solution is unique.

    Puzzles that cannot be read are reported; the rest are still solved.  DIR stands for its *.in
    and *.txt files, - for standard input, the default.
    """
    if as_json and to:
        raise click.UsageError("--json and --to exclude each other")
    if options["output"] and options["output_dir"]:
        raise click.UsageError("--output-dir and --output exclude each other")
    if options["skip_existing"] and not options["output_dir"]:
        raise click.UsageError("--skip-existing needs --output-dir")
    limit, messages = 1 if any_ else 2, 0 if quiet else MOST_MESSAGES
    task = Task(engine, limit, node_limit, search_time, JSON if as_json else to, messages)
    return solve(paths, SolveOptions(task, **options))
