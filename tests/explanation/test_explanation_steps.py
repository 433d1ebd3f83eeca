"""Each step of an explanation is proved by its own premises, and needs them."""

from __future__ import annotations

from collections import Counter

import pytest
from bruteforce import UndecidedError, each_left_out, is_proved
from data import corpus
from effort import examples
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st
from puzzles import CONTEST, POJ_3074
from strategies import (
    full_layouts,
    mixed_puzzles,
    partial_layouts,
    plain_puzzles,
    puzzles_of,
    with_one_solution,
)

import ineqsudoku as iq
from ineqsudoku.explanation.board import Board
from ineqsudoku.explanation.path import path
from ineqsudoku.geometry import SUDOKU, Geometry, latin
from ineqsudoku.puzzle import ABSENT, Puzzle

# Shrinking would take minutes.
few = settings(examples(20), phases=(Phase.explicit, Phase.reuse, Phase.generate))

SMALL = [SUDOKU[4], SUDOKU[6], Geometry(6, 3, 2), Geometry(8, 2, 4), *map(latin, (2, 3, 5, 7))]

CHAINS = ("simple colouring", "X-chain", "alternating chain", "contradiction")
"""Their proofs follow one line of reasoning.  Another one may do without some premise."""

SAMPLE = 4
"""Steps of each technique that are tested for a puzzle, and three times as many in all."""


def sample(explanation: iq.Explanation) -> list[iq.Step]:
    seen: Counter[str] = Counter()
    chosen = []
    for step in explanation.steps:
        seen[step.technique] += 1
        if seen[step.technique] <= SAMPLE:
            chosen.append(step)
    return chosen


def assert_proved(explanation: iq.Explanation) -> None:
    geometry = explanation.puzzle.geometry
    relations = set(explanation.puzzle.relations)
    for step in sample(explanation):
        assert relations.issuperset(step.premises.relations)
        try:
            assert is_proved(step, step.premises, geometry), step
        except UndecidedError:
            assert step.technique == "nested contradictions", step


def needs_all(step: iq.Step, geometry: Geometry) -> bool:
    return not any(is_proved(step, fewer, geometry) for fewer in each_left_out(step.premises))


TWO_EXCLUSIONS = Puzzle(
    givens=".1.........9185...3.6.......32.4.1....4..1.23..136..7...3..9....975..23.1....3..4"
)
"""Two steps of a round exclude the same candidate, and the path needs both."""


@few
@given(full_layouts() | partial_layouts() | mixed_puzzles() | plain_puzzles())
def test_steps_follow_from_their_premises(puzzle: Puzzle) -> None:
    assert_proved(iq.explain(with_one_solution(puzzle)))


@pytest.mark.parametrize("geometry", SMALL, ids=str)
@given(data=st.data())
@few
def test_steps_follow_from_their_premises_at_every_size(
    geometry: Geometry, data: st.DataObject
) -> None:
    puzzle = with_one_solution(data.draw(puzzles_of(geometry)))
    assert_proved(iq.explain(puzzle))


@few
@given(full_layouts() | mixed_puzzles() | plain_puzzles())
@example(TWO_EXCLUSIONS)
def test_steps_of_a_path_follow_from_what_was_shown(puzzle: Puzzle) -> None:
    """No step rests on a step that the path leaves out."""
    puzzle = with_one_solution(puzzle)
    board = Board(puzzle)
    for group in path(puzzle):
        *others, last = group
        assert last.places
        assert not any(step.places for step in others)
        for step in group:
            for cell, mask in step.premises.cells:
                assert not board.candidates[cell] & ~mask, step
            for cell, digit in step.places + step.removes:
                assert board.candidates[cell] >> digit - 1 & 1, step
            board.apply((step,))
        for step in group[-3:]:
            try:
                assert is_proved(step, step.premises, puzzle.geometry), step
            except UndecidedError:
                assert step.technique == "nested contradictions", step
    assert not board.unsolved


def test_steps_need_each_of_their_premises() -> None:
    """Of patterns each premise, of chains all but one step in four."""
    tested: Counter[bool] = Counter()
    for signs, _ in corpus("open-unique.tsv")[:12]:
        explanation = iq.explain(Puzzle(signs))
        assert_proved(explanation)
        for step in sample(explanation):
            needed = needs_all(step, explanation.puzzle.geometry)
            if step.technique in CHAINS:
                tested[needed] += 1
            else:
                assert needed, step
    assert tested[False] <= tested.total() / 4


@pytest.mark.parametrize("puzzle", [iq.read(CONTEST), *(Puzzle(givens=p) for p in POJ_3074)])
def test_premises_are_known_when_a_step_is_taken(puzzle: Puzzle) -> None:
    """No cell of a premise has a candidate left that the premise excludes."""
    explanation = iq.explain(puzzle)
    geometry = puzzle.geometry
    left = {cell: set(range(1, 10)) for cell in geometry.cells}
    peers = {
        cell: {other for house in geometry.houses if cell in house for other in house} - {cell}
        for cell in geometry.cells
    }

    def place(cell: int, digit: int) -> None:
        left[cell] = {digit}
        for other in peers[cell]:
            left[other].discard(digit)

    for cell, symbol in enumerate(puzzle.givens):
        if symbol != ABSENT:
            place(cell, int(symbol))
    start = 0
    for number in explanation.open_steps:
        steps = explanation.steps[start : start + number]
        start += number
        for step in steps:
            for cell, mask in step.premises.cells:
                assert all(mask >> digit - 1 & 1 for digit in left[cell]), step
            assert all(digit in left[cell] for cell, digit in step.places + step.removes), step
        for step in steps:
            for cell, digit in step.places:
                place(cell, digit)
            for cell, digit in step.removes:
                left[cell].discard(digit)
    assert start == len(explanation.steps)
    assert all(len(digits) == 1 for digits in left.values())
