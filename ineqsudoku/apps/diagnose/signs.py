"""A puzzle with some of its signs flipped or taken away, and the signs of a cycle.

`Puzzle.from_relations` does the same for any relations, but takes ten times as long.
"""

from __future__ import annotations

from collections.abc import Iterable

from ineqsudoku.geometry import BORDER_PAIRS, IN_BOX_PAIRS
from ineqsudoku.puzzle import ABSENT, OPPOSITE, Puzzle, Relation


def with_flipped(puzzle: Puzzle, relations: Iterable[Relation]) -> Puzzle:
    """Return the puzzle with the signs of a few of its relations flipped."""
    text = puzzle.signs + puzzle.border_signs
    for relation in relations:
        at = _PLACES[relation]
        text = f"{text[:at]}{OPPOSITE[text[at]]}{text[at + 1 :]}"
    return _with_signs(puzzle, text)


def with_only(puzzle: Puzzle, relations: Iterable[Relation]) -> Puzzle:
    """Return the puzzle with some of its relations and no others."""
    printed = puzzle.signs + puzzle.border_signs
    signs = [ABSENT] * len(printed)
    for relation in relations:
        signs[_PLACES[relation]] = printed[_PLACES[relation]]
    return _with_signs(puzzle, "".join(signs))


def relations_around(cycle: tuple[int, ...]) -> tuple[Relation, ...]:
    """Return the relations of a cycle, each cell of which is less than the next."""
    steps = zip(cycle, (*cycle[1:], cycle[0]), strict=True)
    return tuple(Relation(*step) for step in steps)


def _with_signs(puzzle: Puzzle, text: str) -> Puzzle:
    inside = len(puzzle.signs)
    return Puzzle(text[:inside], puzzle.givens, text[inside:])


_PLACES = {
    Relation(*cells): place
    for place, pair in enumerate(IN_BOX_PAIRS + BORDER_PAIRS)
    for cells in (pair, pair[::-1])
}
"""The places of the relations' signs in `signs` and `border_signs`, joined."""
