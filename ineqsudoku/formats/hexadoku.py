"""The *hexadoku* format: 16×16 sudoku, rows as lines of letters, `grammar/hexadoku.lark`.

Blank lines may separate puzzles (POJ 3076).
"""

from __future__ import annotations

from ineqsudoku.formats.plain import Givens
from ineqsudoku.geometry import SUDOKU
from ineqsudoku.puzzle import ABSENT, Puzzle

OF_SIZE = {16: Givens("hexadoku", SUDOKU[16], "-.", in_one_line=False)}


def write(puzzle: Puzzle) -> str:
    """Return the rows."""
    cells, size = puzzle.givens.replace(ABSENT, "-"), puzzle.geometry.size
    return "\n".join(cells[row : row + size] for row in range(0, len(cells), size))
