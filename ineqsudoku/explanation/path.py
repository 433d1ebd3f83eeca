"""The path of a person through a puzzle: digit by digit, with the steps that a digit depends on.

The rounds of `strategy.py` have all open steps.  A path leaves out the steps that no placed digit
depends on, so it has about half as many steps that only remove candidates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import fsum

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.strategy import open_steps, solution_of
from ineqsudoku.explanation.techniques import SINGLES, TECHNIQUES
from ineqsudoku.explanation.values import Candidate, Step
from ineqsudoku.puzzle import Puzzle


def path(puzzle: Puzzle) -> Iterator[tuple[Step, ...]]:
    """Yield the steps that lead to the next digit, up to the solution; the last of them places it.

    Ends early if no technique has a step.  Raises like `explain`.
    """
    board = Board(puzzle, solution_of(puzzle))
    while board.unsolved and (steps := next_digit(board.copy())):
        yield steps
        board.apply(steps)


def next_digit(board: Board) -> tuple[Step, ...]:
    """Return the easiest way to the next digit: the steps that it depends on, then its step.

    The result is empty if no technique has a step.  Changes the board.
    """
    start = board.copy()
    history = _History(board)
    while board.unsolved:
        ways = [
            (*history.leading_to(step), step) for technique in SINGLES for step in technique(board)
        ]
        if ways:
            easiest = min(ways, key=lambda steps: fsum(step.rating for step in steps))
            return tuple(_one_after_the_other(easiest, start))
        steps = open_steps(board)
        if not steps:
            return ()
        history.take(steps)
    return ()


def _one_after_the_other(steps: Iterable[Step], board: Board) -> Iterator[Step]:
    """Yield the steps without the removals that earlier steps have made.

    Steps of a round do not know of one another.  Changes the board.
    """
    for step in steps:
        open_step = _still_open(step, board)
        yield open_step
        board.apply((open_step,))


def _still_open(step: Step, board: Board) -> Step:
    """Return the step with the same technique that removes what is left of its candidates."""
    left = tuple(pair for pair in step.removes if board.candidates[pair[0]] >> pair[1] - 1 & 1)
    if left == step.removes:
        return step
    for technique in TECHNIQUES:
        alike = [other for other in technique(board) if other.technique == step.technique]
        for other in alike:
            if other.removes == left:
                return other
        if alike:
            break
    return replace(step, removes=left)


class _History:
    """The steps applied to a board, and the first of them that excluded a candidate."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._start = board.candidates.copy()
        self._steps: list[Step] = []
        self._excluded_by: dict[Candidate, int] = {}

    def take(self, steps: Iterable[Step]) -> None:
        """Apply steps that only remove candidates."""
        for step in steps:
            for candidate in step.removes:
                self._excluded_by.setdefault(candidate, len(self._steps))
            self._steps.append(step)
            self._board.apply((step,))

    def leading_to(self, step: Step) -> list[Step]:
        """Return the steps that a step depends on, directly or indirectly, in the order applied."""
        used: set[int] = set()
        queue = [step]
        for one in queue:
            for cell, mask in one.premises.cells:
                for digit in masks.digits(self._start[cell] & ~mask):
                    number = self._excluded_by[cell, digit]
                    if number not in used:
                        used.add(number)
                        queue.append(self._steps[number])
        return [self._steps[number] for number in sorted(used)]
