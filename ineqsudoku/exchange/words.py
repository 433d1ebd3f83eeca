"""Small words that the formats of other programs share."""

from __future__ import annotations

from ineqsudoku.geometry import NINE, Geometry, label
from ineqsudoku.puzzle import ABSENT, Puzzle

RULES = (
    "Fill the grid so that each row, each column and each 3×3 box holds the digits 1 to 9. "
    "A sign between two cells points at the one with the smaller digit."
)
"""For people who are to solve a puzzle elsewhere."""


def nothing_lost(_: Puzzle) -> list[str]:
    """The `losses` of a format that can hold every puzzle."""
    return []


def takes_nine(geometry: Geometry) -> bool:
    """The `takes` of a format that is for 9×9 only."""
    return geometry is NINE


def counted(number: int, name: str) -> str:
    return f"{number} {name}{'s' * (number != 1)}"


def givens_of(puzzle: Puzzle) -> list[tuple[int, int]]:
    """Each cell with a given, and its digit."""
    return [(cell, int(digit)) for cell, digit in enumerate(puzzle.givens) if digit != ABSENT]


def name_of(cell: int) -> str:
    """`R1C1` … `R9C9`, as other programs call cells."""
    return label(cell).upper()
