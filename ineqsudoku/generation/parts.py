"""The parts of a puzzle: all signs and givens that its grid allows.

A set of parts is an int: first the signs inside boxes, then those across borders, then the givens,
bit i = part i.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import chain
from operator import ne

from ineqsudoku.generation.grids import compiled
from ineqsudoku.generation.values import Symmetry
from ineqsudoku.geometry import NINE, Geometry, Pair
from ineqsudoku.puzzle import ABSENT, Puzzle, signs_between

Set = int


class Parts:
    """The parts of the puzzles with the solution `line`."""

    __slots__ = ("_text", "geometry", "line")

    def __init__(self, geometry: Geometry, line: str) -> None:
        self.geometry = geometry
        self.line = line
        self._text = [
            *map(
                chosen,
                _choices(geometry),
                map(line.__getitem__, _firsts(geometry)),
                map(line.__getitem__, _seconds(geometry)),
            ),
            *line,
        ]

    def puzzle(self, kept: Set) -> Puzzle:
        """Return the puzzle with these parts."""
        text = "".join([part if kept >> at & 1 else ABSENT for at, part in enumerate(self._text)])
        inside, pairs = len(self.geometry.in_box_pairs), len(_firsts(self.geometry))
        return Puzzle.of(self.geometry, text[:inside], text[pairs:], text[inside:pairs])

    def breaking(self, line: str) -> Set:
        """Return the parts that another grid breaks."""
        differs = map(ne, Parts(self.geometry, line)._text, self._text)
        return int("".join(map("01".__getitem__, differs))[::-1], 2)


def layout(geometry: Geometry, line: str) -> str:
    """Return all signs inside the boxes of a grid."""
    if geometry is NINE and (forms := compiled()):
        return forms.signs(line)
    return signs_of(geometry, line)


def signs_of(geometry: Geometry, line: str) -> str:
    """Compute `layout` in Python."""
    inside = len(geometry.in_box_pairs)
    choices = _choices(geometry)[:inside]
    firsts = map(line.__getitem__, _firsts(geometry)[:inside])
    seconds = map(line.__getitem__, _seconds(geometry)[:inside])
    return "".join(map(chosen, choices, firsts, seconds))


def chosen(signs: str, first: str, second: str) -> str:
    """Return the sign between two symbols."""
    return signs[first > second]


@cache
def _all_pairs(geometry: Geometry) -> tuple[Pair, ...]:
    return (*geometry.in_box_pairs, *geometry.border_pairs)


@cache
def _choices(geometry: Geometry) -> tuple[str, ...]:
    return tuple(map(signs_between, _all_pairs(geometry)))


@cache
def _firsts(geometry: Geometry) -> tuple[int, ...]:
    return tuple(first for first, _ in _all_pairs(geometry))


@cache
def _seconds(geometry: Geometry) -> tuple[int, ...]:
    return tuple(second for _, second in _all_pairs(geometry))


def signs_inside(geometry: Geometry) -> Set:
    return (1 << len(geometry.in_box_pairs)) - 1


def all_signs(geometry: Geometry) -> Set:
    return (1 << len(_all_pairs(geometry))) - 1


def all_givens(geometry: Geometry) -> Set:
    return ((1 << len(geometry.cells)) - 1) << len(_all_pairs(geometry))


@cache
def orbits(geometry: Geometry, symmetry: Symmetry) -> tuple[Set, ...]:
    """Return the sets of parts that belong together under a symmetry."""
    pairs = _all_pairs(geometry)
    place_of: dict[tuple[int, ...], int] = {pair: at for at, pair in enumerate(pairs)}
    place_of |= {(cell,): len(pairs) + cell for cell in geometry.cells}
    move = _moves(geometry.size)[symmetry]
    distinct: dict[Set, None] = {}
    for part in chain(pairs, ((cell,) for cell in geometry.cells)):
        orbit, image = 0, tuple(part)
        while not orbit >> place_of[image] & 1:
            orbit |= 1 << place_of[image]
            image = tuple(sorted(map(move, image)))
        distinct[orbit] = None
    return tuple(distinct)


def _moves(size: int) -> dict[Symmetry, Callable[[int], int]]:
    """Return the functions that map a cell to its image, by symmetry."""
    last = size - 1
    moved: dict[Symmetry, Callable[[int, int], tuple[int, int]]] = {
        "none": lambda row, column: (row, column),
        "rotational": lambda row, column: (last - row, last - column),
        "quarter": lambda row, column: (column, last - row),
        "diagonal": lambda row, column: (column, row),
        "antidiagonal": lambda row, column: (last - column, last - row),
        "horizontal": lambda row, column: (row, last - column),
        "vertical": lambda row, column: (last - row, column),
    }

    def by_number(move: Callable[[int, int], tuple[int, int]]) -> Callable[[int], int]:
        def moved_cell(cell: int) -> int:
            row, column = move(*divmod(cell, size))
            return row * size + column

        return moved_cell

    return {symmetry: by_number(move) for symmetry, move in moved.items()}
