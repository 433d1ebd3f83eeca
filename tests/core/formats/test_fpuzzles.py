"""Links of f-puzzles: how they are written, what they hold, and what else a link may be."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

import pytest
from faults import fault_of
from hypothesis import given
from other_programs import TWO_CELLS, board
from strategies import extended_puzzles

import ineqsudoku as iq
from ineqsudoku.errors import ConversionWarning, PuzzleSyntaxWarning
from ineqsudoku.formats.compression import pack, unpack
from ineqsudoku.formats.fpuzzles import MAX_JSON, MAX_LENGTH
from ineqsudoku.puzzle import Puzzle

LINK = iq.write(TWO_CELLS, "fpuzzles").strip()
PACKED = LINK.partition("load=")[2]


@given(extended_puzzles())
def test_puzzles_are_written_and_read_back(puzzle: Puzzle) -> None:
    text = iq.write([puzzle, puzzle], "fpuzzles")
    assert iq.read_all(text) == [puzzle, puzzle]


@pytest.mark.parametrize(
    "text",
    [
        *(LINK, f"<{LINK}>", f"  {LINK}\n", f"# a note\n{LINK}\n"),
        *(PACKED, f"fpuzzles{PACKED}", f"fpuz{PACKED}", f"?load={PACKED}"),
        f"https://www.f-puzzles.com/?load={quote(PACKED, safe='')}&a",
        *(f"https://sudokupad.app/fpuzzles{PACKED}", f"<https://sudokupad.app/fpuz{PACKED}>"),
        f"https://sudokupad.app/?puzzleid=fpuzzles{quote(PACKED, safe='')}",
        f"https://app.crackingthecryptic.com/?puzzleid=fpuzzles{PACKED}",
        *(board(), f"\n{board()}\n", json.dumps(json.loads(board()), indent=1)),
    ],
)
def test_a_puzzle_is_read_from_links_parts_of_links_and_json(text: str) -> None:
    assert iq.read(text) == TWO_CELLS
    assert iq.read(text, format="fpuzzles") == TWO_CELLS


def test_headings_between_links_are_skipped_with_a_warning() -> None:
    with pytest.warns(PuzzleSyntaxWarning, match=r"'Monday' skipped .*\(2 times, here first\)"):
        puzzles = iq.read_all(f"Monday\n{LINK}\n\nTuesday\n{LINK}\n")
    assert puzzles == [TWO_CELLS] * 2


def test_a_link_is_written_with_givens_and_thermometers() -> None:
    values = json.loads(unpack(PACKED, MAX_JSON))
    assert values["thermometer"] == json.loads(board())["thermometer"]
    assert values["grid"][8][8] == {"value": 5, "given": True}


def test_a_long_thermometer_is_several_relations() -> None:
    text = board(thermometer=[{"lines": [["R1C1", "R1C2", "R2C2"], ["R9C9", "R9C8"]]}])
    assert len(iq.read(text).relations) == 3


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({"killercage": [{"cells": ["R1C1"]}]}, "'killercage'"),
        ({"diagonal+": True}, "'diagonal+'"),
        ({"thermometer": [{"lines": [["R1C1", "R2C2"]]}]}, "a thermometer from R1C1 to R2C2"),
        ({"grid": [[{"givenPencilMarks": [1]}, *[{}] * 8]] + [[{}] * 9] * 8}, "candidates in R1C1"),
        ({"grid": [[{"region": 3}, *[{}] * 8]] + [[{}] * 9] * 8}, "another region for R1C1"),
    ],
)
def test_rules_that_a_puzzle_cannot_hold_are_named(more: dict[str, object], found: str) -> None:
    assert fault_of(board(**more)).found == found
    with pytest.warns(ConversionWarning, match=re.escape(f"{found} dropped")):
        assert len(iq.read_all(board(**more), lossy=True)) == 1


def test_rules_that_are_switched_off_are_ignored() -> None:
    assert iq.read(board(**{"diagonal+": False, "antiknight": None})) == TWO_CELLS


@pytest.mark.parametrize(
    ("text", "expected", "found"),
    [
        (board(size=6), "'size' 9", "another value"),
        (board(grid=[[{}] * 9] * 8), "'grid' with 9 rows of 9 cells", "another value"),
        (board(grid=[[{"value": 0, "given": True}] * 9] * 9), "a digit in R1C1", "another value"),
        (board(grid=[[{"value": 10, "given": True}] * 9] * 9), "a digit in R1C1", "another value"),
        (board(thermometer=[[]]), "a thermometer with 'lines'", "another value"),
        (board(thermometer=[{"lines": [["R1C1"]]}]), "a line of two cells or more", "a shorter"),
        (board(thermometer=[{"lines": [["R1C1", "R1C10"]]}]), "a cell (R1C1 to R9C9)", "another"),
        (
            board(thermometer=[{"lines": [["R1C1", "R1C2"], ["R1C2", "R1C1"]]}]),
            "another thermometer",
            "a thermometer from R1C2 to R1C1",
        ),
        ('{"cells": []}', "a puzzle", "JSON of another program"),
        ("{", "a puzzle of f-puzzles in JSON", "another text"),
        (f"fpuzzles{pack('[1]')}", "a JSON object", "another value"),
        (f"fpuzzles{PACKED[:-9]}", "a link of f-puzzles", "another text"),
        ("fpuzzles" + "N4Ig" * MAX_LENGTH, "at most 32,768 characters", "a longer text"),
        (
            f'{{"size": 9, "a": "{" " * MAX_JSON}"}}',
            "at most 262,144 characters of JSON",
            "a longer",
        ),
    ],
)
def test_faults_are_named(text: str, expected: str, found: str) -> None:
    fault = fault_of(text)
    assert (fault.line, fault.column, fault.expected) == (1, 1, (expected,))
    assert str(fault.found).startswith(found)


@pytest.mark.parametrize(
    ("link", "found", "hint"),
    [
        ("https://sudokupad.app/n8pq3", "a short link", "open it and copy the long link"),
        ("https://sudokupad.app/ctc/foo-bar", "a short link", "open it and copy the long link"),
        ("https://www.f-puzzles.com/?id=yc2x3abc", "a short link", "open it and copy"),
        ("https://sudokupad.app/sclN4IgAAAAA", "a link in SudokuPad's own format", "Only links"),
        ("https://www.luogu.com.cn/problem/P4573", "a link", "Links are not followed"),
        ("http://1.2.3.4/<>^v<>^v<>^v", "a link", "Links are not followed"),
    ],
)
def test_a_link_without_a_puzzle_is_named_as_that(link: str, found: str, hint: str) -> None:
    fault = fault_of(f"  {link}\n")
    assert (fault.line, fault.column, fault.expected) == (1, 3, ("a puzzle",))
    assert fault.found == found
    assert hint in str(fault.hint)


def test_a_faulty_link_does_not_hide_the_next() -> None:
    with pytest.raises(iq.PuzzleSyntaxError) as caught:
        iq.read_all(f"{LINK}\nfpuzzlesN4Ig\n{LINK}\nhttps://sudokupad.app/x\n")
    assert [fault.line for fault in caught.value.faults] == [2, 4]
