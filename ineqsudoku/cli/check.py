"""`ineqsudoku check`: is a printed grid a solution?"""

from __future__ import annotations

import click

from ineqsudoku.cli import NO, YES, tell
from ineqsudoku.cli.sources import STDIN, Source
from ineqsudoku.formats import FORMATS, entries
from ineqsudoku.judge.answers import check_all


@click.command(
    short_help="Judge a printed grid.",
    epilog="""\b
Examples:
  ineqsudoku check puzzle.in answer.out
  ./my-solver < puzzle.in | ineqsudoku check puzzle.in -

Exit codes: 0 accepted, 1 not accepted, 2 trouble.""",
)
@click.argument("input", metavar="INPUT", type=click.Path(readable=False))
@click.argument("output", metavar="OUTPUT", type=click.Path(readable=False))
@click.option(
    "--format",
    type=click.Choice(["auto", *FORMATS]),
    default="auto",
    show_default=True,
    help="How INPUT is written.",
)
@click.pass_context
def command(context: click.Context, input: str, output: str, format: str) -> None:
    """Judge the grid in OUTPUT, which a program printed for the puzzle in INPUT.

    Prints `accepted`, or the first rule that the grid breaks: shape, range, row, column,
    box, sign, given.  Any right grid is accepted.  INPUT may hold several puzzles; OUTPUT
    then holds a grid for each.  One of the two may be - for standard input.
    """
    if input == output == STDIN:
        raise click.UsageError("INPUT and OUTPUT cannot both be standard input")
    document = Source(input).document()
    for warning in document.warnings:
        tell(f"warning: {warning}")
    puzzles = entries(document, format)
    judged = check_all([entry.puzzle for entry in puzzles], Source(output).answer())
    for entry, violations in zip(puzzles, judged, strict=True):
        if violations:
            which = f"puzzle {entry.index + 1} (line {entry.line}): " if len(puzzles) > 1 else ""
            click.echo(f"{which}{violations[0]}")
            context.exit(NO)
    click.echo("accepted")
    context.exit(YES)
