"""What a test requires of an output, or why the test itself is wrong."""

from __future__ import annotations

from dataclasses import replace

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.formats import entries, whole_document
from ineqsudoku.judge.checker.judgement import Expectation, expectation, is_solvable
from ineqsudoku.judge.testdata import ANSWERS, INPUT, Case
from ineqsudoku.names import shown


def expectation_of(case: Case, encoding: str | None = None) -> Expectation:
    """The expectation of a test.  If the test is wrong, it has a `fault`, and every run is JE.

    If `encoding` is `None`, the bytes of the input file show its encoding.
    """
    try:
        document = whole_document(case.input, shown(case.name + INPUT), encoding)
        puzzles = entries(document)
        answer = case.answer or b""
    except (IneqSudokuError, OSError) as error:
        return _at_fault(str(error).partition("\n")[0])
    found = expectation(puzzles, answer)
    if found.fault:
        return _at_fault(found.fault)
    if not answer.strip() and not is_solvable(found):
        return _at_fault(f"the puzzle has no solution, and there is no file {' or '.join(ANSWERS)}")
    return replace(found, warnings=document.warnings)


def _at_fault(why: str) -> Expectation:
    return Expectation(fault=f"the test is at fault: {why}")
