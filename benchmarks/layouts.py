"""Layouts of a file, and random puzzles of several sorts, made from a fixed seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random

import ineqsudoku as iq
from ineqsudoku.geometry import BORDER_PAIRS, BOXES, CELLS, DIGITS, IN_BOX_PAIRS, SIZE, Pair
from ineqsudoku.puzzle import ABSENT, Grid, Puzzle, signs_between


def layouts_from(file: Path) -> list[Puzzle]:
    """The layouts of a compact file; what follows a tab in its lines is left out."""
    lines = file.read_text(encoding="ascii").splitlines()
    return [Puzzle(line.partition("\t")[0]) for line in lines]


def random_grids(source: Random) -> Iterator[Grid]:
    """Endless: three boxes at random, which have no row and no column in common, and the rest as
    the solver completes it, if it soon can."""
    while True:
        givens = [ABSENT] * len(CELLS)
        for box in BOXES[::4]:
            for cell, digit in zip(box, source.sample(DIGITS, SIZE), strict=True):
                givens[cell] = digit
        puzzle = Puzzle(givens="".join(givens))
        yield from iq.solve(puzzle, limit=1, node_limit=_NODES).solutions


_NODES = 2_000
"""Where that does not do, other digits do."""


def layout_of(grid: Grid) -> Puzzle:
    """The full layout of a grid, which has it for a solution."""
    return Puzzle("".join(signs_of(grid, IN_BOX_PAIRS)))


def signs_of(grid: Grid, pairs: Iterable[Pair]) -> Iterator[str]:
    """Those between the cells of pairs."""
    for first, second in pairs:
        yield signs_between((first, second))[grid[first] > grid[second]]


PER_GRID = 20
"""Puzzles that are made of one grid."""

Printed = Callable[[Grid, Random], Puzzle]


def puzzles(printed: Printed, random: Random) -> Iterator[Puzzle]:
    for grid in random_grids(random):
        for _ in range(PER_GRID):
            yield printed(grid, random)


def few_signs(grid: Grid, random: Random) -> Puzzle:
    """20 to 48 signs, with solutions."""
    return Puzzle(kept(layout_of(grid).signs, random.randint(20, 48), random))


def flipped_signs(grid: Grid, random: Random) -> Puzzle:
    """The same, of which some are flipped: few of these puzzles have no solution."""
    relations = list(few_signs(grid, random).relations)
    for place in random.sample(range(len(relations)), random.randint(1, 4)):
        relations[place] = relations[place].flipped()
    return Puzzle.from_relations(relations)


def any_signs(_: Grid, random: Random) -> Puzzle:
    """Signs at random, no grid asked."""
    places = set(random.sample(range(len(IN_BOX_PAIRS)), random.randint(14, 60)))
    return Puzzle(
        "".join(
            random.choice(signs_between(pair)) if place in places else ABSENT
            for place, pair in enumerate(IN_BOX_PAIRS)
        )
    )


def with_border_signs(grid: Grid, random: Random) -> Puzzle:
    texts = ("".join(signs_of(grid, pairs)) for pairs in (IN_BOX_PAIRS, BORDER_PAIRS))
    signs, border_signs = (kept(text, random.randint(1, len(text) // 2), random) for text in texts)
    return Puzzle(signs, border_signs=border_signs)


def with_givens(grid: Grid, random: Random) -> Puzzle:
    givens = kept(grid.line, random.randint(1, 14), random)
    return Puzzle(few_signs(grid, random).signs, givens)


def kept(text: str, number: int, random: Random) -> str:
    """So many of the characters, at random places, the others made absent."""
    places = set(random.sample(range(len(text)), number))
    return "".join(char if place in places else ABSENT for place, char in enumerate(text))


SORTS = (few_signs, flipped_signs, any_signs, with_border_signs, with_givens)
