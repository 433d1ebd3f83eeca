"""Generated tests: a sample, puzzles of all levels, and killers of row-major searches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import cycle, islice
from typing import Any, NamedTuple

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.generation.canonical import canonical
from ineqsudoku.generation.sequence import generate
from ineqsudoku.generation.values import Generated
from ineqsudoku.judge.package.arrangement import Draft, Drafts, Progress
from ineqsudoku.judge.package.problem import shares
from ineqsudoku.puzzle import Puzzle

LEVELS = ("easy", "moderate", "hard", "expert", "extreme")

EASY, HARD, KILLERS = "easy", "hard", "killers"

POINTS: Mapping[str, int] = {EASY: 30, HARD: 30, KILLERS: 40}
"""The points of the subtasks, if all of them have tests."""

KILLS = (
    (("rows", 300_000_000),),
    (("rows-down", 100_000_000),),
    (("columns", 100_000_000),),
    (("ordered", 20_000_000),),
)
"""The targets that killers kill, with their nodes; a plain row-major search takes several seconds
for the first one."""

_KILLERS = 5
"""One test in this many is a killer."""


class _Kind(NamedTuple):
    """The wishes that a test meets, and its subtask."""

    subtask: str
    wishes: Mapping[str, Any]


def new_tests(count: int, seed: int, progress: Progress) -> Drafts:
    """Generate `count` tests, at least 2; the first one is the sample.

    No two tests are images of each other.  The same seed gives the same tests.
    Raises `IneqSudokuError` if a wish cannot be met.
    """
    sequences: dict[_Key, Iterator[Generated]] = {}
    known: set[Puzzle] = set()
    drafts = []
    for number, kind in enumerate(_kinds(count)):
        progress("making tests", number, count)
        key = tuple(kind.wishes.items())
        if key not in sequences:
            sequences[key] = generate(seed=seed, **kind.wishes)
        made = next(each for each in sequences[key] if _is_new(each.puzzle, known))
        if made.solution is None:
            raise IneqSudokuError(f"test {number + 1} has no proven solution")
        drafts.append(Draft(made.puzzle, made.solution, kind.subtask, is_sample=number == 0))
    present = list(dict.fromkeys(draft.subtask for draft in drafts if not draft.is_sample))
    points = dict(zip(present, shares([POINTS[name] for name in present]), strict=True))
    return Drafts(tuple(drafts), {EASY: 0, **points})


_Key = tuple[tuple[str, Any], ...]


def _kinds(count: int) -> Iterator[_Kind]:
    killers = max(1, count // _KILLERS)
    graded = count - killers
    for number in range(graded):
        level = LEVELS[number * len(LEVELS) // graded]
        yield _Kind(EASY if level in LEVELS[:2] else HARD, {"level": level})
    for kill in islice(cycle(KILLS), killers):
        yield _Kind(KILLERS, {"kill": kill, "survey": 1})


def _is_new(puzzle: Puzzle, known: set[Puzzle]) -> bool:
    form = canonical(puzzle)
    is_new = form not in known
    known.add(form)
    return is_new
