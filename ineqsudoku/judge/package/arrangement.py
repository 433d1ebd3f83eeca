"""The order, names and points of tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.formats import contest
from ineqsudoku.judge.package.problem import TOTAL, Group, Test, shares
from ineqsudoku.puzzle import Grid, Puzzle

Progress = Callable[[str, int, int | None], object]
"""Called with the name of the present activity, the work done, and the total if known."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A valid puzzle and its solution, with the name of its subtask."""

    puzzle: Puzzle
    solution: Grid
    subtask: str
    is_sample: bool = False


@dataclass(frozen=True, slots=True)
class Drafts:
    """The puzzles of a package, and the points of the subtasks in their order.

    The points are weights, scaled to a sum of 100; if all are 0, the weights are equal.
    """

    drafts: tuple[Draft, ...]
    points: Mapping[str, float]


def arranged(found: Drafts) -> tuple[tuple[Test, ...], tuple[Group, ...]]:
    """Return the tests, samples first, and the groups of the other tests.

    Raises `IneqSudokuError` if all tests are samples.
    """
    order = list(found.points)
    drafts = sorted(
        found.drafts, key=lambda draft: (not draft.is_sample, order.index(draft.subtask))
    )
    secrets = sum(not draft.is_sample for draft in drafts)
    if not secrets:
        raise IneqSudokuError(
            f"expected a test besides the samples, found {len(drafts)} in all, which are samples"
        )
    points = [0] * (len(drafts) - secrets) + shares([1] * secrets, max(TOTAL, secrets))
    groups = list(dict.fromkeys(draft.subtask for draft in drafts if not draft.is_sample))
    width = len(str(len(drafts)))
    tests = tuple(
        Test(
            number,
            f"{number:0{width}}",
            f"{contest.write(draft.puzzle)}\n",
            f"{draft.solution}\n",
            draft.is_sample,
            points[number - 1],
            0 if draft.is_sample else groups.index(draft.subtask) + 1,
        )
        for number, draft in enumerate(drafts, 1)
    )
    weights = [found.points[name] for name in groups]
    shared = shares(weights if any(weights) else [1] * len(groups))
    return tests, tuple(
        Group(number, name, shared[number - 1], tuple(t for t in tests if t.group == number))
        for number, name in enumerate(groups, 1)
    )
