"""MiniZinc data for the model in `sudoku.mzn`."""

from __future__ import annotations

from collections.abc import Iterable

from ineqsudoku.puzzle import DIGIT_OF, Puzzle


def write(puzzle: Puzzle) -> str:
    geometry = puzzle.geometry
    givens = [str(DIGIT_OF.get(symbol, 0)) for symbol in puzzle.givens]
    rows = (", ".join(givens[cell] for cell in row) for row in geometry.rows)
    relations = puzzle.relations
    return "\n".join(
        [
            f"size = {geometry.size};",
            f"box_rows = {geometry.box_rows};",
            f"box_columns = {geometry.box_columns};",
            "given = [|",
            " |\n".join(f"  {row}" for row in rows),
            "|];",
            f"relations = {len(relations)};",
            f"lesser = [{_cells(relation.lesser for relation in relations)}];",
            f"greater = [{_cells(relation.greater for relation in relations)}];",
        ]
    )


def _cells(cells: Iterable[int]) -> str:
    """Return a list of cells, counted from 1 as in MiniZinc."""
    return ", ".join(str(cell + 1) for cell in cells)
