"""The checker for DMOJ, which calls from Python.

In a problem's `init.yml`: a `checker` of a file that says
`from ineqsudoku.judge.dmoj import check`.
"""

from __future__ import annotations

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.formats import entries
from ineqsudoku.formats.document import Document
from ineqsudoku.judge.judgement import expectation
from ineqsudoku.judge.verdicts import Verdict


def check(
    process_output: bytes, judge_output: bytes, judge_input: bytes, **kwargs: object
) -> object:
    """A `CheckerResult` with all of `point_value` or nothing and with the reason; outside
    DMOJ's judge, which has that class, just whether the output is accepted.

    Raises `IneqSudokuError` when the judge's own files are at fault.
    """
    puzzles = entries(Document.read(judge_input, "input"))
    output, answer = (data.decode("utf-8", "replace") for data in (process_output, judge_output))
    judgement = expectation(puzzles, answer).judge(output)
    if judgement.verdict is Verdict.JE:
        raise IneqSudokuError(judgement.message)
    accepted = judgement.verdict is Verdict.AC
    try:
        from dmoj.result import CheckerResult
    except ImportError:
        return accepted
    points = kwargs.get("point_value", 1.0) if accepted else 0.0
    return CheckerResult(accepted, points, feedback=judgement.message)
