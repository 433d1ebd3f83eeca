"""The compiled kernel of the engine `boxes`, as the package calls it.

A *path* is one way through the inner loops, written for one instruction set; all give the
same results.  Limits are numbers below 2⁶⁴; 0 stands for no limit.  Every call raises
`ValueError` for malformed input, `OverflowError` for a number that is no limit, `MemoryError`,
and what a signal handler raises while it runs, as Ctrl-C does.
"""

PATHS: tuple[str, ...]
"""Names of the paths that this machine can take, `portable` first, the widest last."""

ANSWER_SIZE: int
"""Bytes of an answer of `solve_batch`."""

def search(
    path: int,
    signs: str,
    givens: str,
    limit: int,
    node_limit: int,
    keep: bool,
    seconds: float = 0,
    /,
) -> tuple[bytes, int, bool, int]:
    """Solutions, how many they are, whether there are no others, nodes.

    `path` is an index of `PATHS`, `signs` and `givens` are 108 and 81 characters as in
    `Puzzle`.  Solutions stand in the order in which they are found, 81 digits each; when
    they are not to be kept, there are no bytes.  A search that takes long lets go of the GIL.
    After `seconds` of wall-clock time it stops as at a node limit; 0 stands for no limit.
    """

def solve_batch(path: int, signs: bytes, limit: int, node_limit: int, /) -> bytes:
    """An answer of `ANSWER_SIZE` bytes for each puzzle of `signs`, 108 bytes a puzzle.

    `limit` is 1 or 2.  As a format of `struct`, an answer is `<B?Q81s81s`: the number of
    solutions, whether there are no others, nodes, the solutions in the order in which they
    are found (NUL where there is none).  Runs without the GIL.
    """

ANSWER_LINE_SIZE: int
"""Bytes of an answer of `solve_lines`."""

def solve_lines(path: int, lines: str, limit: int, node_limit: int, most_spread: int, /) -> bytes:
    """An answer of `ANSWER_LINE_SIZE` bytes for each line of 108 signs and a line feed.

    An answer is the 81 digits of the only solution, with a `limit` of 1 those of the first
    one, and a line feed; or as many NUL bytes when the search found no such solution within
    `node_limit`, or did not begin, because the puzzle has more than `most_spread` (what that
    is, see `ineqsudoku.search.engines.spread`).  `limit` is 1 or 2.  Runs without the GIL.
    """
