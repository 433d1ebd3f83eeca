"""The *plain* format: givens without signs, `grammar/plain.lark`.

A line `end` ends the file (POJ 3074).
"""

from __future__ import annotations

from ineqsudoku.formats.givens import Givens
from ineqsudoku.formats.registry import FORMATS
from ineqsudoku.formats.sizes import SIZES, language
from ineqsudoku.geometry import SUDOKU

OF_SIZE = {
    size: Givens(
        language("plain", size),
        SUDOKU[size],
        ".0?",
        in_one_line=True,
        end=FORMATS["plain"].end,
        has_rules=True,
    )
    for size in SIZES["plain"]
}
