"""Each step is proved by its own premises, which hold when it is shown, and needs them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import pytest
from bruteforce import UndecidedError, each_left_out, is_proved
from data import corpus
from effort import examples, slow
from hypothesis import Phase, given, settings
from puzzles import CONTEST, POJ_3074
from strategies import any_puzzles, with_one_solution

import ineqsudoku as iq
from ineqsudoku.apps.explain.board import Board
from ineqsudoku.apps.explain.houses import independent
from ineqsudoku.apps.explain.path import path
from ineqsudoku.apps.explain.strategy import rounds, start
from ineqsudoku.apps.explain.techniques.signs import bounds
from ineqsudoku.geometry import SIZE
from ineqsudoku.puzzle import Puzzle, Relation

# Shrinking would take minutes.
few = settings(examples(20, quick=2), phases=(Phase.explicit, Phase.reuse, Phase.generate))

CHAINS = ("alternating chain", "contradiction")
"""They need what the board shows where a link says so; another line of reasoning may need less."""

SAMPLE = 4
"""Steps of each technique that are tested for a puzzle, and three times as many in all."""


def assert_follows(step: iq.Step, puzzle: Puzzle) -> None:
    assert set(puzzle.relations).issuperset(step.premises.relations)
    try:
        assert is_proved(step, step.premises), step
    except UndecidedError:
        assert step.technique == "contradiction", step  # It may need hundreds of premises.


def assert_needed(explanation: iq.Explanation) -> None:
    """A sample of the steps of the history follows from the premises, and from no fewer."""
    seen: Counter[str] = Counter()
    for step in explanation.history:
        seen[step.technique] += 1
        if seen[step.technique] <= SAMPLE:
            assert_follows(step, explanation.puzzle)
            if step.technique not in CHAINS:
                fewer = each_left_out(step.premises)
                assert not any(is_proved(step, one) for one in fewer), step


def assert_open(steps: Iterable[iq.Step], board: Board) -> None:
    """What steps depend on holds on a board, and all that they do is new there."""
    for step in steps:
        for cell, mask in step.premises.cells:
            assert not board.candidates[cell] & ~mask, step
        for cell, digit in step.places + step.removes:
            assert board.unsolved >> cell & board.candidates[cell] >> digit - 1 & 1, step


def assert_shown(rounds: Iterable[tuple[iq.Step, ...]], puzzle: Puzzle) -> None:
    """The steps of each round are open on the board before it, and the last one is solved."""
    board = Board(puzzle)
    for steps in rounds:
        assert_open(steps, board)
        board.apply(steps)
    assert not board.unsolved


def assert_path(steps: Sequence[iq.Step]) -> None:
    """No step is there that no digit depends on."""
    needed: set[tuple[int, int]] = set()
    for step in reversed(steps):
        assert step.places or needed.intersection(step.removes), step
        needed.update(
            (cell, digit)
            for cell, mask in step.premises.cells
            for digit in range(1, SIZE + 1)
            if not mask >> digit - 1 & 1
        )


def assert_right(puzzle: Puzzle) -> None:
    explanation = iq.explain(puzzle)
    assert_needed(explanation)
    assert_shown(rounds(start(puzzle)), puzzle)
    steps = tuple(path(Board(puzzle), explanation.history))
    assert_shown(((step,) for step in steps), puzzle)
    assert_path(steps)
    assert_shown(((step,) for step in explanation.steps), puzzle)
    for step in (*steps[::-5], *explanation.steps):
        if step.details.parts or step.technique not in CHAINS:
            assert_follows(step, puzzle)


TWO_EXCLUSIONS = Puzzle(
    givens=".1.........9185...3.6.......32.4.1....4..1.23..136..7...3..9....975..23.1....3..4"
)
"""Two steps of a round exclude the same candidate, and the path needs both."""


@given(any_puzzles())
@few
def test_steps_follow_from_their_premises(puzzle: Puzzle) -> None:
    assert_right(with_one_solution(puzzle))


@pytest.mark.parametrize(
    "puzzle",
    [
        TWO_EXCLUSIONS,
        iq.read(CONTEST),
        Puzzle(corpus("open-unique.tsv")[8][0]),
        *slow(Puzzle(givens=givens) for givens in POJ_3074),
        *slow(Puzzle(signs) for signs, _ in corpus("open-unique.tsv")[:12]),
    ],
)
def test_steps_of_examples_follow_from_their_premises(puzzle: Puzzle) -> None:
    assert_right(with_one_solution(puzzle))


def test_a_bound_needs_only_the_cells_beyond_the_extreme_digits_left() -> None:
    """The given 2 has removed 2 from r1c3, so `r1c2 < r1c3` is enough to remove 1."""
    signs = [Relation(0, 1), Relation(1, 2)]
    board = Board(Puzzle.from_relations(signs, "2".rjust(75, ".").ljust(81, ".")))
    (step,) = [step for step in bounds(board) if (2, 1) in step.removes]
    assert (step.premises.relations, step.rating) == ((Relation(1, 2),), 1.1)
    assert str(step) == "r1c3 is greater than r1c2, so it is at least 2."


def test_a_bound_needs_no_cell_that_others_make_up_for() -> None:
    """Two cells of row 3 are each two steps below r4c8, and one of them is at least 2."""
    two_steps = [Relation(24, 33), Relation(33, 34), Relation(26, 35), Relation(35, 34)]
    board = Board(Puzzle.from_relations([Relation(25, 34), *two_steps]))
    (step,) = [step for step in bounds(board) if (34, 3) in step.removes]
    assert {*step.premises.relations} == {*two_steps}
    assert is_proved(step, step.premises)


def test_a_wing_does_not_need_a_house_that_follows_from_others() -> None:
    """The rows and two boxes of a band leave every digit once in the third box."""
    assert independent([20, 0, 19, 1, 18, 2]) == [0, 1, 2, 18, 19]
    assert independent([0, 1, 2, 18, 20, 9]) == [0, 1, 2, 9, 18, 20]
