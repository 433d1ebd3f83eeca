"""`ineqsudoku solve`: print the solutions of puzzles."""

from __future__ import annotations

import click

from ineqsudoku.cli.options import (
    OUTPUT_FOLDER,
    cluster_option,
    encoding_option,
    format_option,
    search_time_option,
)
from ineqsudoku.cli.solve.pipeline import Task
from ineqsudoku.cli.solve.rendering import RENDERINGS
from ineqsudoku.cli.solve.run import Wanted, solve
from ineqsudoku.search import ENGINES, EngineChoice


@click.command(
    short_help="Print the solutions of puzzles.",
    epilog="""\b
Examples:
  ineqsudoku solve puzzle.in
  ineqsudoku solve --output-dir answers tests/
  ineqsudoku solve --to json --node-limit 100000 hard.in
  ineqsudoku solve < layouts.txt

Exit codes: 0 every puzzle has exactly one solution (--any: at least one); 1 some
puzzle has none or several, or is undecided; 2 trouble.""",
)
@click.argument("paths", nargs=-1, metavar="[FILE|DIR|-]...", type=click.Path(readable=False))
@format_option
@encoding_option
@click.option(
    "--engine",
    type=click.Choice(["auto", *ENGINES]),
    default="auto",
    show_default=True,
    help="Search engine; auto starts with the one that fits the puzzle, then tries others.",
)
@click.option(
    "--to",
    type=click.Choice(list(RENDERINGS)),
    help="Format of the solutions.  [default: line for plain and compact, else grid]",
)
@click.option("--any", "any_", is_flag=True, help="Stop at the first solution; others may exist.")
@click.option(
    "--output-dir",
    type=OUTPUT_FOLDER,
    metavar="DIR",
    help="Write DIR/NAME.out for each file NAME.*, completely or not at all.",
)
@click.option(
    "--node-limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="Stop the search for a puzzle after N nodes.",
)
@search_time_option("Stop the search for a puzzle after SECONDS of wall-clock time.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Use up to N processes for long work, at most 4 a core.  [default: one a core]",
)
@cluster_option
@click.option("--resume", is_flag=True, help="Resume an interrupted run with --output-dir.")
@click.pass_context
def command(
    context: click.Context,
    paths: tuple[str, ...],
    format: str,
    encoding: str | None,
    engine: EngineChoice,
    to: str | None,
    any_: bool,
    output_dir: str | None,
    node_limit: int | None,
    search_time: float | None,
    jobs: int | None,
    cluster: str | None,
    resume: bool,
) -> None:
    """Solve puzzles and report whether the solution is unique.

    A DIR stands for its *.in and *.txt files, - for standard input, which is also the
    default.  Puzzles that cannot be read are reported; the rest are still solved.
    """
    if resume and output_dir is None:
        raise click.UsageError("--resume needs --output-dir")
    task = Task(engine, 1 if any_ else 2, node_limit, search_time, to)
    wanted = Wanted(paths, task, format, encoding, output_dir, resume, jobs, cluster)
    context.exit(solve(wanted))
