"""Interactive Sudoku Solver under Node, `iss.mjs`, from the checkout that `ISS_CHECKOUT` names.

Its constraint strings: `.~R1C1_5~R4C7_3` are givens, `.GreaterThan~R1C2~R1C1` means that r1c2 is
greater than r1c1.
"""

from __future__ import annotations

import os

from ineqsudoku.geometry import label
from ineqsudoku.puzzle import ABSENT, Puzzle
from peers import ISS_CHECKOUT, Solved
from peers.programs import FOLDER, ask


def measure(puzzle: Puzzle) -> Solved:
    command = ("node", str(FOLDER / "iss.mjs"), os.environ[ISS_CHECKOUT])
    return ask(command, _constraints(puzzle)).solved


def _constraints(puzzle: Puzzle) -> str:
    givens = [
        f"~{label(cell).upper()}_{given}"
        for cell, given in enumerate(puzzle.givens)
        if given != ABSENT
    ]
    relations = [
        f".GreaterThan~{label(greater).upper()}~{label(lesser).upper()}"
        for lesser, greater in puzzle.relations
    ]
    return "".join([".", *givens] if givens else []) + "".join(relations) or ".Shape~9x9"
