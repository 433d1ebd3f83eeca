"""Hints for a partly filled grid."""

from __future__ import annotations

import json
from random import Random

import pytest
from chinese import english_words
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzles import CONTEST, CONTEST_GRID, POJ_3074

import ineqsudoku as iq
from ineqsudoku.geometry import CELLS, SUDOKU
from ineqsudoku.language import use_language
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
def test_hints_with_pencil_marks_take_them_into_account(kept: set[int], random: Random) -> None:
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


def test_a_wrong_digit_comes_first() -> None:
    wrong = "123"
    assert wrong != SOLUTION[:3]
    hint = iq.hint(LAYOUT, wrong + ABSENT * 78)
    assert hint.kind == "mistake"
    right = [(cell, int(digit)) for cell, digit in enumerate(wrong) if SOLUTION[cell] != digit]
    assert list(hint.wrong_digits) == right
    assert "wrong" in hint.stage(1)
    assert "r1c1" not in hint.stage(1) + hint.stage(2)
    assert "r1c1 is not 1." in hint.stage(4)


def test_pencil_marks_without_the_right_digit() -> None:
    lacking = "".join(digit for digit in "1234" if digit != SOLUTION[0])
    hint = iq.hint(LAYOUT, " ".join([lacking, *ABSENT * 80]))
    assert (hint.kind, hint.wrong_marks) == ("mistake", (0,))
    assert str(hint) == "The pencil marks of r1c1 lack its digit."
    assert SOLUTION[0] not in hint.stage(3)


def test_a_given_that_was_changed_is_wrong() -> None:
    givens, solution = next(iter(POJ_3074.items()))
    cell = next(cell for cell in CELLS if givens[cell] != ABSENT)
    other = "1" if solution[cell] != "1" else "2"
    progress = givens[:cell] + other + givens[cell + 1 :]
    assert iq.hint(Puzzle(givens=givens), progress).wrong_digits == ((cell, int(other)),)


def test_stages_say_more_and_more() -> None:
    hint = iq.hint(LAYOUT)
    stages = [hint.stage(number) for number in (1, 2, 3, 4)]
    assert stages[0] == "First find bounds from the signs, then find a naked single."
    assert stages[1].startswith(stages[0])
    assert stages[2].startswith(stages[1])
    assert stages[3] == str(hint) == "\n".join(map(str, hint.steps))
    with pytest.raises(ValueError, match="stage is 5"):
        hint.stage(5)


def test_a_solved_grid() -> None:
    assert str(iq.hint(LAYOUT, SOLUTION)) == "The grid is solved."


def test_json() -> None:
    known = json.loads(json.dumps(iq.hint(LAYOUT, "9" + ABSENT * 80).to_dict()))
    assert (known["kind"], known["wrong_digits"], known["steps"]) == ("mistake", [["r1c1", 9]], [])
    assert len(known["stages"]) == 4
    sentences = [message["code"] for message in known["messages"][1]]
    assert sentences == ["hint.wrong", "hint.look"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("123", "expected 81 cells of progress, found 1 word and 3 characters"),
        ("x" + ABSENT * 80, "r1c1: expected 1-9 or '.', found 'x'"),
        (" ".join(["12x", *ABSENT * 80]), "r1c1: expected 1-9 or '.', found '12x'"),
    ],
)
def test_what_is_no_progress(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        iq.hint(LAYOUT, text)
    with use_language("zh"):
        assert not english_words(str(caught.value))


def test_progress_of_other_sizes() -> None:
    progress = iq.Progress.read("12 .\n3 4 " + ". " * 12, SUDOKU[4])
    assert progress.digits[:4] == (0, 0, 3, 4)
    assert progress.marks[:2] == (0b11, 0)
    assert progress.has_marks
