"""Pictures of steps: the board before a step, with the step's premises and changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.techniques import NAMES
from ineqsudoku.explanation.values import Candidate, Step
from ineqsudoku.language import Message
from ineqsudoku.pictures.model import Picture, Role
from ineqsudoku.puzzle import ABSENT, Puzzle


def step_pictures(puzzle: Puzzle, steps: Iterable[Step]) -> Iterator[Picture]:
    """Yield a picture per step, on the board after the previous steps.

    A picture marks the cells and signs that the step depends on (`Role.PREMISE`), or the cells of
    its chain; the cell and the digit that the step places; and the candidates that it removes.
    """
    board = Board(puzzle)
    for step in steps:
        changed = {cell for cell, _ in (*step.places, *step.removes)}
        rests_on = step.chain or step.premises.cells
        yield Picture(
            puzzle,
            digits=_digits(board, step.places),
            candidates=_candidates(board, changed),
            cell_roles={
                **dict.fromkeys((cell for cell, _ in rests_on), Role.PREMISE),
                **dict.fromkeys((cell for cell, _ in step.places), Role.PLACED),
            },
            sign_roles=dict.fromkeys(step.premises.relations, Role.PREMISE),
            candidate_roles=dict.fromkeys(step.removes, Role.REMOVED),
        )
        board.apply((step,))


def caption_steps(puzzle: Puzzle, steps: Iterable[Step]) -> Iterator[Picture]:
    """Yield `step_pictures` with the technique as the title and the sentence as the caption."""
    steps = tuple(steps)
    pictures = step_pictures(puzzle, steps)
    for number, (step, picture) in enumerate(zip(steps, pictures, strict=True), 1):
        title = _TITLE.fill(number=number, technique=NAMES[step.technique])
        yield replace(picture, title=title, caption=step.message)


_TITLE = Message("explain.numbered", "{number}. {technique}")


def group_pictures(puzzle: Puzzle, groups: Iterable[Iterable[Step]]) -> Iterator[Picture]:
    """Yield a picture per group of steps, on the board after the previous groups.

    A picture marks only the candidates that the group removes and the digits that it places.
    """
    board = Board(puzzle)
    for group in groups:
        steps = tuple(group)
        removed = {candidate for step in steps for candidate in step.removes}
        placed = {candidate for step in steps for candidate in step.places}
        yield Picture(
            puzzle,
            digits=_digits(board),
            candidates=_candidates(board, {cell for cell, _ in removed | placed}),
            candidate_roles={
                **dict.fromkeys(removed, Role.REMOVED),
                **dict.fromkeys(placed, Role.PLACED),
            },
        )
        board.apply(steps)


def _digits(board: Board, placed: Iterable[Candidate] = ()) -> str:
    """Return the digits of a board, including those that are `placed`."""
    known = dict(placed)
    for cell, mask in enumerate(board.candidates):
        if not board.unsolved >> cell & 1:
            known[cell] = masks.least(mask)
    symbols = board.geometry.symbols
    return "".join(
        symbols[known[cell] - 1] if cell in known else ABSENT
        for cell in range(len(board.candidates))
    )


def _candidates(board: Board, changed: set[int]) -> dict[int, int]:
    """Return the candidates of the cells that have lost some, and of the `changed` cells."""
    every = board.houses.all_digits
    return {
        cell: board.candidates[cell]
        for cell in masks.cells(board.unsolved)
        if cell in changed or board.candidates[cell] != every
    }
