"""What steps consist of: `Premises`, `Link` and `Cause`; and the difficulty of steps.

All are frozen, and `to_dict` gives their JSON form.  Cells are numbers from 0, row-major, and
names like `r1c1` in JSON.  A *placed digit* or *candidate* is a pair (cell, digit).  Sets of digits
and of candidates are masks: bit `d - 1` = digit `d`; in JSON they are lists of digits.

Techniques that Sudoku Explainer (Nicolas Juillerat, 2006) has get its ratings.  A technique with
signs is rated like one that takes a person about as long.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.houses import ALL_DIGITS, HOUSE_LABELS
from ineqsudoku.geometry import SIZE, label
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import Relation

Level = Literal["easy", "moderate", "hard", "expert", "extreme"]

LEVELS: tuple[tuple[float, Level], ...] = (
    (2.3, "easy"),
    (3.4, "moderate"),
    (6.4, "hard"),
    (8.0, "expert"),
)
"""The highest ratings of the levels (for `expert`, below 8.0); higher ratings are `extreme`."""

_NAMES: dict[Level, Message] = {
    "easy": Message("level.easy", "easy"),
    "moderate": Message("level.moderate", "moderate"),
    "hard": Message("level.hard", "hard"),
    "expert": Message("level.expert", "expert"),
    "extreme": Message("level.extreme", "extreme"),
}

_LENGTHS = (4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128)


def level(rating: float) -> Level:
    """Return the level of a rating.

    Easy: bounds and singles.  Moderate: locked candidates, counting and pairs.  Hard: all other
    patterns, and chains of one digit.  Expert: all other chains.  Extreme: contradictions.
    """
    for highest, name in LEVELS[:-1]:
        if rating <= highest:
            return name
    return "expert" if rating < LEVELS[-1][0] else "extreme"


def level_name(level: Level) -> Message:
    """Return the name of a level for people."""
    return _NAMES[level]


def with_length(rating: float, links: int) -> float:
    """Return the rating of a chain of `links` links: 0.1 more per threshold of Sudoku Explainer."""
    return round(rating + 0.1 * sum(links > length for length in _LENGTHS), 1)


Candidate = tuple[int, int]


class Cause(NamedTuple):
    """What excludes candidates at the end of a proof: a placed digit or a step.

    `step`: the number of the step, from 1; 0 for a given.
    `placed`: the digit; `None` if the step removes the candidates itself.
    `excluded`: the candidates.
    """

    step: int
    placed: Candidate | None
    excluded: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class Premises:
    """The facts that a step depends on, and no others.

    `cells`
        Pairs (cell, mask): the cell has one of the digits of the mask.  On the board, it may have
        fewer candidates.
    `houses`
        Indices in `HOUSES`; all of them hold every digit once.
    `relations`
        Relations of the puzzle.
    """

    cells: tuple[tuple[int, int], ...] = ()
    houses: tuple[int, ...] = ()
    relations: tuple[Relation, ...] = ()

    def __reduce__(self) -> tuple[type[Premises], tuple[Any, ...]]:
        return Premises, (self.cells, self.houses, self.relations)

    @classmethod
    def excluding(
        cls,
        excluded: Mapping[int, int],
        houses: Iterable[int] = (),
        relations: Iterable[Relation] = (),
    ) -> Premises:
        """Return premises by which cells cannot hold their digits in `excluded`, a mask."""
        cells = [(cell, ALL_DIGITS & ~mask) for cell, mask in excluded.items() if mask]
        return cls(tuple(cells), tuple(houses), tuple(relations))

    @property
    def excluded(self) -> int:
        """The candidates that the cells cannot hold, as a set of `masks`."""
        return sum([(ALL_DIGITS & ~mask) << SIZE * cell for cell, mask in self.cells])

    def to_dict(self) -> dict[str, Any]:
        return {
            "cells": _candidates(self.cells),
            "houses": [HOUSE_LABELS[number] for number in self.houses],
            "relations": [[label(lesser), label(greater)] for lesser, greater in self.relations],
        }


Contradiction = int | tuple[int, int]
"""A contradiction: a cell without candidates, or a house without a cell for a digit, as a pair of
its index in `HOUSES` and the digit."""


@dataclass(frozen=True, slots=True)
class Link:
    """An assumption, or what follows from it: a cell holds one of the digits of a mask.

    A digit excludes itself from the cells that see it, and a digit or a bound excludes candidates
    across a sign.  Links say nothing about that.

    `cell`, `held`
        The cell and the digits.
    `because`
        The numbers of the earlier links that it follows from; none for the assumption, which has
        the number 0.
    `house`
        The house in which no other cell is left for the digit, if that is the reason.
    `houses`, `relations`
        The other houses and the relations that the link depends on.
    `contradiction`
        The contradiction that follows from `because`: it refutes the assumption, and the link,
        the last one, says so.
    """

    cell: int
    held: int
    because: tuple[int, ...] = ()
    house: int | None = None
    houses: tuple[int, ...] = ()
    relations: tuple[Relation, ...] = ()
    contradiction: Contradiction | None = None

    def to_dict(self) -> dict[str, Any]:
        return {
            "cell": label(self.cell),
            "candidates": list(masks.digits(self.held)),
            "because": list(self.because),
            "house": None if self.house is None else HOUSE_LABELS[self.house],
            "houses": [HOUSE_LABELS[number] for number in self.houses],
            "relations": [[label(lesser), label(greater)] for lesser, greater in self.relations],
            "contradiction": contradiction_to_dict(self.contradiction),
        }


def _candidates(cells: tuple[tuple[int, int], ...]) -> list[dict[str, Any]]:
    return [{"cell": label(cell), "candidates": list(masks.digits(mask))} for cell, mask in cells]


def contradiction_to_dict(wrong: Contradiction | None) -> dict[str, Any] | None:
    match wrong:
        case int(cell):
            return {"cell": label(cell)}
        case (house, digit):
            return {"house": HOUSE_LABELS[house], "digit": digit}
    return None
