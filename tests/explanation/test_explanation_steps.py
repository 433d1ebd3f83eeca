"""Each step is proved by its own premises, which hold when it is shown, and needs them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

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
from ineqsudoku.explanation.path import path
from ineqsudoku.explanation.strategy import rounds, start
from ineqsudoku.geometry import SUDOKU, Geometry, latin
from ineqsudoku.puzzle import Puzzle, Relation

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
"""They need what the board shows where a link says so; another line of reasoning may need less."""

SAMPLE = 4
"""Steps of each technique that are tested for a puzzle, and three times as many in all."""


def sample(explanation: iq.Explanation) -> list[iq.Step]:
    seen: Counter[str] = Counter()
    chosen = []
    for step in explanation.history:
        seen[step.technique] += 1
        if seen[step.technique] <= SAMPLE:
            chosen.append(step)
    return chosen


def assert_follows(step: iq.Step, puzzle: Puzzle) -> None:
    assert set(puzzle.relations).issuperset(step.premises.relations)
    try:
        assert is_proved(step, step.premises, puzzle.geometry), step
    except UndecidedError:
        assert "contradiction" in step.technique, step  # It may need hundreds of premises.


def assert_proved(explanation: iq.Explanation) -> None:
    for step in sample(explanation):
        assert_follows(step, explanation.puzzle)


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
    (step,) = [step for step in iq.explain(puzzle).history if (2, 1) in step.removes]
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


def assert_shown(steps: Iterable[iq.Step], puzzle: Puzzle) -> Board:
    """What a step depends on holds when it is shown, and all that it does is new."""
    board = Board(puzzle)
    for step in steps:
        for cell, mask in step.premises.cells:
            assert not board.candidates[cell] & ~mask, step
        for cell, digit in step.places + step.removes:
            assert board.unsolved >> cell & board.candidates[cell] >> digit - 1 & 1, step
        board.apply((step,))
    return board


@few
@given(full_layouts() | mixed_puzzles() | plain_puzzles())
@example(TWO_EXCLUSIONS)
def test_a_path_shows_what_its_digits_depend_on(puzzle: Puzzle) -> None:
    """No step rests on one that is left out, and none is there that no digit depends on."""
    puzzle = with_one_solution(puzzle)
    explanation = iq.explain(puzzle)
    steps = tuple(path(Board(puzzle), explanation.history))
    assert not assert_shown(steps, puzzle).unsolved
    needed: set[tuple[int, int]] = set()
    for step in reversed(steps):
        assert step.places or needed.intersection(step.removes), step
        needed.update(
            (cell, digit)
            for cell, mask in step.premises.cells
            for digit in range(1, puzzle.geometry.size + 1)
            if not mask >> digit - 1 & 1
        )
    for step in steps[::-5]:
        assert_follows(step, puzzle)


@few
@given(full_layouts() | partial_layouts() | mixed_puzzles() | plain_puzzles())
def test_merged_steps_follow_from_their_premises(puzzle: Puzzle) -> None:
    assert_merged(with_one_solution(puzzle))


@pytest.mark.parametrize("geometry", SMALL, ids=str)
@given(data=st.data())
@few
def test_merged_steps_follow_from_their_premises_at_every_size(
    geometry: Geometry, data: st.DataObject
) -> None:
    assert_merged(with_one_solution(data.draw(puzzles_of(geometry))))


def assert_merged(puzzle: Puzzle) -> None:
    """Merged steps do what their parts do, and each of their conclusions is proved."""
    steps = iq.explain(puzzle).steps
    assert not assert_shown(steps, puzzle).unsolved
    for step in steps:
        if step.details.parts or step.technique not in CHAINS:
            assert_follows(step, puzzle)


@pytest.mark.parametrize("layouts", [slice(8, 9), *slow([slice(12)])], ids=["one", "twelve"])
def test_steps_of_full_layouts_follow_from_their_premises(layouts: slice) -> None:
    for signs, _ in corpus("open-unique.tsv")[layouts]:
        explanation = iq.explain(Puzzle(signs))
        assert_proved(explanation)
        assert_needed(explanation)


@pytest.mark.parametrize("puzzle", [iq.read(CONTEST), *(Puzzle(givens=p) for p in POJ_3074)])
def test_steps_of_a_round_rest_on_the_board_before_it(puzzle: Puzzle) -> None:
    board = Board(puzzle)
    for steps in rounds(start(puzzle)):
        for step in steps:
            for cell, mask in step.premises.cells:
                assert not board.candidates[cell] & ~mask, step
            for cell, digit in step.places + step.removes:
                assert board.candidates[cell] >> digit - 1 & 1, step
        board.apply(steps)
    assert not board.unsolved
