"""A MiniZinc model with its data, a file that runs as it is."""

from __future__ import annotations

import os

from ineqsudoku.formats import dzn
from ineqsudoku.puzzle import Puzzle

MODEL = os.path.join(os.path.dirname(__file__), "sudoku.mzn")


def write(puzzle: Puzzle) -> str:
    with open(MODEL, encoding="ascii") as model:
        return f"{model.read()}\n% The puzzle.\n\n{dzn.write(puzzle)}"
