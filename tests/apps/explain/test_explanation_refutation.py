"""Proofs that puzzles have no solution, held to brute force."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import count

import pytest
from bruteforce import assert_refuted
from data import corpus
from effort import examples, slow
from facts import assert_states_its_data
from hypothesis import Phase, assume, example, given, settings, strategies as st
from puzzles import CONTEST, HARD, turned
from strategies import any_layouts, mixed_puzzles, plain_puzzles, wrong_layouts, wrong_puzzles

import ineqsudoku as iq
from ineqsudoku.apps.explain.board import Board
from ineqsudoku.apps.explain.dead_ends import dead_end
from ineqsudoku.apps.explain.refutation import refute
from ineqsudoku.apps.explain.step import Step
from ineqsudoku.apps.explain.techniques import TECHNIQUES
from ineqsudoku.apps.explain.values import Cause
from ineqsudoku.geometry import CELLS, HOUSES, label
from ineqsudoku.puzzle import Puzzle, Relation

# Shrinking would take minutes.
few = settings(examples(20, quick=3), phases=(Phase.explicit, Phase.reuse, Phase.generate))

PUZZLE = iq.read(CONTEST)


def assert_proved(puzzle: Puzzle, steps: tuple[Step, ...]) -> None:
    assert steps
    assert_refuted(puzzle, steps)
    assert all(str(step) and step.to_dict() for step in steps)


@few
@given(wrong_layouts() | any_layouts() | wrong_puzzles())
def test_wrong_signs_are_refuted(puzzle: Puzzle) -> None:
    assume(iq.solve(puzzle, limit=1).status == "none")
    assert_proved(puzzle, refute(puzzle))


@settings(examples(500, quick=4), phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(wrong_layouts())
def test_the_board_has_what_a_sentence_states(puzzle: Puzzle) -> None:
    """In English and Chinese; the end of a proof states why nothing is left."""
    assume(iq.solve(puzzle, limit=1).status == "none")
    assume(not iq.RelationGraph(puzzle.relations).cycle())
    board = Board(puzzle)
    for step in refute(puzzle)[:-1]:
        board.apply((step,))
        assert_states_its_data(step, board)


# All arrangements of a box exclude a digit that the proof has placed.
NO_ARRANGEMENT = Puzzle(
    "<<><><^^^vv^vvv<<><><vvv^^^^vv<>><><>>><<<v^^v^v^^v<>>><>^vvv^^^v^"
    "<><>><><<><>^^vvvv^^v>><<<>^v^^^vvvv><<>>>",
    givens="." * 63 + "7" + "." * 17,
    border_signs="><><<>^vv^vvv^^<><<<<vv^v^^v^v>>><><",
)


# A chain of signs leaves one of its cells nothing before it ends.
END_WITHIN_A_CHAIN = Puzzle(
    "<<>><<^^v^v^^vv<>><<>^^vv^v^v^<><><<<><><>^v^vv^vv^><><<>v^v^^v^vv"
    "><>>><<<>>><^vvv^^^v^><><><v^^v^^v^v<<<><<",
    border_signs="<><>><vvv^^^^^v<<>>><v^^vvv^^^><<<>>",
)


@settings(examples(500, quick=4), phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(wrong_layouts() | wrong_puzzles())
@example(NO_ARRANGEMENT)
@example(END_WITHIN_A_CHAIN)
def test_a_dead_end_names_exactly_what_empties_it(puzzle: Puzzle) -> None:
    assume(iq.solve(puzzle, limit=1).status == "none")
    proof = refute(puzzle)
    assume(proof)
    *steps, last = proof
    assume(last.technique == "dead end" and not last.details.cells)
    text = str(last)
    wrong = {
        (c, d) for c, mask in last.premises.cells for d in range(1, 10) if not mask >> d - 1 & 1
    }
    gone = []
    for number, placed, excluded in last.details.causes:
        if placed is None:
            assert {*excluded} <= {*steps[number - 1].removes}
        else:
            cell, digit = placed
            if number:
                assert placed in steps[number - 1].places
            else:
                assert str(puzzle.givens[cell]) == str(digit)
            for other, lost in excluded:
                sees = any(cell in house and other in house for house in HOUSES)
                assert lost != digit if other == cell else lost == digit and sees
            if digit == excluded[0][1]:
                assert f"the {digit} at {label(cell)}" in text
        gone.append({*excluded})
    assert {one for some in gone for one in some} == wrong
    assert sum(map(len, gone)) == len(wrong)
    named = [
        number
        for numbers in re.findall(r"steps? ((?:\d+(?:, | and | to )?)+)", text)
        for first, end in re.findall(r"(\d+)(?: to (\d+))?", numbers)
        for number in range(int(first), int(end or first) + 1)
    ]
    assert {*named} == {number for number, *_ in last.details.causes if number}


@pytest.mark.parametrize("number", [0, *slow(range(1, 20))])
def test_one_flipped_sign_needs_no_assumption(number: int) -> None:
    """At most one layout in fifty does, and none of these."""
    signs, *_ = corpus("open-unique.tsv")[number]
    layout = Puzzle(signs)
    flips = (turned(layout, layout.relations[place]) for place in count(5 * number))
    puzzle = next(flip for flip in flips if iq.solve(flip, limit=1).status == "none")
    proof = refute(puzzle)
    assert_proved(puzzle, proof)
    assert_proved(puzzle, iq.validate(puzzle).proof)
    assert not any("contradiction" in step.technique for step in proof)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["18 signs that conflict", "11 signs that conflict"])
def test_what_the_techniques_do_not_refute_has_no_proof(name: str) -> None:
    assert refute(HARD[name].puzzle) == ()


def test_a_proof_of_one_step() -> None:
    """Each cell of row 8 is less than another one."""
    wrong = turned(PUZZLE, Relation(77, 68))
    (step,) = refute(wrong)
    assert len(step.premises.relations) == 9
    assert step.to_dict()["contradiction"] == {"house": "row 8", "digit": 9}
    assert str(step) == (
        "Row 8 has no cell left for 9: r8c1 < r7c1, r8c2 < r8c3 < r9c3,"
        " r8c4 < r8c5 < r8c6 < r9c6 and r8c7 < r8c8 < r8c9 < r9c9."
    )


@pytest.mark.parametrize(
    ("relations", "givens", "technique", "sentence"),
    [
        ([(0, 1), (1, 10), (10, 9), (9, 0)], "", "cycle", "r1c1 < r1c2 < r2c2 < r2c1 < r1c1."),
        ([], "3..3", "dead end", "In row 1, r1c1 and r1c4 are both given as 3."),
        ([(0, 1)], "9", "dead end", "r1c1 is given as 9, but step 1 excludes 9."),
        (
            [],
            "...1234569",
            "dead end",
            "Row 1 has no cell left for 9: r1c4, r1c5, r1c6, r1c7, r1c8 and r1c9 hold other"
            " digits, and r1c1, r1c2 and r1c3 see the 9 at r2c1.",
        ),
    ],
)
def test_the_last_step_names_what_fails(
    relations: list[tuple[int, int]], givens: str, technique: str, sentence: str
) -> None:
    signs = [Relation(*pair) for pair in relations]
    puzzle = Puzzle.from_relations(signs, givens.ljust(81, "."))
    *_, last = steps = refute(puzzle)
    assert (last.technique, str(last)) == (technique, sentence)
    assert_refuted(puzzle, steps)


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        (range(1, 10), "steps 1 to 9 exclude 6 from all its cells"),
        ([1, 2, 4, 5, 6, 8], "steps 1, 2, 4 to 6 and 8 exclude 6 from all other cells"),
        ([1, 4], "step 1 excludes 6 from r1c1, and step 4 excludes 6 from r1c4"),
    ],
)
def test_a_dead_end_names_runs_of_steps(numbers: Sequence[int], sentence: str) -> None:
    causes = [Cause(number, None, ((number - 1, 6),)) for number in numbers]
    step = dead_end((0, 6))
    step = replace(step, details=replace(step.details, causes=tuple(causes)))
    assert str(step) == f"Row 1 has no cell left for 6: {sentence}."


def test_a_digit_that_a_step_places_is_no_given() -> None:
    layout = Puzzle(
        "><><<>v^^vv^^v^<<><>>^^vv^vvv^<><>><<>>><<vv^v^^^^^<<<<<>^^v^vv^v^>><<><><<>><^^^^v^vvv><><<>"
        "v^vvv^^^v<><<<>"
    )
    *steps, last = refute(layout)
    assert (last.technique, last.contradiction) == ("dead end", 12)
    assert any((12, 3) in step.places for step in steps)
    assert "given" not in str(last)


@examples(100, quick=5)
@given(mixed_puzzles())
def test_a_puzzle_with_a_solution_is_not_refuted(puzzle: Puzzle) -> None:
    assert refute(puzzle) == ()


@few
@given(plain_puzzles(17) | any_layouts() | wrong_puzzles(), st.data())
def test_techniques_bear_any_board(puzzle: Puzzle, data: st.DataObject) -> None:
    """Also one on which cells have no candidate, and houses no cell for a digit."""
    assume(not iq.RelationGraph(puzzle.relations).cycle())
    board = Board(puzzle)
    for cell in data.draw(st.sets(st.sampled_from(CELLS))):
        board.remove(cell, data.draw(st.integers(0, 511)))
    for technique in TECHNIQUES[:-2]:
        for step in technique(board):
            assert step.places or step.removes
            assert str(step)
