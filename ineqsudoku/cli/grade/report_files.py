"""The reports that `grade` writes into files, and their options."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import click

from ineqsudoku.batch.sources import Source
from ineqsudoku.cli.files import require_folder, require_no_stream
from ineqsudoku.cli.options import Decorator, html_option, report_option
from ineqsudoku.cli.output_file import require_other_file
from ineqsudoku.judge.grade.reports import GradeReport
from ineqsudoku.names import named

Writer = Callable[[GradeReport, TextIO], None]


def _html(report: GradeReport, file: TextIO) -> None:
    from ineqsudoku.judge.grade.reports.html import write_html

    write_html(report, file)


def _junit(report: GradeReport, file: TextIO) -> None:
    from ineqsudoku.judge.grade.reports.junit import write_junit

    write_junit(report, file)


def _csv(report: GradeReport, file: TextIO) -> None:
    from ineqsudoku.judge.grade.reports.files import write_csv

    write_csv(report, file)


def _ranking(report: GradeReport, file: TextIO) -> None:
    from ineqsudoku.judge.grade.reports.files import write_ranking

    write_ranking(report, file)


def write_json_report(report: GradeReport, file: TextIO) -> None:
    """Write all results as one JSON object."""
    from ineqsudoku.judge.grade.reports.files import write_json

    write_json(report, file)


REPORTS: Mapping[str, tuple[Decorator, Writer]] = {
    "html": (html_option, _html),
    "junit": (report_option("--junit", "Write JUnit XML."), _junit),
    "csv": (report_option("--csv", "Write a CSV line for each run."), _csv),
    "ranking": (
        report_option(
            "--ranking", "Write a CSV line for each contestant.", needs=["--contestants"]
        ),
        _ranking,
    ),
}
"""The option and the writer of each report."""


def report_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of all reports."""
    for option, _ in reversed([*REPORTS.values()]):
        command = option(command)
    return command


@dataclass(frozen=True, slots=True)
class ReportFiles:
    """The reports to write: the path and the writer of each by its option."""

    wanted: Mapping[str, tuple[str, Writer]]

    @classmethod
    def of(cls, paths: Mapping[str, str | None], json: str | None) -> ReportFiles:
        """Return the reports that have a path, and the JSON report if `--output` names its file."""
        wanted = {
            f"--{name}": (path, writer)
            for name, (_, writer) in REPORTS.items()
            if (path := paths[name])
        }
        return cls(wanted | ({"--output": (json, write_json_report)} if json else {}))

    @property
    def paths(self) -> list[str]:
        return [path for path, _ in self.wanted.values()]

    def check(self, inputs: Iterable[str]) -> None:
        """Raise `click.UsageError` for a file that cannot be written.

        Also refuses a file that is one of the `inputs` or that two options name.
        """
        sources = [*map(Source, inputs)]
        option_of: dict[str, str] = {}
        for option, (path, _) in self.wanted.items():
            require_other_file(Path(path), sources)
            # A report is written into an existing file; a new file needs its folder.
            if not os.access(path, os.W_OK):
                require_folder(path, option)
            require_no_stream(path, option)
            other = option_of.setdefault(os.path.realpath(path), option)
            if other != option:
                raise click.UsageError(f"{other} and {option} name the same file")

    def write(self, report: GradeReport) -> None:
        """Write all reports.  Raises `OSError` for a file that cannot be written."""
        for path, writer in self.wanted.values():
            with named(path), open(path, "w", encoding="utf-8", newline="\n") as file:
                writer(report, file)
