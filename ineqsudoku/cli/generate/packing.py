"""Generated puzzles as entries of a journal."""

from __future__ import annotations

from math import isfinite
from typing import Any, get_args

from ineqsudoku.explanation.rating import Level
from ineqsudoku.generation.values import SOLUTIONS, Generated, TargetNodes, Wish
from ineqsudoku.puzzle import Grid, Puzzle


def packed(generated: Generated) -> dict[str, Any]:
    puzzle, solution = generated.puzzle, generated.solution
    return {
        "index": generated.index,
        "puzzle": [puzzle.signs, puzzle.givens, puzzle.border_signs],
        "solutions": generated.solutions,
        "solution": solution.line if solution else None,
        "level": generated.level,
        "rating": generated.rating,
        "nodes": [[each.target, each.nodes, each.is_whole] for each in generated.nodes],
        "failure": generated.failure,
        "steps": generated.steps,
        "is_cut_short": generated.is_cut_short,
    }


def unpacked(value: Any, wish: Wish) -> Generated:
    """Return the puzzle of a journal entry of a run with this wish.

    Raises `ValueError` for a value that `packed` does not return.
    """
    try:
        signs, givens, border_signs = value["puzzle"]
        solution = value["solution"]
        generated = Generated(
            index=value["index"],
            puzzle=Puzzle(signs, givens, border_signs, wish.geometry),
            solutions=value["solutions"],
            solution=None if solution is None else Grid(solution),
            level=value["level"],
            rating=value["rating"],
            nodes=tuple(TargetNodes(*each) for each in value["nodes"]),
            failure=value["failure"],
            steps=value["steps"],
            is_cut_short=value["is_cut_short"],
        )
    except (LookupError, TypeError, AttributeError) as error:
        raise ValueError from error
    if packed(generated) != value or not _is_possible(generated):
        raise ValueError
    return generated


def _is_possible(generated: Generated) -> bool:
    solution, rating = generated.solution, generated.rating
    numbers = (generated.index, generated.steps, *(each.nodes for each in generated.nodes))
    return (
        all(type(number) is int and number >= 0 for number in numbers)
        and all(
            type(each.target) is str and type(each.is_whole) is bool for each in generated.nodes
        )
        and generated.solutions in SOLUTIONS
        and generated.level in (None, *get_args(Level))
        and (rating is None or (type(rating) in (int, float) and isfinite(rating)))
        and (generated.failure is None or type(generated.failure) is str)
        and type(generated.is_cut_short) is bool
        and (solution is None or len(solution.line) == len(generated.puzzle.givens))
    )
