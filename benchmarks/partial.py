"""Random puzzles from which much is absent, to measure `auto` on: endless and from a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from layouts import random_grids, signs_of

import ineqsudoku as iq
from ineqsudoku.geometry import IN_BOX_PAIRS, NINE, Geometry
from ineqsudoku.puzzle import ABSENT, Grid, Puzzle, signs_between

PER_GRID = 20
"""Puzzles that are made of one grid."""

Printed = Callable[[Grid, Geometry, Random], Puzzle]


def puzzles(printed: Printed, random: Random, geometry: Geometry = NINE) -> Iterator[Puzzle]:
    for grid in random_grids(random, geometry):
        for _ in range(PER_GRID):
            yield printed(grid, geometry, random)


def few_signs(grid: Grid, geometry: Geometry, random: Random) -> Puzzle:
    """20 to 48 signs at 9×9 and the same share at other sizes, with solutions."""
    share = random.randint(20, 48) / 108
    pairs = geometry.in_box_pairs or geometry.border_pairs
    signs = kept("".join(signs_of(grid, pairs)), round(share * len(pairs)), random)
    return Puzzle.of(geometry, signs) if geometry.boxes else Puzzle.of(geometry, border_signs=signs)


def flipped_signs(grid: Grid, geometry: Geometry, random: Random) -> Puzzle:
    """The same, of which some are flipped: few of these puzzles have no solution."""
    puzzle = few_signs(grid, geometry, random)
    relations = list(puzzle.relations)
    for place in random.sample(range(len(relations)), random.randint(1, 4)):
        relations[place] = iq.Relation(*reversed(relations[place]))
    return Puzzle.from_relations(relations, geometry=geometry)


def any_signs(_: Grid, geometry: Geometry, random: Random) -> Puzzle:
    """Signs at random, no grid asked."""
    pairs = geometry.in_box_pairs
    places = set(random.sample(range(len(pairs)), random.randint(14, 60)))
    return Puzzle.of(
        geometry,
        "".join(
            random.choice(signs_between(pair)) if place in places else ABSENT
            for place, pair in enumerate(pairs)
        ),
    )


def with_border_signs(grid: Grid, geometry: Geometry, random: Random) -> Puzzle:
    texts = ("".join(signs_of(grid, pairs)) for pairs in (IN_BOX_PAIRS, geometry.border_pairs))
    signs, border_signs = (kept(text, random.randint(1, len(text) // 2), random) for text in texts)
    return Puzzle.of(geometry, signs, border_signs=border_signs)


def with_givens(grid: Grid, geometry: Geometry, random: Random) -> Puzzle:
    givens = kept(grid.line, random.randint(1, 14), random)
    return Puzzle.of(geometry, few_signs(grid, geometry, random).signs, givens)


def kept(text: str, number: int, random: Random) -> str:
    """So many of the characters, at random places, the others made absent."""
    places = set(random.sample(range(len(text)), number))
    return "".join(char if place in places else ABSENT for place, char in enumerate(text))


SORTS = (few_signs, flipped_signs, any_signs, with_border_signs, with_givens)
