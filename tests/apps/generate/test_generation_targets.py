"""Targets: known counts, an oracle, and layouts that kill them."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from typing import TypeVar

import pytest
from effort import examples
from hypothesis import given, strategies as st
from searches import counted, estimated, needs_counts

import ineqsudoku as iq
from ineqsudoku.apps.generate import climbing, targets
from ineqsudoku.apps.generate.climbing import move
from ineqsudoku.apps.generate.grids import random_grid
from ineqsudoku.apps.generate.parts import Parts
from ineqsudoku.apps.generate.randomness import SplitMix
from ineqsudoku.apps.generate.targets import (
    TARGETS,
    Kind,
    Prepared,
    Sample,
    Search,
    count_nodes,
    estimate_nodes,
)
from ineqsudoku.geometry import BOXES, CELLS, COLUMNS, HOUSES
from ineqsudoku.puzzle import Puzzle

pytestmark = needs_counts

T = TypeVar("T")
V = TypeVar("V")

EXAMPLES = Path(__file__).parents[3] / "examples"
SAMPLES = [iq.read((EXAMPLES / name).read_text()) for name in ("cqoi2013.in", "cqoi2013-2.in")]

KNOWN = {"rows": (158_575, 1_462_901), "fewest-bounds": (93, 317)}
"""Nodes of the samples, which others have measured too."""

ORDERS = [
    tuple(CELLS),
    tuple(cell for column in COLUMNS for cell in column),
    tuple(cell for box in BOXES for cell in box),
]


@pytest.mark.parametrize("target", KNOWN)
def test_the_samples_have_their_known_counts(target: str) -> None:
    for puzzle, nodes in zip(SAMPLES, KNOWN[target], strict=True):
        assert Prepared(puzzle, "").nodes(target, 10**7) == (nodes, True)


@examples(100, quick=12)
@given(
    seed=st.integers(0, 2**64 - 1),
    kind=st.sampled_from(Kind),
    order=st.sampled_from(ORDERS),
    kept=st.integers(0, 2**144 - 1),
    cap=st.integers(1, 1500),
    is_bound=st.booleans(),
)
def test_nodes_are_those_of_the_oracle(
    seed: int, kind: Kind, order: tuple[int, ...], kept: int, cap: int, is_bound: bool
) -> None:
    puzzle = Parts(random_grid(seed)).puzzle(kept)
    bounds = iq.RelationGraph(puzzle.relations).bounds()
    allowed = [(1 << high) - (1 << low - 1) if is_bound else 511 for low, high in bounds]
    search = Search(kind, order, puzzle.relations, allowed)
    assert count_nodes(search, cap) == counted(search, cap)


@given(
    seed=st.integers(0, 2**64 - 1),
    order=st.sampled_from(ORDERS),
    kept=st.integers(0, 2**144 - 1),
    depth=st.integers(1, 30),
    every=st.integers(1, 50),
    cap=st.integers(1, 20_000),
)
def test_estimates_are_those_of_the_oracle(
    seed: int, order: tuple[int, ...], kept: int, depth: int, every: int, cap: int
) -> None:
    grid = random_grid(seed)
    puzzle = Parts(grid).puzzle(kept)
    search = Search(Kind.FIXED, order, puzzle.relations, [511] * 81)
    sample = Sample(depth, every, grid)
    if estimated(search, sample, cap)[1] < 3000:
        assert estimate_nodes(search, sample, cap) == estimated(search, sample, cap)


@pytest.mark.parametrize("target", ["rows", "rows-down", "columns", "boxes"])
def test_estimates_are_near_and_cheap(target: str) -> None:
    puzzle = SAMPLES[1]
    solution = iq.solve(puzzle).solutions[0].line
    prepared = Prepared(puzzle, solution)
    nodes, is_whole = prepared.nodes(target, 10**9)
    assert is_whole
    its = TARGETS[target]
    line = solution.translate(str.maketrans("123456789", "987654321"))
    sample = Sample(20, 31, line if its.is_descending else solution)
    estimate, made = estimate_nodes(prepared._search(its), sample, 10**10)
    assert nodes / 2 < estimate < nodes * 2
    assert made < nodes


def test_a_search_without_a_solution_ends() -> None:
    relations = SAMPLES[0].relations
    allowed = [511] * 80 + [0]
    assert count_nodes(Search(Kind.FEWEST, ORDERS[0], relations, allowed), 100) == (0, True)
    assert count_nodes(Search(Kind.FIXED, ORDERS[0], relations, [0] * 81), 100) == (0, True)


def test_descending_digits_are_the_complement() -> None:
    puzzle = SAMPLES[0]
    flips = str.maketrans("<>^v", "><v^")
    complement = Puzzle(puzzle.signs.translate(flips))
    for target in ("rows", "rows-bounds"):
        down = target.replace("rows", "rows-down")
        assert Prepared(puzzle, "").nodes(down, 2000) == Prepared(complement, "").nodes(
            target, 2000
        )


@given(seed=st.integers(0, 2**64 - 1))
def test_steps_lead_to_grids(seed: int) -> None:
    random = SplitMix(seed)
    grid = random_grid(seed)
    for _ in range(10):
        grid = move(grid, random)
        for house in HOUSES:
            assert {grid[cell] for cell in house} == set("123456789")


def test_killers_kill_and_say_so() -> None:
    kill = (("rows", 3000), ("fewest", 300))
    results = list(islice(iq.generate(seed=4, kill=kill), 2))
    assert results == list(iq.generate(2, seed=4, kill=kill))
    for generated in results:
        assert iq.solve(generated.puzzle).solutions == (generated.solution,)
        assert [(of.target, of.nodes) for of in generated.nodes] == [*kill]
        for target, least in kill:
            assert Prepared(generated.puzzle, "").nodes(target, least)[0] == least


def test_nodes_of_killed_targets_are_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(targets, "EXACT", 100)
    monkeypatch.setattr(targets, "SAMPLED", 50)
    for generated in iq.generate(5, seed=9, kill=[("rows", 5000), ("columns", 2000)]):
        nodes = {of.target: of.nodes for of in generated.nodes}
        assert nodes["rows"] == 5000
        assert nodes["columns"] == 2000


def test_killers_need_compiled_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ineqsudoku.apps.generate._nodes", None)
    with pytest.raises(iq.IneqSudokuError, match="install a C compiler and Python's headers"):
        iq.generate(1, seed=3, kill=[("rows", 100)])


def test_the_search_time_ends_a_climb_with_the_nearest() -> None:
    with pytest.raises(
        iq.GenerationError, match="within the search time, no layout was found that kills"
    ) as no:
        list(iq.generate(1, seed=4, kill=[("rows", 10**15)], search_time=0.3))
    assert no.value.nearest


def test_the_nearest_killer_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(climbing, "BUDGET", 300_000)
    with pytest.raises(
        iq.GenerationError, match=r"; the nearest needs about [0-9,]+ nodes for rows$"
    ) as no:
        list(iq.generate(1, seed=4, kill=[("rows", 10**9)]))
    assert no.value.nearest
    monkeypatch.setattr(climbing, "BUDGET", 1)
    with pytest.raises(iq.GenerationError, match="within a budget of 1 nodes, no layout was found"):
        list(iq.generate(1, seed=5, kill=[("rows", 10**9)]))
