"""Interactive Sudoku Solver under Node, `iss.mjs`, from the checkout that `CHECKOUT` names."""

from __future__ import annotations

import os

import ineqsudoku as iq
from ineqsudoku.puzzle import Puzzle
from peers import ISS_CHECKOUT, Solved
from peers.programs import FOLDER, ask


def measure(puzzle: Puzzle) -> Solved:
    command = ("node", str(FOLDER / "iss.mjs"), os.environ[ISS_CHECKOUT])
    return ask(command, iq.write(puzzle, "iss").strip()).solved
