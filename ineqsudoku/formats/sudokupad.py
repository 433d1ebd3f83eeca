"""Puzzles for *SudokuPad* (sudokupad.app), in the JSON that it loads.

Places are rows and columns from the upper left corner; the middle of the first cell is
(0.5, 0.5), so the border between it and its right neighbour is at (0.5, 1).
"""

from __future__ import annotations

import json

from ineqsudoku.formats.words import givens_of, rules
from ineqsudoku.geometry import Geometry
from ineqsudoku.puzzle import Puzzle, Relation

_SIGNS = {"<": "<", ">": ">", "^": "∧", "v": "∨"}
"""How signs are drawn: upright ones in the middle of their line."""


def write(puzzle: Puzzle, solution: str = "") -> str:
    """An object in JSON."""
    geometry = puzzle.geometry
    cells: list[dict[str, object]] = [{} for _ in geometry.cells]
    for cell, digit in givens_of(puzzle):
        cells[cell] = {"value": digit}
    metadata = {"title": "Inequality sudoku", "rules": rules(geometry)}
    if solution:
        metadata["solution"] = solution
    values = {
        "cellSize": 64,
        "metadata": metadata,
        "settings": {},
        "cells": [[cells[cell] for cell in row] for row in geometry.rows],
        "regions": [[divmod(cell, geometry.size) for cell in box] for box in geometry.boxes],
        "cages": [],
        "lines": [],
        "arrows": [],
        "underlays": [],
        "overlays": [_overlay(relation, geometry) for relation in puzzle.relations],
    }
    return json.dumps(values, ensure_ascii=False)


def _overlay(relation: Relation, geometry: Geometry) -> dict[str, object]:
    (row, column), (other_row, other_column) = (
        divmod(cell, geometry.size) for cell in relation.pair
    )
    middle = (row + other_row + 1) / 2, (column + other_column + 1) / 2
    size = {"width": 0.3, "height": 0.3, "fontSize": 20}
    return {"center": middle, "text": _SIGNS[relation.sign], **size}
