"""The relation graph against networkx and against brute force."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

import networkx
import pytest
from effort import examples
from hypothesis import given, strategies as st
from nine import BORDER_PAIRS, PAIRS, label
from strategies import any_layouts, grids, layout_of, mixed_puzzles, signs_of, wrong_layouts

import ineqsudoku as iq
from ineqsudoku.errors import LayoutCycleError
from ineqsudoku.geometry import BOXES, IN_BOX_PAIRS
from ineqsudoku.puzzle import Grid, Puzzle, Relation
from ineqsudoku.relations import RelationGraph

few = examples(100)


def graph_of(puzzle: Puzzle) -> RelationGraph:
    return RelationGraph(puzzle.relations)


def all_signs_of(grid: Grid) -> Puzzle:
    """The grid's 144 relations, those across box borders too."""
    return Puzzle(signs_of(grid, IN_BOX_PAIRS), border_signs=signs_of(grid, BORDER_PAIRS))


def layouts_with_a_solution() -> st.SearchStrategy[Puzzle]:
    return grids().map(layout_of) | grids().map(all_signs_of) | mixed_puzzles()


def any_relations() -> st.SearchStrategy[list[Relation]]:
    """Relations of neighbours, some of them contradictory."""
    pairs = st.sampled_from(PAIRS)
    either_way = pairs | pairs.map(lambda pair: (pair[1], pair[0]))
    return st.lists(either_way.map(lambda cells: Relation(*cells)), max_size=200)


@st.composite
def rings(draw: st.DrawFn) -> list[Relation]:
    """Relations that go once round a rectangle of cells."""
    two = st.lists(st.integers(0, 8), min_size=2, max_size=2, unique=True)
    (top, bottom), (left, right) = sorted(draw(two)), draw(two)
    there, back = range(left, right), range(right, left, -1)
    if left > right:
        there, back = range(left, right, -1), range(right, left)
    way = [
        *((top, column) for column in there),
        *((row, right) for row in range(top, bottom)),
        *((bottom, column) for column in back),
        *((row, left) for row in range(bottom, top, -1)),
        (top, left),
    ]
    cells = [9 * row + column for row, column in way]
    return [Relation(*pair) for pair in pairwise(cells)]


def graphs_with_a_cycle() -> st.SearchStrategy[RelationGraph]:
    others = any_relations() | any_layouts().map(lambda puzzle: list(puzzle.relations))
    return st.builds(
        lambda ring, more: RelationGraph([*ring, *more]), rings(), st.just([]) | others
    )


def graphs() -> st.SearchStrategy[RelationGraph]:
    return (
        graphs_with_a_cycle()
        | any_relations().map(RelationGraph)
        | any_layouts().map(graph_of)
        | wrong_layouts().map(graph_of)
        | layouts_with_a_solution().map(graph_of)
    )


# --- cycles ------------------------------------------------------------------------------


@few
@given(puzzle=layouts_with_a_solution())
def test_a_layout_with_a_solution_has_no_cycle(puzzle: Puzzle) -> None:
    assert graph_of(puzzle).cycle() == ()


@given(graph=graphs())
def test_there_is_a_cycle_unless_the_graph_is_acyclic(graph: RelationGraph) -> None:
    acyclic = networkx.is_directed_acyclic_graph(graph.to_networkx())
    assert (graph.cycle() == ()) == acyclic


@given(graph=graphs_with_a_cycle())
def test_each_cell_of_a_cycle_is_less_than_the_next(graph: RelationGraph) -> None:
    cycle = graph.cycle()
    assert cycle
    steps = zip(cycle, (*cycle[1:], cycle[0]), strict=True)
    assert {Relation(*step) for step in steps} <= set(graph.relations)
    assert len(set(cycle)) == len(cycle)
    assert cycle[0] == min(cycle)


@few
@given(graph=graphs())
def test_no_cycle_is_shorter(graph: RelationGraph) -> None:
    distances = dict(networkx.all_pairs_shortest_path_length(graph.to_networkx()))
    lengths = [
        distances[greater][lesser] + 1
        for lesser, greater in graph.relations
        if lesser in distances[greater]
    ]
    assert len(graph.cycle()) == min(lengths, default=0)


SQUARE = [Relation(0, 1), Relation(1, 10), Relation(10, 9), Relation(9, 0)]


def test_of_several_cycles_the_shortest_is_reported_and_then_the_first() -> None:
    pairs = [Relation(80, 79), Relation(79, 80), Relation(50, 49), Relation(49, 50)]
    assert RelationGraph([*SQUARE, *pairs]).cycle() == (49, 50)


@pytest.mark.parametrize("method", [RelationGraph.bounds, RelationGraph.redundant])
def test_a_cycle_is_an_error_that_carries_it(method: Callable[[RelationGraph], object]) -> None:
    with pytest.raises(LayoutCycleError) as caught:
        method(RelationGraph(SQUARE))
    assert caught.value.cycle == (0, 1, 10, 9)
    assert str(caught.value) == "a cycle: r1c1 < r1c2 < r2c2 < r2c1 < r1c1"
    assert isinstance(caught.value, iq.IneqSudokuError)


# --- bounds ------------------------------------------------------------------------------


@few
@given(data=st.data(), grid=grids())
def test_a_grid_lies_inside_the_bounds_of_its_relations(data: st.DataObject, grid: Grid) -> None:
    relations = all_signs_of(grid).relations
    kept = data.draw(st.just(relations) | st.lists(st.sampled_from(relations), min_size=60))
    for cell, (lowest, highest) in enumerate(RelationGraph(kept).bounds()):
        assert lowest <= grid[cell] <= highest


def arrangements(box: Iterable[int], relations: Iterable[Relation]) -> Iterator[dict[int, int]]:
    """Every way to fill a box: each digit in turn goes to a cell that has no smaller one empty."""
    needs = {cell: {lesser for lesser, greater in relations if greater == cell} for cell in box}

    def fill(filled: dict[int, int]) -> Iterator[dict[int, int]]:
        if len(filled) == 9:
            yield filled
        for cell in needs.keys() - filled.keys():
            if needs[cell] <= filled.keys():
                yield from fill({**filled, cell: len(filled) + 1})

    return fill({})


@examples(50)
@given(data=st.data(), grid=grids(), number=st.integers(0, 8))
def test_bounds_are_exact_inside_a_box(data: st.DataObject, grid: Grid, number: int) -> None:
    box = BOXES[number]
    relations = [r for r in layout_of(grid).relations if r.lesser in box]
    for gap in data.draw(st.sets(st.integers(0, 11), max_size=3)):
        relations[gap] = relations[0]
    ways = list(arrangements(box, relations))
    bounds = RelationGraph(relations).bounds()
    for cell in box:
        digits = [way[cell] for way in ways]
        assert bounds[cell] == (min(digits), max(digits))


def test_bounds_follow_a_chain_across_boxes() -> None:
    chain = [Relation(cell, cell + 1) for cell in range(8)]
    bounds = RelationGraph(chain).bounds()
    assert bounds[:9] == tuple((digit, digit) for digit in range(1, 10))
    assert set(bounds[9:]) == {(1, 9)}


def test_bounds_without_room_show_that_there_is_no_solution() -> None:
    chain = [*range(9), *range(17, 8, -1)]
    relations = [Relation(*pair) for pair in pairwise(chain)]
    assert any(lowest > highest for lowest, highest in RelationGraph(relations).bounds())


# --- redundant relations -----------------------------------------------------------------


@few
@given(puzzle=layouts_with_a_solution())
def test_without_redundant_relations_the_transitive_reduction_is_left(puzzle: Puzzle) -> None:
    graph = graph_of(puzzle)
    redundant = graph.redundant()
    reduction = networkx.transitive_reduction(graph.to_networkx())
    assert set(graph.relations) - set(redundant) == set(reduction.edges)
    assert redundant == tuple(r for r in graph.relations if r in redundant)


# --- networkx ----------------------------------------------------------------------------


@few
@given(graph=graphs())
def test_networkx_gets_all_cells_and_the_same_edges(graph: RelationGraph) -> None:
    other = graph.to_networkx()
    assert set(other.edges) == {tuple(relation) for relation in graph.relations}
    assert dict(other.nodes(data="label")) == {cell: label(cell) for cell in range(81)}


def test_without_networkx_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(ImportError, match="needs networkx: pip install networkx"):
        RelationGraph([]).to_networkx()


# --- as a value --------------------------------------------------------------------------


@few
@given(relations=any_relations(), data=st.data())
def test_graphs_are_equal_when_their_relations_are(
    relations: list[Relation], data: st.DataObject
) -> None:
    graph = RelationGraph(relations)
    same = RelationGraph([*data.draw(st.permutations(relations)), *relations])
    assert graph == same
    assert hash(graph) == hash(same)
    assert (graph == RelationGraph(relations[1:])) == (set(relations) == set(relations[1:]))
    assert graph != relations


def test_a_graph_shows_its_relations() -> None:
    graph = RelationGraph([Relation(0, 1)])
    assert repr(graph) == "RelationGraph([Relation(lesser=0, greater=1)])"


@pytest.mark.parametrize("cells", [(0, 81), (-1, 0)])
def test_cells_that_are_none_are_refused(cells: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="cells are 0-80"):
        RelationGraph([Relation(*cells)])


def test_a_graph_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        RelationGraph([Relation(0, 1)]).relations = ()  # type: ignore[misc] # mypy, too
