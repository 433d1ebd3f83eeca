"""Targets: known counts, twins, and layouts that kill them."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ineqsudoku as iq
from ineqsudoku.diagnose.effort import plain_search
from ineqsudoku.generation.climbing import moved
from ineqsudoku.generation.grids import random_grid
from ineqsudoku.generation.nodes import Kind, Search, compiled, count_nodes, counted
from ineqsudoku.generation.parts import Parts, layout
from ineqsudoku.generation.randomness import SplitMix
from ineqsudoku.generation.targets import GROUPS, TARGETS, Prepared, expanded
from ineqsudoku.geometry import BOXES, CELLS, COLUMNS, HOUSES, NINE
from ineqsudoku.puzzle import Puzzle

EXAMPLES = Path(__file__).parents[2] / "examples"
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
    if not compiled():
        pytest.skip("takes too long in Python")
    for puzzle, nodes in zip(SAMPLES, KNOWN[target], strict=True):
        assert Prepared(puzzle).nodes(target, 10**7) == (nodes, True)


def test_a_row_major_search_is_the_plain_search() -> None:
    """That one goes on to a second solution, so it needs at least as many nodes."""
    for seed in range(3):
        puzzle = Puzzle(layout(NINE, random_grid(NINE, seed)))
        nodes, is_whole = Prepared(puzzle).nodes("rows", 20_000)
        assert plain_search(puzzle, 20_000).nodes >= nodes
        assert is_whole == (nodes < 20_000)


@given(
    seed=st.integers(0, 2**64 - 1),
    kind=st.sampled_from(Kind),
    order=st.sampled_from(ORDERS),
    kept=st.integers(0, 2**144 - 1),
    cap=st.integers(1, 1500),
    is_bound=st.booleans(),
)
def test_the_compiled_form_counts_the_same_nodes(
    seed: int, kind: Kind, order: tuple[int, ...], kept: int, cap: int, is_bound: bool
) -> None:
    puzzle = Parts(NINE, random_grid(NINE, seed)).puzzle(kept)
    bounds = iq.RelationGraph(puzzle.relations).bounds()
    allowed = [(1 << high) - (1 << low - 1) if is_bound else 511 for low, high in bounds]
    search = Search(kind, order, puzzle.relations, allowed)
    assert count_nodes(search, cap) == counted(search, cap)


@pytest.mark.parametrize("target", TARGETS)
def test_both_forms_agree_on_the_targets(target: str) -> None:
    """On a grid whose givens leave little to search, so that the searches end."""
    for seed in range(3):
        grid = random_grid(NINE, seed)
        puzzle = Puzzle(layout(NINE, grid))
        its = TARGETS[target]
        allowed = [
            511 if cell % 4 == 0 else 1 << int(symbol) - 1 for cell, symbol in enumerate(grid)
        ]
        search = Search(its.kind, its.order, puzzle.relations, allowed)
        nodes = counted(search, 3000)
        assert count_nodes(search, 3000) == nodes
        assert its.kind is Kind.LATE or nodes.is_whole


def test_a_search_without_a_solution_ends() -> None:
    relations = SAMPLES[0].relations
    allowed = [511] * 80 + [0]
    for form in (count_nodes, counted):
        assert form(Search(Kind.FEWEST, ORDERS[0], relations, allowed), 100) == (0, True)
        assert form(Search(Kind.FIXED, ORDERS[0], relations, [0] * 81), 100) == (0, True)


def test_descending_digits_are_the_complement() -> None:
    puzzle = SAMPLES[0]
    flips = str.maketrans("<>^v", "><v^")
    complement = Puzzle(puzzle.signs.translate(flips))
    for target in ("rows", "rows-bounds"):
        down = target.replace("rows", "rows-down")
        assert Prepared(puzzle).nodes(down, 2000) == Prepared(complement).nodes(target, 2000)


def test_groups_stand_for_their_targets() -> None:
    assert dict(expanded([("ordered", 5), ("rows", 7)])) == {
        **dict.fromkeys(GROUPS["ordered"], 5),
        "rows": 7,
    }
    with pytest.raises(ValueError, match="no target 'dance'"):
        expanded([("dance", 5)])
    with pytest.raises(ValueError, match="must be at least 1"):
        expanded([("rows", 0)])


@given(seed=st.integers(0, 2**64 - 1))
def test_steps_lead_to_grids(seed: int) -> None:
    random = SplitMix(seed)
    grid = random_grid(NINE, seed)
    for _ in range(10):
        grid = moved(grid, random)
        for house in HOUSES:
            assert {grid[cell] for cell in house} == set("123456789")


def test_killers_kill_and_say_so() -> None:
    kill = (("rows", 3000), ("fewest-bounds", 30))
    found = list(islice(iq.generate(seed=4, kill=kill, survey=500), 2))
    assert found == list(iq.generate(2, seed=4, kill=kill, survey=500))
    for each in found:
        assert iq.solve(each.puzzle).solutions == (each.solution,)
        nodes = {of.target: of for of in each.nodes}
        assert [*nodes] == [*TARGETS]
        assert nodes["rows"].nodes == 3000 or nodes["rows"].is_whole
        for target, least in kill:
            assert nodes[target].nodes >= least
        for target in ("masks", "dlx"):
            its = Prepared(each.puzzle).nodes(target, 500)
            assert (nodes[target].nodes, nodes[target].is_whole) == its


def test_the_nearest_killer_is_reported() -> None:
    with pytest.raises(
        iq.UnmetWishError, match="kills all targets; the nearest needs: rows "
    ) as no:
        list(iq.generate(1, seed=4, kill=[("rows", 10**9)], budget=300_000, survey=500))
    assert no.value.nearest
    with pytest.raises(iq.UnmetWishError, match="no layout in a budget of 1 nodes"):
        list(iq.generate(1, seed=5, kill=[("rows", 10**9)], budget=1, survey=500))


def test_only_full_layouts_kill() -> None:
    with pytest.raises(ValueError, match="kill needs kind 'full' at 9×9"):
        iq.generate(1, seed=1, kind="partial", kill=[("rows", 5)])
