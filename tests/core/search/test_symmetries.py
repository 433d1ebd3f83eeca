"""Rotating, reflecting and complementing a puzzle keep the number of its solutions."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from effort import examples
from hypothesis import given
from strategies import full_layouts, partial_layouts, plain_puzzles, wrong_layouts

import ineqsudoku as iq
from ineqsudoku.puzzle import Grid, Puzzle, Relation
from ineqsudoku.search import EngineChoice

Place = Callable[[int, int], tuple[int, int]]

SQUARE: dict[str, Place] = {
    "as it is": lambda row, column: (row, column),
    "quarter turn": lambda row, column: (column, 8 - row),
    "half turn": lambda row, column: (8 - row, 8 - column),
    "three quarter turn": lambda row, column: (8 - column, row),
    "left for right": lambda row, column: (row, 8 - column),
    "top for bottom": lambda row, column: (8 - row, column),
    "diagonal": lambda row, column: (column, row),
    "other diagonal": lambda row, column: (8 - column, 8 - row),
}

LIMIT = 60


def moved(text: str, cells: list[int]) -> str:
    """`text` with what stood in cell `c` put into `cells[c]`."""
    return "".join(text[cells.index(cell)] for cell in range(81))


def puzzle_moved(puzzle: Puzzle, cells: list[int]) -> Puzzle:
    relations = (Relation(cells[lesser], cells[greater]) for lesser, greater in puzzle.relations)
    return Puzzle.from_relations(relations, moved(puzzle.givens, cells))


def complement(text: str) -> str:
    return text.translate(str.maketrans("123456789", "987654321"))


def solutions(puzzle: Puzzle, engine: EngineChoice) -> set[Grid] | int:
    """All solutions, or their number where there are `LIMIT` of them or more."""
    grids = iq.solve(puzzle, LIMIT, engine).solutions
    return set(grids) if len(grids) < LIMIT else LIMIT


def grids_moved(grids: set[Grid] | int, move: Callable[[str], str]) -> set[Grid] | int:
    return grids if isinstance(grids, int) else {Grid(move(grid.line)) for grid in grids}


layouts = full_layouts() | partial_layouts(absent=20) | wrong_layouts()


@pytest.mark.parametrize("name", SQUARE)
@given(puzzle=layouts | plain_puzzles())
@examples(40)
def test_the_square(name: str, puzzle: Puzzle) -> None:
    places = (SQUARE[name](cell // 9, cell % 9) for cell in range(81))
    cells = [9 * row + column for row, column in places]
    grids = solutions(puzzle_moved(puzzle, cells), "auto")
    assert grids == grids_moved(solutions(puzzle, "auto"), lambda line: moved(line, cells))


@given(layouts | plain_puzzles())
def test_the_complement(puzzle: Puzzle) -> None:
    """Every digit becomes ten minus itself, and every sign is flipped."""
    relations = (relation.flipped() for relation in puzzle.relations)
    other = Puzzle.from_relations(relations, complement(puzzle.givens))
    assert solutions(other, "auto") == grids_moved(solutions(puzzle, "auto"), complement)
