"""The tests of a package: those of a problem setter or new ones, their order, names and points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any

from ineqsudoku.errors import IneqSudokuError, PuzzleSyntaxError
from ineqsudoku.formats import contest, entries, whole_document
from ineqsudoku.generation.canonical import canonical
from ineqsudoku.generation.values import Generated
from ineqsudoku.judge import testdata
from ineqsudoku.judge.package.problem import TOTAL, Group, Test, shares
from ineqsudoku.names import quote
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


def arrange(unordered: Drafts) -> tuple[tuple[Test, ...], tuple[Group, ...]]:
    """Return the tests, samples first, and the groups of the other tests.

    Raises `IneqSudokuError` if all tests are samples.
    """
    order = list(unordered.points)
    drafts = sorted(
        unordered.drafts, key=lambda draft: (not draft.is_sample, order.index(draft.subtask))
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
    weights = [unordered.points[name] for name in groups]
    shared = shares(weights if any(weights) else [1] * len(groups))
    return tests, tuple(
        Group(number, name, shared[number - 1], tuple(t for t in tests if t.group == number))
        for number, name in enumerate(groups, 1)
    )


SAMPLES = "sample"
"""The folder of tests that contestants see."""


def given_tests(path: str, progress: Progress) -> Drafts:
    """Return the tests in a folder or zip file.

    The samples are the tests in `sample/`; without that folder, the first test is the sample.

    Raises `OSError`, and `IneqSudokuError` for an input that is not one full puzzle with exactly
    one solution, for two inputs with the same puzzle and for a wrong answer file.
    """
    tests = testdata.tests(path)
    samples = [case.name for case in tests.cases if case.name.split("/")[0] == SAMPLES]
    samples = samples or [tests.cases[0].name]
    names: dict[Puzzle, str] = {}
    drafts = []
    for number, case in enumerate(sorted(tests.cases, key=lambda case: case.name not in samples)):
        progress("reading tests", number, len(tests.cases))
        draft = _draft(case, case.name in samples)
        if (other := names.setdefault(draft.puzzle, case.name)) != case.name:
            raise IneqSudokuError(f"{quote(case.name)}.in has the same puzzle as {quote(other)}.in")
        drafts.append(draft)
    return Drafts(tuple(drafts), {subtask.name: subtask.points for subtask in tests.subtasks})


def _draft(case: testdata.Case, is_sample: bool) -> Draft:
    from ineqsudoku.search import solve

    where = quote(case.name + testdata.INPUT)
    expected = case.expectation()
    if expected.fault:
        raise IneqSudokuError(f"{where}: {expected.fault}")
    puzzle = _only_puzzle(case, where)
    result = solve(puzzle, limit=2)
    if result.status != "unique":
        solutions = {"none": "no solution", "multiple": "several solutions"}.get(result.status, "")
        raise IneqSudokuError(f"{where}: expected one solution, found {solutions or result.status}")
    return Draft(puzzle, result.solutions[0], case.subtask, is_sample)


def _only_puzzle(case: testdata.Case, where: str) -> Puzzle:
    try:
        puzzles = entries(whole_document(case.input, where))
    except PuzzleSyntaxError as error:
        raise IneqSudokuError(str(error)) from None
    puzzle = puzzles[0].puzzle
    if len(puzzles) > 1:
        raise IneqSudokuError(f"{where}: expected one puzzle, found {len(puzzles)}")
    if not puzzle.is_full or puzzle.has_givens or puzzle != Puzzle(puzzle.signs):
        raise IneqSudokuError(f"{where}: expected a 9×9 puzzle with all 108 signs and no givens")
    return puzzle


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


def new_tests(count: int, seed: int, progress: Progress) -> Drafts:
    """Generate `count` tests, at least 2; the first one is the sample.

    No two tests are images of one another.  The same seed gives the same tests.
    Raises `IneqSudokuError` if a wish cannot be met.
    """
    from ineqsudoku.generation.sequence import generate

    sequences: dict[_Key, Iterator[Generated]] = {}
    known: set[Puzzle] = set()
    drafts = []
    for number, (subtask, wishes) in enumerate(_kinds(count)):
        progress("making tests", number, count)
        key = tuple(wishes.items())
        if key not in sequences:
            sequences[key] = generate(seed=seed, **wishes)
        made = next(candidate for candidate in sequences[key] if _is_new(candidate.puzzle, known))
        if made.solution is None:
            raise IneqSudokuError(f"test {number + 1} has no proven solution")
        drafts.append(Draft(made.puzzle, made.solution, subtask, is_sample=number == 0))
    present = list(dict.fromkeys(draft.subtask for draft in drafts if not draft.is_sample))
    points = dict(zip(present, shares([POINTS[name] for name in present]), strict=True))
    return Drafts(tuple(drafts), {EASY: 0, **points})


_Key = tuple[tuple[str, Any], ...]


def _kinds(count: int) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the subtasks of tests, and the wishes that the tests meet."""
    killers = max(1, count // _KILLERS)
    graded = count - killers
    for number in range(graded):
        level = LEVELS[number * len(LEVELS) // graded]
        yield EASY if level in LEVELS[:2] else HARD, {"level": level}
    for kill in islice(cycle(KILLS), killers):
        yield KILLERS, {"kill": kill, "survey": 1}


def _is_new(puzzle: Puzzle, known: set[Puzzle]) -> bool:
    form = canonical(puzzle)
    is_new = form not in known
    known.add(form)
    return is_new
