"""New puzzles: random grids, canonical forms, and puzzles that are proven to meet options.

`sequence.py` has `generate`.  A puzzle depends only on the seed and its index: every index has its
own random numbers (`randomness.py`), and budgets count steps, not seconds.
"""

from ineqsudoku.apps.generate.canonical import canonical as canonical
from ineqsudoku.apps.generate.sequence import generate
from ineqsudoku.apps.generate.values import Generated, GenerationError, PuzzleOptions

__all__ = [
    "Generated",
    "GenerationError",
    "PuzzleOptions",
    "generate",
]
