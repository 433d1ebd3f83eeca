"""What a test asks for, after a look at whether it may ask that."""

from __future__ import annotations

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.formats import entries
from ineqsudoku.formats.document import Document
from ineqsudoku.judge.cases import ANSWERS, Case
from ineqsudoku.judge.judgement import Expectation, expectation, is_solvable


def expectation_of(case: Case) -> Expectation:
    """A test that is itself wrong has a `fault`: that is the judge's, whatever is printed."""
    try:
        puzzles = entries(Document.read(case.input, case.name))
        answer = case.answer or b""
    except (IneqSudokuError, OSError) as error:
        return _at_fault(str(error).partition("\n")[0])
    found = expectation(puzzles, answer)
    if found.fault:
        return _at_fault(found.fault)
    if not answer.strip() and not is_solvable(found):
        return _at_fault(f"it has no solution and no file {' or '.join(ANSWERS)} says so")
    return found


def _at_fault(why: str) -> Expectation:
    return Expectation(fault=f"the test is at fault: {why}")
