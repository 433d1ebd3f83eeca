"""`Walk`: the steps of an explanation to show, in groups."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ineqsudoku.explanation.values import Explanation, Step


@dataclass(frozen=True, slots=True)
class Walk:
    """An explanation and the steps of it to show.

    `groups`: the steps, grouped by the digit that they lead to, or by round.
    `stopped_at`: the first step that is not shown, if the steps were cut.
    """

    explanation: Explanation
    groups: tuple[tuple[Step, ...], ...]
    stopped_at: Step | None = None

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(step for group in self.groups for step in group)

    @property
    def crux(self) -> Step | None:
        """The step `stopped_at`; without one, the first step with the highest rating."""
        return self.stopped_at or max(self.steps, key=lambda step: step.rating, default=None)

    def until(self, technique: str) -> Walk:
        """Return the walk up to the first step of a technique, without that step."""
        shown: list[tuple[Step, ...]] = []
        for group in self.groups:
            before = tuple(_before(technique, group))
            if before:
                shown.append(before)
            if len(before) < len(group):
                return replace(self, groups=tuple(shown), stopped_at=group[len(before)])
        return self


def _before(technique: str, steps: Iterable[Step]) -> Iterator[Step]:
    for step in steps:
        if step.technique == technique:
            return
        yield step
