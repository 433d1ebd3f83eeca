"""A puzzle with some of its signs turned or taken away.

`Puzzle.from_relations` does the same for any relations, but takes ten times as long.
"""

from __future__ import annotations

from collections.abc import Iterable

from ineqsudoku.geometry import BORDER_PAIRS, IN_BOX_PAIRS
from ineqsudoku.puzzle import ABSENT, Puzzle, Relation

_PAIRS = IN_BOX_PAIRS + BORDER_PAIRS
_PLACE = {
    Relation(*cells): place for place, pair in enumerate(_PAIRS) for cells in (pair, pair[::-1])
}
_OTHER_WAY = {"<": ">", ">": "<", "^": "v", "v": "^"}


def with_turned(puzzle: Puzzle, relations: Iterable[Relation]) -> Puzzle:
    """Some of the puzzle's relations the other way round."""
    signs = list(puzzle.signs + puzzle.border_signs)
    for relation in relations:
        signs[_PLACE[relation]] = _OTHER_WAY[signs[_PLACE[relation]]]
    return _with_signs(puzzle, signs)


def with_only(puzzle: Puzzle, relations: Iterable[Relation]) -> Puzzle:
    """Some of the puzzle's relations, and no others."""
    printed = puzzle.signs + puzzle.border_signs
    signs = [ABSENT] * len(_PAIRS)
    for relation in relations:
        signs[_PLACE[relation]] = printed[_PLACE[relation]]
    return _with_signs(puzzle, signs)


def _with_signs(puzzle: Puzzle, signs: list[str]) -> Puzzle:
    text = "".join(signs)
    return Puzzle(text[: len(IN_BOX_PAIRS)], puzzle.givens, text[len(IN_BOX_PAIRS) :])
