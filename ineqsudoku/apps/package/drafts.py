"""The tests of a package, given or new: their order, names and points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, cycle, islice, pairwise
from typing import Any, get_args

from ineqsudoku.apps.explain.values import Level
from ineqsudoku.apps.generate.canonical import canonical
from ineqsudoku.apps.generate.sequence import generate
from ineqsudoku.apps.generate.values import Generated
from ineqsudoku.apps.grade import testdata
from ineqsudoku.apps.names import AT_FILE, quote
from ineqsudoku.apps.package.limits import check_limits
from ineqsudoku.apps.package.options import PackageOptions
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.formats import parse, whole_text, write
from ineqsudoku.messages import Items, Message, Text, conjunction
from ineqsudoku.puzzle import ABSENT, GIVENS, NOT_ONE, SIGNS, Grid, Puzzle
from ineqsudoku.search import solve

Progress = Callable[[Message, int, int | None], object]
"""Called with a message on the present activity, the work done, and the total if known."""


TOTAL = 100
"""The sum of the points of all tests, or of all subtasks."""


@dataclass(frozen=True, slots=True)
class Test:
    """A test: its `name` in a package, the official text of a puzzle and its only solution.

    `points`: the points of the test if tests are not grouped.
    `group`: the number of its group, 0 for samples.
    """

    number: int
    name: str
    input: str
    answer: str
    is_sample: bool
    points: int
    group: int


@dataclass(frozen=True, slots=True)
class ScoredGroup:
    """A group of tests with `points`.

    By the rule `min`, a submission that passes all tests gets the points; by the rule `sum`, a test
    gives a share of them.
    """

    number: int
    name: str
    points: int
    tests: tuple[Test, ...]
    rule: str = "min"


@dataclass(frozen=True, slots=True)
class Draft:
    """A valid puzzle and its solution, with the name of its subtask."""

    puzzle: Puzzle
    solution: Grid
    subtask: str
    is_sample: bool = False


@dataclass(frozen=True, slots=True)
class Drafts:
    """The puzzles of a package, and the weights of the subtasks in their order.

    Without points of the setter, 100 points are shared in proportion to the weights; if all are 0,
    in equal parts.
    """

    drafts: tuple[Draft, ...]
    weights: Mapping[str, float]


_ONLY_SAMPLES = Message(
    "package.only-samples",
    "The only test is a sample; add another.",
    "All {n} tests are samples; add another.",
)


_POINTS_OF_SUBTASKS = Message(
    "package.points-of-subtasks",
    "expected points for {n} subtask, {names}; found {number}",
    "expected points for {n} subtasks, {names}; found {number}",
)
_POINTS_OF_TESTS = Message(
    "package.points-of-tests",
    "expected points for {n} test besides samples, found {number}",
    "expected points for {n} tests besides samples, found {number}",
)


def make_tests(
    options: PackageOptions, progress: Progress
) -> tuple[tuple[Test, ...], tuple[ScoredGroup, ...]]:
    """Return the tests from files, then the new ones, and the groups of all tests but the samples.

    Raises `IneqSudokuError` before it makes tests if all are samples, if the number of points is
    wrong, or if the judge refuses so many tests.
    """
    given = Drafts((), {})
    if options.tests is not None:
        given = given_tests(options.tests, progress)
    plan = [] if options.generate is None else planned(options.generate, options.killers)
    secrets = [draft.subtask for draft in given.drafts if not draft.is_sample]
    secrets += [subtask for subtask, _ in (plan if given.drafts else plan[1:])]
    if not secrets:
        raise IneqSudokuError(_ONLY_SAMPLES.fill(n=len(given.drafts)))
    _require_points(options, secrets)
    check_limits(options, len(secrets))
    both = extended(given, new_tests(plan, options.seed, progress, given.drafts)) if plan else given
    return arrange(both, options.points, options.has_subtasks)


def shares(weights: Sequence[float], total: int = TOTAL) -> list[int]:
    """Return integers with the sum `total` that are as nearly proportional to the weights as
    possible."""
    ends = list(accumulate(weights, initial=0.0))
    rounded = [round(total * end / ends[-1]) for end in ends]
    return [end - start for start, end in pairwise(rounded)]


def _require_points(options: PackageOptions, secrets: Sequence[str]) -> None:
    """Raise `IneqSudokuError` if the number of points is not that of subtasks or, without them,
    tests.

    `secrets` has the subtask of each test that is no sample.
    """
    names = [*dict.fromkeys(secrets)]
    expected = len(names) if options.has_subtasks else len(secrets)
    if options.points and len(options.points) != expected:
        reason = _POINTS_OF_SUBTASKS if options.has_subtasks else _POINTS_OF_TESTS
        its = conjunction(quote(name) or "''" for name in names)
        raise IneqSudokuError(reason.fill(n=expected, names=its, number=len(options.points)))


def arrange(
    unordered: Drafts, points: Sequence[int] = (), has_subtasks: bool = False
) -> tuple[tuple[Test, ...], tuple[ScoredGroup, ...]]:
    """Return the tests, samples first, and the groups of the other tests.

    `points` are those of the groups if the problem has subtasks, else of the other tests; if empty,
    they are shared out.
    """
    order = list(unordered.weights)
    drafts = sorted(
        unordered.drafts, key=lambda draft: (not draft.is_sample, order.index(draft.subtask))
    )
    secrets = [draft.subtask for draft in drafts if not draft.is_sample]
    names = list(dict.fromkeys(secrets))
    weights = [unordered.weights[name] for name in names]
    of_groups = shares(weights if any(weights) else [1] * len(names))
    of_tests = shares([1] * len(secrets), max(TOTAL, len(secrets)))
    if points and has_subtasks:
        of_groups = [*points]
    elif points:
        of_tests = [*points]
    of_tests = [0] * (len(drafts) - len(secrets)) + of_tests
    width = len(str(len(drafts)))
    tests = tuple(
        Test(
            number,
            f"{number:0{width}}",
            write(draft.puzzle, "contest"),
            f"{draft.solution}\n",
            draft.is_sample,
            its,
            0 if draft.is_sample else names.index(draft.subtask) + 1,
        )
        for number, (draft, its) in enumerate(zip(drafts, of_tests, strict=True), 1)
    )
    return tests, tuple(
        ScoredGroup(number, name, its, tuple(test for test in tests if test.group == number))
        for number, (name, its) in enumerate(zip(names, of_groups, strict=True), 1)
    )


SAMPLES = "sample"
"""The folder of tests that contestants see."""


def given_tests(path: str, progress: Progress) -> Drafts:
    """Return the tests in a folder.

    The samples are the tests in `sample/`; without that folder, the first test is the sample.

    Raises `OSError`, and `IneqSudokuError` for an input that is not one full puzzle with exactly
    one solution, for two inputs with the same puzzle, for a wrong answer file, and if `sample/` is
    in another folder only.
    """
    tests = testdata.tests(path)
    samples = _samples(tests, path)
    names: dict[Puzzle, str] = {}
    drafts = []
    for number, case in enumerate(sorted(tests.cases, key=lambda case: case.name not in samples)):
        progress(Message("package.reading", "reading tests"), number, len(tests.cases))
        draft = _draft(case, case.name in samples)
        if (other := names.setdefault(draft.puzzle, case.name)) != case.name:
            raise IneqSudokuError(_SAME.fill(test=_name(case.name), other=_name(other)))
        drafts.append(draft)
    return Drafts(tuple(drafts), {subtask.name: subtask.points for subtask in tests.subtasks})


def _samples(tests: testdata.Tests, path: str) -> list[str]:
    """Return the names of the samples."""
    names = [case.name for case in tests.cases]
    if samples := [name for name in names if name.split("/")[0] == SAMPLES]:
        return samples
    if deep := [name for name in names if SAMPLES in name.split("/")[:-1]]:
        # The user may have named the folder above that of the tests; then the first test would be
        # shown.
        raise IneqSudokuError(_DEEP.fill(tests=quote(path), file=_name(deep[0])))
    return names[:1]


_DEEP = Message(
    "package.deep-sample", "expected the folder sample at the top of {tests}, found {file}"
)
_SAME = Message("package.same", "{test} has the same puzzle as {other}")
_NOT_FULL = Message(
    "package.not-full",
    "expected a 9×9 puzzle with all 108 signs and no givens, found {found}",
)
_NOT_UNIQUE = {
    "none": Message(
        "package.none",
        "expected one solution, found no solution; see `ineqsudoku validate FILE`",
    ),
    "multiple": Message(
        "package.multiple",
        "expected one solution, found several solutions; see `ineqsudoku validate FILE`",
    ),
}


def _name(test: str) -> str:
    return quote(test + testdata.INPUT)


def _fault(test: str, fault: Text) -> IneqSudokuError:
    return IneqSudokuError(AT_FILE.fill(file=test, reason=fault))


def _draft(case: testdata.Case, is_sample: bool) -> Draft:
    where = _name(case.name)
    expected = case.expectation()
    if expected.fault:
        raise _fault(where, expected.fault)
    puzzle = _only_puzzle(case, where)
    result = solve(puzzle, limit=2)
    if result.status != "unique":
        raise _fault(where, _NOT_UNIQUE[result.status])
    return Draft(puzzle, result.solutions[0], case.subtask, is_sample)


def _only_puzzle(case: testdata.Case, where: str) -> Puzzle:
    puzzles = parse(whole_text(case.input, where)).entries()
    puzzle = puzzles[0].puzzle
    if len(puzzles) > 1:
        raise _fault(where, NOT_ONE.fill(number=len(puzzles)))
    if not puzzle.is_full or puzzle.has_givens or puzzle != Puzzle(puzzle.signs):
        raise _fault(where, _NOT_FULL.fill(found=_contents(puzzle)))
    return puzzle


def _contents(puzzle: Puzzle) -> Items:
    """Return the numbers of signs and givens of a puzzle."""
    parts = [SIGNS.fill(n=len(puzzle.relations))]
    if puzzle.has_givens:
        parts.append(GIVENS.fill(n=len(puzzle.givens) - puzzle.givens.count(ABSENT)))
    return conjunction(parts)


LEVELS: tuple[Level, ...] = get_args(Level)

EASY, HARD, KILLERS = "easy", "hard", "killers"

WEIGHTS: Mapping[str, float] = {EASY: 30, HARD: 30, KILLERS: 40}
"""The points of the subtasks, if all of them have tests."""

KILLS = (
    (("rows", 300_000_000),),
    (("columns", 100_000_000),),
    (("boxes", 100_000_000),),
    (("fewest", 10_000_000),),
)
"""The targets of killers, with their nodes.  For the first one, a plain row-major search takes
several seconds."""

_KILLERS = 5
"""Unless the setter gives a number, one of this many tests is a killer."""


Options = Mapping[str, Any]
"""The properties of a new test, as fields of `generate.values.PuzzleOptions`."""


def planned(count: int, killers: int | None) -> list[tuple[str, Options]]:
    """Return the subtasks and the options of `count` tests, at least 2; the last are `killers`."""
    if killers is None:
        killers = max(1, count // _KILLERS)
    graded = count - killers
    levels = (LEVELS[number * len(LEVELS) // graded] for number in range(graded))
    return [
        *((EASY if level in LEVELS[:2] else HARD, {"level": level}) for level in levels),
        *((KILLERS, {"kill": kill}) for kill in islice(cycle(KILLS), killers)),
    ]


def new_tests(
    plan: Sequence[tuple[str, Options]],
    seed: int,
    progress: Progress,
    given: Sequence[Draft] = (),
) -> Drafts:
    """Generate the tests of a plan; the first one is the sample unless tests are `given`.

    No test is an image of another one, new or given.  The same seed gives the same tests.  Raises
    `IneqSudokuError` if the options of a test cannot be met.
    """
    sequences: dict[str, Iterator[Generated]] = {}
    known = {canonical(draft.puzzle) for draft in given}
    drafts = []
    for number, (subtask, options) in enumerate(plan):
        progress(Message("package.making", "making tests"), number, len(plan))
        key = repr(options)
        if key not in sequences:
            sequences[key] = generate(seed=seed, **options)
        made = next(candidate for candidate in sequences[key] if _is_new(candidate.puzzle, known))
        if made.solution is None:
            raise IneqSudokuError(_UNPROVEN.fill(number=number + 1))
        is_sample = number == 0 and not given
        drafts.append(Draft(made.puzzle, made.solution, subtask, is_sample))
    return Drafts(tuple(drafts), WEIGHTS)


def extended(given: Drafts, new: Drafts) -> Drafts:
    """Return tests from files and after them new ones.

    If no subtask of the files has points, all subtasks have equal points.
    """
    weights = {
        name: given.weights.get(name) or new.weights.get(name, 0)
        for name in (*given.weights, *new.weights)
    }
    secrets = [draft.subtask for draft in given.drafts if not draft.is_sample]
    if secrets and not any(given.weights[name] for name in secrets):
        weights = dict.fromkeys(weights, 0)
    return Drafts(given.drafts + new.drafts, weights)


_UNPROVEN = Message("package.no-solution", "test {number} has no proven solution")


def _is_new(puzzle: Puzzle, known: set[Puzzle]) -> bool:
    form = canonical(puzzle)
    is_new = form not in known
    known.add(form)
    return is_new
