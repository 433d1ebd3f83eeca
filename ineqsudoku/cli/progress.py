"""A progress bar for work that takes longer than a moment."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable, Iterator
from time import monotonic
from typing import TypeVar

PATIENCE = 1.0
"""Seconds before anything is drawn."""

T = TypeVar("T")


def tracked(items: Iterable[T], total: int, title: str, wanted: bool) -> Generator[T, None, None]:
    """The items as they come, if `wanted` with a bar on standard error while they do.

    Only a terminal gets a bar.  Close the generator to have it wiped off at once.
    """
    remaining = iter(items)
    done = 0
    if wanted and sys.stderr.isatty():
        deadline = monotonic() + PATIENCE
        for item in remaining:
            yield item
            done += 1
            if monotonic() > deadline:
                remaining = _drawn(remaining, done, total, title)
                break
    yield from remaining


def _drawn(items: Iterator[T], done: int, total: int, title: str) -> Iterator[T]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=total, completed=done)
        for item in items:
            yield item
            progress.advance(task)
