"""The compiled kernel of the engine `cells` for other sizes than 9×9.

Paths, limits and exceptions are as in `_boxes.pyi`.
"""

PATHS: tuple[str, ...]
"""The names of the paths that this machine supports, `portable` first, the widest last."""

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
    """The result of `_boxes.search` for a puzzle of any size up to 16.

    Boxes have up to 4 rows and 4 columns, and `size` cells; without boxes both numbers are 0.  The
    texts are those of a `Puzzle`; from size 10 on, symbols are `A` to `P`.  The solutions have a
    symbol for each cell.
    """
