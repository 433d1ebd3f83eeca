"""The compiled kernel of the engine `cells`, as the package calls it.

Paths, limits and what is raised are as in `_boxes.pyi`.
"""

PATHS: tuple[str, ...]
"""Names of the paths that this machine can take, `portable` first, the widest last."""

ANSWER_SIZE: int
"""Bytes of an answer of `solve_batch`."""

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
    """Solutions, how many they are, whether there are no others, nodes.

    `path` is an index of `PATHS`; the texts are those of a `Puzzle`, 108, 81 and 36
    characters.  Solutions stand in the order in which they are found, 81 digits each; when
    they are not to be kept, there are no bytes.  A search that takes long lets go of the GIL.
    """

def solve_batch(path: int, puzzles: bytes, limit: int, node_limit: int, /) -> bytes:
    """An answer of `ANSWER_SIZE` bytes for each of the `puzzles`, 225 bytes a puzzle: its
    signs, givens and signs on borders.

    `limit` is 1 or 2.  Answers are those of `_boxes.solve_batch`.  Runs without the GIL.
    """
