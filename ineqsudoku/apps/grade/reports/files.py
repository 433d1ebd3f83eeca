"""The report as CSV and JSON."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import asdict
from typing import Any, TextIO

from ineqsudoku.apps.grade.reports.results import GradeReport, Standing
from ineqsudoku.apps.sandbox.outcome import Run
from ineqsudoku.messages import Message

RANKING_COLUMNS = (
    "rank", "contestant", "points", "accepted", "tests", "verdict", "submission", "language",
    "submissions", "first_failing_test", "words",
)  # fmt: skip

_CELL = re.compile(r"((?:\A|[;\t\r\n|])\s*+)([=+\-@＝＋－＠]?)")
"""The start of a cell, for any separator that a spreadsheet assumes, and the sign of a formula."""


def write_ranking(report: GradeReport, file: TextIO) -> None:
    """Write a line per contestant, best first."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(RANKING_COLUMNS)
    for standing in report.standings:
        row = standing.counted
        fault = row.faults[0] if row and row.faults else None
        values = (
            standing.rank, standing.name, f"{standing.points:g}", standing.accepted,
            row.judged if row else len(report.cases), row.verdict if row else "",
            row.name if row else "", row.language if row else "", len(standing.rows),
            fault.test if fault else "",
            " ".join(str(fault.run.words).split()) if fault else "",
        )  # fmt: skip
        writer.writerow([_harmless(value) for value in values])


def _harmless(value: object) -> object:
    """Put an apostrophe before a text that a spreadsheet would take for a formula."""
    if not isinstance(value, str):
        return value
    text = _CELL.sub(lambda cell: f"{cell[1]}'{cell[2]}" if cell[2] else cell[1], value)
    return "'" + text if text.startswith(("\t", "\r")) else text


def write_json(report: GradeReport, file: TextIO) -> None:
    """Write everything; docs/judging.md describes the fields."""
    grading = report.grading
    value = {
        "kept": str(report.kept),
        "message": report.kept.to_dict(),
        "sandbox": report.is_sandboxed,
        "limits": asdict(grading.limits),
        "tests": [{"name": case.name, "subtask": case.subtask} for case in report.cases],
        "subtasks": [asdict(subtask) for subtask in report.subtasks],
        "totals": report.totals,
        "ranking": [_standing(standing) for standing in report.standings],
        "submissions": [
            {
                "name": row.name,
                "contestant": row.contestant or None,
                "language": row.language,
                "verdict": row.verdict,
                "accepted": row.accepted,
                "points": row.points,
                "summary": _words(row.summary),
                "runs": [{"test": cell.case.name, **_run(cell.run)} for cell in row.cells],
            }
            for row in report.rows
        ],
    }
    json.dump(value, file, indent=2, ensure_ascii=True)
    file.write("\n")


def _run(run: Run) -> dict[str, Any]:
    words = run.words
    message = words.to_dict() if isinstance(words, Message) else None
    return {**run.as_dict(), "words": str(words), "message": message}


def _words(message: Message | None) -> dict[str, Any] | None:
    return None if message is None else {"words": str(message), "message": message.to_dict()}


def _standing(standing: Standing) -> dict[str, Any]:
    row = standing.counted
    return {
        "rank": standing.rank,
        "contestant": standing.name,
        "points": standing.points,
        "accepted": standing.accepted,
        "verdict": row.verdict if row else None,
        "submission": row.name if row else None,
        "submissions": [other.name for other in standing.rows],
    }
