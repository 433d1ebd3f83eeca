"""A MiniZinc model with its data, a file that runs as it is; write only."""

from __future__ import annotations

import os

from ineqsudoku.exchange import dzn
from ineqsudoku.exchange.words import all_taken, nothing_lost
from ineqsudoku.puzzle import Puzzle

takes = all_taken
losses = nothing_lost

SEPARATOR = None

MODEL = os.path.join(os.path.dirname(__file__), "sudoku.mzn")


def write(puzzle: Puzzle) -> str:
    with open(MODEL, encoding="ascii") as model:
        return f"{model.read()}\n% The puzzle.\n\n{dzn.write(puzzle)}"
