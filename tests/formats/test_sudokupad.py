"""Links of SudokuPad."""

from __future__ import annotations

from other_programs import (
    TWO_CELLS,
    json_of,
)

from ineqsudoku.conversion import write


def test_a_link_holds_cells_regions_signs_and_rules() -> None:
    values = json_of(write(TWO_CELLS, "sudokupad"))
    assert values["cells"][8][8] == {"value": 5}
    assert sorted(cell for region in values["regions"] for cell in region) == [
        [row, column] for row in range(9) for column in range(9)
    ]
    signs = [(overlay["center"], overlay["text"]) for overlay in values["overlays"]]
    assert signs == [([0.5, 1.0], "<"), ([3.0, 0.5], "∨")]
    assert "smaller" in values["metadata"]["rules"]
