"""`ineqsudoku convert`: convert puzzles from one format to another."""

from __future__ import annotations

import os
import warnings

import click

from ineqsudoku.apps.cli.command import Command
from ineqsudoku.apps.cli.exits import YES
from ineqsudoku.apps.cli.files import open_text
from ineqsudoku.apps.cli.help_pages import Row, Section
from ineqsudoku.apps.cli.options import (
    INPUT,
    encoding_option,
    flag,
    format_option,
    option,
    output_option,
)
from ineqsudoku.apps.cli.sources import STDIN, sources
from ineqsudoku.apps.cli.streams import warn
from ineqsudoku.formats.conversion import convert
from ineqsudoku.formats.registry import FORMATS, WRITABLE, FormatChoice, WritableFormat
from ineqsudoku.messages import Message
from ineqsudoku.names import quote


def _table(title: Message, is_read: bool) -> Section:
    formats = [format for format in FORMATS.values() if format.is_read is is_read]
    rows = (Row(format.name, format.summary) for format in formats)
    return Section(title, tuple(rows), least=10)


_FOLDER = Message("formats.folder", "convert reads one file, but {folder} is a folder")


@click.command(
    "convert",
    cls=Command,
    tables=(
        _table(Message("convert.both", "Read and written"), is_read=True),
        _table(Message("convert.written", "Written only"), is_read=False),
    ),
    examples=(
        "ineqsudoku convert --to extended puzzle.in",
        "ineqsudoku convert --to fpuzzles puzzle.in",
        "ineqsudoku convert --format iss --to contest constraints.txt",
        "ineqsudoku convert --to dimacs puzzle.in > puzzle.cnf",
    ),
    exit_codes={"0": "converted", "2": "trouble"},
)
@click.argument("path", required=False, metavar="[FILE|-]", type=INPUT)
@format_option
@option(
    "--to",
    type=click.Choice(WRITABLE),
    required=True,
    metavar="FORMAT",
    help="Output format; see above.",
)
@output_option("Write FILE, completely or not at all; - is standard output.")
@encoding_option
@flag("--lossy", help="Drop what the other format cannot hold, with a warning.")
@flag("--add-boxes", help="Read puzzles without boxes as sudoku.")
def command(
    path: str | None,
    format: FormatChoice,
    to: WritableFormat,
    output: str | None,
    encoding: str | None,
    lossy: bool,
    add_boxes: bool,
) -> int:
    """Write puzzles in another format.

    It is an error if the other format cannot hold a part of a puzzle; --lossy drops that part.
    Without FILE, or for -, standard input is read.
    """
    if path and path != STDIN and os.path.isdir(path):
        raise click.UsageError(str(_FOLDER.fill(folder=quote(path))))
    (wanted,) = sources([path] if path else [])
    with open_text(output, [wanted]) as file:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                text = convert(
                    wanted.data(),
                    to=to,
                    source=format,
                    name=wanted.name,
                    encoding=encoding,
                    lossy=lossy,
                    add_boxes=add_boxes,
                )
            finally:
                for warning in caught:
                    warn(str(warning.message))
        file.write(text)
    return YES
