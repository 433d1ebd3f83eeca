"""The tests that ship with the package, and the searches that they tell apart."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from effort import slow
from omissions import OMISSIONS, first_grid
from searches import needs_counts

import ineqsudoku as iq
from ineqsudoku.apps.generate import canonical
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
    assert len({canonical(test.puzzle) for test in TESTS}) == len(TESTS)


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


SOON = 300_000
"""Nodes within which a search finds a wrong grid: some hundredths of a second in C++."""

SHOWN = {
    "rules/1": [
        *("columns", "boxes", "boxes [0, 1, 3, 4]", "boxes [0, 2, 6, 8]", "boxes [3, 4, 6, 7]"),
        *("boxes [3, 5, 6, 8]", "sign <", "sign ^", "sign v", "signs at the last row"),
        *("signs in box 2", "signs in box 5", "signs in box 7"),
    ],
    "rules/2": [
        *("boxes [0, 2, 3, 5]", "boxes [1, 2, 7, 8]", "sign >", "signs in box 4"),
        *("signs in box 8",),
    ],
    "rules/3": [
        *("boxes [1, 2, 4, 5]", "boxes [4, 5, 7, 8]", "signs across", "signs down"),
        *("signs in box 0", "signs in box 3", "signs in box 6"),
    ],
    "rules/4": ["rows", "boxes [0, 1, 6, 7]", "signs in box 1"],
}
"""The rules that a search may leave out, by a test on which it then finds a wrong grid."""


@pytest.mark.parametrize("rule", ["rows", *slow(rule for rule in OMISSIONS if rule != "rows")])
def test_a_search_that_leaves_out_a_rule_soon_finds_a_wrong_grid(rule: str) -> None:
    """On one of the first tests: on most others, it is only too slow."""
    (name,) = (name for name, rules in SHOWN.items() if rule in rules)
    (test,) = (test for test in TESTS[:6] if test.name == name)
    grid = first_grid(test.puzzle, OMISSIONS[rule], SOON)
    assert grid not in (None, test.solution.line)


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
        assert found is None or found[0] == target
        assert found is None or 0.8 < found[1] * speed < 1.25
        assert explain(times)[target] >= 0.99 or not any(timing.is_over for timing in times)
    times = timings(lambda test: test.nodes[target], 5e5 if target == "fewest-bounds" else 1e7)
    found = resembled(times)
    assert found
    assert found[0] == target


def test_other_times_resemble_nothing() -> None:
    assert resembled(timings(lambda test: int(test.solution.line[:3]), 500)) is None
    assert resembled(timings(lambda _: 1, 1)) is None
    assert resembled([]) is None
