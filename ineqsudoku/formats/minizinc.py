"""A MiniZinc model with its data, a file that runs as it is."""

from __future__ import annotations

import os

from ineqsudoku.formats import dzn
from ineqsudoku.formats.grammar import resource
from ineqsudoku.puzzle import Puzzle

_MODEL = os.path.join(os.path.dirname(__file__), "sudoku.mzn")


def write(puzzle: Puzzle) -> str:
    return f"{resource(_MODEL)}\n% The puzzle.\n\n{dzn.write(puzzle)}"
