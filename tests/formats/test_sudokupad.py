"""Links of SudokuPad."""

from __future__ import annotations

import json

import pytest
from other_programs import TWO_CELLS, json_of
from puzzles import CONTEST, CONTEST_GRID

import ineqsudoku as iq
from ineqsudoku.conversion import write
from ineqsudoku.errors import ConversionWarning
from ineqsudoku.puzzle import Puzzle


def test_a_link_holds_cells_regions_signs_and_rules() -> None:
    values = json_of(write(TWO_CELLS, "sudokupad"))
    assert values["cells"][8][8] == {"value": 5}
    assert sorted(cell for region in values["regions"] for cell in region) == [
        [row, column] for row in range(9) for column in range(9)
    ]
    signs = [(overlay["center"], overlay["text"]) for overlay in values["overlays"]]
    assert signs == [([0.5, 1.0], "<"), ([3.0, 0.5], "∨")]
    assert "smaller" in values["metadata"]["rules"]


def test_a_link_holds_the_only_solution() -> None:
    values = json_of(write(iq.read(CONTEST), "sudokupad"))
    assert values["metadata"]["solution"] == CONTEST_GRID.line
    assert "solution" not in json_of(write(TWO_CELLS, "sudokupad"))["metadata"]


def read_with(**more: object) -> Puzzle:
    """A puzzle of 4×4 without boxes with more values in its JSON."""
    values = {"cells": [[{}] * 4] * 4, **more}
    return iq.read(json.dumps(values), format="sudokupad", lossy=True)


@pytest.mark.parametrize(
    ("text", "angle", "relation"),
    [
        ("<", None, "r1c1 < r1c2"),
        (">", 0, "r1c2 < r1c1"),
        ("^", 270, "r1c1 < r1c2"),
        ("∨", -270.0, "r1c1 < r1c2"),
        ("<", 180, "r1c2 < r1c1"),
    ],
)
def test_signs_are_read_as_they_are_turned(text: str, angle: object, relation: str) -> None:
    overlay = {"center": [0.5, 1], "text": text, "angle": angle}
    assert list(map(str, read_with(overlays=[overlay]).relations)) == [relation]


@pytest.mark.parametrize("angle", [None, 0, 45, 90, float("nan"), float("inf")])
@pytest.mark.parametrize("text", ["", "<^", ">v", "<^>v", "1", "<<"])
def test_other_texts_on_borders_are_no_signs(text: str, angle: object) -> None:
    overlay = {"center": [0.5, 1], "text": text, "angle": angle}
    with pytest.warns(ConversionWarning, match="dropped"):
        assert read_with(overlays=[overlay]).relations == ()
