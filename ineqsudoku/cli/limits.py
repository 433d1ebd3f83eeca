"""The option `--search-time`."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan

import click


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
