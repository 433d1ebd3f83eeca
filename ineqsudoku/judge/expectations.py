"""What a test asks for, and the verdict on what a program printed for it.

Any right grid is accepted; an answer file is compared with only where the puzzle does not
decide, because it has no solution.  A test that is itself wrong is the judge's fault.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.formats import entries
from ineqsudoku.formats.document import Document
from ineqsudoku.judge.answers import check_all
from ineqsudoku.judge.cases import ANSWERS, Case
from ineqsudoku.judge.verdicts import Verdict
from ineqsudoku.puzzle import Puzzle
from ineqsudoku.search import solve

NODE_LIMIT = 200_000
"""For the proof that a puzzle without a right answer file can be solved at all."""


class Judged(NamedTuple):
    """A verdict on an output and the checker's words."""

    verdict: Verdict
    words: str = ""


@dataclass(frozen=True, slots=True)
class Expectation:
    """The puzzles of a test; `words` are what has to be printed where no grid is right, and
    `fault` says why the test can judge nobody."""

    puzzles: tuple[Puzzle, ...] = ()
    words: tuple[str, ...] | None = None
    fault: str = ""

    def judge(self, output: bytes) -> Judged:
        if self.fault:
            return Judged(Verdict.JE, self.fault)
        text = output.decode("utf-8", "replace")
        if self.words is not None:
            if tuple(text.split()) == self.words:
                return Judged(Verdict.AC)
            return Judged(Verdict.WA, "not what the answer file has; the puzzle has no solution")
        judged = check_all(self.puzzles, text)
        for number, violations in enumerate(judged, 1):
            if violations:
                which = f"puzzle {number}: " if len(judged) > 1 else ""
                no_grid = violations[0].rule in ("shape", "range")
                return Judged(Verdict.PE if no_grid else Verdict.WA, f"{which}{violations[0]}")
        return Judged(Verdict.AC)


def expectation(case: Case) -> Expectation:
    """What a test asks for, after a look at whether it may ask that."""
    try:
        document = Document.read(case.input, case.name)
        puzzles = tuple(entry.puzzle for entry in entries(document))
        answer = case.answer
    except (IneqSudokuError, OSError) as error:
        told = str(error).partition("\n")[0]
        return Expectation(fault=f"the test is at fault: {told}")
    if answer is not None:
        judged = Expectation(puzzles).judge(answer)
        if judged.verdict is Verdict.AC:
            return Expectation(puzzles)
    if any(solve(puzzle, 1, node_limit=NODE_LIMIT).status == "none" for puzzle in puzzles):
        if answer is None:
            suffixes = " or ".join(ANSWERS)
            fault = f"the test is at fault: it has no solution and no file {suffixes} says so"
            return Expectation(fault=fault)
        return Expectation(puzzles, tuple(answer.decode("utf-8", "replace").split()))
    if answer is not None:
        return Expectation(fault=f"the test is at fault: its answer file: {judged.words}")
    return Expectation(puzzles)
