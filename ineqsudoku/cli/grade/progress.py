"""The progress line of `grade` on standard error."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Generator, Iterable
from typing import TYPE_CHECKING

from ineqsudoku.judge.grade.grading import Graded, Grading
from ineqsudoku.judge.verdicts import Verdict

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

_WIDE = 80
"""Columns of a terminal that has room for a bar."""


def tracked(
    attempts: Iterable[Graded], grading: Grading, submissions: int
) -> Generator[Graded, None, None]:
    """Yield the attempts on some submissions as they end.

    On a terminal, a line shows their number, the time left, the number of runs by verdict and the
    submission of the last one.  Close the generator to erase it.
    """
    if not sys.stderr.isatty():
        yield from attempts
        return
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(*columns(console.width), console=console, transient=True, expand=True) as line:
        count = Count(grading, submissions)
        task = line.add_task("", total=count.total, verdicts="")
        for graded in attempts:
            yield graded
            count.add(graded)
            if not graded.known:  # Runs of an earlier grade took no time.
                line.update(
                    task,
                    completed=count.ended,
                    total=count.total,
                    verdicts=count.verdicts,
                    description=graded.attempt.submission.name,
                )


class Count:
    """The attempts that have ended; with `fail_fast`, a failed submission has no further ones."""

    def __init__(self, grading: Grading, submissions: int) -> None:
        self._fail_fast = grading.fail_fast
        self._left: dict[str, int] = {}
        self._attempts = len(grading.tests.cases) * grading.repeat
        self._runs: Counter[Verdict] = Counter()
        self.total = submissions * self._attempts

    @property
    def ended(self) -> int:
        return self._runs.total()

    @property
    def verdicts(self) -> str:
        return " ".join(
            f"{self._runs[verdict]} {verdict}" for verdict in Verdict if verdict in self._runs
        )

    def add(self, graded: Graded) -> None:
        self._runs[graded.run.verdict] += 1
        name = graded.attempt.submission.name
        self._left[name] = self._left.get(name, self._attempts) - 1
        if self._fail_fast and graded.run.is_failure:
            self.total -= self._left.pop(name)


def columns(width: int) -> list[ProgressColumn]:
    """Return the columns for a terminal of some width.

    If they do not fit, the bar is left out, and texts are cut off, except the number of runs and
    the time left.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.table import Column

    def text(field: str, ratio: int) -> ProgressColumn:
        cut = Column(ratio=ratio, no_wrap=True, overflow="ellipsis")
        return TextColumn(f"{{task.{field}}}", markup=False, table_column=cut)

    return [
        *([BarColumn(bar_width=20)] if width >= _WIDE else []),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        text("fields[verdicts]", ratio=3),
        text("description", ratio=2),
    ]
