"""The sentence on a submission that ran on tests with known nodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ineqsudoku.apps.generate.targets import TARGETS
from ineqsudoku.apps.generate.testset import Timing, resembled
from ineqsudoku.checker import Verdict
from ineqsudoku.messages import Message, enumeration

if TYPE_CHECKING:
    from ineqsudoku.apps.grade.reports.results import Cell


def summarize(cells: Sequence[Cell]) -> Message | None:
    """Return the sentence on the results of a submission; `None` without known nodes.

    Faults come first.  The search that it resembles is named if its only fault is to be slow.
    """
    verdicts = [cell.verdict for cell in cells if cell.case.nodes]
    if not verdicts or not {*verdicts}.isdisjoint((Verdict.CE, Verdict.JE)):
        return None
    faults = [
        message.fill(n=verdicts.count(verdict))
        for verdict, message in _FAULTS.items()
        if verdict in verdicts
    ]
    slow = verdicts.count(Verdict.TLE)
    ended = len(verdicts) - slow
    results = enumeration(
        [
            *faults,
            *([_RIGHT.fill(right=verdicts.count(Verdict.AC), ended=ended)] if ended else []),
            *([_SLOW.fill(number=slow)] if slow else []),
        ]
    )
    timings = [Timing(cell.cpu, cell.verdict is Verdict.TLE, cell.case.nodes) for cell in cells]
    if slow and not faults and (target := resembled(timings)):
        return _LIKE.fill(results=results, search=TARGETS[target].words)
    return Message("summary.results", "{results}", results=results)


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
_LIKE = Message("summary.like", "{results}: it looks like {search}")
