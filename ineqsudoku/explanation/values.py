"""What an explanation consists of: `Step`, `Premises`, `Explanation`.

All are frozen, and `to_dict` gives their JSON form.  Cells are numbers from 0, row-major, and
names like `r1c1` in JSON.  A *placed digit* or *candidate* is a pair (cell, digit).  Sets of
candidates are masks: bit `d - 1` = digit `d`; in JSON they are lists of digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import fsum
from typing import Any

from ineqsudoku.explanation import masks
from ineqsudoku.explanation.rating import Level, level
from ineqsudoku.explanation.words import Words
from ineqsudoku.geometry import NINE, Geometry
from ineqsudoku.puzzle import Puzzle, Relation

Candidate = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Premises:
    """What a step rests on, and nothing else.

    `cells`: pairs (cell, mask): the step needs that the cell holds one of these digits.  The
    cell may have fewer candidates.
    `houses`: numbers in `geometry.houses`, each of which holds every digit once.
    `relations`: signs of the puzzle.
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

    `technique`: its name.
    `places`, `removes`: the digits placed, and the candidates removed.  A digit that is placed
    leaves the other cells of its houses without being listed.
    `rating`: how hard the step is, on the scale of Sudoku Explainer.
    `chain`: of a chain or a contradiction, its links: pairs (cell, mask), each the consequence
    of links before it; the first one is the assumption.
    """

    technique: str
    places: tuple[Candidate, ...]
    removes: tuple[Candidate, ...]
    premises: Premises
    rating: float
    text: str
    chain: tuple[tuple[int, int], ...] = ()

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

    `steps`: in order.  They come in *rounds*: a round has all open steps of the cheapest
    technique that has any.
    `open_steps`: the number of steps of each round, so many were open at that moment.
    `is_complete`: whether the steps lead to the solution.
    """

    puzzle: Puzzle
    steps: tuple[Step, ...]
    open_steps: tuple[int, ...]
    is_complete: bool

    @property
    def rounds(self) -> Iterator[tuple[Step, ...]]:
        """The steps of each round."""
        start = 0
        for number in self.open_steps:
            yield self.steps[start : start + number]
            start += number

    @property
    def rating(self) -> float:
        """That of the hardest step; 0.0 without steps."""
        return max((step.rating for step in self.steps), default=0.0)

    @property
    def total(self) -> float:
        """The sum of all ratings, to one decimal place."""
        return round(fsum(step.rating for step in self.steps), 1)

    @property
    def level(self) -> Level:
        return level(self.rating)

    def __str__(self) -> str:
        """A numbered sentence for each step, and the rating."""
        lines = [f"{number}. {step}" for number, step in enumerate(self.steps, 1)]
        end = "" if self.is_complete else " The explanation is not complete."
        lines.append(f"Level {self.level}: rating {self.rating}, total {self.total}.{end}")
        return "\n".join(lines)

    @property
    def difficulty(self) -> dict[str, Any]:
        """How hard the puzzle is for a person, as an object of JSON."""
        return {
            "level": self.level,
            "rating": self.rating,
            "total": self.total,
            "complete": self.is_complete,
        }

    def to_dict(self) -> dict[str, Any]:
        """The JSON form: `json.dumps` takes it."""
        return {
            "level": self.level,
            "rating": self.rating,
            "total": self.total,
            "is_complete": self.is_complete,
            "open_steps": list(self.open_steps),
            "steps": [step.to_dict(self.puzzle.geometry) for step in self.steps],
        }
