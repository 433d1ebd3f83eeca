"""The steps of an explanation that `explain` shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

from ineqsudoku.apps.explain.explanation import Explanation
from ineqsudoku.apps.explain.values import Step


@dataclass(frozen=True, slots=True)
class Shown:
    """An explanation, its steps to show, and the step before which they stop, if they do."""

    explanation: Explanation
    steps: tuple[Step, ...]
    stopped_at: Step | None = None

    @classmethod
    def until(cls, technique: str | None, explanation: Explanation) -> Self:
        """Return the steps before the first one of a technique; all for `None`."""
        for number, step in enumerate(explanation.steps):
            if step.technique == technique:
                return cls(explanation, explanation.steps[:number], step)
        return cls(explanation, explanation.steps)

    @property
    def groups(self) -> Iterator[tuple[Step, ...]]:
        """The steps, grouped by the digits that they lead to."""
        group: list[Step] = []
        for step in self.steps:
            group.append(step)
            if step.places:
                yield tuple(group)
                group = []
        if group:
            yield tuple(group)

    def to_dict(self) -> dict[str, Any]:
        known = self.explanation.to_dict()
        if self.stopped_at:
            del known["steps"][len(self.steps) :]
            known["is_complete"] = False
        return known
