"""The values that everything else passes on: `Relation`, `Puzzle`, `Grid`.

All three are frozen and hashable.  A puzzle keeps its signs as text in the order of the
contest format, because text is compact, hashes fast and is what files hold; relations
are read off it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, Self

from ineqsudoku.geometry import BORDER_PAIRS, IN_BOX_PAIRS, PAIRS, SIZE, Pair, is_across, label

ABSENT = "."
"""Stands for a sign that is not there and for a cell without a given."""

NO_SIGNS = ABSENT * len(IN_BOX_PAIRS)
NO_BORDER_SIGNS = ABSENT * len(BORDER_PAIRS)
NO_GIVENS = ABSENT * (SIZE * SIZE)


class Relation(NamedTuple):
    """`lesser` holds a smaller digit than its neighbour `greater`; both are cells 0–80."""

    lesser: int
    greater: int

    def __str__(self) -> str:
        return f"{label(self.lesser)} < {label(self.greater)}"

    @property
    def pair(self) -> Pair:
        """The two cells, left or upper one first."""
        return min(self), max(self)

    @property
    def sign(self) -> str:
        """How the relation is written between the two cells: one of `< > ^ v`."""
        return signs_between(self.pair)[self.lesser > self.greater]


def signs_between(pair: Pair) -> str:
    """The two signs that may stand in a pair: first cell less, first cell greater."""
    return "<>" if is_across(pair) else "^v"


_SIGNS = re.compile(r"([<>.]{6}[\^v.]{9}[<>.]{6}[\^v.]{9}[<>.]{6}){3}")
_BORDER_SIGNS = re.compile(r"([<>.]{6}[\^v.]{9}){2}[<>.]{6}")
_GIVENS = re.compile(r"[1-9.]{81}")
_DIGITS = re.compile(r"[1-9]{81}")


@cache
def _relation(pair: Pair, sign: str) -> Relation:
    return Relation(*pair) if sign in "<^" else Relation(*reversed(pair))


def _relations(pairs: tuple[Pair, ...], signs: str) -> list[Relation]:
    return [
        _relation(pair, sign) for pair, sign in zip(pairs, signs, strict=True) if sign != ABSENT
    ]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """What is printed of a sudoku: signs between neighbours and given digits.

    `signs`: 108 of `< > ^ v .` for `IN_BOX_PAIRS`, the order of the contest format.
    `givens`: 81 of `1`–`9` and `.`, row-major.
    `border_signs`: 36 of `< > ^ v .` for `BORDER_PAIRS`, the pairs across box borders.

    Raises `ValueError` when a text has another length or other characters.
    """

    signs: str = NO_SIGNS
    givens: str = NO_GIVENS
    border_signs: str = NO_BORDER_SIGNS

    def __post_init__(self) -> None:
        if not _SIGNS.fullmatch(self.signs):
            raise ValueError(f"not 108 signs in the order of the contest format: {self.signs!r}")
        if not _BORDER_SIGNS.fullmatch(self.border_signs):
            raise ValueError(f"not the 36 signs on box borders: {self.border_signs!r}")
        if not _GIVENS.fullmatch(self.givens):
            raise ValueError(f"not 81 givens of 1-9 and '.': {self.givens!r}")

    @classmethod
    def from_relations(cls, relations: Iterable[Relation], givens: str = NO_GIVENS) -> Self:
        """Raises `ValueError` for cells that are no neighbours and for a pair related both ways."""
        sign_of: dict[Pair, str] = {}
        for relation in relations:
            if relation.pair not in PAIRS:
                raise ValueError(f"no two neighbouring cells: {tuple(relation)}")
            if sign_of.setdefault(relation.pair, relation.sign) != relation.sign:
                raise ValueError(f"related both ways: {relation}")
        return cls(
            "".join(sign_of.get(pair, ABSENT) for pair in IN_BOX_PAIRS),
            givens,
            "".join(sign_of.get(pair, ABSENT) for pair in BORDER_PAIRS),
        )

    @property
    def relations(self) -> tuple[Relation, ...]:
        """Those inside boxes in the order of `signs`, then those across box borders."""
        inside = _relations(IN_BOX_PAIRS, self.signs)
        return (*inside, *_relations(BORDER_PAIRS, self.border_signs))

    @property
    def is_full(self) -> bool:
        """Whether all 108 in-box pairs carry a sign."""
        return ABSENT not in self.signs

    @property
    def is_plain(self) -> bool:
        """Whether there are no signs at all, only givens."""
        return self.signs == NO_SIGNS and self.border_signs == NO_BORDER_SIGNS


@dataclass(frozen=True, slots=True, order=True)
class Grid:
    """81 digits 1–9, row-major, right or wrong; grids order by their digits.

    `line` is the digits as text.  Raises `ValueError` for any other text.
    """

    line: str

    def __post_init__(self) -> None:
        if not _DIGITS.fullmatch(self.line):
            raise ValueError(f"not 81 digits 1-9: {self.line!r}")

    def __str__(self) -> str:
        """Nine lines of nine digits with single blanks, without a last newline."""
        return "\n".join(" ".join(self.line[row : row + 9]) for row in range(0, 81, 9))

    def __getitem__(self, cell: int) -> int:
        return int(self.line[cell])
