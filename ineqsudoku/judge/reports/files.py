"""The report as CSV and as JSON."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import asdict
from typing import TextIO

from ineqsudoku.judge.reports import Report
from ineqsudoku.names import shown

COLUMNS = (
    "submission", "language", "test", "subtask", "attempt", "verdict", "cpu_seconds",
    "wall_seconds", "peak_mib", "exit_code", "signal", "words", "stderr", "kept",
)  # fmt: skip

_FORMULA = re.compile(r"(?:\A|(?<=[;\t\r\n|]))(\s*)(?=[=+\-@＝＋－＠])")
"""Where a cell begins that spreadsheets take for a formula, whatever separates cells there."""


def write_csv(report: Report, file: TextIO) -> None:
    """A line for each run."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in report.rows:
        for cell in row.cells:
            for attempt, run in enumerate(cell.runs, 1):
                values = (
                    row.name, row.language, cell.test, shown(cell.case.subtask), attempt,
                    run.verdict, run.cpu, run.wall, run.peak, run.code, run.signal, run.words,
                    run.stderr, report.kept,
                )  # fmt: skip
                writer.writerow([_harmless(value) for value in values])


def _harmless(value: object) -> object:
    """A text that a spreadsheet would take for a formula gets an apostrophe, as is the custom."""
    if not isinstance(value, str):
        return value
    text = _FORMULA.sub(r"\1'", str(value))
    return "'" + text if text.startswith(("\t", "\r")) else text


def write_json(report: Report, file: TextIO) -> None:
    """Everything, see docs/judging.md for the fields."""
    grading = report.grading
    value = {
        "kept": report.kept,
        "sandbox": report.is_sandboxed,
        "limits": asdict(grading.limits),
        "repeat": grading.repeat,
        "tests": [{"name": case.name, "subtask": case.subtask} for case in report.cases],
        "subtasks": [asdict(subtask) for subtask in report.subtasks],
        "totals": report.totals,
        "submissions": [
            {
                "name": row.name,
                "language": row.language,
                "verdict": row.verdict,
                "accepted": row.accepted,
                "points": row.points,
                "runs": [
                    {"test": cell.case.name, "attempt": number, **run.as_dict()}
                    for cell in row.cells
                    for number, run in enumerate(cell.runs, 1)
                ],
            }
            for row in report.rows
        ],
    }
    json.dump(value, file, indent=2, ensure_ascii=True)
    file.write("\n")
