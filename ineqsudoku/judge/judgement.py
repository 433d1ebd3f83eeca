"""What is said of an output: accepted or not and why, or that the judge's files are at fault."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ineqsudoku.formats import Entry
from ineqsudoku.geometry import NINE, Geometry
from ineqsudoku.judge.answers import check_all
from ineqsudoku.judge.rules import Violation
from ineqsudoku.judge.verdicts import Verdict

ACCEPTED = "accepted"

NODE_LIMIT = 200_000
"""For the proof that a puzzle has no solution, where an answer file is no right grid."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict - AC, WA, PE or JE - with a `message` for people.

    For WA and PE: the `violations` of the first wrong grid, in the order of the rules, and
    which `puzzle` of the input, of which `geometry`, it was printed for, counted from 0.
    """

    verdict: Verdict
    message: str = ACCEPTED
    violations: tuple[Violation, ...] = ()
    puzzle: int | None = None
    geometry: Geometry = NINE


@dataclass(frozen=True, slots=True)
class Expectation:
    """The puzzles of an input; `words` are what has to be printed where no grid is right, and
    `fault` says why nobody can be judged by the judge's files."""

    entries: tuple[Entry, ...] = ()
    words: tuple[str, ...] | None = None
    fault: str = ""

    def judge(self, output: str | None) -> Judgement:
        """`None` stands for more text than can be an answer."""
        if self.fault:
            return Judgement(Verdict.JE, self.fault)
        if self.words is None:
            return self._held_against_puzzles(output)
        if output is not None and tuple(output.split()) == self.words:
            return Judgement(Verdict.AC)
        reason = "not what the answer file has; there is no solution"
        return Judgement(Verdict.WA, reason)

    def _held_against_puzzles(self, output: str | None) -> Judgement:
        judged = check_all([entry.puzzle for entry in self.entries], output)
        for entry, violations in zip(self.entries, judged, strict=True):
            if violations:
                several = len(self.entries) > 1
                which = f"puzzle {entry.index + 1} (line {entry.line}): " if several else ""
                first = violations[0]
                message, geometry = f"{which}{first}", entry.puzzle.geometry
                return Judgement(_verdict(first), message, violations, entry.index, geometry)
        return Judgement(Verdict.AC)


def expectation(entries: Sequence[Entry], answer: str | None = None) -> Expectation:
    """What an input asks for: any right grids.

    The judge's own `answer` is looked at for being right itself, where it is no blank text;
    outputs are compared with it only where there is no right grid.
    """
    asked = Expectation(tuple(entries))
    if not answer or not answer.strip():
        return asked
    own = asked.judge(answer)
    if own.verdict is Verdict.AC:
        return asked
    if not is_solvable(asked):
        return Expectation(asked.entries, tuple(answer.split()))
    return Expectation(fault=f"the judge's own answer is wrong: {own.message}")


def is_solvable(asked: Expectation) -> bool:
    """Whether all puzzles have a solution, as far as `NODE_LIMIT` tells."""
    from ineqsudoku.search import solve

    found = (solve(entry.puzzle, 1, node_limit=NODE_LIMIT) for entry in asked.entries)
    return all(result.status != "none" for result in found)


def _verdict(first: Violation) -> Verdict:
    """A grid of digits is an answer, if a wrong one; anything else has the wrong format."""
    is_no_grid = first.rule == "shape" or (first.rule == "range" and first.found != "0")
    return Verdict.PE if is_no_grid else Verdict.WA
