"""Puzzles for tests of other programs' formats, and texts in these formats."""

from __future__ import annotations

import json
from typing import Any

from puzzles import CONTEST, EXAMPLES, POJ_3074

import ineqsudoku as iq
from ineqsudoku.formats.compression import unpack
from ineqsudoku.formats.links import MAX_JSON
from ineqsudoku.geometry import latin
from ineqsudoku.puzzle import Puzzle, Relation

EXTENDED = iq.read((EXAMPLES / "extended.in").read_text(encoding="ascii"))
LAYOUT = iq.read(CONTEST)
SIX = iq.read((EXAMPLES / "six.in").read_text(encoding="ascii"))
LATIN = Puzzle.of(latin(4), givens="1234" + "34.." + "4..1" + "....")
PLAIN = iq.read(next(iter(POJ_3074)))
TWO_CELLS = Puzzle.from_relations([Relation(0, 1), Relation(27, 18)], "." * 80 + "5")

WITHOUT_BOXES = ("unequal", "futoshiki", "pairs")


def board(**more: object) -> str:
    """The JSON of `TWO_CELLS` in f-puzzles, with other or more values."""
    grid: list[list[dict[str, object]]] = [[{} for _ in range(9)] for _ in range(9)]
    grid[8][8] = {"value": 5, "given": True}
    grid[0][0] = {"value": 5}  # What a player has put there.
    lines = [["R1C1", "R1C2"]], [["R4C1", "R3C1"]]
    thermometers = [{"lines": line} for line in lines]
    return json.dumps({"size": 9, "grid": grid, "thermometer": thermometers, **more})


def json_of(link: str) -> Any:
    """The JSON in a link of SudokuPad, or in the compressed part of any link."""
    packed = link.strip().removeprefix("https://sudokupad.app/scl")
    return json.loads(unpack(packed, MAX_JSON))


TEXTS = {
    "futoshiki": [iq.write(LATIN, "futoshiki")],
    "pairs": [iq.write(LATIN, "pairs")],
    "unequal": [iq.write(LATIN, "unequal"), "9:a0L,p0D,zzi5", "5:0," + "0R," * 24],
    "iss": [iq.write(TWO_CELLS, "iss"), "x?q=.~R1C1_5%7E", ".Shape~6x6.~R6C6_6.AntiKnight"],
    "fpuzzles": [iq.write(TWO_CELLS, "fpuzzles"), board(), board(size=6), "?load=N4Ig", "[[[["],
    "sudokupad": [iq.write(LATIN, "sudokupad"), '{"cells":[[{},{}],[{},{}]],"cages":[1]}\n', "{}"],
}
"""Texts near to which the readers of formats find puzzles and faults."""
