"""The verdict on an output, with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from ineqsudoku.checker.outputs import broken_rules, is_shape_fault, printed_grids
from ineqsudoku.checker.rules import Violation
from ineqsudoku.checker.verdicts import Verdict
from ineqsudoku.checker.words import Output, OutputTooLongError, chunks_of, words
from ineqsudoku.formats import Entry
from ineqsudoku.messages import Message, Text
from ineqsudoku.search import solve

ACCEPTED = Verdict.AC.meaning

NODE_LIMIT = 200_000
"""Node limit for proving that a puzzle has no solution, if the answer file has no right grid."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict (AC, WA, PE or JE) and its reason, the `message`.

    For WA and PE, `violations` are those of the first wrong grid, in the order of the rules.  It
    was printed for the puzzle with the index `puzzle` in the input.
    """

    verdict: Verdict
    message: Text = ACCEPTED
    violations: tuple[Violation, ...] = ()
    puzzle: int | None = None


@dataclass(frozen=True, slots=True)
class Expectation:
    """The expected output for an input.

    That is any right grids for the puzzles of `entries`, or exactly `words` if there are no right
    grids.  A `fault` of the judge's files makes every judgement a JE.  The `warnings` name
    what was guessed, replaced or skipped in the input.
    """

    entries: tuple[Entry, ...] = ()
    words: tuple[bytes, ...] | None = None
    fault: Text = ""
    warnings: tuple[Text, ...] = ()

    def judge(self, output: Output) -> Judgement:
        """Judge an output, reading no more of it than necessary."""
        if self.fault:
            return Judgement(Verdict.JE, self.fault)
        if self.words is None:
            return self._compare_with_puzzles(output)
        if _has_words(output, self.words):
            return Judgement(Verdict.AC)
        return Judgement(Verdict.WA, _OTHER_WORDS)

    def _compare_with_puzzles(self, output: Output) -> Judgement:
        answers = printed_grids(len(self.entries), output)
        # The shape comes first, as in a checker that reads everything before it compares.
        last = len(answers) - 1
        if is_shape_fault(answers[last]):
            return self._failure(last, broken_rules(self.entries[last].puzzle, answers[last]))
        for number, (entry, answer) in enumerate(zip(self.entries, answers, strict=True)):
            if broken := broken_rules(entry.puzzle, answer):
                return self._failure(number, broken)
        return Judgement(Verdict.AC)

    def _failure(self, number: int, violations: tuple[Violation, ...]) -> Judgement:
        entry, first = self.entries[number], violations[0]
        verdict = Verdict.PE if first.rule == "shape" else Verdict.WA
        message = first.reason
        if len(self.entries) > 1:
            message = _AT_LINE.fill(number=number + 1, line=entry.line, reason=message)
        return Judgement(verdict, message, violations, entry.index)


_OTHER_WORDS = Message(
    "check.other-words", "the puzzle has no solution, and the output differs from the answer file"
)

_AT_LINE = Message("check.at-line", "puzzle {number} (line {line}): {reason}")


def _has_words(output: Output, expected: tuple[bytes, ...]) -> bool:
    printed = words(output, longest=max(map(len, expected)))
    try:
        return all(one == other for one, other in zip_longest(printed, expected))
    except OutputTooLongError:
        return False


def expectation(entries: Sequence[Entry], answer: Output = b"") -> Expectation:
    """Return the expected output for an input: any right grids.

    The judge's own `answer` has to be right itself unless it is blank.  Outputs are compared with
    it only if the puzzles have no solution.
    """
    asked = Expectation(tuple(entries))
    data = b"".join(chunks_of(answer))
    own_words = tuple(words(data, longest=len(data)))
    if not own_words:
        return asked
    own = asked.judge(data)
    if own.verdict is Verdict.AC:
        return asked
    if not is_solvable(asked):
        return Expectation(asked.entries, own_words)
    fault = Message(
        "check.own-answer", "the judge's own answer is wrong: {reason}", reason=own.message
    )
    return Expectation(fault=fault)


def is_solvable(asked: Expectation) -> bool:
    """Whether all puzzles may have a solution, as far as `NODE_LIMIT` nodes show."""
    results = (solve(entry.puzzle, 1, node_limit=NODE_LIMIT) for entry in asked.entries)
    return all(result.status != "none" for result in results)
