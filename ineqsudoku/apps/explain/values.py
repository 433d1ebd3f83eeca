"""The values of an explanation: `Step`, `Premises`, and the difficulty of steps.

All are frozen, and `to_dict` gives their JSON form.  Cells are numbers from 0, row-major, and
names like `r1c1` in JSON.  A *placed digit* or *candidate* is a pair (cell, digit).  Sets of digits
and of candidates are masks: bit `d - 1` = digit `d`; in JSON they are lists of digits.

Techniques that Sudoku Explainer (Nicolas Juillerat, 2006) has get its ratings.  A technique with
signs is rated like one that takes a person about as long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from ineqsudoku.apps.explain import masks
from ineqsudoku.apps.explain.houses import ALL_DIGITS, HOUSE_LABELS
from ineqsudoku.apps.explain.sentences import sentence_of
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
class Details:
    """The data of a step's sentence beyond its effect and its premises.

    A technique uses the parts that it needs.

    `cells`: the cells of a set, or those that bound a cell.
    `candidates`: pairs (cell, mask): the candidates of the cells that a step compares.
    `digits`: the digits of a set, or those that are counted, as a mask.
    `count`: the number of cells, arrangements or assumptions.
    `limit`: the least or the greatest digit that signs leave a cell.
    `parts`: the steps of which a merged step consists, in order; its other details are those of the
    first one.
    `causes`: the causes of a contradiction at the end of a proof.
    """

    cells: tuple[int, ...] = ()
    candidates: tuple[tuple[int, int], ...] = ()
    digits: int = 0
    count: int = 0
    limit: int = 0
    parts: tuple[Step, ...] = ()
    causes: tuple[Cause, ...] = ()

    def __reduce__(self) -> tuple[type[Details], tuple[Any, ...]]:
        # Here and below: an explanation pickles some hundreds of these, and a dataclass takes
        # thrice as long.
        digits = self.candidates, self.digits, self.count, self.limit
        return Details, (self.cells, *digits, self.parts, self.causes)


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
            "contradiction": _contradiction(self.contradiction),
        }


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction; `str` gives its sentence.

    `technique`
        The name of the technique.
    `places`
        The digits placed, as pairs (cell, digit).
    `removes`
        The candidates removed, as pairs (cell, digit), without those that a placed digit removes
        from its houses.
    `premises`
        The facts that the step depends on.
    `rating`
        The difficulty of the step, on the scale of Sudoku Explainer.
    `chain`
        The links of a chain or a contradiction.  The first one assumes what the step removes, and
        the last one refutes it.
    `contradiction`
        The contradiction that the assumption leads to, or that the premises are themselves.
    `details`
        The other data of the sentence; the JSON form does not have it.
    """

    technique: str
    places: tuple[Candidate, ...]
    removes: tuple[Candidate, ...]
    premises: Premises
    rating: float
    chain: tuple[Link, ...] = ()
    details: Details = field(default=Details(), repr=False)
    contradiction: Contradiction | None = None
    _reasons: Callable[[], Step] | None = field(default=None, repr=False, compare=False)

    @classmethod
    def with_reasons(
        cls,
        technique: str,
        removes: tuple[Candidate, ...],
        rating: float,
        reasons: Callable[[], Step],
    ) -> Step:
        """Return a step that gets its other values from the step that `reasons` returns.

        `reasons` is called when one of them is first read: most steps only serve to rate a puzzle.
        """
        step = object.__new__(cls)
        for name, value in (
            ("technique", technique),
            ("places", ()),
            ("removes", removes),
            ("rating", rating),
            ("_reasons", reasons),
        ):
            object.__setattr__(step, name, value)
        return step

    def __getattr__(self, name: str) -> Any:
        # called only for values that are not set
        if name not in _REASONS or not self._reasons:
            raise AttributeError(name, name=name, obj=self)
        whole = self._reasons()
        for reason in _REASONS:
            object.__setattr__(self, reason, getattr(whole, reason))
        object.__setattr__(self, "_reasons", None)
        return getattr(whole, name)

    def __reduce__(self) -> tuple[type[Step], tuple[Any, ...]]:
        effect = self.technique, self.places, self.removes, self.premises, self.rating
        return Step, (*effect, self.chain, self.details, self.contradiction)

    @property
    def is_lower(self) -> bool:
        """Whether signs make the first cell that changes greater, not less, than others."""
        cell, _ = (*self.places, *self.removes)[0]
        return cell in [greater for _, greater in self.premises.relations]

    @property
    def message(self) -> Message:
        """The sentence, before any language."""
        return sentence_of(self)

    def __str__(self) -> str:
        return str(self.message)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, whose `text` is in the current language."""
        message = self.message
        return {
            "technique": self.technique,
            "rating": self.rating,
            "places": [[label(cell), digit] for cell, digit in self.places],
            "removes": [[label(cell), digit] for cell, digit in self.removes],
            "premises": self.premises.to_dict(),
            "chain": [link.to_dict() for link in self.chain],
            "contradiction": _contradiction(self.contradiction),
            "text": str(message),
            **message.to_dict(),
        }


_REASONS = ("premises", "chain", "details", "contradiction")


def _candidates(cells: tuple[tuple[int, int], ...]) -> list[dict[str, Any]]:
    return [{"cell": label(cell), "candidates": list(masks.digits(mask))} for cell, mask in cells]


def _contradiction(wrong: Contradiction | None) -> dict[str, Any] | None:
    match wrong:
        case int(cell):
            return {"cell": label(cell)}
        case (house, digit):
            return {"house": HOUSE_LABELS[house], "digit": digit}
    return None
