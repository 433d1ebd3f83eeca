"""The progress bar on standard error for work that takes longer than a second."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable
from contextvars import copy_context
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from ineqsudoku.apps.cli.exits import block_signals
from ineqsudoku.apps.cli.streams import print_message
from ineqsudoku.messages import Message, Text, enumeration

if TYPE_CHECKING:
    from rich.progress import Progress

_PUZZLES = Message("progress.puzzles", "{count} puzzle", "{count} puzzles")
_LEFT = Message("progress.left", "left,")
_RATE = Message("progress.rate", "{puzzles}, {rate}/s")


def _count(puzzles: int) -> Message:
    return _PUZZLES.fill(n=puzzles, count=f"{puzzles:,}")


PATIENCE = 1.0
"""Seconds before a bar is drawn."""


class FinishedPart(Protocol):
    """A finished part of the work: its `size` in the unit of the total, and its `puzzles`."""

    @property
    def size(self) -> int: ...
    @property
    def puzzles(self) -> int: ...


S = TypeVar("S", bound=FinishedPart)


def track(steps: Iterable[S], total: int | None, wanted: bool) -> Generator[S, None, None]:
    """Yield the steps; if `wanted`, a bar shows their progress.

    `total` is the size of all steps, `None` if unknown.  The bar appears only on a terminal.
    Close the generator to erase it.
    """
    size = puzzles = 0
    begun = monotonic()
    with Bar(wanted) as bar:
        if not bar.is_wanted:
            yield from steps
            return
        for step in steps:
            yield step
            size, puzzles = size + step.size, puzzles + step.puzzles
            rate = puzzles / max(monotonic() - begun, 1e-9)  # The clock may not have ticked yet.
            words = _RATE.fill(puzzles=_count(puzzles), rate=f"{rate:,.0f}")
            bar.show(words, size, total)


class Bar:
    """A bar with some words; a context that erases the bar at its end.

    It appears only on a terminal, if it is `wanted`.
    """

    def __init__(self, wanted: bool = True) -> None:
        self.is_wanted = wanted and sys.stderr.isatty()
        """Whether the bar may appear."""
        self._begun = monotonic()
        self._progress: Progress | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.erase()

    def show(self, words: Text, done: int, total: int | None) -> None:
        """Show how much is `done` of a `total`, which is `None` if it is unknown."""
        if not self.is_wanted or monotonic() < self._begun + PATIENCE:
            return
        if not self._progress:
            self._progress = _progress()
            self._progress.add_task("")
        (task,) = self._progress.task_ids
        self._progress.update(task, description=str(words), completed=done, total=total)
        self._progress.start()

    def erase(self) -> None:
        """Erase the bar before a result appears on the terminal; it may return a second later."""
        self._begun = monotonic()
        if self._progress:
            self._progress.stop()
            self._progress = None


def _progress() -> Progress:
    # A fifth of the time of a short run, which has no bar.
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.table import Column

    cut_off = Column(no_wrap=True, overflow="ellipsis")
    words = TextColumn("{task.description}", markup=False, table_column=cut_off)
    left = TextColumn(str(_LEFT))
    columns = BarColumn(bar_width=20), TimeRemainingColumn(), left, words
    # Messages on standard error scroll above the bar; results do not pass through rich.
    return Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False)


INTERVAL = 10.0
"""Seconds between two lines without a terminal."""


class ProgressReporter(Bar):
    """A bar for several searches in a row, which call it to report their progress.

    Without a terminal, it prints a line every ten seconds instead.
    """

    def __init__(self, scrolls: bool) -> None:
        """Start without a bar.

        `scrolls`: whether results appear on the terminal, so the bar must be erased before them.
        """
        super().__init__()
        self._scrolls = scrolls
        self._puzzles = 0
        self._line: Text = ""
        self._ended: Event | None = None

    def __exit__(self, *_: object) -> None:
        if self._ended:
            self._ended.set()
        super().__exit__()

    def _start_lines(self) -> None:
        """Start the thread that prints lines, which short work does not need."""
        self._ended = Event()
        # The context has the language.
        arguments = (self._print_lines, self._ended)
        thread = Thread(target=copy_context().run, args=arguments, daemon=True)
        with block_signals():  # Signals that the main thread blocks must not arrive in this one.
            thread.start()

    def _print_lines(self, ended: Event) -> None:
        while not ended.wait(INTERVAL):
            if self._line:
                print_message(self._line)

    def next_puzzle(self) -> None:
        """Count a puzzle that is finished and is about to be printed."""
        self._puzzles += 1
        if self._scrolls:
            self.erase()
        else:
            self("", 0, None)

    def __call__(self, work: Text, done: int, total: int | None) -> None:
        puzzles = _count(self._puzzles) if self._puzzles else ""
        words = enumeration(filter(None, [puzzles, work]))
        self._line = _LINE.fill(work=words, done=f"{done:,}", total=f"{total:,}") if total else ""
        if self._line and not (self.is_wanted or self._ended):
            self._start_lines()
        self.show(words, done, total)


_LINE = Message("progress.line", "{work}: {done} of {total}")
