"""Hints for a partly filled grid."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from effort import examples
from hypothesis import given, settings, strategies as st
from puzzles import CONTEST, CONTEST_GRID, POJ_3074, SUPPOSITIONS

import ineqsudoku as iq
from ineqsudoku.apps.explain.hints import STAGES, Hint
from ineqsudoku.apps.explain.step import Details, Step
from ineqsudoku.apps.explain.values import Premises
from ineqsudoku.geometry import CELLS, DIGITS, label
from ineqsudoku.messages import use_language
from ineqsudoku.puzzle import ABSENT, Puzzle

LAYOUT = iq.read(CONTEST)
SOLUTION = CONTEST_GRID.line

few = settings(max_examples=15)

cells = st.sets(st.integers(0, 80))


def part(kept: set[int]) -> str:
    return "".join(SOLUTION[cell] if cell in kept else ABSENT for cell in CELLS)


@few
@given(cells)
def test_a_hint_ends_with_a_digit_of_the_solution(kept: set[int]) -> None:
    hint = iq.hint(LAYOUT, part(kept))
    if len(kept) == 81:
        assert hint.kind == "solved"
        return
    assert hint.kind == "step"
    for cell, digit in hint.steps[-1].places:
        assert cell not in kept
        assert digit == int(SOLUTION[cell])
    assert not any(step.places for step in hint.steps[:-1])


@few
@given(cells, st.randoms(use_true_random=True))
def test_hints_with_notes_take_them_into_account(kept: set[int], random: Random) -> None:
    fields = []
    for cell in CELLS:
        others = random.sample("123456789", random.randint(1, 5))
        marks = "".join(sorted({*others, SOLUTION[cell]}))
        fields.append(SOLUTION[cell] if cell in kept else marks)
    hint = iq.hint(LAYOUT, " ".join(fields))
    if all(len(field) == 1 for field in fields):
        assert hint.kind == "solved"
        return
    assert hint.kind == "step"
    (step,) = hint.steps
    for cell, digit in step.removes:
        assert str(digit) in fields[cell]
        assert digit != int(SOLUTION[cell])


@examples(15, quick=4)
@given(st.integers(0, 2**32 - 1))
def test_hints_lead_to_the_end_if_all_are_noted(seed: int) -> None:
    """As on the page, where a step that leaves a cell with one mark was repeated for ever."""
    (made,) = iq.generate(1, seed=seed)
    words, every = [ABSENT] * 81, DIGITS
    while ABSENT in words or any(len(word) > 1 for word in words):
        (step,) = iq.hint(made.puzzle, " ".join(words)).steps[-1:]
        before = words.copy()
        for cell, digit in step.places:
            words[cell] = str(digit)
        for cell, digit in step.removes:
            marks = (every if words[cell] == ABSENT else words[cell]).replace(str(digit), "")
            words[cell] = marks * 2 if len(marks) == 1 else marks
        assert words != before


def test_a_wrong_digit_comes_first() -> None:
    assert SOLUTION[0] != "2"
    hint = iq.hint(LAYOUT, "2" + ABSENT * 80)
    assert (hint.kind, hint.wrong_digits, hint.broken) == ("mistake", ((0, 2),), None)
    assert [str(hint.stage(number)) for number in STAGES] == [
        "A digit is wrong.",
        "Look at box 1: there is a mistake.",
        "r1c1 is not 2.",
    ]
    assert [hint.stage(number).cells for number in STAGES] == [(), (), (0,)]


def filled(**digits: str) -> str:
    """The text of a grid that has only some digits, such as `r1c1="5"`."""
    return "".join(digits.get(label(cell), ABSENT) for cell in CELLS)


@pytest.mark.parametrize(
    ("progress", "stages"),
    [
        (
            filled(r1c1="5", r1c2="5", r9c9="1"),
            [
                "2 digits are wrong.",
                "Look at row 1: a digit stands there twice.",
                "r1c2 is not 5. r9c9 is not 1.",
            ],
        ),
        (
            filled(r9c7="1", r9c8="3", r9c9="2"),
            [
                "2 digits are wrong.",
                "Look at box 9: two digits break a sign.",
                "r9c8 is not 3. r9c9 is not 2.",
            ],
        ),
        (
            filled(r1c1="2", r7c7="1", r9c9="3"),
            [
                "3 digits are wrong.",
                "Look at box 9: there are 2 mistakes.",
                "r1c1 is not 2. r7c7 is not 1. r9c9 is not 3.",
            ],
        ),
    ],
)
def test_mistakes_are_where_digits_break_a_rule_or_are_most(
    progress: str, stages: list[str]
) -> None:
    hint = iq.hint(LAYOUT, progress)
    assert [str(hint.stage(number)) for number in STAGES] == stages


def test_notes_without_the_right_digit() -> None:
    lacking = "".join(digit for digit in "1234" if digit != SOLUTION[0])
    hint = iq.hint(LAYOUT, " ".join([lacking, *ABSENT * 80]))
    assert (hint.kind, hint.wrong_marks) == ("mistake", (0,))
    assert str(hint) == "The notes of r1c1 lack its digit."
    with use_language("zh"):
        assert str(hint.stage(2)) == "请看第 1 宫：这里有 1 处错误。"


def test_a_given_that_was_changed_is_wrong() -> None:
    givens, solution = next(iter(POJ_3074.items()))
    cell = next(cell for cell in CELLS if givens[cell] != ABSENT)
    other = "1" if solution[cell] != "1" else "2"
    progress = givens[:cell] + other + givens[cell + 1 :]
    assert iq.hint(Puzzle(givens=givens), progress).wrong_digits == ((cell, int(other)),)


def test_stages_say_more_and_more() -> None:
    hint = iq.hint(LAYOUT)
    stages = [hint.stage(number) for number in STAGES]
    assert [str(stage) for stage in stages] == [
        "Look at box 2.",
        "One cell of box 2 is less than all the others.",
        "r2c4 is less than all other cells of box 2, so it is 1.",
    ]
    assert [stage.houses for stage in stages] == [(19,), (19,), ()]
    assert [stage.cells for stage in stages] == [(), (), (12,)]
    assert str(hint) == str(stages[-1])


@pytest.mark.parametrize("number", [0, 4, 2.0, None])
def test_there_is_no_other_stage(number: Any) -> None:
    hint = iq.hint(LAYOUT)
    for call in (hint.stage, hint.to_dict):
        with pytest.raises(ValueError, match=f"stage is {number}, but must be 1, 2 or 3"):
            call(number)


@pytest.mark.parametrize("progress", [None, 5, ["." * 81], b"." * 81])
def test_progress_has_one_of_two_types(progress: Any) -> None:
    with pytest.raises(TypeError, match="expected a Progress or a text, got"):
        iq.hint(LAYOUT, progress)


@pytest.mark.parametrize("technique", ["alternating chain", "contradiction"])
def test_the_second_stage_of_a_supposition_keeps_its_digit(technique: str) -> None:
    steps = iq.explain(SUPPOSITIONS).steps
    parts = [part for step in steps for part in step.details.parts or (step,)]
    step = next(part for part in parts if part.technique == technique)
    ((cell, _),) = step.removes
    stage = Hint("step", (step,)).stage(2)
    assert stage.cells == (cell,)
    assert str(stage) == (
        f"Try the candidates of {label(cell)}. Which one leads to a contradiction?"
    )


def test_a_step_of_several_parts_begins_with_the_first() -> None:
    """The houses of the whole step are in another order: the line first, then the box."""
    part = Step("pointing", (), ((1, 4),), Premises(houses=(24, 9)), 2.6)
    whole = replace(part, premises=Premises(houses=(9, 24)), details=Details(parts=(part, part)))
    assert Hint("step", (whole,)).stage(1).houses == (24,)


def test_a_solved_grid() -> None:
    assert str(iq.hint(LAYOUT, SOLUTION)) == "The grid is solved."


def test_a_puzzle_without_a_step_is_one_to_try() -> None:
    minimal = Puzzle(
        "....<>^v^.^v^..<....<..^^v.....><.<.<<....v..v.vv.v....<<.^vvv"
        "......<><..<>.<<..^.....^..>><.v.^...v.^......"
    )
    assert not iq.explain(minimal).is_complete
    hint = iq.hint(minimal)
    assert hint.kind == "none"
    for number in STAGES:
        assert "try a digit" in str(hint.stage(number))


def test_json() -> None:
    known = json.loads(json.dumps(iq.hint(LAYOUT, "9" + ABSENT * 80).to_dict()))
    assert (known["kind"], known["wrong_digits"], known["steps"]) == ("mistake", [["r1c1", 9]], [])
    where, what = known["stages"][1:]
    assert where["text"] == "Look at box 1: there is a mistake."
    assert [message["code"] for message in where["messages"]] == ["hint.mistakes-in"]
    assert (where["houses"], where["cells"]) == (["box 1"], [])
    assert (what["houses"], what["cells"]) == ([], ["r1c1"])


def test_words_are_digits_or_notes() -> None:
    progress = iq.Progress.read("12 .\n3 44 " + ". " * 77)
    assert progress.digits[:4] == (0, 0, 3, 0)
    assert progress.marks[:4] == (0b11, 0, 0, 0b1000)
    assert progress.has_marks
