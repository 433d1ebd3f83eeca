"""`Builder`, which makes a puzzle of givens and relations in any order, for the formats of other
programs; and what these say about a puzzle."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from ineqsudoku.errors import MAX_FAULTS, Fault
from ineqsudoku.formats.document import Parsed
from ineqsudoku.geometry import Geometry
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import ABSENT, DIGIT_OF, Puzzle, signs_between

NO_NEIGHBOURS = Message("formats.no-neighbours", "These cells are not neighbours.")
"""The objection to a relation that no puzzle can hold."""


CANNOT_HOLD = Message("formats.cannot-hold", "A puzzle cannot hold this; convert --lossy drops it.")
"""The hint for a part of a text that no puzzle can hold."""

NEIGHBOURS = Message("formats.neighbours", "two neighbouring cells")
ANOTHER_SIGN = Message("formats.another-sign", "another sign")
NO_OTHER_SIZE = Message("formats.no-other-size", "No other size can be read.")
"""What messages say about several formats."""


class Builder:
    """Takes givens and relations one by one, and objects to any that contradicts an earlier one.

    `lack` has faults for the parts of a text that no puzzle can hold, see `Reading`.
    """

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.lack: list[Fault] = []
        self._givens = [ABSENT] * len(geometry.cells)
        self._signs = [ABSENT] * len(geometry.pairs)
        self._place_and_sign = places_and_signs(geometry)

    def give(self, cell: int, digit: int) -> Message | None:
        """Add a given.  Returns an objection, if there is one."""
        symbol = self.geometry.symbols[digit - 1]
        if self._givens[cell] not in (ABSENT, symbol):
            return Message("formats.other-given", "This cell has another given already.")
        self._givens[cell] = symbol
        return None

    def relate(self, lesser: int, greater: int) -> Message | None:
        """Add a relation.  Returns an objection, if there is one."""
        place_and_sign = self._place_and_sign.get((lesser, greater))
        if place_and_sign is None:
            return NO_NEIGHBOURS
        place, sign = place_and_sign
        if self._signs[place] not in (ABSENT, sign):
            return Message("formats.opposite", "These two cells already have the opposite sign.")
        self._signs[place] = sign
        return None

    @property
    def lacks_enough(self) -> bool:
        """Whether so much is missing that no more is recorded: `MAX_FAULTS` + 1 parts."""
        return len(self.lack) > MAX_FAULTS

    def lacks(self, fault: Fault) -> None:
        """Record a part that a puzzle cannot hold."""
        if not self.lacks_enough:
            self.lack.append(replace(fault, hint=CANNOT_HOLD))

    def parsed(self, line: int) -> Parsed:
        """Return the puzzle, which begins in a line, and its lack."""
        signs, inside = "".join(self._signs), len(self.geometry.in_box_pairs)
        givens = "".join(self._givens)
        puzzle = Puzzle.of(self.geometry, signs[:inside], givens, signs[inside:])
        return Parsed(puzzle, tuple(self.lack), line)


@cache
def places_and_signs(geometry: Geometry) -> dict[tuple[int, int], tuple[int, str]]:
    """Map a lesser and a greater neighbour to the place of their sign and the sign.

    Places count the pairs inside boxes first, then those on box borders.
    """
    places: dict[tuple[int, int], tuple[int, str]] = {}
    for place, pair in enumerate((*geometry.in_box_pairs, *geometry.border_pairs)):
        signs = signs_between(pair)
        places[pair] = place, signs[0]
        places[pair[1], pair[0]] = place, signs[1]
    return places


@cache
def neighbours(geometry: Geometry) -> tuple[frozenset[int], ...]:
    """Return the neighbours of the cells."""
    neighbours_of: list[set[int]] = [set() for _ in geometry.cells]
    for one, other in geometry.pairs:
        neighbours_of[one].add(other)
        neighbours_of[other].add(one)
    return tuple(map(frozenset, neighbours_of))


_RULES = Message(
    "formats.rules",
    "Fill the grid so that each row, each column and each {box} box holds the digits 1 to {size}. "
    "A sign between two cells points at the one with the smaller digit.",
)
_RULES_WITHOUT_BOXES = Message(
    "formats.rules-without-boxes",
    "Fill the grid so that each row and each column holds the digits 1 to {size}. "
    "A sign between two cells points at the one with the smaller digit.",
)


def rules(geometry: Geometry) -> str:
    """Return the rules of a puzzle, for people who solve it in another program."""
    if not geometry.boxes:
        return str(_RULES_WITHOUT_BOXES.fill(size=geometry.size))
    box = f"{geometry.box_rows}×{geometry.box_columns}"
    return str(_RULES.fill(box=box, size=geometry.size))


def givens_of(puzzle: Puzzle) -> list[tuple[int, int]]:
    """Return the cells with givens, and their digits."""
    givens = enumerate(puzzle.givens)
    return [(cell, DIGIT_OF[symbol]) for cell, symbol in givens if symbol != ABSENT]
