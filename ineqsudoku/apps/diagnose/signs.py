"""A puzzle with some of its signs flipped or taken away, and the signs of a cycle.

`Puzzle.from_relations` does the same for any relations, but takes ten times as long.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from ineqsudoku.geometry import Geometry
from ineqsudoku.puzzle import ABSENT, OPPOSITE, Puzzle, Relation


def with_flipped(puzzle: Puzzle, relations: Iterable[Relation]) -> Puzzle:
    """Return the puzzle with the signs of a few of its relations flipped."""
    place = _places(puzzle.geometry)
    text = puzzle.signs + puzzle.border_signs
    for relation in relations:
        at = place[relation]
        text = f"{text[:at]}{OPPOSITE[text[at]]}{text[at + 1 :]}"
    return _with_signs(puzzle, text)


def with_only(puzzle: Puzzle, relations: Iterable[Relation]) -> Puzzle:
    """Return the puzzle with some of its relations and no others."""
    place = _places(puzzle.geometry)
    printed = puzzle.signs + puzzle.border_signs
    signs = [ABSENT] * len(printed)
    for relation in relations:
        signs[place[relation]] = printed[place[relation]]
    return _with_signs(puzzle, "".join(signs))


def relations_around(cycle: tuple[int, ...], geometry: Geometry) -> tuple[Relation, ...]:
    """Return the relations of a cycle, each cell of which is less than the next."""
    steps = zip(cycle, (*cycle[1:], cycle[0]), strict=True)
    return tuple(Relation(*step, geometry=geometry) for step in steps)


def _with_signs(puzzle: Puzzle, text: str) -> Puzzle:
    inside = len(puzzle.signs)
    return Puzzle(text[:inside], puzzle.givens, text[inside:], puzzle.geometry)


@cache
def _places(geometry: Geometry) -> Mapping[Relation, int]:
    """Return the places of the relations' signs in `signs` and `border_signs`, joined."""
    pairs = geometry.in_box_pairs + geometry.border_pairs
    both_ways = ((place, cells) for place, pair in enumerate(pairs) for cells in (pair, pair[::-1]))
    return {Relation(*cells): place for place, cells in both_ways}
