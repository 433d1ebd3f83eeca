"""The geometry of 9×9, by short names."""

from __future__ import annotations

from ineqsudoku.geometry import NINE

ROW_OF, COLUMN_OF = NINE.row_of, NINE.column_of
PAIRS, BORDER_PAIRS = NINE.pairs, NINE.border_pairs
label, in_one_box = NINE.label, NINE.in_one_box
