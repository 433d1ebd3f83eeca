"""`ineqsudoku solve`: print the solutions of puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from functools import partial
from itertools import groupby
from math import isnan
from operator import attrgetter

import click

from ineqsudoku.cli import YES, tell
from ineqsudoku.cli.outputs import Output, StandardOutput
from ineqsudoku.cli.parallel import cores, limited, mapped
from ineqsudoku.cli.progress import tracked
from ineqsudoku.cli.rendering import RENDERINGS
from ineqsudoku.cli.sources import Source, encoding_option, format_option, sources
from ineqsudoku.cli.work import Task, done, items
from ineqsudoku.search import ENGINES


def _is_a_number(_: click.Context, __: click.Parameter, seconds: float | None) -> float | None:
    """`FloatRange` accepts `nan`, which is in no range."""
    if seconds is not None and isnan(seconds):
        raise click.BadParameter("nan is not a number of seconds.")
    return seconds


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
    help="Search engine; auto starts with the one that fits the puzzle and goes on with others.",
)
@click.option(
    "--to",
    type=click.Choice(list(RENDERINGS)),
    help="Format of the solutions.  [default: line for plain and compact, else grid]",
)
@click.option("--any", "any_", is_flag=True, help="Stop at the first solution; others may exist.")
@click.option(
    "--output-dir",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Write DIR/NAME.out for each file NAME.*, completely or not at all.",
)
@click.option(
    "--node-limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="Stop the search for a puzzle after N nodes.",
)
@click.option(
    "--search-time",
    type=click.FloatRange(min=0, min_open=True),
    callback=_is_a_number,
    metavar="SECONDS",
    help="Stop the search for a puzzle after SECONDS of wall-clock time.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Use up to N processes for long work, at most 4 a core.  [default: one a core]",
)
@click.option("--resume", is_flag=True, help="Resume an interrupted run with --output-dir.")
@click.pass_context
def command(
    context: click.Context,
    paths: tuple[str, ...],
    format: str,
    encoding: str | None,
    engine: str,
    to: str | None,
    any_: bool,
    output_dir: str | None,
    node_limit: int | None,
    search_time: float | None,
    jobs: int | None,
    resume: bool,
) -> None:
    """Solve puzzles and report whether the solution is unique.

    A DIR stands for its *.in and *.txt files, - for standard input, which is also the
    default.  Puzzles that cannot be read are reported; the rest are still solved.
    """
    if resume and output_dir is None:
        raise click.UsageError("--resume needs --output-dir")
    wanted = list(sources(paths, encoding))
    task = Task(engine, 1 if any_ else 2, node_limit, search_time, to)
    files = [source.identity for source in wanted]
    order = {"sources": files, "format": format, "encoding": encoding, **asdict(task)}
    with _output(output_dir, wanted, order, resume, to) as output:
        code = _solve(wanted, format, task, output, limited(jobs or cores()))
    context.exit(code)


@contextmanager
def _output(
    folder: str | None, wanted: list[Source], order: dict[str, object], resume: bool, to: str | None
) -> Iterator[Output]:
    if folder is None:
        yield StandardOutput(headings=len(wanted) > 1 and to != "json")  # JSON names sources.
        return
    from ineqsudoku.cli.folder import opened

    with opened(folder, wanted, order, resume) as output:
        yield output


def _solve(wanted: Sequence[Source], format: str, task: Task, output: Output, jobs: int) -> int:
    """Write the outcomes of all sources; the highest of their exit codes."""
    before = dict(output.marks)
    code = max((mark.code for mark in before.values()), default=YES)
    failed: set[Source] = set()
    to_do = items(wanted, format, before, failed)
    outcomes = mapped(partial(done, task=task), to_do, jobs)
    bar = tracked(outcomes, _total(wanted), wanted=not output.scrolls)
    with closing(outcomes), closing(bar):
        for source, of_source in groupby(bar, key=attrgetter("source")):
            with output.for_source(source) as write:
                for outcome in of_source:
                    if source not in failed:
                        write(outcome)
                        code = max(code, outcome.code)
                        for message in outcome.messages:
                            tell(message)
                    if outcome.failed:
                        failed.add(source)
    return code


def _total(wanted: Sequence[Source]) -> int | None:
    sizes = [source.size for source in wanted]
    return None if None in sizes else sum(size for size in sizes if size)
