"""The *hexadoku* format: 16×16 sudoku, rows as lines of letters, `grammar/hexadoku.lark`.

Blank lines may separate puzzles (POJ 3076).
"""

from __future__ import annotations

from ineqsudoku.formats.plain import Givens
from ineqsudoku.geometry import SUDOKU

OF_SIZE = {16: Givens("hexadoku", SUDOKU[16], "-.", in_one_line=False)}
