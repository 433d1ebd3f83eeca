"""Links of f-puzzles."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

import pytest
from faults import fault_of
from other_programs import TWO_CELLS, board

from ineqsudoku.conversion import write
from ineqsudoku.errors import ConversionWarning
from ineqsudoku.formats.compression import packed, unpacked
from ineqsudoku.formats.links import MAX_JSON
from ineqsudoku.formats.reading import read_all


def test_a_link_holds_givens_and_thermometers() -> None:
    link = packed(board())
    for text in (link, f"?load={link}", f"x?load={quote(link, safe='')}&a", board()):
        assert read_all(text, format="fpuzzles") == [TWO_CELLS]
    url = write(TWO_CELLS, "fpuzzles").strip()
    values = json.loads(unpacked(url.partition("load=")[2], MAX_JSON))
    assert values["thermometer"] == json.loads(board())["thermometer"]
    assert values["grid"][8][8] == {"value": 5, "given": True}


def test_a_long_thermometer_is_several_relations() -> None:
    (puzzle,) = read_all(
        board(thermometer=[{"lines": [["R1C1", "R1C2", "R2C2"], ["R9C9", "R9C8"]]}])
    )
    assert len(puzzle.relations) == 3


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({"killercage": [{"cells": ["R1C1"]}]}, "'killercage'"),
        ({"diagonal+": True}, "'diagonal+'"),
        (
            {"thermometer": [{"lines": [["R1C1", "R2C2"]]}]},
            "a thermometer from R1C1 to R2C2",
        ),
    ],
)
def test_other_rules_are_named(more: dict[str, object], found: str) -> None:
    assert fault_of(board(**more)).found == found
    with pytest.warns(ConversionWarning, match=re.escape(f"{found} dropped")):
        assert len(read_all(board(**more), lossy=True)) == 1


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({"size": 5}, "another size"),
        ({"size": 9.0}, "another size"),
        ({"size": 6}, "another grid"),
        ({"grid": []}, "another grid"),
        ({"grid": [[0] * 9] * 9}, "another grid"),
        ({"grid": [[{"given": True, "value": "x"}] * 9] * 9}, "another value"),
        ({"thermometer": 5}, "another value"),
        ({"thermometer": [{"lines": [5]}]}, "another value"),
        ({"thermometer": [{"lines": [["R1C1"]]}]}, "a shorter one"),
        (
            {"thermometer": [{"lines": [["R1C1", "R1C2", "R1C1"]]}]},
            "a thermometer from R1C2 to R1C1",
        ),
    ],
)
def test_faults_are_reported(more: dict[str, object], found: str) -> None:
    assert fault_of(board(**more)).found == found


def test_rules_that_are_switched_off_are_ignored() -> None:
    assert read_all(board(**{"diagonal+": False, "antiknight": None})) == [TWO_CELLS]
