"""Puzzles for *SudokuPad* (sudokupad.app), in the JSON that it loads; write only.

Places are rows and columns from the upper left corner; the middle of the first cell is
(0.5, 0.5), so the border between it and its right neighbour is at (0.5, 1).
"""

from __future__ import annotations

import json

from ineqsudoku.exchange.words import RULES, givens_of, nothing_lost, takes_nine
from ineqsudoku.geometry import BOXES, CELLS, COLUMN_OF, ROW_OF, SIZE
from ineqsudoku.puzzle import Puzzle, Relation

takes = takes_nine
losses = nothing_lost

SEPARATOR = None

_SIGNS = {"<": "<", ">": ">", "^": "∧", "v": "∨"}
"""How signs are drawn: upright ones in the middle of their line."""


def write(puzzle: Puzzle) -> str:
    """An object in JSON."""
    cells: list[dict[str, object]] = [{} for _ in CELLS]
    for cell, digit in givens_of(puzzle):
        cells[cell] = {"value": digit}
    values = {
        "cellSize": 64,
        "metadata": {"title": "Inequality sudoku", "rules": RULES},
        "settings": {},
        "cells": [cells[start : start + SIZE] for start in range(0, len(CELLS), SIZE)],
        "regions": [[[ROW_OF[cell], COLUMN_OF[cell]] for cell in box] for box in BOXES],
        "cages": [],
        "lines": [],
        "arrows": [],
        "underlays": [],
        "overlays": [_overlay(relation) for relation in puzzle.relations],
    }
    return json.dumps(values, ensure_ascii=False)


def _overlay(relation: Relation) -> dict[str, object]:
    first, second = relation.pair
    middle = (
        (ROW_OF[first] + ROW_OF[second] + 1) / 2,
        (COLUMN_OF[first] + COLUMN_OF[second] + 1) / 2,
    )
    size = {"width": 0.3, "height": 0.3, "fontSize": 20}
    return {"center": middle, "text": _SIGNS[relation.sign], **size}
