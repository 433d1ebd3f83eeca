"""The fast checks of rules agree with checking every cell, at all sizes."""

from __future__ import annotations

import pytest
from effort import examples
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import OTHER_SIZES, grids_of, puzzles_of, signs_of, thinned

from ineqsudoku.checker import rules
from ineqsudoku.checker.rules import violations
from ineqsudoku.geometry import NINE, Geometry, House
from ineqsudoku.puzzle import Grid, Puzzle

SIZES = (NINE, *OTHER_SIZES)


@st.composite
def judged(draw: st.DrawFn) -> tuple[Puzzle, Grid]:
    """A puzzle and a grid of its size, a solution or not."""
    geometry = draw(st.sampled_from(SIZES))
    puzzle = draw(puzzles_of(geometry, wrong=True))
    line = list(draw(grids_of(geometry)).line)
    kind = draw(st.sampled_from(["other", "changed", "noise"]))
    if kind == "noise":
        symbols = st.sampled_from(geometry.symbols)
        line = draw(st.lists(symbols, min_size=len(line), max_size=len(line)))
    elif kind == "changed":
        for cell in draw(st.lists(st.sampled_from(geometry.cells), max_size=3)):
            line[cell] = draw(st.sampled_from(geometry.symbols))
    return puzzle, Grid("".join(line))


def broken_cells(puzzle: Puzzle, grid: Grid) -> list[tuple[str, tuple[int, ...]]]:
    """The rule and the cells of each violation, in order, in the plainest way."""
    geometry, line = puzzle.geometry, grid.line
    repeats: list[tuple[str, tuple[int, ...]]] = []
    kinds: dict[str, tuple[House, ...]] = {
        "row": geometry.rows,
        "column": geometry.columns,
        "box": geometry.boxes,
    }
    for kind, houses in kinds.items():
        for house in houses:
            for symbol in geometry.symbols:
                cells = tuple(cell for cell in house if line[cell] == symbol)
                if len(cells) > 1:
                    repeats.append((kind, cells))
    signs = [
        ("sign", relation.pair)
        for relation in puzzle.relations
        if line[relation.lesser] >= line[relation.greater]
    ]
    givens = [
        ("given", (cell,))
        for cell, symbol in enumerate(puzzle.givens)
        if symbol not in (".", line[cell])
    ]
    return repeats + signs + givens


def solved_and_signed(geometry: Geometry) -> tuple[Puzzle, Grid]:
    size = geometry.size
    line = "".join(
        geometry.symbols[(row + column) % size] for row in range(size) for column in range(size)
    )
    return Puzzle.of(geometry, givens=line), Grid(line)


@given(judged())
@example(solved_and_signed(Geometry(16)))
@examples(300)
def test_violations_agree_with_a_look_at_every_cell(case: tuple[Puzzle, Grid]) -> None:
    puzzle, grid = case
    pairs = [(violation.rule, violation.cells) for violation in violations(puzzle, grid)]
    assert pairs == broken_cells(puzzle, grid)


@pytest.mark.parametrize("geometry", SIZES, ids=str)
@given(data=st.data())
@examples(2)
def test_the_fast_checks_accept_what_is_right(geometry: Geometry, data: st.DataObject) -> None:
    """Otherwise every right grid would be checked cell by cell, with the same result but slower."""
    grid = data.draw(grids_of(geometry))
    assert rules.has_all_digits(geometry, rules.lanes(grid.line))
    for pairs in filter(None, (geometry.in_box_pairs, geometry.border_pairs)):
        signs = signs_of(grid, pairs)
        assert rules.signs_hold(signs, pairs, grid.line)
        assert rules.signs_hold(thinned(signs, {0}), pairs, grid.line)
