"""Solving a puzzle in rounds, which rate it; `path.py` takes the steps of a person from them.

A round has all open steps of the cheapest technique.  All steps of a round rest on the same board
and are applied together, so the order of cells and digits does not matter: all images of a puzzle
under symmetries have rounds of the same ratings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ineqsudoku.apps.explain.board import Board
from ineqsudoku.apps.explain.explanation import Explanation
from ineqsudoku.apps.explain.merging import merge
from ineqsudoku.apps.explain.path import path
from ineqsudoku.apps.explain.retaking import retake_open
from ineqsudoku.apps.explain.step import Step
from ineqsudoku.apps.explain.techniques import TECHNIQUES
from ineqsudoku.apps.explain.values import Candidate
from ineqsudoku.errors import InvalidPuzzleError
from ineqsudoku.puzzle import Grid, Puzzle, require_puzzle
from ineqsudoku.search import solve

NODE_LIMIT = 1_000_000
"""The node limit for proving that a puzzle has exactly one solution."""


def explain(puzzle: Puzzle) -> Explanation:
    """Solve a puzzle as a person would.

    The explanation of a puzzle is the same on every machine.  Raises `InvalidPuzzleError` if the
    puzzle does not have exactly one solution, and `TypeError` if `puzzle` is not a `Puzzle`.
    """
    board = start(puzzle)
    history = [step for steps in rounds(board) for step in steps]
    return Explanation(puzzle, tuple(history), is_complete=not board.unsolved)


def start(puzzle: Puzzle) -> Board:
    """Return the board of a puzzle without a step.  Raises like `explain`."""
    return Board(puzzle, solution_of(puzzle))


def solution_of(puzzle: Puzzle) -> Grid:
    """Return the only solution.  Raises like `explain`."""
    result = solve(require_puzzle(puzzle), node_limit=NODE_LIMIT)
    if result.status != "unique":
        raise InvalidPuzzleError(result.status)
    return result.solutions[0]


def rounds(board: Board) -> Iterator[tuple[Step, ...]]:
    """Apply round after round to a board and yield its steps.

    Ends when no cell is empty or no technique has a step.
    """
    while board.unsolved and (steps := open_steps(board)):
        board.apply(steps)
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


def easiest_step(board: Board) -> tuple[Step, ...]:
    """Return the easiest open step; empty if no technique has a step."""
    steps = open_steps(board)
    return (retake_open(board, min(steps, key=lambda step: step.rating)),) if steps else ()


def next_digit(board: Board) -> tuple[Step, ...]:
    """Return the easiest way to the next digit: the steps that it depends on, then its step.

    The result is empty if no technique has a step.
    """
    history: list[Step] = []
    for steps in rounds(board.copy()):
        history += steps
        if steps[0].places:
            break
    shown = []
    for step in path(board, history):
        shown.append(step)
        if step.places:
            break
    return merge(shown)
