"""The progress line of `grade` on standard error."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from ineqsudoku.judge.grade.grading import Graded
from ineqsudoku.judge.grade.submissions import Submission
from ineqsudoku.judge.verdicts import Verdict

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

_NAME = 24
"""Characters of a submission's name that are shown."""

_WIDE = 80
"""Columns of a terminal that has room for a bar."""


class Display(Protocol):
    """Receives the progress of `grade`."""

    def begin(self, submission: Submission) -> None:
        """A submission is about to be compiled or run."""

    def end(self, graded: Graded) -> None:
        """An attempt has ended."""


class _Nothing:
    """No display, because standard error is not a terminal."""

    def begin(self, submission: Submission) -> None:
        pass

    def end(self, graded: Graded) -> None:
        pass


class _Line:
    """A bar, the time left, the number of runs by verdict and the current submission.

    Runs of an earlier grade are finished at once, so they do not count for the time left.  With
    `fail_fast`, the total shrinks when a submission fails.
    """

    def __init__(self, progress: Progress, submissions: int, attempts: int, fail_fast: bool):
        self._progress = progress
        self._left: dict[str, int] = {}
        self._attempts = attempts
        self._fail_fast = fail_fast
        self._total = submissions * attempts
        self._task = progress.add_task("", total=self._total, start=False, verdicts="")
        self._known = 0
        self._counts: Counter[Verdict] = Counter()
        self._started = False

    def begin(self, submission: Submission) -> None:
        if not self._started:
            self._started = True
            self._progress.reset(self._task, completed=self._known)
        name = submission.name
        short = name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"
        self._progress.update(self._task, description=short)

    def end(self, graded: Graded) -> None:
        self._counts[graded.run.verdict] += 1
        self._known += graded.known
        name = graded.attempt.submission.name
        self._left[name] = self._left.get(name, self._attempts) - 1
        if self._fail_fast and graded.run.is_failure:
            self._total -= self._left.pop(name)
        verdicts = " ".join(
            f"{self._counts[each]} {each}" for each in Verdict if each in self._counts
        )
        self._progress.update(self._task, advance=1, total=self._total, verdicts=verdicts)


@contextmanager
def display(submissions: int, attempts: int, fail_fast: bool) -> Iterator[Display]:
    """A context with a display, which disappears at the end."""
    if not sys.stderr.isatty():
        yield _Nothing()
        return
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(*_columns(console.width), console=console, transient=True) as progress:
        yield _Line(progress, submissions, attempts, fail_fast)


def _columns(width: int) -> Iterator[ProgressColumn]:
    """Yield the columns for a terminal of some width.

    If they do not fit, the bar shrinks or is left out; then texts are cut off, except the number
    of runs and the time left.
    """
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        ProgressColumn,
        Task,
        TimeRemainingColumn,
    )
    from rich.table import Column
    from rich.text import Text

    class Cut(ProgressColumn):
        """A text that is cut off instead of wrapped."""

        def __init__(self, text: Callable[[Task], str]) -> None:
            super().__init__(Column())
            self._text = text

        def render(self, task: Task) -> Text:
            return Text(self._text(task), no_wrap=True, overflow="ellipsis")

    if width >= _WIDE:
        yield BarColumn(bar_width=20)
    yield MofNCompleteColumn(table_column=Column(no_wrap=True))
    yield TimeRemainingColumn(table_column=Column(no_wrap=True))
    yield Cut(lambda task: str(task.fields["verdicts"]))
    yield Cut(lambda task: task.description)
