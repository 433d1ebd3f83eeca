"""Each step of an explanation is proved by its own premises, and needs them."""

from __future__ import annotations

from collections import Counter

import pytest
from bruteforce import UndecidedError, each_left_out, is_proved
from data import corpus
from effort import examples, slow
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
from ineqsudoku.explanation.masks import houses_of
from ineqsudoku.explanation.strategy import path
from ineqsudoku.geometry import SUDOKU, Geometry, latin
from ineqsudoku.puzzle import ABSENT, Puzzle, Relation

# Shrinking would take minutes.
few = settings(examples(20, quick=2), phases=(Phase.explicit, Phase.reuse, Phase.generate))

SMALL = [SUDOKU[4], SUDOKU[6], Geometry(6, 3, 2), SUDOKU[8], *map(latin, range(2, 10))]

CHAINS = (
    "simple colouring",
    "X-chain",
    "alternating chain",
    "contradiction",
    "nested contradictions",
)
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
            assert "contradiction" in step.technique, step


def needs_all(step: iq.Step, geometry: Geometry) -> bool:
    return not any(is_proved(step, fewer, geometry) for fewer in each_left_out(step.premises))


def assert_needed(explanation: iq.Explanation) -> None:
    for step in sample(explanation):
        if step.technique not in CHAINS:
            assert needs_all(step, explanation.puzzle.geometry), step


TWO_EXCLUSIONS = Puzzle(
    givens=".1.........9185...3.6.......32.4.1....4..1.23..136..7...3..9....975..23.1....3..4"
)
"""Two steps of a round exclude the same candidate, and the path needs both."""


@few
@given(full_layouts() | partial_layouts() | mixed_puzzles() | plain_puzzles())
def test_steps_follow_from_their_premises(puzzle: Puzzle) -> None:
    explanation = iq.explain(with_one_solution(puzzle))
    assert_proved(explanation)
    assert_needed(explanation)


@pytest.mark.parametrize("geometry", SMALL, ids=str)
@given(data=st.data())
@few
def test_steps_follow_from_their_premises_at_every_size(
    geometry: Geometry, data: st.DataObject
) -> None:
    explanation = iq.explain(with_one_solution(data.draw(puzzles_of(geometry))))
    assert_proved(explanation)
    assert_needed(explanation)


def test_a_bound_needs_only_the_cells_beyond_the_extreme_digits_left() -> None:
    """The given 2 has removed 2 from r1c3, so `r1c2 < r1c3` is enough to remove 1."""
    signs = [Relation(0, 1), Relation(1, 2)]
    puzzle = Puzzle.from_relations(signs, "........2", latin(3))
    (step,) = [step for step in iq.explain(puzzle).steps if (2, 1) in step.removes]
    assert (step.premises.relations, step.rating) == ((Relation(1, 2),), 1.1)
    assert str(step) == "r1c3 is greater than r1c2, so it is at least 2."


def test_a_bound_needs_no_cell_that_others_make_up_for() -> None:
    """Two cells of a column are each two steps below r3c2, and one of them is at least 2."""
    signs = "><<>v^^^^<.<>^^vv^<><<.v.vv<.><^^v^v<><>"
    givens = ".1....2.......5.........1"
    assert_needed(
        iq.explain(Puzzle(givens=givens, border_signs=signs, geometry=latin(5), signs=""))
    )


@pytest.mark.slow
@given(puzzles_of(SUDOKU[16]))
@settings(few, max_examples=2)
def test_steps_of_16x16_need_each_of_their_premises(puzzle: Puzzle) -> None:
    assert_needed(iq.explain(with_one_solution(puzzle)))


def test_a_wing_does_not_need_a_house_that_follows_from_others() -> None:
    """The two rows and one box of a band of 6×6 leave every digit once in the other box."""
    houses = houses_of(SUDOKU[6])
    assert houses.independent([12, 0, 13, 1]) == [0, 1, 12]
    assert houses.independent([0, 1, 12, 6]) == [0, 1, 6, 12]
    assert houses_of(latin(4)).independent([3, 1]) == [1, 3]


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
                assert "contradiction" in step.technique, step  # It may need hundreds of premises.
    assert not board.unsolved


@pytest.mark.parametrize("layouts", [slice(8, 9), *slow([slice(12)])], ids=["one", "twelve"])
def test_most_chains_of_full_layouts_need_each_of_their_premises(layouts: slice) -> None:
    """At least three in four do."""
    tested: Counter[bool] = Counter()
    for signs, _ in corpus("open-unique.tsv")[layouts]:
        explanation = iq.explain(Puzzle(signs))
        assert_proved(explanation)
        assert_needed(explanation)
        for step in sample(explanation):
            if step.technique in CHAINS:
                tested[needs_all(step, explanation.puzzle.geometry)] += 1
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
