"""What is said of an output: accepted or not and why, or that the judge's files are at fault."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ineqsudoku.formats import Entry
from ineqsudoku.judge.answers import check_all
from ineqsudoku.judge.rules import Violation

Verdict = Literal["AC", "WA", "PE", "JE"]
"""Accepted, wrong answer, wrong format of the output (presentation error), judge's error."""

ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict with a `message` for people.

    For WA and PE: the `violations` of the first wrong grid, in the order of the rules, and
    which `puzzle` of the input it was printed for, counted from 0.
    """

    verdict: Verdict
    message: str = ACCEPTED
    violations: tuple[Violation, ...] = ()
    puzzle: int | None = None


def judge(entries: Sequence[Entry], output: str | None, answer: str | None = None) -> Judgement:
    """Hold an output against the puzzles of its input; any right grids are accepted.

    The layouts decide.  The judge's own `answer` is only looked at for being right itself,
    where it is no blank text.  `None` for an output stands for more text than can be one.
    """
    if answer and answer.strip():
        own = _judged(entries, answer)
        if own.verdict != "AC":
            return Judgement("JE", f"the judge's own answer is wrong: {own.message}")
    return _judged(entries, output)


def _judged(entries: Sequence[Entry], output: str | None) -> Judgement:
    judged = check_all([entry.puzzle for entry in entries], output)
    for entry, violations in zip(entries, judged, strict=True):
        if violations:
            which = f"puzzle {entry.index + 1} (line {entry.line}): " if len(entries) > 1 else ""
            first = violations[0]
            return Judgement(_verdict(first), f"{which}{first}", violations, entry.index)
    return Judgement("AC")


def _verdict(first: Violation) -> Verdict:
    """A grid of digits is an answer, if a wrong one; anything else has the wrong format."""
    is_no_grid = first.rule == "shape" or (first.rule == "range" and first.found != "0")
    return "PE" if is_no_grid else "WA"
