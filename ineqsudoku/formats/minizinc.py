"""A MiniZinc model with its data, a file that runs as it is."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from ineqsudoku.geometry import ROWS
from ineqsudoku.puzzle import ABSENT, Puzzle


def write(puzzle: Puzzle) -> str:
    """Return the model and the data of a puzzle."""
    givens = puzzle.givens.replace(ABSENT, "0")
    rows = (", ".join(givens[cell] for cell in row) for row in ROWS)
    lesser, greater = zip(*puzzle.relations, strict=True) if puzzle.relations else ((), ())
    data = "\n".join(
        [
            "given = [|",
            " |\n".join(f"  {row}" for row in rows),
            "|];",
            f"relations = {len(lesser)};",
            f"lesser = [{_cells(lesser)}];",
            f"greater = [{_cells(greater)}];",
        ]
    )
    return f"{_model()}\n% The puzzle.\n\n{data}"


@cache
def _model() -> str:
    return files("ineqsudoku.formats").joinpath("sudoku.mzn").read_text(encoding="utf-8")


def _cells(cells: Iterable[int]) -> str:
    """Return a list of cells, counted from 1 as in MiniZinc."""
    return ", ".join(str(cell + 1) for cell in cells)
