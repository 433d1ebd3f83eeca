"""A puzzle with some of its signs turned or taken away.

`Puzzle.from_relations` does the same for any relations, but takes ten times as long.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache

from ineqsudoku.geometry import Geometry
from ineqsudoku.puzzle import ABSENT, Puzzle, Relation

_OTHER_WAY = {"<": ">", ">": "<", "^": "v", "v": "^"}


def with_turned(puzzle: Puzzle, relations: Iterable[Relation]) -> Puzzle:
    """Some of the puzzle's relations the other way round."""
    place = _places(puzzle.geometry)
    signs = list(puzzle.signs + puzzle.border_signs)
    for relation in relations:
        signs[place[relation]] = _OTHER_WAY[signs[place[relation]]]
    return _with_signs(puzzle, signs)


def with_only(puzzle: Puzzle, relations: Iterable[Relation]) -> Puzzle:
    """Some of the puzzle's relations, and no others."""
    place = _places(puzzle.geometry)
    printed = puzzle.signs + puzzle.border_signs
    signs = [ABSENT] * len(printed)
    for relation in relations:
        signs[place[relation]] = printed[place[relation]]
    return _with_signs(puzzle, signs)


def _with_signs(puzzle: Puzzle, signs: list[str]) -> Puzzle:
    text, inside = "".join(signs), len(puzzle.signs)
    return replace(puzzle, signs=text[:inside], border_signs=text[inside:])


@cache
def _places(geometry: Geometry) -> Mapping[Relation, int]:
    """Where the sign of each relation stands among those inside boxes and on borders."""
    pairs = geometry.in_box_pairs + geometry.border_pairs
    both_ways = ((place, cells) for place, pair in enumerate(pairs) for cells in (pair, pair[::-1]))
    return {Relation(*cells): place for place, cells in both_ways}
