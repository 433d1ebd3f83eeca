"""Sentences in Chinese say what those in English say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from puzzles import CONTEST
from strategies import mixed_puzzles, partial_layouts, plain_puzzles, with_one_solution

import ineqsudoku as iq
from ineqsudoku.explanation import chinese
from ineqsudoku.explanation.hints import STAGES
from ineqsudoku.explanation.techniques import NAMES
from ineqsudoku.geometry import SUDOKU, Geometry
from ineqsudoku.puzzle import Puzzle

EXAMPLES = Path(__file__).parents[2] / "examples"

few = settings(max_examples=8, phases=(Phase.explicit, Phase.reuse, Phase.generate))

LIMIT = re.compile(r"(at least|at most) (\d)\.$")

CHINESE = {"at least": "至少", "at most": "至多"}


def assert_alike(step: iq.Step, geometry: Geometry) -> None:
    said = chinese.sentence(step, geometry)
    assert said.endswith("。")
    assert set(re.findall("[A-Za-z]+", said)) <= {"r", "c", *geometry.symbols}
    for cell, digit in step.places + step.removes:
        assert geometry.label(cell) in said
        assert step.places == () or said.endswith(f" {geometry.symbols[digit - 1]}。")
    if (limit := LIMIT.search(step.text)) and step.technique != "counting":
        assert said.endswith(f"{CHINESE[limit[1]]}是 {limit[2]}。"), (step.text, said)


def test_every_technique_has_a_name_and_a_sentence() -> None:
    assert chinese.NAMES.keys() == set(NAMES)
    assert chinese._SENTENCES.keys() == set(NAMES)


PUZZLES = (
    Puzzle.of(SUDOKU[6], givens=".....3...6..34.5..65....2....14...2."),
    Puzzle(
        givens="..9.23.....5.48.9.8............5.91.1..6....2..8.9...6974.6......3..94........5.."
    ),
    Puzzle(
        ">>>><<v^^vvv^^^<<<><<^v^v^^^vv><<>><>>>>><v^^vv^v^v<<><<>^vv^vv^^^>>><>><>><><^vvv^vv^v"
        "<><<<>vvv^^^^v^<<<>>>"
    ),
    Puzzle(
        "<<<<<>^v^^vv^v^><><><vvvv^^^^v><<>>>>>>><>v^^v^^^vv<><>><^vvvvv^^^>><>><<>><>>^vvv^vvv^"
        "><<>><v^^vv^^^v<><><>"
    ),
    Puzzle(
        "..><.>^..^^^v^v..<>.>v^..^.^..<.<.<>>>>>><v^^^vv^v.<>>>...v.^.v..^<>.<.<>.><><v^v.v..^v"
        "<.<.>..vv.^^v^.<.<<><"
    ),
    Puzzle(
        ".>>><<v^^.vv.^..<<>.<.v...^.vv><<>>..>>.><v^^vv..^.<<><<.^v.^vv^^.>>.<>.<.>.><^.vv.v.^.."
        ">.<.>vvv..^.v^<.<.>>"
    ),
)


@pytest.mark.slow
def test_sentences_name_what_the_steps_do() -> None:
    seen = set()
    for puzzle in PUZZLES:
        for step in iq.explain(puzzle).steps:
            assert_alike(step, puzzle.geometry)
            seen.add(step.technique)
    # The sentences of the others differ from those of smaller sets and fish in numbers only.
    rare = {"hidden triple", "naked quad", "hidden quad", "jellyfish", "X-wing", "XYZ-wing"}
    assert {*NAMES} - seen <= rare


@few
@given(partial_layouts() | mixed_puzzles() | plain_puzzles())
def test_sentences_name_what_the_steps_of_any_puzzle_do(puzzle: Puzzle) -> None:
    for step in iq.explain(with_one_solution(puzzle)).steps:
        assert_alike(step, puzzle.geometry)


def hints(puzzle: Puzzle) -> list[iq.Hint]:
    solution = iq.solve(puzzle).solutions[0]
    right, wrong = solution[0], solution[0] % 9 + 1
    marks = " ".join([f"{wrong}{wrong % 9 + 1}", *["."] * 80])
    return [
        iq.hint(puzzle),
        iq.hint(puzzle, str(right) + "." * 80),
        iq.hint(puzzle, str(wrong) + "." * 80),
        iq.hint(puzzle, marks),
        iq.hint(puzzle, solution.line),
    ]


@pytest.mark.parametrize("number", STAGES)
def test_stages_of_hints_name_the_same_cells_and_houses(number: int) -> None:
    label = re.compile(r"r\dc\d")
    for hint in hints(iq.read(CONTEST)):
        english, said = hint.stage(number), chinese.stage(hint, number)
        assert set(label.findall(said)) >= (set(label.findall(english)) if number == 3 else set())
        houses = re.findall(r"(box|row|column) (\d)", english) if number < STAGES[-1] else []
        kinds = {"box": "宫", "row": "行", "column": "列"}
        assert all(f"第 {place} {kinds[kind]}" in said for kind, place in houses)
        assert not set(re.findall("[a-z]+", said)) - {"r", "c"}


def test_other_stages_are_refused() -> None:
    with pytest.raises(ValueError, match="stage is 5, but must be 1, 2, 3 or 4"):
        chinese.stage(iq.hint(iq.read(CONTEST)), 5)


def test_letters_stand_for_the_digits_of_large_boards() -> None:
    puzzle, *_ = iq.read_all(EXAMPLES / "poj3076.in")
    for step in iq.explain(puzzle).steps[:200]:
        assert_alike(step, SUDOKU[16])
