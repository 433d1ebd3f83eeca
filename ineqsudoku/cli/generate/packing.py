"""Generated puzzles as JSON, for the state of a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ineqsudoku.generation.values import Generated, TargetNodes, Wish
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
        "nodes": [[count.target, count.nodes, count.is_whole] for count in generated.nodes],
        "failure": generated.failure,
        "steps": generated.steps,
        "is_cut_short": generated.is_cut_short,
    }


def unpacked(value: Mapping[str, Any], wish: Wish) -> Generated:
    """Return the puzzle that `packed` turned into a value, in a run with this wish."""
    signs, givens, border_signs = value["puzzle"]
    solution, nodes = value["solution"], value["nodes"]
    return Generated(
        **{
            **value,
            "puzzle": Puzzle(signs, givens, border_signs, wish.geometry),
            "solution": None if solution is None else Grid(solution),
            "nodes": tuple(TargetNodes(*count) for count in nodes),
        }
    )
