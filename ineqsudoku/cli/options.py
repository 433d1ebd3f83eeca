"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan

import click

from ineqsudoku.formats.decoding import checked_encoding
from ineqsudoku.formats.registry import AUTO, READABLE

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


def _is_a_number(_: click.Context, __: click.Parameter, seconds: float | None) -> float | None:
    """`FloatRange` accepts `nan`, which is in no range."""
    if seconds is not None and isnan(seconds):
        raise click.BadParameter("nan is not a number of seconds.")
    return seconds


def search_time_option(help: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The option, in seconds of wall-clock time; without it, time is not limited."""
    return click.option(
        "--search-time",
        type=click.FloatRange(min=0, min_open=True),
        callback=_is_a_number,
        metavar="SECONDS",
        help=help,
    )
