"""The values of an explanation: `Step`, `Premises`, `Explanation`.

All are frozen, and `to_dict` gives their JSON form.  Cells are numbers from 0, row-major, and
names like `r1c1` in JSON.  A *placed digit* or *candidate* is a pair (cell, digit).  Sets of
candidates are masks: bit `d - 1` = digit `d`; in JSON they are lists of digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import fsum
from typing import Any

from ineqsudoku.display import rendered
from ineqsudoku.explanation import masks
from ineqsudoku.explanation.details import Details
from ineqsudoku.explanation.rating import Level, level
from ineqsudoku.explanation.words import Words
from ineqsudoku.geometry import NINE, Geometry
from ineqsudoku.puzzle import Puzzle, Relation

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
        label, words = geometry.label, Words(geometry)
        return {
            "cells": _candidates(self.cells, geometry),
            "houses": [words.house[number] for number in self.houses],
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
    `text`
        The sentence.
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
    text: str
    chain: tuple[tuple[int, int], ...] = ()
    details: Details = field(default=Details(), repr=False)

    def __str__(self) -> str:
        return self.text

    def to_dict(self, geometry: Geometry = NINE) -> dict[str, Any]:
        label = geometry.label
        return {
            "technique": self.technique,
            "rating": self.rating,
            "places": [[label(cell), digit] for cell, digit in self.places],
            "removes": [[label(cell), digit] for cell, digit in self.removes],
            "premises": self.premises.to_dict(geometry),
            "chain": _candidates(self.chain, geometry),
            "text": self.text,
        }


def _candidates(cells: tuple[tuple[int, int], ...], geometry: Geometry) -> list[dict[str, Any]]:
    return [
        {"cell": geometry.label(cell), "candidates": list(masks.digits(mask))}
        for cell, mask in cells
    ]


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

    def __str__(self) -> str:
        """Return a numbered sentence per step, and the rating."""
        lines = [f"{number}. {step}" for number, step in enumerate(self.steps, 1)]
        end = "" if self.is_complete else " The explanation is not complete."
        lines.append(f"Level {self.level}: rating {self.rating}, total {self.total}.{end}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from html import escape

        number = len(self.steps)
        words = (
            f"{self.level}: rating {self.rating}, total {self.total},"
            f" {number} step{'s' * (number != 1)}{'' if self.is_complete else ', not complete'}"
        )
        steps = "".join(f"<li>{escape(str(step))}</li>" for step in self.steps)
        board = f"<div><p>{escape(words)}</p>{rendered(self.puzzle, 'svg')}</div>"
        return f"<div>{board}<details><summary>Steps</summary><ol>{steps}</ol></details></div>"

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
            "steps": [step.to_dict(self.puzzle.geometry) for step in self.steps],
        }
