"""The report files of `grade`: which are wanted, and writing them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import TextIO

import click

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.judge.grade.reports import GradeReport
from ineqsudoku.names import shown


@dataclass(frozen=True, slots=True)
class ReportFiles:
    """Paths of reports to write; `None`: not wanted."""

    html: str | None = None
    junit: str | None = None
    csv: str | None = None
    ranking: str | None = None
    json: str | None = None

    def __iter__(self) -> Iterator[str]:
        found = (getattr(self, field.name) for field in fields(self))
        return (path for path in found if path)

    def check(self) -> None:
        """Raises `click.UsageError` for a file whose folder is not writable."""
        for path in self:
            require_writable(path)

    def write(self, report: GradeReport) -> None:
        """Raises `IneqSudokuError` for a file that cannot be written."""
        if self.html:
            from ineqsudoku.judge.grade.reports.html import write_html

            _write(self.html, write_html, report)
        if self.junit:
            from ineqsudoku.judge.grade.reports.junit import write_junit

            _write(self.junit, write_junit, report)
        from ineqsudoku.judge.grade.reports.files import write_csv, write_json, write_ranking

        if self.csv:
            _write(self.csv, write_csv, report)
        if self.ranking:
            _write(self.ranking, write_ranking, report)
        if self.json:
            _write(self.json, write_json, report)


def require_writable(path: str) -> None:
    """Raises `click.UsageError` if no file can be made in the folder of a path."""
    folder = os.path.dirname(os.path.abspath(path))
    if not os.access(folder, os.W_OK):
        raise click.UsageError(
            f"{shown(path)} cannot be written: no writable folder {shown(folder)}"
        )


def _write(path: str, write: Callable[[GradeReport, TextIO], None], report: GradeReport) -> None:
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            write(report, file)
    except OSError as error:
        raise IneqSudokuError(f"{shown(path)} cannot be written: {error.strerror}") from None
