"""The verdict on standard input that `validate --protocol` delivers to a judge."""

from __future__ import annotations

from contextlib import suppress

from ineqsudoku.batch.sources import STDIN, Source
from ineqsudoku.cli.validate.run import absent_sign
from ineqsudoku.diagnose.pictures import verdict
from ineqsudoku.diagnose.report import Options, validate
from ineqsudoku.errors import Fault, IneqSudokuError, LayoutCycleError, PuzzleSyntaxError
from ineqsudoku.formats import entries, strict_contest, whole_document
from ineqsudoku.judge.checker.judgement import Judgement
from ineqsudoku.judge.protocols.interface import require_stdin
from ineqsudoku.judge.verdicts import Verdict
from ineqsudoku.puzzle import Puzzle


def judge_input(lenient: bool, allows_absent: bool) -> Judgement:
    """Judge standard input and print nothing: a protocol allows only the verdict."""
    require_stdin()
    data = Source(STDIN).data()
    try:
        if lenient:
            puzzles = _strict_or_lenient(data, allows_absent)
        else:
            puzzles = strict_contest.read(data, "input")
    except PuzzleSyntaxError as error:
        fault = error.faults[0]
        place = f"line {fault.line}, column {fault.column}"
        return Judgement(Verdict.PE, str(error), f"{place}: {fault.statement}")
    for number, puzzle in enumerate(puzzles, 1):
        if objection := _objection(puzzle):
            which = f"puzzle {number}: " if len(puzzles) > 1 else ""
            return Judgement(Verdict.WA, which + objection, which + objection)
    statement = (
        "one solution" if len(puzzles) == 1 else f"{len(puzzles)} puzzles, one solution each"
    )
    return Judgement(Verdict.AC, f"valid: {statement}", f"valid: {statement}")


def _strict_or_lenient(data: bytes, allows_absent: bool) -> list[Puzzle]:
    with suppress(PuzzleSyntaxError):
        return strict_contest.read(data, "input")
    document = whole_document(data, "input")
    first, *others = entries(document)
    if others:
        fault = Fault(others[0].line, 1, ("one puzzle",), f"{1 + len(others)} puzzles")
        raise PuzzleSyntaxError(document.name, (fault,))
    if not (allows_absent or first.puzzle.is_full):
        raise absent_sign(document, first)
    return [first.puzzle]


def _objection(puzzle: Puzzle) -> str:
    """Return why a puzzle is not valid; empty if it is.  Raises `IneqSudokuError` if unknown."""
    report = validate(puzzle, Options(repair=0, orders=1, limit=2, effort=0))
    if report.status == "valid":
        return ""
    if report.status == "unknown":
        raise IneqSudokuError(verdict(report))
    cycle = LayoutCycleError(report.cycle, puzzle.geometry) if report.cycle else None
    return str(cycle or verdict(report))
