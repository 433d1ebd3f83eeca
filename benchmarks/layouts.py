"""Layouts to measure on: a file of them, or random ones made here from a fixed seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import ineqsudoku as iq
from ineqsudoku.geometry import BOXES, IN_BOX_PAIRS
from ineqsudoku.puzzle import Grid, Puzzle, signs_between


def layouts_from(file: Path) -> list[Puzzle]:
    """The layouts of a compact file; what follows a tab in its lines is left out."""
    lines = file.read_text(encoding="ascii").splitlines()
    return [Puzzle(line.partition("\t")[0]) for line in lines]


def random_layouts(number: int, seed: int = 1) -> list[Puzzle]:
    """Full layouts with one solution, of random grids."""
    layouts = (layout_of(grid) for grid in random_grids(random.Random(seed)))
    unique = (layout for layout in layouts if iq.solve(layout).status == "unique")
    return [next(unique) for _ in range(number)]


def random_grids(source: random.Random) -> Iterator[Grid]:
    """Endless: the three boxes on the diagonal at random, the rest as `dlx` completes it."""
    while True:
        givens = ["."] * 81
        for box in BOXES[::4]:
            for cell, digit in zip(box, source.sample("123456789", 9), strict=True):
                givens[cell] = digit
        yield iq.solve(Puzzle(givens="".join(givens)), limit=1).solutions[0]


def layout_of(grid: Grid) -> Puzzle:
    """The full layout of a grid, which has it for a solution."""
    return Puzzle(
        "".join(
            signs_between((first, second))[grid[first] > grid[second]]
            for first, second in IN_BOX_PAIRS
        )
    )
