"""The sentence on a submission: its results, and conclusions about the program."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from ineqsudoku.apps.generate.targets import TARGETS, Kind
from ineqsudoku.apps.generate.testset import Timing, resembled
from ineqsudoku.apps.grade.grading import Cell
from ineqsudoku.apps.grade.reports.patterns import explain_faults, is_idle
from ineqsudoku.apps.sandbox.submissions import Submission
from ineqsudoku.checker import Verdict
from ineqsudoku.messages import Items, Message, enumeration

_SLOW_STEP, _SLOW_STEP_IN_PYTHON = 5e-7, 3e-5
"""A search in a fixed order with more seconds per node than this does more than place a digit."""

_LONGER = 10
"""The factor by which a longer time limit is advised."""


def summarize(cells: Sequence[Cell], submission: Submission) -> Message | None:
    """Return the results of a submission and what they have in common; `None` if there is neither.

    The results are given on tests with known nodes of searches.  If slowness is the only fault of
    the program, the sentence names the search that it resembles.
    """
    counted = [cell for cell in cells if not cell.is_at_fault]
    if not counted or any(cell.verdict in (Verdict.CE, Verdict.JE) for cell in counted):
        return None
    explanation = explain_faults(counted, submission.files)
    if not all(cell.case.nodes for cell in counted):
        return explanation
    explanation = explanation or _slowness(counted, submission)
    results = _results([cell.verdict for cell in counted])
    if explanation is None:
        return Message("summary.results", "{results}", results=results)
    return Message(
        "summary.explained", "{results}: {explanation}", results=results, explanation=explanation
    )


def _results(verdicts: Sequence[Verdict]) -> Items:
    """Return the numbers of tests by verdict; faults come first."""
    faults = [
        message.fill(n=verdicts.count(verdict))
        for verdict, message in _FAULTS.items()
        if verdict in verdicts
    ]
    slow = verdicts.count(Verdict.TLE)
    ended = len(verdicts) - slow
    right = [_RIGHT.fill(right=verdicts.count(Verdict.AC), ended=ended)] if ended else []
    return enumeration([*faults, *right, *([_SLOW.fill(number=slow)] if slow else [])])


_FAULTS = {
    Verdict.WA: Message("summary.wa", "wrong on {n} test", "wrong on {n} tests"),
    Verdict.PE: Message("summary.pe", "no grid on {n} test", "no grid on {n} tests"),
    Verdict.RE: Message("summary.re", "crashed on {n} test", "crashed on {n} tests"),
    Verdict.MLE: Message("summary.mle", "out of memory on {n} test", "out of memory on {n} tests"),
    Verdict.OLE: Message(
        "summary.ole", "too much output on {n} test", "too much output on {n} tests"
    ),
}
_RIGHT = Message("summary.right", "right on {right} of {ended}")
_SLOW = Message("summary.slow", "too slow on {number}")


def _slowness(cells: Sequence[Cell], submission: Submission) -> Message | None:
    """Return the sentence on a submission whose only fault is to be slow."""
    verdicts = {cell.verdict for cell in cells}
    if Verdict.TLE not in verdicts or not verdicts <= {Verdict.AC, Verdict.TLE}:
        return None
    if any(map(is_idle, cells)):
        return None
    timings = [Timing(cell.cpu, cell.verdict is Verdict.TLE, cell.case.nodes) for cell in cells]
    found = resembled(timings)
    if found is None:
        ended = len(cells) - sum(timing.is_over for timing in timings)
        if ended > len(cells) // 4:
            return None
        limit = min(timing.seconds for timing in timings if timing.is_over)
        return _TOO_FEW.fill(seconds=f"{ceil(_LONGER * limit)}")
    name, seconds = found
    target = TARGETS[name]
    is_python = submission.language is not None and submission.language.name == "python"
    has_slow_steps = seconds > (_SLOW_STEP_IN_PYTHON if is_python else _SLOW_STEP)
    if target.kind is Kind.FIXED and has_slow_steps:
        return _SLOW_STEPS.fill(search=target.words, micro=f"{seconds * 1e6:.2g}")
    return _LIKE.fill(search=target.words)


_LIKE = Message("summary.like", "it looks like {search}")
_SLOW_STEPS = Message(
    "summary.slow-steps",
    "it looks like {search} whose steps take {micro} µs each: does it check the whole board at "
    "each step?",
)
_TOO_FEW = Message(
    "summary.too-few",
    "too few runs ended to tell which search it is; --time-limit {seconds} would show more",
)
