"""The compiled kernel of the engine `cells` for 9×9.

Paths, limits and exceptions are as in `_boxes.pyi`.
"""

PATHS: tuple[str, ...]
"""The names of the paths that this machine supports, `portable` first, the widest last."""

ANSWER_SIZE: int
"""The size of an answer of `solve_batch` in bytes."""

def search(
    path: int,
    signs: str,
    givens: str,
    border_signs: str,
    limit: int,
    node_limit: int,
    keep: bool,
    seconds: float = 0,
    /,
) -> tuple[bytes, int, bool, int]:
    """The result of `_boxes.search` for any puzzle of 9×9.

    `signs`, `givens` and `border_signs` are 108, 81 and 36 characters as in `Puzzle`.
    """

def solve_batch(path: int, puzzles: bytes, limit: int, node_limit: int, /) -> bytes:
    """An answer of `ANSWER_SIZE` bytes for each of the `puzzles`, 225 bytes a puzzle: its
    signs, givens and signs on borders.

    `limit` is 1 or 2.  Answers are those of `_boxes.solve_batch`.  Releases the GIL.
    """
