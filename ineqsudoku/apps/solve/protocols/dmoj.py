"""The checker for DMOJ, which calls a Python function.

In a problem's `init.yml`, name a checker file with the line
`from ineqsudoku.apps.solve.protocols.dmoj import check`.
"""

from __future__ import annotations

from ineqsudoku.checker.answers import ascii_only
from ineqsudoku.checker.judgement import expectation
from ineqsudoku.checker.verdicts import Verdict
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.formats import entries, whole_document


def check(
    process_output: bytes,
    judge_output: bytes,
    judge_input: bytes,
    *,
    point_value: float = 1.0,
    dense: bool = False,
    **_: object,
) -> object:
    """Return a `CheckerResult` with `point_value` or no points, and the reason as feedback.

    Outside DMOJ's judge, which has that class, the result is whether the output is accepted.  If
    `dense`, digits need no blanks between them.  Raises `IneqSudokuError` when the judge's files
    are wrong, which DMOJ reports as an internal error.
    """
    # DMOJ passes its own type for bytes that are loaded on demand.
    puzzles = entries(whole_document(bytes(judge_input), "input"))
    expected = expectation(puzzles, bytes(judge_output))
    judgement = expected.judge(bytes(process_output), dense=dense)
    if judgement.verdict is Verdict.JE:
        raise IneqSudokuError(judgement.message)
    accepted = judgement.verdict is Verdict.AC
    try:
        from dmoj.result import CheckerResult
    except ImportError:
        return accepted
    points = point_value if accepted else 0.0
    return CheckerResult(accepted, points, feedback=ascii_only(str(judgement.public)))
