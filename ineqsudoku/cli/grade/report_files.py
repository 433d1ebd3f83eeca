"""The reports that `grade` writes into files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TextIO

import click

from ineqsudoku.batch.sources import Source
from ineqsudoku.cli.files import require_folder, require_no_stream, require_other_file
from ineqsudoku.judge.grade.reports.files import write_csv, write_json, write_junit, write_ranking
from ineqsudoku.judge.grade.reports.results import GradeReport
from ineqsudoku.names import named

Writer = Callable[[GradeReport, TextIO], None]


def _html(report: GradeReport, file: TextIO) -> None:
    from ineqsudoku.judge.grade.reports.html import write_html

    write_html(report, file)


WRITERS: Mapping[str, Writer] = {
    "--html": _html,
    "--junit": write_junit,
    "--csv": write_csv,
    "--ranking": write_ranking,
    "--output": write_json,
}
"""The writers of the reports, by option."""


class ReportFile(NamedTuple):
    """A report to write, with the option that asks for it."""

    option: str
    path: str

    def write(self, report: GradeReport) -> None:
        """Write the report.  Raises `OSError` for a file that cannot be written."""
        with named(self.path), open(self.path, "w", encoding="utf-8", newline="\n") as file:
            WRITERS[self.option](report, file)


def report_files(paths: Mapping[str, str | None]) -> list[ReportFile]:
    """Return the reports that have a path, by options."""
    return [ReportFile(option, path) for option, path in paths.items() if path]


def require_writable(reports: Sequence[ReportFile], inputs: Iterable[str]) -> None:
    """Raise `click.UsageError` for a report that cannot be written.

    Also refuses a file that is one of the `inputs` or that two options name.
    """
    sources = [*map(Source, inputs)]
    option_of: dict[str, str] = {}
    for option, path in reports:
        require_other_file(Path(path), sources)
        # A report is written into an existing file; a new file needs its folder.
        if not os.access(path, os.W_OK):
            require_folder(path, option)
        require_no_stream(path, option)
        other = option_of.setdefault(os.path.realpath(path), option)
        if other != option:
            raise click.UsageError(f"{other} and {option} name the same file")
