"""The order of the steps: in rounds for `explain`, digit by digit for hints and for display.

A round has all open steps of the cheapest technique.  All steps of a round rest on the same board
and are applied together, so the order of cells and digits does not matter: all images of a puzzle
under symmetries have rounds of the same ratings.

A path leads to the solution digit by digit, with the steps that a digit depends on.  It leaves out
the steps that no placed digit depends on, so it has about half as many steps that only remove
candidates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import fsum

from ineqsudoku.errors import InvalidPuzzleError
from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.techniques import SINGLES, TECHNIQUES
from ineqsudoku.explanation.values import Candidate, Explanation, Step
from ineqsudoku.puzzle import Grid, Puzzle, require_puzzle
from ineqsudoku.search import solve

NODE_LIMIT = 1_000_000
"""The node limit for proving that a puzzle has exactly one solution."""


def explain(puzzle: Puzzle) -> Explanation:
    """Solve a puzzle as a person would.

    The explanation of a puzzle is the same on every machine.  Raises `InvalidPuzzleError` if the
    puzzle does not have exactly one solution, and `TypeError` if `puzzle` is not a `Puzzle`.
    """
    *_, last = explain_stepwise(puzzle)
    return last


def explain_stepwise(puzzle: Puzzle) -> Iterator[Explanation]:
    """Yield the explanation before the first round and after every round.  Raises as `explain`."""
    board = Board(puzzle, solution_of(puzzle))
    steps: list[Step] = []
    open_at: list[int] = []
    yield Explanation(puzzle, (), (), not board.unsolved)
    for steps_of_round in rounds(board):
        steps += steps_of_round
        open_at.append(len(steps_of_round))
        board.apply(steps_of_round)
        yield Explanation(puzzle, tuple(steps), tuple(open_at), not board.unsolved)


def solution_of(puzzle: Puzzle) -> Grid:
    """Return the only solution.  Raises like `explain`."""
    result = solve(require_puzzle(puzzle), node_limit=NODE_LIMIT)
    if result.status != "unique":
        raise InvalidPuzzleError(result.status)
    return result.solutions[0]


def rounds(board: Board) -> Iterator[tuple[Step, ...]]:
    """Yield the steps, round by round, until no cell is empty or no technique has a step.

    The caller applies the steps to the board.
    """
    while board.unsolved and (steps := open_steps(board)):
        yield steps


def open_steps(board: Board) -> tuple[Step, ...]:
    """Return all open steps of the cheapest technique that has any.

    Of steps with the same effect, only the first one with the lowest rating is returned.
    """
    for technique in TECHNIQUES:
        if steps := _distinct(technique(board)):
            return steps
    return ()


def _distinct(steps: Iterable[Step]) -> tuple[Step, ...]:
    by_effect: dict[tuple[tuple[Candidate, ...], tuple[Candidate, ...]], Step] = {}
    for step in steps:
        effect = step.places, step.removes
        known = by_effect.get(effect)
        if known is None or step.rating < known.rating:
            by_effect[effect] = step
    return tuple(by_effect.values())


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


@dataclass(frozen=True, slots=True)
class Walk:
    """An explanation and the steps of it to show.

    `groups`: the steps, grouped by the digit that they lead to, or by round.
    `stopped_at`: the first step that is not shown, if the steps were cut.
    """

    explanation: Explanation
    groups: tuple[tuple[Step, ...], ...]
    stopped_at: Step | None = None

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(step for group in self.groups for step in group)

    @property
    def crux(self) -> Step | None:
        """The step `stopped_at`; without one, the first step with the highest rating."""
        return self.stopped_at or max(self.steps, key=lambda step: step.rating, default=None)

    def until(self, technique: str) -> Walk:
        """Return the walk up to the first step of a technique, without that step."""
        shown: list[tuple[Step, ...]] = []
        for group in self.groups:
            before = tuple(_before(technique, group))
            if before:
                shown.append(before)
            if len(before) < len(group):
                return replace(self, groups=tuple(shown), stopped_at=group[len(before)])
        return self


def _before(technique: str, steps: Iterable[Step]) -> Iterator[Step]:
    for step in steps:
        if step.technique == technique:
            return
        yield step
