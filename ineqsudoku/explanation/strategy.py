"""The order of the steps: a round has all open steps of the cheapest technique.

All steps of a round rest on the same board and are applied together, so the order of cells and
digits does not matter: all images of a puzzle under symmetries have rounds of the same ratings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ineqsudoku.errors import InvalidPuzzleError
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.techniques import TECHNIQUES
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
    *_, last = explained(puzzle)
    return last


def explained(puzzle: Puzzle) -> Iterator[Explanation]:
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
