"""The compiled kernel of the engine `cells` for other sizes than 9×9, as `kernel.py` calls it.

Paths, limits and what is raised are as in `_boxes.pyi`.
"""

PATHS: tuple[str, ...]
"""Names of the paths that this machine can take, `portable` first, the widest last."""

def search(
    path: int,
    size: int,
    box_rows: int,
    box_columns: int,
    candidates: bytes,
    relations: bytes,
    limit: int,
    node_limit: int,
    keep: bool,
    /,
) -> tuple[bytes, int, bool, int]:
    """Solutions, how many they are, whether there are no others, nodes.

    `path` is an index of `PATHS`.  A grid has up to 16 rows and columns, and boxes of up to 4
    rows and 4 columns, as many cells as there are digits, or none: 0 and 0.  `candidates`
    are 16 bits a cell, the lower byte first, bit `d-1` = digit `d`: what a cell may have
    before any rule is applied.  Of `relations` each one is two bytes, the lesser cell and the
    greater one, which are neighbours in a row or column.

    Solutions stand in the order in which they are found, a character a cell, `1` to `9`, and
    from size 10 on `A` to `P`; when they are not to be kept, there are no bytes.  A search
    that takes long lets go of the GIL.
    """
