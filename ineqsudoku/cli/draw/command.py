"""`ineqsudoku draw`: draw pictures and print worksheets."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from ineqsudoku.batch.exits import TROUBLE
from ineqsudoku.batch.sources import sources
from ineqsudoku.cli.command import KERNEL, Command
from ineqsudoku.cli.draw.output import write_all, write_one
from ineqsudoku.cli.draw.run import DrawOptions, Run
from ineqsudoku.cli.files import STDOUT
from ineqsudoku.cli.options import (
    NONE,
    FiniteRange,
    encoding_option,
    format_option,
    option,
    output_dir_option,
    output_option,
    puzzles_argument,
    to_option,
)
from ineqsudoku.cli.picture_file import suffixes_known
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.names import shown
from ineqsudoku.pictures.files import FORMATS, format_of
from ineqsudoku.pictures.language import LANGUAGES

_WORKSHEET = ("--per-page", "--paper", "--answers", "--numbered")
"""The options that make a worksheet."""


@click.command(
    cls=Command,
    short_help="Draw puzzles as SVG, PNG or PDF, or print worksheets.",
    examples=(
        "ineqsudoku draw puzzle.in > puzzle.svg",
        "ineqsudoku draw puzzle.in --solution --output puzzle.png --scale 2",
        "ineqsudoku draw tests/ --to svg --output-dir pictures",
        "ineqsudoku draw layouts.txt --output week.pdf --per-page 4 --answers",
    ),
    exit_codes={
        "0": "drawn",
        "1": "a solution was asked for where there is not exactly one",
        "2": "trouble",
    },
    variables=(KERNEL,),
)
@puzzles_argument
@format_option
@encoding_option
@to_option(
    " of the pictures",
    type=click.Choice(FORMATS),
    show_default="by the suffix of --output, else svg",
)
@output_option("Write FILE; - is standard output.")
@output_dir_option(
    "Write DIR/NAME.svg for each puzzle, DIR/NAME-1.svg … for several in a file; "
    "or DIR/NAME.pdf for each file.",
    excludes=["--output"],
)
@option("--solution", is_flag=True, help="Draw the digits of the only solution.")
@option("--candidates", is_flag=True, help="Draw the digits that givens and signs leave each cell.")
@option(
    "--scale",
    type=FiniteRange(min=0.1, max=50),
    default=1.0,
    show_default=True,
    metavar="N",
    help="Draw N times as large; at 1 a cell is 36 pixels (PDF: 9.5 mm) wide.",
)
@option(
    "--title",
    default="",
    show_default=NONE,
    help="Put a title above each board or worksheet.",
)
@option(
    "--font",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False),
    show_default="one of the system that has the title's characters",
    needs=["--title", *_WORKSHEET],
    help="PNG and PDF: set titles in this font.",
)
@option(
    "--per-page",
    type=click.Choice(["1", "2", "4", "6"]),
    metavar="N",
    show_default="1",
    help="PDF: make worksheets with N boards on a page: 1, 2, 4 or 6.",
)
@option(
    "--paper",
    type=click.Choice(["a4", "letter"]),
    show_default="a4",
    help="Worksheets: size of the paper.",
)
@option("--answers", is_flag=True, help="Worksheets: add pages with small solutions.")
@option("--numbered", is_flag=True, help="Worksheets: number the boards.")
@option(
    "--difficulty/--no-difficulty",
    default=True,
    show_default="yes",
    needs=_WORKSHEET,
    help="Worksheets: print how hard each puzzle is for a person.",
)
@option(
    "--language",
    type=click.Choice([*LANGUAGES]),
    show_default="zh if the title is in Chinese, else en",
    needs=_WORKSHEET,
    help="Worksheets: language of all words but the title.",
)
def command(**values: Any) -> int:
    """Draw puzzles: signs, givens and, if wanted, solutions or candidates.

    SVG needs nothing else; PNG and PDF need ineqsudoku[draw].  A PDF has a page for each
    puzzle, as large as the board.  With --per-page, --paper, --answers or --numbered it is a
    worksheet to be printed, with lines for name and date.

    A DIR stands for its *.in and *.txt files, - for standard input, which is also the default.
    """
    output = values.pop("output")
    output = None if output == STDOUT else output
    to = _format(values.pop("to"), output)
    options = DrawOptions(**values, output=output, to=to)
    if options.worksheet and to != "pdf":
        raise click.UsageError("--per-page, --paper, --answers and --numbered need --to pdf")
    if options.worksheet and options.scale != 1:
        raise click.UsageError("worksheets fill their pages: --scale does not go with them")
    if options.font and to == "svg":
        raise click.UsageError("--font is for PNG and PDF: an SVG uses the fonts of its reader")
    if to != "svg" and not (output or options.output_dir) and sys.stdout.isatty():
        raise click.UsageError(f"a terminal shows no {to.upper()}: name a file with --output")
    run = Run(options)
    inputs = list(sources(options.paths, options.encoding))
    if options.output_dir:
        write_all(run, inputs, Path(options.output_dir))
    else:
        write_one(run, inputs, output)
    if not run.puzzles and run.code != TROUBLE:
        raise IneqSudokuError("no puzzle to draw")
    return run.code


def _format(to: str | None, output: str | None) -> str:
    """Return the format of the pictures, by `--to` or the suffix of the file."""
    by_suffix = format_of(output) if output else None
    if output and not (to or by_suffix):
        suffixes = suffixes_known()
        raise click.UsageError(
            f"--output {shown(output)}: expected a name that ends in {suffixes}, or --to"
        )
    if to and by_suffix and to != by_suffix:
        raise click.UsageError(f"--to {to} does not go with --output {output}")
    return to or by_suffix or FORMATS[0]
