"""The verdict on standard input that `validate --protocol` delivers to a judge."""

from __future__ import annotations

import sys
from contextlib import suppress

from ineqsudoku.apps.cli.sources import STDIN_NAME
from ineqsudoku.apps.diagnose.pictures import verdict
from ineqsudoku.apps.diagnose.report import Options, examine
from ineqsudoku.apps.diagnose.run import absent_sign
from ineqsudoku.apps.solve.protocols.interface import require_stdin
from ineqsudoku.checker.judgement import Judgement
from ineqsudoku.checker.verdicts import Verdict
from ineqsudoku.errors import Fault, IneqSudokuError, LayoutCycleError, PuzzleSyntaxError
from ineqsudoku.formats import entries, strict_contest, whole_document
from ineqsudoku.formats.document import MAX_BYTES
from ineqsudoku.formats.scanning import ONE_PUZZLE, PUZZLES
from ineqsudoku.messages import Message, Text
from ineqsudoku.names import message_of, name_errors
from ineqsudoku.puzzle import NUMBERED, Puzzle


def judge_input(lenient: bool, allows_absent: bool) -> Judgement:
    """Judge standard input and print nothing: a protocol allows only the verdict."""
    require_stdin()
    with name_errors(STDIN_NAME):  # Judges hand tests to programs without decompressing them.
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
    try:
        if lenient:
            puzzles = _strict_or_lenient(data, allows_absent)
        else:
            puzzles = strict_contest.read(data, "input")
    except PuzzleSyntaxError as error:
        fault = error.faults[0]
        public = Message(
            "input.fault",
            "line {line}, column {column}: {fault}",
            line=fault.line,
            column=fault.column,
            fault=fault.statement,
        )
        return Judgement(Verdict.PE, str(error), public)
    for number, puzzle in enumerate(puzzles, 1):
        if objection := _objection(puzzle):
            if len(puzzles) > 1:
                objection = NUMBERED.fill(number=number, message=objection)
            return Judgement(Verdict.WA, objection, objection)
    valid = Message(
        "input.valid",
        "valid: one solution",
        "valid: {n} puzzles, one solution each",
        n=len(puzzles),
    )
    return Judgement(Verdict.AC, valid, valid)


def _strict_or_lenient(data: bytes, allows_absent: bool) -> list[Puzzle]:
    with suppress(PuzzleSyntaxError):
        return strict_contest.read(data, "input")
    document = whole_document(data, "input")
    first, *others = entries(document)
    if others:
        fault = Fault(others[0].line, 1, (ONE_PUZZLE,), PUZZLES.fill(n=1 + len(others)))
        raise PuzzleSyntaxError(document.name, (fault,))
    if not (allows_absent or first.puzzle.is_full):
        raise absent_sign(document, first)
    return [first.puzzle]


def _objection(puzzle: Puzzle) -> Text:
    """Return why a puzzle is not valid; empty if it is.  Raises `IneqSudokuError` if unknown."""
    reports = examine(puzzle, Options(repair=0, orders=1, limit=2, effort=0))
    report = next(reports)
    if report.status == "multiple":  # Later reports say how many.
        *_, report = reports
    if report.status == "valid":
        return ""
    if report.status == "unknown":
        raise IneqSudokuError(verdict(report))
    if report.cycle:
        return message_of(LayoutCycleError(report.cycle, puzzle.geometry))
    return verdict(report)
