"""Each step of an explanation: sound, minimal, and right where it stands."""

from __future__ import annotations

from collections import Counter

from bruteforce import TRIES, UndecidedError, each_left_out, is_proved
from hypothesis import assume, given, settings
from strategies import full_layouts, mixed_puzzles, partial_layouts, plain_puzzles

import ineqsudoku as iq
from ineqsudoku.puzzle import Puzzle

few = settings(max_examples=10)


def unique(puzzle: Puzzle) -> iq.Explanation:
    assume(iq.solve(puzzle, node_limit=2_000).status == "unique")
    return iq.explain(puzzle)


def assert_sound(explanation: iq.Explanation) -> None:
    geometry = explanation.puzzle.geometry
    relations = set(explanation.puzzle.relations)
    for step in explanation.steps:
        assert relations.issuperset(step.premises.relations)
        assert step.places or step.removes
        try:
            assert is_proved(step, step.premises, geometry), step
        except UndecidedError:
            assert step.technique == "nested contradictions", f"{TRIES} tries: {step}"


def dispensable(explanation: iq.Explanation) -> Counter[str]:
    """How many steps of each technique have a premise that they do not need."""
    found: Counter[str] = Counter()
    for step in explanation.steps:
        try:
            if any(
                is_proved(step, fewer, explanation.puzzle.geometry)
                for fewer in each_left_out(step.premises)
            ):
                found[step.technique] += 1
        except UndecidedError:
            pass
    return found


@few
@given(full_layouts() | partial_layouts() | mixed_puzzles() | plain_puzzles())
def test_steps_follow_from_their_premises(puzzle: Puzzle) -> None:
    assert_sound(unique(puzzle))
