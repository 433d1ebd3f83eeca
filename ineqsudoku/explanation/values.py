"""The values of an explanation: `Step`, `Premises`, `Explanation`, and the difficulty of steps.

All are frozen, and `to_dict` gives their JSON form.  Cells are numbers from 0, row-major, and
names like `r1c1` in JSON.  A *placed digit* or *candidate* is a pair (cell, digit).  Sets of digits
and of candidates are masks: bit `d - 1` = digit `d`; in JSON they are lists of digits.

Techniques that Sudoku Explainer (Nicolas Juillerat, 2006) has get its ratings.  A technique with
signs is rated like one that takes a person about as long.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import fsum
from typing import Any, Literal

from ineqsudoku.display import render
from ineqsudoku.explanation import masks
from ineqsudoku.explanation.sentences import sentence_of
from ineqsudoku.geometry import NINE, Geometry
from ineqsudoku.language import Message
from ineqsudoku.puzzle import Puzzle, Relation

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
    patterns, and simple colouring.  Expert: chains.  Extreme: contradictions.
    """
    for highest, name in LEVELS[:-1]:
        if rating <= highest:
            return name
    return "expert" if rating < LEVELS[-1][0] else "extreme"


def level_name(level: Level) -> Message:
    """Return what people call a level."""
    return _NAMES[level]


def with_length(rating: float, links: int) -> float:
    """Return the rating of a chain of `links` links: 0.1 more per threshold, as in Sudoku
    Explainer."""
    return round(rating + 0.1 * sum(links > length for length in _LENGTHS), 1)


@dataclass(frozen=True, slots=True)
class Link:
    """A consequence of an assumption.

    `cell`: the cell that loses candidates; `held`: the candidates it has left, as a mask.
    `gone`: the candidates it has lost so far; if none is left, those that this link removes.
    `houses`, `relations`: the house or the relation that the consequence depends on.
    """

    cell: int
    held: int
    gone: int
    houses: tuple[int, ...] = ()
    relations: tuple[Relation, ...] = ()


@dataclass(frozen=True, slots=True)
class Details:
    """The data of a step's sentence that its effect and its premises do not have.

    A technique uses the parts that it needs.

    `cells`: the cells of a set, or those that bound a cell.
    `candidates`: pairs (cell, mask): the candidates of the cells that a step compares.
    `digits`: the digits of a set, or those that are counted, as a mask.
    `count`: the number of cells, arrangements or assumptions.
    `limit`: the least or the greatest digit that signs leave a cell.
    `links`: the consequences of an assumption, in order.
    `unplaced`: the house and the digit without a cell, if an assumption leads there.
    """

    cells: tuple[int, ...] = ()
    candidates: tuple[tuple[int, int], ...] = ()
    digits: int = 0
    count: int = 0
    limit: int = 0
    links: tuple[Link, ...] = ()
    unplaced: tuple[int, int] | None = None


Candidate = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Premises:
    """The facts that a step depends on, and no others.

    `cells`
        Pairs (cell, mask): the cell has one of the digits of the mask.  On the board, it may have
        fewer candidates.
    `houses`
        Indices in `geometry.houses`; all of them hold every digit once.
    `relations`
        Relations of the puzzle.
    """

    cells: tuple[tuple[int, int], ...] = ()
    houses: tuple[int, ...] = ()
    relations: tuple[Relation, ...] = ()

    def to_dict(self, geometry: Geometry = NINE) -> dict[str, Any]:
        label, names = geometry.label, geometry.house_names
        return {
            "cells": _candidates(self.cells, geometry),
            "houses": [names[number] for number in self.houses],
            "relations": [[label(lesser), label(greater)] for lesser, greater in self.relations],
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
    `geometry`
        The geometry of the puzzle.
    `chain`
        The links of a chain or a contradiction as pairs (cell, mask).  The first link is the
        assumption; all other links follow from earlier ones.
    `details`
        The other data of the sentence; the JSON form does not have it.
    """

    technique: str
    places: tuple[Candidate, ...]
    removes: tuple[Candidate, ...]
    premises: Premises
    rating: float
    geometry: Geometry = field(repr=False)
    chain: tuple[tuple[int, int], ...] = ()
    details: Details = field(default=Details(), repr=False)

    @property
    def message(self) -> Message:
        """The sentence, before any language."""
        return sentence_of(self)

    def __str__(self) -> str:
        return str(self.message)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, whose `text` is in the current language."""
        geometry, message = self.geometry, self.message
        label = geometry.label
        return {
            "technique": self.technique,
            "rating": self.rating,
            "places": [[label(cell), digit] for cell, digit in self.places],
            "removes": [[label(cell), digit] for cell, digit in self.removes],
            "premises": self.premises.to_dict(geometry),
            "chain": _candidates(self.chain, geometry),
            "text": str(message),
            **message.to_dict(),
        }


def _candidates(cells: tuple[tuple[int, int], ...], geometry: Geometry) -> list[dict[str, Any]]:
    return [
        {"cell": geometry.label(cell), "candidates": list(masks.digits(mask))}
        for cell, mask in cells
    ]


_SOLVED = Message("explain.summary", "{level} (hardest step {rating}, all steps together {total})")
_NOT_SOLVED = Message(
    "explain.summary-unsolved",
    "{level} (hardest step {rating}, all steps together {total}); not solved by these steps",
)


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a person solves a puzzle.

    `puzzle`
        The puzzle.
    `steps`
        The steps in order.  They form *rounds*: a round takes the easiest technique that has an
        open step, and applies all its open steps at once.
    `open_steps`
        The numbers of steps of the rounds.
    `is_complete`
        Whether the steps lead to the solution.
    """

    puzzle: Puzzle
    steps: tuple[Step, ...]
    open_steps: tuple[int, ...]
    is_complete: bool

    @property
    def rounds(self) -> Iterator[tuple[Step, ...]]:
        """The steps, round by round."""
        start = 0
        for number in self.open_steps:
            yield self.steps[start : start + number]
            start += number

    @property
    def rating(self) -> float:
        """The rating of the hardest step; 0.0 without steps."""
        return max((step.rating for step in self.steps), default=0.0)

    @property
    def total(self) -> float:
        """The sum of all ratings, to one decimal place."""
        return round(fsum(step.rating for step in self.steps), 1)

    @property
    def level(self) -> Level:
        return level(self.rating)

    @property
    def level_name(self) -> Message:
        """What people call the level."""
        return level_name(self.level)

    @property
    def summary(self) -> Message:
        """How hard the puzzle is, and whether the steps solve it."""
        template = _SOLVED if self.is_complete else _NOT_SOLVED
        rating, total = f"{self.rating}", f"{self.total}"
        return template.fill(level=self.level_name, rating=rating, total=total)

    def __str__(self) -> str:
        """Return a numbered sentence per step, and the summary."""
        lines = [f"{number}. {step}" for number, step in enumerate(self.steps, 1)]
        return "\n".join([*lines, str(self.summary)])

    def _repr_html_(self) -> str:
        from html import escape

        number = Message("explain.steps", "{n} step", "{n} steps", n=len(self.steps))
        steps = "".join(f"<li>{escape(str(step))}</li>" for step in self.steps)
        board = f"<div><p>{escape(str(self.summary))}</p>{render(self.puzzle, 'svg')}</div>"
        return f"<div>{board}<details><summary>{number}</summary><ol>{steps}</ol></details></div>"

    @property
    def difficulty(self) -> dict[str, Any]:
        """The difficulty of the puzzle for a person, as a JSON object."""
        return {
            "level": self.level,
            "rating": self.rating,
            "total": self.total,
            "complete": self.is_complete,
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, for `json.dumps`."""
        return {
            "level": self.level,
            "rating": self.rating,
            "total": self.total,
            "is_complete": self.is_complete,
            "open_steps": list(self.open_steps),
            "steps": [step.to_dict() for step in self.steps],
        }
