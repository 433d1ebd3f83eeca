"""`Explanation`: how a person solves a puzzle, and how hard that is."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import Any

from ineqsudoku.apps.explain.board import Board
from ineqsudoku.apps.explain.merging import merge
from ineqsudoku.apps.explain.path import path
from ineqsudoku.apps.explain.step import Step
from ineqsudoku.apps.explain.values import Level, level, level_name
from ineqsudoku.display import render
from ineqsudoku.messages import Message
from ineqsudoku.puzzle import Puzzle

_SOLVED = Message(
    "explain.summary",
    "{level} (rating {rating}): {n} step",
    "{level} (rating {rating}): {n} steps",
)
_NOT_SOLVED = Message(
    "explain.summary-unsolved",
    "{n} step, which does not solve it",
    "{n} steps, which do not solve it",
)


@dataclass(frozen=True)
class Explanation:
    """How a person solves a puzzle.

    `puzzle`
        The puzzle.
    `history`
        All steps that were open, in *rounds*: a round takes the easiest technique that has an open
        step, and applies all its open steps at once.
    `is_complete`
        Whether the steps lead to the solution.
    """

    puzzle: Puzzle
    history: tuple[Step, ...] = field(repr=False)
    is_complete: bool

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps that a person needs, digit by digit, in the words of a person.

        They are taken from the history when they are first asked for, as ratings do without them.
        """
        return merge(path(Board(self.puzzle), self.history))

    @property
    def rating(self) -> float:
        """The rating of the hardest step of the history; 0.0 without steps."""
        return max((step.rating for step in self.history), default=0.0)

    @property
    def level(self) -> Level | None:
        """The level of the rating; `None` if the steps do not solve the puzzle."""
        return level(self.rating) if self.is_complete else None

    @property
    def level_name(self) -> Message | None:
        """The name of the level for people."""
        return level_name(self.level) if self.level else None

    @property
    def summary(self) -> Message:
        """The level, rating and number of steps; or that the steps do not solve the puzzle."""
        n = len(self.steps)
        if not self.level_name:
            return _NOT_SOLVED.fill(n=n)
        return _SOLVED.fill(level=self.level_name, rating=f"{self.rating}", n=n)

    def __str__(self) -> str:
        """Return a numbered sentence per step, and the summary."""
        lines = [f"{number}. {step}" for number, step in enumerate(self.steps, 1)]
        return "\n".join([*lines, str(self.summary)])

    def _repr_html_(self) -> str:
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
            "complete": self.is_complete,
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, for `json.dumps`."""
        return {
            "level": self.level,
            "rating": self.rating,
            "is_complete": self.is_complete,
            "steps": [step.to_dict() for step in self.steps],
        }
