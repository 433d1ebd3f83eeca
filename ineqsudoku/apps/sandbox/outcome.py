"""The outcome of a run, and of all runs of a submission."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from ineqsudoku.checker import Verdict
from ineqsudoku.messages import Text, store


@dataclass(frozen=True, slots=True)
class Run:
    """The outcome of one run of a submission on one test.

    `words` is the message of the checker or names the exceeded limit.  `cpu` and `wall` are
    seconds, `peak` is MiB.  One of `code` and `signal` is set if the program ended by itself.
    `stderr` is the start of its standard error, `output` that of a wrong answer.  With
    `test_at_fault`, the test itself is wrong, so the run says nothing about the submission.
    """

    verdict: Verdict
    words: Text = ""
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
        """Return the fields as values of JSON."""
        return {**asdict(self), "words": store(self.words)}


def overall(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the first verdict that is neither AC nor JE; without one, JE if there is any, else AC.

    JE also for no verdicts at all.  Callers leave out tests that are at fault.
    """
    all_verdicts = list(verdicts)
    wrong = (verdict for verdict in all_verdicts if verdict not in (Verdict.AC, Verdict.JE))
    return next(wrong, Verdict.JE if not all_verdicts or Verdict.JE in all_verdicts else Verdict.AC)
