"""The compiled kernel of the engine `cells` for other sizes than 9×9, as the package calls it.

Paths, limits and what is raised are as in `_boxes.pyi`.
"""

PATHS: tuple[str, ...]
"""Names of the paths that this machine can take, `portable` first, the widest last."""

def search(
    path: int,
    size: int,
    box_rows: int,
    box_columns: int,
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

    `path` is an index of `PATHS`.  A grid has up to 16 rows and columns, and boxes of up to 4
    rows and 4 columns, as many cells as there are digits, or none: 0 and 0.  The texts are
    those of a `Puzzle`; from size 10 on symbols are `A` to `P`.

    Solutions stand in the order in which they are found, a symbol a cell; when they are not
    to be kept, there are no bytes.  A search that takes long lets go of the GIL.
    """
