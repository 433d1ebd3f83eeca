"""`ineqsudoku solve`: puzzles in, solutions out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from time import perf_counter
from typing import Literal

import click

from ineqsudoku.cli import NO, TROUBLE, YES, tell
from ineqsudoku.cli.outputs import Output, StandardOutput, Write
from ineqsudoku.cli.progress import tracked
from ineqsudoku.cli.rendering import RENDERINGS, Solved, remark
from ineqsudoku.cli.sources import Source, sources
from ineqsudoku.errors import IneqSudokuError, UnsupportedPuzzleError
from ineqsudoku.formats import FORMATS, Entry, detect, entries
from ineqsudoku.search import ENGINES, solve

Bar = Literal["files", "puzzles", "nothing"]


@dataclass(frozen=True, slots=True)
class Task:
    """What is wanted of every source alike; `to` is `None` for the habit of its format and
    `bar` says what a progress bar counts."""

    format: str
    engine: str
    limit: int
    node_limit: int | None
    to: str | None
    bar: Bar

    def rendering(self, format: str) -> str:
        return self.to or ("grid" if format == "contest" else "line")


@click.command(
    short_help="Print the solutions of puzzles.",
    epilog="""\b
Examples:
  ineqsudoku solve puzzle.in
  ineqsudoku solve --output-dir answers tests/
  ineqsudoku solve --to json --node-limit 100000 hard.in
  ineqsudoku solve < layouts.txt

Exit codes: 0 every puzzle has one solution (--any: at least one); 1 some puzzle
has none or several, or was left undecided; 2 trouble.""",
)
@click.argument("paths", nargs=-1, metavar="[FILE|DIR|-]...", type=click.Path(readable=False))
@click.option(
    "--format",
    type=click.Choice(["auto", *FORMATS]),
    default="auto",
    show_default=True,
    help="How the puzzles are written; auto tells it from the text.",
)
@click.option(
    "--engine",
    type=click.Choice(["auto", *ENGINES]),
    default="auto",
    show_default=True,
    help="How to search; auto takes dlx for plain sudoku, boxes for layouts.",
)
@click.option(
    "--to",
    type=click.Choice(list(RENDERINGS)),
    help="How to print solutions.  [default: grid for contest, line for the others]",
)
@click.option("--any", "any_", is_flag=True, help="Stop at the first solution; prove nothing.")
@click.option(
    "--output-dir",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Write DIR/NAME.out for each file NAME.*, whole or not at all.",
)
@click.option(
    "--node-limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="Give up on a puzzle after N nodes.",
)
@click.pass_context
def command(
    context: click.Context,
    paths: tuple[str, ...],
    format: str,
    engine: str,
    to: str | None,
    any_: bool,
    output_dir: str | None,
    node_limit: int | None,
) -> None:
    """Solve puzzles and tell whether the solution is the only one.

    A DIR stands for its *.in and *.txt files, - for standard input, which is also read
    when nothing is named.
    """
    wanted = list(sources(paths))
    output = _output(output_dir, wanted)
    bar: Bar = "nothing" if output.scrolls else "puzzles" if len(wanted) == 1 else "files"
    task = Task(format, engine, 1 if any_ else 2, node_limit, to, bar)
    with closing(tracked(wanted, len(wanted), "files", bar == "files")) as tracked_sources:
        codes = [_solve_source(source, task, output) for source in tracked_sources]
    context.exit(max(codes))


def _output(folder: str | None, wanted: list[Source]) -> Output:
    if folder is None:
        return StandardOutput()
    from ineqsudoku.cli.folder import Folder

    return Folder(folder, wanted)


def _solve_source(source: Source, task: Task, output: Output) -> int:
    """The exit code that a source deserves; its faults are told, not raised."""
    try:
        document = source.document()
        for warning in document.warnings:
            tell(f"warning: {warning}")
        format = detect(document) if task.format == "auto" else task.format
        puzzles = entries(document, format)
        with output.for_source(source) as write:
            return _solve_entries(source, puzzles, task, task.rendering(format), write)
    except UnsupportedPuzzleError as error:
        tell(f"{source.name}: {error}")
    except IneqSudokuError as error:
        tell(error)
    except OSError as error:
        if error.filename is None:
            raise  # Standard output fails, so there is nothing to go on for.
        tell(error)
    return TROUBLE


def _solve_entries(
    source: Source,
    puzzles: list[Entry],
    task: Task,
    rendering: str,
    write: Write,
) -> int:
    code = YES
    results = _solved(source, puzzles, task)
    counted = tracked(results, len(puzzles), source.name, task.bar == "puzzles")
    with closing(counted) as tracked_results:
        for solved in tracked_results:
            write(*RENDERINGS[rendering](solved))
            if not solved.answered:
                code = NO
                tell(f"{source.name}:{solved.entry.line}: {remark(solved)}")
    return code


def _solved(source: Source, puzzles: list[Entry], task: Task) -> Iterator[Solved]:
    for entry in puzzles:
        start = perf_counter()
        result = solve(entry.puzzle, task.limit, task.engine, task.node_limit)
        yield Solved(source.name, entry, result, perf_counter() - start, task.limit)
