"""`ineqsudoku convert`: convert puzzles from one format to another."""

from __future__ import annotations

import os
import warnings

import click

from ineqsudoku.apps.cli.exits import YES
from ineqsudoku.apps.cli.files import open_text
from ineqsudoku.apps.cli.options import INPUT, format_option, language_option, output_option
from ineqsudoku.apps.cli.sources import STDIN, sources
from ineqsudoku.apps.cli.streams import warn
from ineqsudoku.formats import WRITABLE, FormatChoice, WritableFormat, convert


@click.command("convert", epilog="Exit codes: 0 converted, 2 trouble.")
@click.argument("path", required=False, metavar="[FILE|-]", type=INPUT)
@format_option
@click.option(
    "--to",
    type=click.Choice(WRITABLE),
    required=True,
    metavar="FORMAT",
    help=f"Output format: {', '.join(WRITABLE)}.",
)
@output_option
@click.option(
    "--lossy", is_flag=True, help="Drop the parts that the format cannot hold, with a warning."
)
@language_option
def command(
    path: str | None,
    format: FormatChoice,
    to: WritableFormat,
    output: str | None,
    lossy: bool,
) -> int:
    """Write puzzles in another format.

    It is an error if the other format cannot hold a part of a puzzle; --lossy drops that part.
    Without FILE, or for -, standard input is read.
    """
    if path and path != STDIN and os.path.isdir(path):
        raise click.UsageError(f"convert reads one file, but {path!r} is a folder")
    (wanted,) = sources([path] if path else [])
    with open_text(output, [wanted]) as file:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                text = convert(wanted.data(), to=to, source=format, name=wanted.name, lossy=lossy)
            finally:
                for warning in caught:
                    warn(str(warning.message))
        file.write(text)
    return YES
