"""Layouts to measure on: a file of them, or random ones made here from a fixed seed."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import ineqsudoku as iq
from ineqsudoku.geometry import NINE, Geometry, House, Pair
from ineqsudoku.puzzle import ABSENT, Grid, Puzzle, signs_between


def layouts_from(file: Path) -> list[Puzzle]:
    """The layouts of a compact file; what follows a tab in its lines is left out."""
    lines = file.read_text(encoding="ascii").splitlines()
    return [Puzzle(line.partition("\t")[0]) for line in lines]


def random_layouts(number: int, seed: int = 1) -> list[Puzzle]:
    """Full layouts with one solution, of random grids."""
    unique = (each for each in _layouts(seed) if iq.solve(each).status == "unique")
    return [*islice(unique, number)]


def unfiltered_layouts(number: int, seed: int = 1) -> list[Puzzle]:
    """Full layouts of random grids, one in six has a single solution."""
    return [*islice(_layouts(seed), number)]


def _layouts(seed: int) -> Iterator[Puzzle]:
    return map(layout_of, random_grids(random.Random(seed)))


def random_grids(source: random.Random, geometry: Geometry = NINE) -> Iterator[Grid]:
    """Endless: boxes that have no row and no column in common at random, or without boxes one
    row, and the rest as the solver completes it, if it soon can."""
    houses = _apart(geometry.boxes or geometry.rows[:1], geometry)
    while True:
        givens = [ABSENT] * len(geometry.cells)
        for house in houses:
            shuffled = source.sample(geometry.symbols, geometry.size)
            for cell, symbol in zip(house, shuffled, strict=True):
                givens[cell] = symbol
        puzzle = Puzzle.of(geometry, givens="".join(givens))
        yield from iq.solve(puzzle, limit=1, node_limit=_NODES).solutions


_NODES = 2_000
"""Where that does not do, other boxes do."""


def _apart(houses: Iterable[House], geometry: Geometry) -> list[House]:
    """Houses one after another that see none before them."""
    chosen: list[House] = []
    taken: set[tuple[str, int]] = set()
    for house in houses:
        lines = {("row", geometry.row_of[cell]) for cell in house}
        lines |= {("column", geometry.column_of[cell]) for cell in house}
        if taken.isdisjoint(lines):
            chosen.append(house)
            taken |= lines
    return chosen


def layout_of(grid: Grid) -> Puzzle:
    """The full 9×9 layout of a grid, which has it for a solution."""
    return Puzzle("".join(signs_of(grid, NINE.in_box_pairs)))


def signs_of(grid: Grid, pairs: Iterable[Pair]) -> Iterator[str]:
    """Those between the cells of pairs."""
    for first, second in pairs:
        yield signs_between((first, second))[grid[first] > grid[second]]
