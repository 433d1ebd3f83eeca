"""Progress bars on standard error for work that takes longer than a second."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0
"""Seconds before a bar is drawn."""


class Step(Protocol):
    """A finished part of the work: its `size` in the unit of the total, and its `puzzles`."""

    @property
    def size(self) -> int: ...
    @property
    def puzzles(self) -> int: ...


S = TypeVar("S", bound=Step)


def tracked(steps: Iterable[S], total: int | None, wanted: bool) -> Generator[S, None, None]:
    """Yield the steps; if `wanted`, a bar shows their progress.

    `total` is the size of all steps, `None` if unknown.  The bar appears only on a terminal.
    Close the generator to erase it.
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
    # Messages on standard error scroll above the bar; results do not pass through rich.
    drawn = Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False)
    with drawn as progress:
        task = progress.add_task("", total=total, completed=size, puzzles=puzzles, rate=0)
        for step in steps:
            yield step
            size, puzzles = size + step.size, puzzles + step.puzzles
            rate = puzzles / (monotonic() - begun)
            progress.update(task, completed=size, puzzles=puzzles, rate=rate)


class Watch:
    """A bar for several searches in a row, which call it to report their progress.

    It is a context that erases the bar at its end.
    """

    def __init__(self, scrolls: bool) -> None:
        """Start without a bar.

        `scrolls`: whether results appear on the terminal, so the bar must be erased before them.
        """
        self._wanted = sys.stderr.isatty()
        self._scrolls = scrolls
        self._begun = monotonic()
        self._puzzles = 0
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._wipe()

    def next_puzzle(self) -> None:
        """Count a puzzle that is finished and is about to be printed."""
        self._puzzles += 1
        if self._scrolls:
            self._wipe()
            self._begun = monotonic()
        else:
            self("", 0, None)

    def __call__(self, work: str, done: int, total: int | None) -> None:
        if not self._wanted or monotonic() < self._begun + PATIENCE:
            return
        if not self._bar or self._task is None:
            from rich.console import Console
            from rich.progress import Progress

            console = Console(stderr=True)
            self._bar = Progress(console=console, transient=True, redirect_stdout=False)
            self._task = self._bar.add_task("", total=None)
        puzzles = f"{self._puzzles:,} puzzle{'s' * (self._puzzles != 1)}" if self._puzzles else ""
        description = ", ".join(filter(None, [puzzles, work]))
        self._bar.update(self._task, description=description, completed=done, total=total)
        self._bar.start()

    def _wipe(self) -> None:
        if self._bar:
            self._bar.stop()
            self._bar = None
