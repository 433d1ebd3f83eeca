"""The *hexadoku* format: 16×16 sudoku, a line of letters for each row, `grammar/hexadoku.lark`.

Puzzles are parted by blank lines or not (POJ 3076).
"""

from __future__ import annotations

from ineqsudoku.formats.givens import Givens
from ineqsudoku.geometry import SUDOKU

OF_SIZE = {16: Givens("hexadoku", SUDOKU[16], "-.", in_one_line=False)}
