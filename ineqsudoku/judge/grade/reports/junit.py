"""The report as JUnit XML, with a suite per submission and a case per test."""

from __future__ import annotations

from typing import TextIO

from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite

from ineqsudoku.judge.grade.reports.results import Cell, GradeReport, Row
from ineqsudoku.judge.verdicts import Verdict
from ineqsudoku.names import shown


def write_junit(report: GradeReport, file: TextIO) -> None:
    """Write the report: JE is an error, any other verdict but AC a failure, and a test left out is
    skipped."""
    suites = JUnitXml("ineqsudoku grade")
    for row in report.rows:
        suites.add_testsuite(_suite(report, row))
    # junitparser has no types for these two.
    suites.update_statistics()  # type: ignore[no-untyped-call]  # junitparser's
    # Names and words are untrusted, and XML cannot hold all of Unicode.
    text: bytes = suites.tostring()  # type: ignore[no-untyped-call]  # junitparser's
    file.write(text.decode("utf-8"))


def _suite(report: GradeReport, row: Row) -> TestSuite:
    suite = TestSuite(_xml(row.name))
    suite.add_property("language", _xml(row.language))
    suite.add_property("kept", report.kept)
    if row.contestant:
        suite.add_property("contestant", _xml(row.contestant))
    for case in report.cases:
        cell = row.cell_of.get(case.name)
        test = TestCase(
            _xml(shown(case.name)), _xml(row.name), round(cell.run.cpu, 4) if cell else 0.0
        )
        if cell is None:
            test.result = [Skipped("left out after another test was not accepted")]
        elif cell.verdict is not Verdict.AC:
            test.result = [_result(cell)]
            test.system_err = _xml(cell.run.stderr)
        suite.add_testcase(test)
    return suite


def _result(cell: Cell) -> Failure | Error:
    kind = Error if cell.verdict is Verdict.JE else Failure
    return kind(_xml(cell.run.words or cell.verdict.meaning), cell.verdict.value)


def _xml(text: str) -> str:
    """Return the text with replacements for characters that XML 1.0 cannot hold."""
    return "".join(
        c
        if c in "\t\n" or " " <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c > "\uffff"
        else "�"
        for c in text
    )
