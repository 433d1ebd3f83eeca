"""The tests that ship with the package, and the searches that they tell apart."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from searches import needs_counts

import ineqsudoku as iq
from ineqsudoku.apps.generate.targets import TARGETS, Kind, Prepared
from ineqsudoku.apps.generate.testset import (
    KILLERS,
    ShippedTest,
    Timing,
    explain,
    resembled,
    shipped_tests,
)

EXAMPLES = Path(__file__).parents[3] / "examples"
TESTS = shipped_tests()


def test_answers_are_proven() -> None:
    results = iq.solve_many([test.puzzle for test in TESTS], limit=2)
    assert [result.solutions for result in results] == [(test.solution,) for test in TESTS]
    assert len({iq.canonical(test.puzzle) for test in TESTS}) == len(TESTS)


def test_there_are_samples_and_layouts_of_all_levels() -> None:
    samples = [test.puzzle for test in TESTS if test.name.startswith("samples/")]
    published = ("cqoi2013.in", "cqoi2013-2.in")
    assert samples == [iq.read((EXAMPLES / name).read_text()) for name in published]
    levels = {test.name: test.puzzle for test in TESTS if test.name.startswith("levels/")}
    assert {name.removeprefix("levels/")[:-2] for name in levels} == {
        "easy", "moderate", "hard", "expert", "extreme",
    }  # fmt: skip
    for name, puzzle in levels.items():
        assert f"/{iq.explain(puzzle).level}-" in name


@needs_counts
def test_nodes_are_those_of_the_targets() -> None:
    most = 20_000
    for test in TESTS:
        prepared = Prepared(test.puzzle, test.solution.line)
        counts = {name: prepared.nodes(name, most)[0] for name in test.nodes}
        assert counts == {name: min(nodes, most) for name, nodes in test.nodes.items()}


@pytest.mark.parametrize("target", TARGETS)
def test_each_target_has_killers(target: str) -> None:
    """A light one is slow in Python, a heavy one in C++."""
    nodes = [test.nodes[target] for test in TESTS]
    least = 3_000_000 if TARGETS[target].kind is Kind.FEWEST else 50_000_000
    assert len([count for count in nodes if count >= least]) >= (target != "fewest-bounds") + 1
    (light,) = (test for test in TESTS if test.name == f"{KILLERS}/{target}-light")
    assert light.nodes[target] >= least / 100


def timings(nodes_of: Callable[[ShippedTest], int], speed: float) -> list[Timing]:
    """The times of a program that fills this many cells a second, with a limit of one second."""
    seconds = [(test, 0.002 + nodes_of(test) / speed) for test in TESTS]
    return [Timing(min(time, 1.0), time > 1, test.nodes) for test, time in seconds]


@pytest.mark.parametrize("target", TARGETS)
def test_a_search_resembles_itself(target: str) -> None:
    for speed in (2e5, 1e6, 5e6, 1e7, 3e7, 1e8):
        times = timings(lambda test: test.nodes[target], speed)
        found = resembled(times)
        assert found is None or found.target == target
        assert found is None or 0.8 < found.seconds * speed < 1.25
        assert explain(times)[target] >= 0.99 or not any(timing.is_over for timing in times)
    times = timings(lambda test: test.nodes[target], 5e5 if target == "fewest-bounds" else 1e7)
    found = resembled(times)
    assert found
    assert found.target == target


def test_other_times_resemble_nothing() -> None:
    assert resembled(timings(lambda test: int(test.solution.line[:3]), 500)) is None
    assert resembled(timings(lambda _: 1, 1)) is None
    assert resembled([]) is None
