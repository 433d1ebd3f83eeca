"""The values that all other parts use: `Relation`, `Puzzle`, `Grid`.

All three are immutable and hashable.  A puzzle keeps its signs as text in the order of the contest
format, because text is compact, hashes fast and is what files contain; relations are derived from
it.
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, repeat
from typing import NamedTuple, Self

from ineqsudoku.display import render
from ineqsudoku.geometry import (
    BORDER_PAIRS,
    CELLS,
    IN_BOX_PAIRS,
    ROWS,
    Pair,
    are_neighbours,
    is_across,
    label,
)
from ineqsudoku.messages import Message

ABSENT = "."
"""Stands for an absent sign and for a cell without a given."""

NO_SIGNS = ABSENT * len(IN_BOX_PAIRS)
NO_BORDER_SIGNS = ABSENT * len(BORDER_PAIRS)
NO_GIVENS = ABSENT * len(CELLS)
"""The texts of a puzzle without any signs, border signs or givens."""


class _Cells(NamedTuple):
    lesser: int
    greater: int


_Cells.lesser.__doc__ = "The cell with the smaller digit."
_Cells.greater.__doc__ = "The cell with the greater digit."


class Relation(_Cells):
    """`lesser` holds a smaller digit than its neighbour `greater`; both are cells.

    A relation is a tuple of two cell numbers.
    """

    __slots__ = ()

    def __str__(self) -> str:
        """Return `r1c1 < r1c2`; cell numbers if the cells are no neighbours."""
        return f"{self._name(self.lesser)} < {self._name(self.greater)}"

    @property
    def printed(self) -> str:
        """The two cells in reading order with their sign: `r1c2 > r1c3`."""
        first, second = self.pair
        return f"{self._name(first)} {self.sign} {self._name(second)}"

    @property
    def pair(self) -> Pair:
        """The two cells, the left or upper one first."""
        return min(self), max(self)

    @property
    def sign(self) -> str:
        """The sign between the two cells: one of `< > ^ v`."""
        return signs_between(self.pair)[self.lesser > self.greater]

    def flipped(self) -> Self:
        """Return the relation of the opposite sign."""
        return type(self)(self.greater, self.lesser)

    def _name(self, cell: int) -> str:
        return label(cell) if are_neighbours(self.pair) else f"cell {cell}"


OPPOSITE = {"<": ">", ">": "<", "^": "v", "v": "^"}
"""The sign that stands for the flipped relation."""


def signs_between(pair: Pair) -> str:
    """Return the two possible signs of a pair: first cell less, first cell greater."""
    return "<>" if is_across(pair) else "^v"


def _pattern(pairs: Iterable[Pair]) -> str:
    runs = ((signs, len(list(run))) for signs, run in groupby(map(signs_between, pairs)))
    return "".join(f"[{re.escape(signs)}{ABSENT}]{{{length}}}" for signs, length in runs)


_are_signs = re.compile(_pattern(IN_BOX_PAIRS)).fullmatch
_are_border_signs = re.compile(_pattern(BORDER_PAIRS)).fullmatch
_are_givens = re.compile(f"[1-9{ABSENT}]{{81}}").fullmatch
_are_digits = re.compile("[1-9]{81}").fullmatch

_RELATIONS = {
    (pair, sign): Relation(*cells)
    for pair in IN_BOX_PAIRS + BORDER_PAIRS
    for sign, cells in zip(signs_between(pair), (pair, pair[::-1]), strict=True)
}
"""The relations by their pairs and signs; puzzles share them."""

_PLACE_AND_SIGN = {
    relation: (place // 2, sign) for place, ((_, sign), relation) in enumerate(_RELATIONS.items())
}
"""The index of a relation's pair, counting pairs inside boxes first, and its sign."""


def relations_between(pairs: Iterable[Pair], signs: str) -> list[Relation]:
    """Return the relations that the signs of pairs stand for; `.` stands for none."""
    return [
        _RELATIONS[pair, sign] for pair, sign in zip(pairs, signs, strict=True) if sign != ABSENT
    ]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle: signs between neighbours, and givens.

    `signs`
        108 of `< > ^ v .` for the pairs inside boxes, in the order of the contest format.
    `givens`
        81 of `1`–`9` and `.`, row-major.
    `border_signs`
        36 of `< > ^ v .` for the pairs across box borders.

    Raises `ValueError` when a text has another length or other characters.
    """

    signs: str = NO_SIGNS
    givens: str = NO_GIVENS
    border_signs: str = NO_BORDER_SIGNS

    def __post_init__(self) -> None:
        if not _are_signs(self.signs):
            raise ValueError(f"not 108 signs in the order of the contest format: {self.signs!r}")
        if not _are_border_signs(self.border_signs):
            raise ValueError(f"not the 36 signs on box borders: {self.border_signs!r}")
        if not _are_givens(self.givens):
            raise ValueError(f"not 81 givens of 1-9 and {ABSENT!r}: {self.givens!r}")

    def __reduce__(self) -> tuple[type[Self], tuple[str, ...]]:
        # Faster than what a dataclass does.
        return type(self), (self.signs, self.givens, self.border_signs)

    @classmethod
    def layouts_unchecked(cls, lines: Sequence[str]) -> list[Self]:
        """Return the puzzles with these signs and nothing else.

        The lines are not checked: the caller knows that they are 108 signs.  This takes a fifth of
        the time, which matters with millions of puzzles.
        """
        puzzles = list(map(object.__new__, repeat(cls, len(lines))))
        for name, values in (
            ("signs", lines),
            ("givens", repeat(NO_GIVENS)),
            ("border_signs", repeat(NO_BORDER_SIGNS)),
        ):
            deque(map(getattr(cls, name).__set__, puzzles, values), maxlen=0)
        return puzzles

    @classmethod
    def from_relations(cls, relations: Iterable[Relation], givens: str = NO_GIVENS) -> Self:
        """Return the puzzle with some relations and givens.

        Raises `ValueError` for cells that are not neighbours and for a pair with contradictory
        relations.
        """
        inside, border = len(IN_BOX_PAIRS), len(BORDER_PAIRS)
        signs = [ABSENT] * (inside + border)
        for relation in relations:
            if relation not in _PLACE_AND_SIGN:
                raise ValueError(f"no two neighbouring cells: {tuple(relation)}")
            place, sign = _PLACE_AND_SIGN[relation]
            if signs[place] not in (ABSENT, sign):
                raise ValueError(f"related both ways: {relation} and {relation.flipped()}")
            signs[place] = sign
        return cls("".join(signs[:inside]), givens, "".join(signs[inside:]))

    @property
    def relations(self) -> tuple[Relation, ...]:
        """The relations inside boxes in the order of `signs`, then those across box borders."""
        inside = relations_between(IN_BOX_PAIRS, self.signs)
        return (*inside, *relations_between(BORDER_PAIRS, self.border_signs))

    @property
    def is_full(self) -> bool:
        """Whether all 108 pairs inside boxes carry a sign."""
        return ABSENT not in self.signs

    @property
    def has_givens(self) -> bool:
        return self.givens != NO_GIVENS

    @property
    def is_plain(self) -> bool:
        """Whether there are no signs."""
        return self.signs == NO_SIGNS and self.border_signs == NO_BORDER_SIGNS

    def __str__(self) -> str:
        """Return the board as text, without a trailing newline.

        It is for people; `write` returns a text in a format.
        """
        return render(self, "text")

    def _repr_svg_(self) -> str:
        return render(self, "svg")


def require_puzzle(value: object) -> Puzzle:
    """Return the value itself.  Raises `TypeError` when it is no puzzle."""
    if isinstance(value, Puzzle):
        return value
    hint = ""
    if isinstance(value, (str, bytes)):
        hint = "; call ineqsudoku.read(text) first"
    elif hasattr(value, "puzzle"):  # Such as an `Entry` of `read_many`.
        hint = "; give its attribute puzzle"
    raise TypeError(f"expected a Puzzle, got {type(value).__name__}{hint}")


def require_puzzles(value: object) -> None:
    """Raise `TypeError` for what is passed most often instead of an iterable of puzzles."""
    if isinstance(value, (str, bytes, os.PathLike, Puzzle)):
        hint = "" if isinstance(value, Puzzle) else "; call ineqsudoku.read_all first"
        raise TypeError(f"expected an iterable of puzzles, got {type(value).__name__}{hint}")


@dataclass(frozen=True, slots=True, order=True)
class Grid:
    """The digits of a grid, row-major, correct or not; grids are ordered by their digits.

    `line` has the digits as text: 81 of `1`-`9`.  Raises `ValueError` for any other text.
    """

    line: str

    def __post_init__(self) -> None:
        if not _are_digits(self.line):
            raise ValueError(f"not 81 digits 1-9: {self.line!r}")

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (self.line,)  # Faster than what a dataclass does.

    @staticmethod
    def unchecked(line: str) -> Grid:
        """Return the grid of a line that an engine made, which is not checked.

        This takes a third of the time, which matters when a puzzle takes microseconds.
        """
        grid = object.__new__(Grid)
        _set_line(grid, line)
        return grid

    def __str__(self) -> str:
        """Return nine lines of nine digits with single blanks, without a trailing newline."""
        return "\n".join(" ".join(self.line[cell] for cell in row) for row in ROWS)

    def __getitem__(self, cell: int) -> int:
        return int(self.line[cell])

    def _repr_svg_(self) -> str:
        return render(self, "svg")


_set_line = vars(Grid)["line"].__set__


# --- words --------------------------------------------------------------------------------

TITLE = Message("puzzle.title", "Inequality sudoku")
"""The title of a picture, and of a puzzle in another program."""

SIGNS = Message("puzzle.signs", "{n} sign", "{n} signs")
GIVENS = Message("puzzle.givens", "{n} given", "{n} givens")
NUMBERED = Message("puzzle.numbered", "puzzle {number}: {message}")
"""A message on one of several puzzles."""
NOT_ONE = Message("puzzle.not-one", "expected one puzzle, found {number}")
