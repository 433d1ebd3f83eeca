"""The report files of `grade`: which are wanted, and writing them."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TextIO

import click

from ineqsudoku.cli.files import require_folder, require_no_stream
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

    def wanted(self) -> dict[str, str]:
        """The paths by their options."""
        paths = {f"--{field.name}": getattr(self, field.name) for field in fields(self)}
        return {option: path for option, path in paths.items() if path}

    def check(self) -> None:
        """Raises `click.UsageError` for a file that cannot be written, and for one with two
        texts."""
        option_of: dict[str, str] = {}
        for option, path in self.wanted().items():
            # A report is written into the file that is there; a new one needs its folder.
            if not os.access(path, os.W_OK):
                require_folder(path, option)
            require_no_stream(path, option)
            other = option_of.setdefault(os.path.realpath(path), option)
            if other != option:
                raise click.UsageError(f"{other} and {option} name the same file")

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


def _write(path: str, write: Callable[[GradeReport, TextIO], None], report: GradeReport) -> None:
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            write(report, file)
    except OSError as error:
        raise IneqSudokuError(f"{shown(path)} cannot be written: {error.strerror}") from None
