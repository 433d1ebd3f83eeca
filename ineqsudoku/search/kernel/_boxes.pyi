"""The compiled kernel of the engine `boxes`.

A *path* is an implementation of the inner loops for one instruction set; all paths give the same
results.  Limits are numbers of any size; 0 and `None` mean no limit.  Every call raises
`ValueError` for malformed input, `OverflowError` for a number out of range, `MemoryError`, and the
exceptions of signal handlers, such as that of Ctrl-C.
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
    limit: int | None,
    node_limit: int | None,
    keep: bool,
    seconds: float,
    seed: int,
    /,
) -> tuple[list[str], int, bool, int]:
    """The solutions, their number, whether there are no others, and the nodes.

    All kernels have this function: this one for puzzles without signs on borders, the others for
    any puzzle.

    `path` is an index of `PATHS`.  The texts are those of a `Puzzle`.  The solutions are in the
    order in which they are found, 81 digits each; the list is empty unless `keep`.  A long search
    releases the GIL.  After `seconds` of wall-clock time it stops as at a node limit; 0 means no
    limit.  Guesses of `cells` depend on the `seed`, see `cells.py`; those of `boxes` do not.
    """

def solve_batch(path: int, signs: bytes, limit: int, node_limit: int | None, /) -> bytes:
    """An answer of `ANSWER_SIZE` bytes for each puzzle of `signs`, 108 bytes a puzzle.

    `limit` is 1 or 2.  In the notation of `struct`, an answer is `<B?Q81s81s`: the number of
    solutions, whether there are no others, the nodes, and two solutions in the order in which
    they are found (NUL bytes for a missing one).  Releases the GIL.
    """

ANSWER_LINE_SIZE: int
"""The size of an answer of `solve_lines` in bytes."""

def solve_lines(
    path: int, lines: str, limit: int, node_limit: int | None, most_spread: int | None, /
) -> bytes:
    """An answer of `ANSWER_LINE_SIZE` bytes for each line of 108 signs and a line feed.

    An answer is a status, 81 digits and a line feed.  The status is empty for one solution (with a
    `limit` of 1, for the first one), `multiple` and a tab for several, where the digits are those
    of the lesser of two, and `none`, without digits.  Missing bytes are NUL.  The whole answer is
    NUL if the search does not end within `node_limit`, or if the spread of the puzzle (see
    `ineqsudoku.search.engines.spread`) exceeds `most_spread`.  `limit` is 1 or 2.  Releases the
    GIL.
    """
