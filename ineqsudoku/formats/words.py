"""Texts and values that the formats of other programs share."""

from __future__ import annotations

from ineqsudoku.geometry import Geometry
from ineqsudoku.puzzle import ABSENT, DIGIT_OF, Puzzle


def rules(geometry: Geometry) -> str:
    """Return the rules of a puzzle, for people who solve it in another program."""
    rows, columns = geometry.box_rows, geometry.box_columns
    lines = "each row and each column"
    if geometry.boxes:
        lines = f"each row, each column and each {rows}×{columns} box"
    return (
        f"Fill the grid so that {lines} holds the digits 1 to {geometry.size}. "
        "A sign between two cells points at the one with the smaller digit."
    )


def givens_of(puzzle: Puzzle) -> list[tuple[int, int]]:
    """Return the cells with givens, and their digits."""
    givens = enumerate(puzzle.givens)
    return [(cell, DIGIT_OF[symbol]) for cell, symbol in givens if symbol != ABSENT]
