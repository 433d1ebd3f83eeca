"""Explanations reach the solution, are the same everywhere, and rate images alike."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections import Counter
from dataclasses import FrozenInstanceError

import pytest
from data import corpus
from effort import examples, slow
from hypothesis import given, strategies as st
from images import image_of
from puzzles import CONTEST, INKALA, POJ_3074, without
from strategies import (
    any_puzzles,
    full_layouts,
    mixed_puzzles,
    plain_puzzles,
    with_one_solution,
)

import ineqsudoku as iq
from ineqsudoku.apps.explain.strategy import open_steps, rounds, start
from ineqsudoku.apps.explain.techniques import TECHNIQUES, chains
from ineqsudoku.apps.explain.values import LEVELS, level, with_length
from ineqsudoku.puzzle import ABSENT, Puzzle


def solved_by(explanation: iq.Explanation) -> str:
    """The grid that the steps of an explanation fill."""
    digits = list(explanation.puzzle.givens)
    for step in explanation.steps:
        for cell, digit in step.places:
            digits[cell] = str(digit)
    return "".join(digits)


def assert_explained(puzzle: Puzzle, solution: str) -> iq.Explanation:
    explanation = iq.explain(puzzle)
    assert explanation.is_complete
    assert solved_by(explanation) == solution
    for step in explanation.steps:
        assert step.rating <= explanation.rating
        assert all(int(solution[cell]) == digit for cell, digit in step.places)
        assert all(int(solution[cell]) != digit for cell, digit in step.removes)
        assert str(step).endswith(".")
    return explanation


def solution_of(puzzle: Puzzle) -> str:
    (solution,) = iq.solve(puzzle).solutions
    return solution.line


@given(any_puzzles())
@examples(25)
def test_explained_up_to_the_solution(puzzle: Puzzle) -> None:
    puzzle = with_one_solution(puzzle)
    assert_explained(puzzle, solution_of(puzzle))


@pytest.mark.parametrize("part", [0, *slow([1, 2])])
def test_the_corpus_is_explained(part: int) -> None:
    for signs, solution in corpus("open-unique.tsv")[25 * part :: 75]:
        assert_explained(Puzzle(signs), solution)
    for signs, solution in corpus("partial.tsv")[part:30:3]:
        if iq.solve(Puzzle(signs)).status == "unique":
            assert_explained(Puzzle(signs), solution)


def test_beyond_contradictions_an_explanation_is_not_complete() -> None:
    explanation = iq.explain(INKALA)
    assert not explanation.is_complete
    assert explanation.level is None
    n = len(explanation.steps)
    assert str(explanation).splitlines()[-1] == f"{n} steps, which do not solve it"


def rated(puzzle: Puzzle) -> list[Counter[tuple[str, float]]]:
    """The techniques and ratings of the steps, round by round."""
    return [
        Counter((step.technique, step.rating) for step in steps) for steps in rounds(start(puzzle))
    ]


@examples(30)
@given(full_layouts() | mixed_puzzles() | plain_puzzles(), st.integers(1, 63))
def test_images_have_the_same_ratings(puzzle: Puzzle, number: int) -> None:
    puzzle = with_one_solution(puzzle)
    other = image_of(puzzle, number)
    assert rated(puzzle) == rated(other)
    assert iq.explain(puzzle).rating == iq.explain(other).rating


@pytest.mark.parametrize(
    "place", [0, 20, 34, 120, *slow(range(40, 120, 20)), *slow(range(140, 200, 20))]
)
def test_images_of_the_corpus_have_the_same_ratings(place: int) -> None:
    puzzle = Puzzle(corpus("open-unique.tsv")[place][0])
    ratings = [rated(image_of(puzzle, number)) for number in (0, 1, 2, 5)]
    assert ratings == ratings[:1] * 4


def test_the_same_in_every_process() -> None:
    code = "import ineqsudoku as iq, sys; print(iq.explain(iq.read(sys.stdin.read())))"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            input=CONTEST,
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert outputs == {f"{iq.explain(iq.read(CONTEST))}\n"}


@pytest.mark.parametrize(
    ("puzzle", "status", "message"),
    [
        (Puzzle(givens="55" + ABSENT * 79), "none", "no solution; ineqsudoku validate"),
        (without(iq.read(CONTEST), 24), "multiple", "several solutions; ineqsudoku validate"),
    ],
)
def test_puzzles_that_are_not_valid(puzzle: Puzzle, status: str, message: str) -> None:
    for ask in (iq.explain, iq.hint):
        with pytest.raises(iq.InvalidPuzzleError, match=message) as caught:
            ask(puzzle)
        assert caught.value.status == status


def test_only_puzzles_are_explained() -> None:
    with pytest.raises(TypeError, match="expected a Puzzle, got str"):
        iq.explain(CONTEST)  # type: ignore[arg-type]  # wrong on purpose


@examples(10)
@given(any_puzzles())
def test_a_round_has_the_easiest_steps(puzzle: Puzzle) -> None:
    """Sign bounds come all at once, and chains are too costly to try again."""
    board = start(with_one_solution(puzzle))
    patterns = TECHNIQUES[: TECHNIQUES.index(chains.two_cells)]
    while board.unsolved and (steps := open_steps(board)):
        ratings = {step.rating for step in steps}
        if 2.0 <= min(ratings) < 6.0:
            others = [step.rating for technique in patterns for step in technique(board)]
            assert ratings == {min(others)}
        board.apply(steps)


def test_a_full_grid_needs_no_step() -> None:
    solution = next(iter(POJ_3074.values()))
    explanation = iq.explain(Puzzle(givens=solution))
    assert (explanation.steps, explanation.rating) == ((), 0.0)
    assert (explanation.level, explanation.is_complete) == ("easy", True)


def test_values_are_frozen_and_can_be_sent() -> None:
    explanation = iq.explain(iq.read(CONTEST))
    assert pickle.loads(pickle.dumps(explanation)) == explanation
    assert len({*explanation.steps}) == len(explanation.steps)
    with pytest.raises(FrozenInstanceError):
        explanation.steps[0].rating = 1.0  # type: ignore[misc]  # wrong on purpose


def test_json() -> None:
    explanation = iq.explain(iq.read(CONTEST))
    known = json.loads(json.dumps(explanation.to_dict()))
    assert known["rating"] == explanation.rating == max(step["rating"] for step in known["steps"])
    assert len(known["steps"]) == len(explanation.steps) <= 90
    first = known["steps"][0]
    assert {*first} == {
        *("technique", "rating", "places", "removes", "premises", "chain", "contradiction"),
        *("text", "code", "arguments"),
    }
    assert {*first["premises"]} == {"cells", "houses", "relations"}
    assert (first["technique"], first["text"]) == ("sign bounds", str(explanation.steps[0]))
    assert first["code"] == "step.less"
    house = {"code": "house.box", "arguments": {"number": 2}}
    assert first["arguments"]["others"]["arguments"]["house"] == house


def test_levels_and_lengths() -> None:
    assert [level(rating) for rating, _ in LEVELS] == ["easy", "moderate", "hard", "extreme"]
    assert [level(rating) for rating in (0, 2.4, 3.5, 7.9, 12)] == [
        "easy",
        "moderate",
        "hard",
        "expert",
        "extreme",
    ]
    assert [with_length(7.0, links) for links in (3, 4, 5, 7, 13)] == [7.0, 7.0, 7.1, 7.2, 7.4]
