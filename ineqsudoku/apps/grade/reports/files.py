"""The report as CSV, JSON and JUnit XML."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TextIO

from ineqsudoku.apps.grade.reports.results import LEFT_OUT, GradeReport, Row, Standing
from ineqsudoku.apps.names import quote
from ineqsudoku.apps.sandbox.outcome import Run
from ineqsudoku.checker import Verdict
from ineqsudoku.messages import Message

if TYPE_CHECKING:
    from junitparser import TestSuite

COLUMNS = (
    "contestant", "submission", "language", "test", "subtask", "verdict", "cpu_seconds",
    "wall_seconds", "peak_mib", "exit_code", "signal", "words", "stderr", "kept",
)  # fmt: skip

RANKING_COLUMNS = (
    "rank", "contestant", "points", "accepted", "tests", "verdict", "submission", "language",
    "submissions", "first_failing_test", "words", "kept",
)  # fmt: skip

_FORMULA = re.compile(r"(?:\A|(?<=[;\t\r\n|]))(\s*)(?=[=+\-@＝＋－＠])")
"""The starts of cells that spreadsheets take for formulas, for any separator that they assume."""


def write_csv(report: GradeReport, file: TextIO) -> None:
    """Write a line per run."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in report.rows:
        for cell in row.cells:
            run = cell.run
            values = (
                row.contestant, row.name, row.language, cell.test, quote(cell.case.subtask),
                run.verdict, run.cpu, run.wall, run.peak, run.code, run.signal,
                str(run.words), run.stderr, str(report.kept),
            )  # fmt: skip
            writer.writerow([_harmless(value) for value in values])


def write_ranking(report: GradeReport, file: TextIO) -> None:
    """Write a line per contestant, best first."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(RANKING_COLUMNS)
    for standing in report.standings:
        row = standing.counted
        failing = row.first_failing if row else None
        values = (
            standing.rank, standing.name, f"{standing.points:g}", standing.accepted,
            row.judged if row else len(report.cases), row.verdict if row else "",
            row.name if row else "", row.language if row else "", len(standing.rows),
            failing.test if failing else "", str(failing.run.words) if failing else "",
            str(report.kept),
        )  # fmt: skip
        writer.writerow([_harmless(value) for value in values])


def _harmless(value: object) -> object:
    """Put an apostrophe before a text that a spreadsheet would take for a formula."""
    if not isinstance(value, str):
        return value
    text = _FORMULA.sub(r"\1'", str(value))
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


def write_junit(report: GradeReport, file: TextIO) -> None:
    """Write the report: JE is an error, any other verdict but AC a failure, and a test left out is
    skipped."""
    from junitparser import JUnitXml

    suites = JUnitXml("ineqsudoku grade")
    for row in report.rows:
        suites.add_testsuite(_suite(report, row))
    # junitparser has no types for these two.
    suites.update_statistics()  # type: ignore[no-untyped-call]  # junitparser's
    # Names and words are untrusted, and XML cannot hold all of Unicode.
    text: bytes = suites.tostring()  # type: ignore[no-untyped-call]  # junitparser's
    file.write(text.decode("utf-8"))


def _suite(report: GradeReport, row: Row) -> TestSuite:
    from junitparser import Error, Failure, Skipped, TestCase, TestSuite

    suite = TestSuite(_xml(row.name))
    suite.add_property("language", _xml(row.language))
    suite.add_property("kept", str(report.kept))
    if row.contestant:
        suite.add_property("contestant", _xml(row.contestant))
    for case in report.cases:
        cell = row.cell_of.get(case.name)
        test = TestCase(
            _xml(quote(case.name)), _xml(row.name), round(cell.run.cpu, 4) if cell else 0.0
        )
        if cell is None:
            test.result = [Skipped(str(LEFT_OUT))]
        elif cell.verdict is not Verdict.AC:
            kind = Error if cell.verdict is Verdict.JE else Failure
            words = str(cell.run.words or cell.verdict.meaning)
            test.result = [kind(_xml(words), cell.verdict.value)]
            test.system_err = _xml(cell.run.stderr)
        suite.add_testcase(test)
    return suite


def _xml(text: str) -> str:
    """Return the text with replacements for characters that XML 1.0 cannot hold."""
    return "".join(
        c
        if c in "\t\n" or " " <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c > "\uffff"
        else "�"
        for c in text
    )
