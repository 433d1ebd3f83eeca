"""Run `grade`: store the runs, show their progress, and print the results at the end."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from ineqsudoku.cli.grade.progress import display
from ineqsudoku.cli.grade.report_files import write_json_report
from ineqsudoku.cli.messages import tell
from ineqsudoku.judge.grade.grading import Graded, Grading, grade
from ineqsudoku.judge.grade.reports import GradeReport
from ineqsudoku.judge.grade.results_db import ResultsDb
from ineqsudoku.judge.grade.submissions import Submission
from ineqsudoku.judge.sandbox.scratch import scratch

MAX_WARNINGS = 20
"""The most warnings about the tests to print."""


def graded(
    grading: Grading, submissions: list[Submission], store: Path, resume: bool
) -> list[Graded]:
    attempts = len(grading.tests.cases) * grading.repeat
    found = []
    with (
        ResultsDb(store, resume) as stored,
        scratch(grading.jobs) as folder,
        display(len(submissions), attempts, grading.fail_fast) as progress,
        closing(
            grade(
                submissions,
                grading,
                folder,
                stored.known() if resume else {},
                progress.begin,
                _tell_warnings,
            )
        ) as attempts_done,
    ):
        for each in attempts_done:
            if not each.known:
                stored.add(grading.key(each.attempt), each)
            found.append(each)
            progress.end(each)
    return found


def _tell_warnings(warnings: Sequence[str]) -> None:
    for warning in warnings[:MAX_WARNINGS]:
        tell(f"warning: {warning}")
    if (more := len(warnings) - MAX_WARNINGS) > 0:
        tell(f"warning: {more} more warnings on test inputs")


def print_report(report: GradeReport, as_json: bool) -> None:
    """Print the tables; if `as_json`, print JSON, and the tables on standard error."""
    from rich.console import Console

    from ineqsudoku.judge.grade.reports.terminal import render

    if as_json:
        write_json_report(report, sys.stdout)
        sys.stdout.flush()
    render(report, Console(highlight=False, stderr=as_json))
