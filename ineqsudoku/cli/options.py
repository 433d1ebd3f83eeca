"""Options that several commands have."""

from __future__ import annotations

import os
from collections.abc import Callable
from math import isfinite
from typing import Any

import click

from ineqsudoku.formats.decoding import checked_encoding
from ineqsudoku.formats.registry import AUTO, READABLE
from ineqsudoku.names import shown

format_option = click.option(
    "--format",
    type=click.Choice([AUTO, *READABLE]),
    default=AUTO,
    show_default=True,
    metavar="FORMAT",
    help=f"How the puzzles are written; auto recognises it.  One of {', '.join(READABLE)}.",
)
"""For commands that read puzzles."""


def _known_encoding(_: click.Context, __: click.Parameter, name: str | None) -> str | None:
    try:
        return checked_encoding(name)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


encoding_option = click.option(
    "--encoding",
    metavar="NAME",
    callback=_known_encoding,
    help="Encoding of puzzle files.  [default: detected among UTF-8, UTF-16 and GBK]",
)
"""For all commands that read puzzles."""


class FiniteRange(click.FloatRange):
    """A range of numbers without `nan`, which no comparison excludes, and without `inf`."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number: float = super().convert(value, param, ctx)
        if not isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number


def search_time_option(help: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The option, in seconds of wall-clock time; without it, time is not limited."""
    return click.option(
        "--search-time",
        type=FiniteRange(min=0, min_open=True),
        metavar="SECONDS",
        help=help,
    )


cluster_option = click.option(
    "--cluster",
    metavar="WHERE",
    help="Use the workers of a Dask cluster in place of --jobs: tcp://HOST:8786, a scheduler "
    "file, or local:N for N processes of this machine.",
)
"""For commands that work on many puzzles."""


class OutputPath(click.Path):
    """The name of a file or, unless `file_okay`, of a folder that a command writes.

    `-` is standard output if `allow_dash`; otherwise it is refused, and `./-` is a file.
    """

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        name = os.fspath(value)
        if not name:
            self.fail("The name is empty.", param, ctx)
        if name == "-" and not self.allow_dash:
            self.fail("'-' is not standard output here; './-' is a file of this name.", param, ctx)
        if not self.dir_okay and name.endswith(_SEPARATORS):
            self.fail(f"{shown(name)} is the name of a folder.", param, ctx)
        return super().convert(value, param, ctx)


_SEPARATORS = tuple(filter(None, (os.sep, os.altsep)))

OUTPUT_FILE = OutputPath(dir_okay=False, readable=False)
OUTPUT_FOLDER = OutputPath(file_okay=False, readable=False)
