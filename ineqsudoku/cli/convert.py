"""`ineqsudoku convert`: puzzles from one format into another."""

from __future__ import annotations

import os
import warnings

import click

from ineqsudoku.batch.exit_codes import YES
from ineqsudoku.batch.sources import STDIN, sources
from ineqsudoku.cli.messages import tell
from ineqsudoku.cli.options import encoding_option
from ineqsudoku.conversion import convert
from ineqsudoku.formats.registry import AUTO, READABLE, WRITABLE, FormatChoice, WritableFormat
from ineqsudoku.formats.table import help_table
from ineqsudoku.names import shown

_HELP = f"""Convert puzzles between formats.

\b
{help_table()}

What the other format cannot hold is an error that names it.
"""


@click.command(
    help=_HELP,
    short_help="Write puzzles in another format.",
    epilog="""\b
Examples:
  ineqsudoku convert --to extended puzzle.in
  ineqsudoku convert --to fpuzzles puzzle.in      print a link
  ineqsudoku convert --from iss --to contest constraints.txt
  ineqsudoku convert --to unequal --lossy puzzle.in
  ineqsudoku convert --to dimacs puzzle.in > puzzle.cnf

Exit codes: 0 converted; 2 trouble.""",
)
@click.argument("path", required=False, metavar="[FILE|-]", type=click.Path(readable=False))
@click.option(
    "--from",
    "source",
    type=click.Choice([AUTO, *READABLE]),
    default=AUTO,
    show_default=True,
    metavar="FORMAT",
    help="How the puzzles are written; auto recognises it.",
)
@click.option(
    "--to",
    type=click.Choice(WRITABLE),
    required=True,
    metavar="FORMAT",
    help="How to write them.",
)
@encoding_option
@click.option("--lossy", is_flag=True, help="Drop what can't be expressed, with a warning.")
@click.option("--add-boxes", is_flag=True, help="Read puzzles without boxes as sudoku.")
@click.pass_context
def command(
    context: click.Context,
    path: str | None,
    source: FormatChoice,
    to: WritableFormat,
    encoding: str | None,
    lossy: bool,
    add_boxes: bool,
) -> None:
    if path and path != STDIN and os.path.isdir(path):
        raise click.UsageError(f"convert reads one file, found the folder {shown(path)}")
    (wanted,) = sources([path] if path else [])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            text = convert(
                wanted.data(),
                to=to,
                source=source,
                name=wanted.name,
                encoding=encoding,
                lossy=lossy,
                add_boxes=add_boxes,
            )
        finally:
            for warning in caught:
                tell(f"warning: {warning.message}")
    click.echo(text, nl=False)
    context.exit(YES)
