"""MiniZinc data for the model in `sudoku.mzn`; write only."""

from __future__ import annotations

from collections.abc import Iterable

from ineqsudoku.exchange.words import nothing_lost, takes_nine
from ineqsudoku.geometry import CELLS, SIZE
from ineqsudoku.puzzle import ABSENT, Puzzle

takes = takes_nine
losses = nothing_lost

SEPARATOR = None


def write(puzzle: Puzzle) -> str:
    givens = puzzle.givens.replace(ABSENT, "0")
    rows = (", ".join(givens[start : start + SIZE]) for start in range(0, len(CELLS), SIZE))
    relations = puzzle.relations
    return "\n".join(
        [
            "given = [|",
            " |\n".join(f"  {row}" for row in rows),
            "|];",
            f"relations = {len(relations)};",
            f"lesser = [{_cells(relation.lesser for relation in relations)}];",
            f"greater = [{_cells(relation.greater for relation in relations)}];",
        ]
    )


def _cells(cells: Iterable[int]) -> str:
    """From 1, as MiniZinc counts."""
    return ", ".join(str(cell + 1) for cell in cells)
