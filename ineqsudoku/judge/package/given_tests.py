"""Tests of a problem setter: read, proven and solved."""

from __future__ import annotations

from ineqsudoku.errors import IneqSudokuError, PuzzleSyntaxError
from ineqsudoku.formats import entries, whole_document
from ineqsudoku.judge import testdata
from ineqsudoku.judge.expectations import expectation_of
from ineqsudoku.judge.package.arrangement import Draft, Drafts, Progress
from ineqsudoku.names import shown
from ineqsudoku.puzzle import Puzzle

SAMPLES = "sample"
"""The folder of tests that contestants see."""


def given_tests(path: str, progress: Progress) -> Drafts:
    """Return the tests in a folder or zip file.

    The samples are the tests in `sample/`; without that folder, the first test is the sample.

    Raises `OSError`, and `IneqSudokuError` for an input that is not one full puzzle with exactly
    one solution, for two inputs with the same puzzle and for a wrong answer file.
    """
    found = testdata.tests(path)
    samples = [case.name for case in found.cases if case.name.split("/")[0] == SAMPLES]
    samples = samples or [found.cases[0].name]
    names: dict[Puzzle, str] = {}
    drafts = []
    for number, case in enumerate(sorted(found.cases, key=lambda case: case.name not in samples)):
        progress("reading tests", number, len(found.cases))
        draft = _draft(case, case.name in samples)
        if (other := names.setdefault(draft.puzzle, case.name)) != case.name:
            raise IneqSudokuError(f"{shown(case.name)}.in has the same puzzle as {shown(other)}.in")
        drafts.append(draft)
    return Drafts(tuple(drafts), {subtask.name: subtask.points for subtask in found.subtasks})


def _draft(case: testdata.Case, is_sample: bool) -> Draft:
    from ineqsudoku.search import solve

    where = shown(case.name + testdata.INPUT)
    expected = expectation_of(case)
    if expected.fault:
        raise IneqSudokuError(f"{where}: {expected.fault}")
    puzzle = _only_puzzle(case, where)
    result = solve(puzzle, limit=2)
    if result.status != "unique":
        found = {"none": "no solution", "multiple": "several solutions"}.get(result.status, "")
        raise IneqSudokuError(f"{where}: expected one solution, found {found or result.status}")
    return Draft(puzzle, result.solutions[0], case.subtask, is_sample)


def _only_puzzle(case: testdata.Case, where: str) -> Puzzle:
    try:
        found = entries(whole_document(case.input, where))
    except PuzzleSyntaxError as error:
        raise IneqSudokuError(str(error)) from None
    puzzle = found[0].puzzle
    if len(found) > 1:
        raise IneqSudokuError(f"{where}: expected one puzzle, found {len(found)}")
    if not puzzle.is_full or puzzle.has_givens or puzzle != Puzzle(puzzle.signs):
        raise IneqSudokuError(f"{where}: expected a 9×9 puzzle with all 108 signs and no givens")
    return puzzle
