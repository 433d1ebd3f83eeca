"""The geometry of 9×9, by short names."""

from __future__ import annotations

from ineqsudoku.geometry import BORDER_PAIRS, BOX_OF, COLUMN_OF, PAIRS, ROW_OF, Pair, label

__all__ = ["BORDER_PAIRS", "COLUMN_OF", "PAIRS", "ROW_OF", "in_one_box", "label"]


def in_one_box(pair: Pair) -> bool:
    first, second = pair
    return BOX_OF[first] == BOX_OF[second]
