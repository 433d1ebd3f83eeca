"""A progress bar for work that takes longer than a moment."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable, Iterator
from time import monotonic
from typing import Protocol, TypeVar

PATIENCE = 1.0
"""Seconds before anything is drawn."""


class Step(Protocol):
    """What brings the work on by `size` of the whole and by some `puzzles`."""

    @property
    def size(self) -> int: ...
    @property
    def puzzles(self) -> int: ...


S = TypeVar("S", bound=Step)


def tracked(steps: Iterable[S], total: int | None, wanted: bool) -> Generator[S, None, None]:
    """The steps as they come, if `wanted` with a bar on standard error while they do.

    `total` is the size of the whole, where it is known.  Only a terminal gets a bar.  Close
    the generator to have it wiped off at once.
    """
    remaining = iter(steps)
    begun = monotonic()
    size = puzzles = 0
    if wanted and sys.stderr.isatty():
        for step in remaining:
            yield step
            size, puzzles = size + step.size, puzzles + step.puzzles
            if monotonic() > begun + PATIENCE:
                remaining = _drawn(remaining, size, puzzles, total, begun)
                break
    yield from remaining


def _drawn(
    steps: Iterator[S], size: int, puzzles: int, total: int | None, begun: float
) -> Iterator[S]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        TextColumn("{task.fields[puzzles]:,} puzzles"),
        TextColumn("{task.fields[rate]:,.0f}/s"),
        TimeRemainingColumn(),
    )
    # Messages on standard error move the bar down; results are none of its business.
    bar = Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False)
    with bar as progress:
        task = progress.add_task("", total=total, completed=size, puzzles=puzzles, rate=0)
        for step in steps:
            yield step
            size, puzzles = size + step.size, puzzles + step.puzzles
            rate = puzzles / (monotonic() - begun)
            progress.update(task, completed=size, puzzles=puzzles, rate=rate)
