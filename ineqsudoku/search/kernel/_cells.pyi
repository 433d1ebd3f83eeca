"""The compiled kernel of the engine `cells`.

`PATHS` and `search`, limits and exceptions are those of `_boxes.pyi`.
"""

from ineqsudoku.search.kernel._boxes import PATHS as PATHS, search as search

ANSWER_SIZE: int
"""The size of an answer of `solve_batch` in bytes."""

def solve_batch(path: int, puzzles: bytes, limit: int, node_limit: int | None, /) -> bytes:
    """An answer of `ANSWER_SIZE` bytes for each of the `puzzles`, 225 bytes a puzzle: its
    signs, givens and signs on borders.

    `limit` is 1 or 2.  Answers are those of `_boxes.solve_batch`.  Releases the GIL.
    """
