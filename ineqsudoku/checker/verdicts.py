"""The verdicts on a run or a submission."""

from __future__ import annotations

from enum import StrEnum

from ineqsudoku.messages import Message


class Verdict(StrEnum):
    """A verdict, abbreviated as in contests.  The checker gives AC, WA, PE and JE."""

    AC = "AC"
    WA = "WA"
    PE = "PE"
    TLE = "TLE"
    MLE = "MLE"
    OLE = "OLE"
    RE = "RE"
    CE = "CE"
    JE = "JE"

    @property
    def meaning(self) -> Message:
        return _MEANINGS[self]


_MEANINGS = {
    Verdict.AC: Message("verdict.ac", "accepted"),
    Verdict.WA: Message("verdict.wa", "wrong answer"),
    Verdict.PE: Message("verdict.pe", "no grid was printed"),
    Verdict.TLE: Message("verdict.tle", "time limit exceeded"),
    Verdict.MLE: Message("verdict.mle", "memory limit exceeded"),
    Verdict.OLE: Message("verdict.ole", "output limit exceeded"),
    Verdict.RE: Message("verdict.re", "run-time error"),
    Verdict.CE: Message("verdict.ce", "compile error"),
    Verdict.JE: Message("verdict.je", "judge error: the test or the machine is at fault"),
}
