"""The outcome of a run: `Verdict`, `Run`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Annotated, Any

from ineqsudoku.messages import Message, Text, restore, store


class Verdict(StrEnum):
    """The verdict on a run or a submission, abbreviated as in contests."""

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


def _restore(value: Any, _field: str) -> Text:
    """Return the words of a run that was stored.  Raises `ValueError` if they are damaged."""
    try:
        words = restore(value)
        str(words)
    except Exception as error:  # A damaged message may raise any.
        raise ValueError(error) from None
    if isinstance(words, (int, float)):
        raise ValueError(words)
    return words


@dataclass(frozen=True, slots=True)
class Run:
    """The outcome of one run of a submission on one test.

    `words` is the message of the checker or names the exceeded limit.  `cpu` and `wall` are
    seconds, `peak` is MiB.  One of `code` and `signal` is set if the program ended by itself.
    `stderr` is the start of its standard error, `output` that of a wrong answer.  With
    `test_at_fault`, the test itself is wrong, so the run says nothing about the submission.
    """

    verdict: Verdict
    words: Annotated[Text, _restore] = ""
    cpu: float = 0.0
    wall: float = 0.0
    peak: float = 0.0
    code: int | None = None
    signal: int | None = None
    stderr: str = ""
    output: str = ""
    test_at_fault: bool = False

    @property
    def is_failure(self) -> bool:
        """Whether the submission failed; a judge error does not count."""
        return self.verdict not in (Verdict.AC, Verdict.JE)

    def as_dict(self) -> dict[str, Any]:
        """Return the fields as values of JSON, from which `fields.read` restores the run."""
        return {**asdict(self), "words": store(self.words)}


def overall(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the first verdict that is neither AC nor JE; without one, JE if there is any, else AC.

    JE also for no verdicts at all.  Callers leave out tests that are at fault.
    """
    all_verdicts = list(verdicts)
    wrong = (verdict for verdict in all_verdicts if verdict not in (Verdict.AC, Verdict.JE))
    return next(wrong, Verdict.JE if not all_verdicts or Verdict.JE in all_verdicts else Verdict.AC)
