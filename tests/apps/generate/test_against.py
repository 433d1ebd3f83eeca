"""Tests on which a program fails; the programs are functions here."""

from __future__ import annotations

from collections.abc import Iterator
from time import time

import pytest

import ineqsudoku as iq
from ineqsudoku.apps.generate import against, canonical
from ineqsudoku.apps.generate.against import RunOn, find_failing
from ineqsudoku.apps.generate.testset import shipped_tests
from ineqsudoku.apps.generate.values import Resources
from ineqsudoku.apps.sandbox.outcome import Run
from ineqsudoku.checker import Verdict
from ineqsudoku.puzzle import Puzzle

SHIPPED = {test.puzzle: test.nodes for test in shipped_tests()}
CANONICAL = {canonical(puzzle) for puzzle in SHIPPED}
RIGHT, SLOW = Run(Verdict.AC, cpu=0.01), Run(Verdict.TLE, "too slow", cpu=3.0)


@pytest.fixture(autouse=True)
def few_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(against, "MORE", 5)


def failing(
    program: RunOn, count: int = 1, resources: Resources | None = None
) -> Iterator[iq.Generated]:
    return find_failing(program, count, 1, resources or Resources())


def test_shipped_tests_come_first() -> None:
    slow = [puzzle for puzzle, nodes in SHIPPED.items() if nodes["rows"] > 2_000_000]
    made = list(failing(lambda puzzle: SLOW if puzzle in slow else RIGHT, 3))
    assert [test.puzzle for test in made] == slow[:3]
    assert [test.index for test in made] == [0, 1, 2]
    for test in made:
        assert str(test.failure) == "TLE: time limit exceeded (too slow)"
        assert [*SHIPPED][test.steps - 1] == test.puzzle
        assert iq.solve(test.puzzle).solutions == (test.solution,)


def test_images_of_killers_come_next() -> None:
    (test,) = failing(lambda puzzle: RIGHT if puzzle in SHIPPED else SLOW)
    assert test.steps == len(SHIPPED) + 1
    assert canonical(test.puzzle) in CANONICAL


def test_new_layouts_come_last_and_none_is_an_image_of_another() -> None:
    made = list(failing(lambda _: SLOW, len(SHIPPED) + 5))
    assert [test.puzzle for test in made[-5:]] == [each.puzzle for each in iq.generate(5, seed=1)]
    assert len({canonical(test.puzzle) for test in made}) == len(made)


@pytest.mark.parametrize(
    ("failures", "words"), [(0, "the program solves all {} tests"), (2, "all {} other tests")]
)
def test_a_program_that_solves_the_rest_is_reported(failures: int, words: str) -> None:
    """The nearest is the test that took it longest."""
    tried: list[Puzzle] = []

    def program(puzzle: Puzzle) -> Run:
        tried.append(puzzle)
        slow = Run(Verdict.AC, cpu=0.25)
        return SLOW if len(tried) <= failures else slow if len(tried) == 7 else RIGHT

    tests = failing(program, failures + 1)
    for _ in range(failures):
        next(tests)
    with pytest.raises(iq.GenerationError) as no:
        next(tests)
    assert words.format(len(SHIPPED) + 10 - failures) in str(no.value)
    assert str(no.value).endswith("; the slowest takes 0.25 s")
    assert no.value.nearest
    assert no.value.nearest.puzzle == tried[6]


def test_the_search_time_ends_the_search() -> None:
    assert list(failing(lambda _: SLOW, 1, Resources(deadline=time() - 1))) == []
