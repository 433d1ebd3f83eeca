"""Puzzles for tests of other programs' formats, and texts in these formats."""

from __future__ import annotations

import json

from puzzles import CONTEST, EXAMPLES, POJ_3074

import ineqsudoku as iq
from ineqsudoku.puzzle import Puzzle, Relation

EXTENDED = iq.read((EXAMPLES / "extended.in").read_text(encoding="ascii"))
LAYOUT = iq.read(CONTEST)
PLAIN = iq.read(next(iter(POJ_3074)))
TWO_CELLS = Puzzle.from_relations([Relation(0, 1), Relation(27, 18)], "." * 80 + "5")


def board(**more: object) -> str:
    """The JSON of `TWO_CELLS` in f-puzzles, with other or more values."""
    grid: list[list[dict[str, object]]] = [[{} for _ in range(9)] for _ in range(9)]
    grid[8][8] = {"value": 5, "given": True}
    grid[0][0] = {"value": 5}  # What a player has put there.
    lines = [["R1C1", "R1C2"]], [["R4C1", "R3C1"]]
    thermometers = [{"lines": line} for line in lines]
    return json.dumps({"size": 9, "grid": grid, "thermometer": thermometers, **more})
