"""The tests of a package: those of a problem setter or new ones, their order, names and points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from typing import Any

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.explanation.values import level_name
from ineqsudoku.formats import contest, entries, whole_document
from ineqsudoku.generation.canonical import canonical
from ineqsudoku.generation.values import Generated
from ineqsudoku.judge import testdata
from ineqsudoku.judge.package.problem import TOTAL, Group, Test, shares
from ineqsudoku.language import LANGUAGES, Message, Text, conjunction
from ineqsudoku.names import AT_FILE, quote
from ineqsudoku.puzzle import NOT_ONE, Grid, Puzzle

Progress = Callable[[Message, int, int | None], object]
"""Called with a message on the present activity, the work done, and the total if known."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A valid puzzle and its solution, with the name of its subtask.

    `origin`, `explanations`: see `Test`.
    """

    puzzle: Puzzle
    solution: Grid
    subtask: str
    origin: Text
    is_sample: bool = False
    explanations: Mapping[str, str] = field(default_factory=dict)


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


def require_points(points: Sequence[int], has_subtasks: bool, subtasks: Sequence[str]) -> None:
    """Raise `IneqSudokuError` if there are other than as many points as subtasks or, without
    subtasks, tests.

    `subtasks` has the names of the subtasks of all tests that are no samples.
    """
    names = [*dict.fromkeys(subtasks)]
    expected = len(names) if has_subtasks else len(subtasks)
    if points and len(points) != expected:
        reason = _POINTS_OF_SUBTASKS if has_subtasks else _POINTS_OF_TESTS
        its = conjunction(quote(name) or "''" for name in names)
        raise IneqSudokuError(reason.fill(n=expected, names=its, number=len(points)))


def arrange(
    unordered: Drafts, points: Sequence[int] = (), has_subtasks: bool = False
) -> tuple[tuple[Test, ...], tuple[Group, ...]]:
    """Return the tests, samples first, and the groups of the other tests.

    `points` are those of the groups if the problem has subtasks, else of the other tests; if empty,
    they are shared out.

    Raises `IneqSudokuError` if all tests are samples, and for a wrong number of points.
    """
    order = list(unordered.weights)
    drafts = sorted(
        unordered.drafts, key=lambda draft: (not draft.is_sample, order.index(draft.subtask))
    )
    secrets = [draft.subtask for draft in drafts if not draft.is_sample]
    if not secrets:
        raise IneqSudokuError(_ONLY_SAMPLES.fill(n=len(drafts)))
    require_points(points, has_subtasks, secrets)
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
            f"{contest.write(draft.puzzle)}\n",
            f"{draft.solution}\n",
            draft.is_sample,
            its,
            0 if draft.is_sample else names.index(draft.subtask) + 1,
            draft.origin,
            draft.explanations,
        )
        for number, (draft, its) in enumerate(zip(drafts, of_tests, strict=True), 1)
    )
    return tests, tuple(
        Group(number, name, its, tuple(test for test in tests if test.group == number))
        for number, (name, its) in enumerate(zip(names, of_groups, strict=True), 1)
    )


SAMPLES = "sample"
"""The folder of tests that contestants see."""


def given_tests(path: str, progress: Progress) -> Drafts:
    """Return the tests in a folder or zip file.

    The samples are the tests in `sample/`; without that folder, the first test is the sample.
    `NAME.md` and `NAME.LANGUAGE.md` explain the sample `NAME`.

    Raises `OSError`, and `IneqSudokuError` for an input that is not one full puzzle with exactly
    one solution, for two inputs with the same puzzle, for a wrong answer file, for an explanation
    of no sample or without a text, and if `sample/` is in another folder only.
    """
    tests = testdata.tests(path)
    samples = _samples(tests, path)
    explanations = _explanations(tests, samples)
    names: dict[Puzzle, str] = {}
    drafts = []
    for number, case in enumerate(sorted(tests.cases, key=lambda case: case.name not in samples)):
        progress(Message("package.reading", "reading tests"), number, len(tests.cases))
        draft = _draft(case, case.name in samples, explanations.get(case.name, {}))
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
        # As in a zip file of the folder itself: contestants would be shown another test.
        raise IneqSudokuError(_DEEP.fill(tests=quote(path), file=_name(deep[0])))
    return names[:1]


def _explanations(tests: testdata.Tests, samples: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return the explanations of samples by the names of the samples and by language."""
    from ineqsudoku.judge.package.own_words import read_explanation

    places = {f"{name}.md": (name, "") for name in samples}
    places |= {f"{name}.{of}.md": (name, of) for name in samples for of in LANGUAGES}
    explanations: dict[str, dict[str, str]] = {name: {} for name in samples}
    for path in tests.files:
        if path in places:
            name, language = places[path]
            text = read_explanation(tests.cases[0].read(path), quote(path))
            explanations[name][language] = text
        elif path.startswith(f"{SAMPLES}/") and path.endswith(".md"):
            raise IneqSudokuError(_OF_NO_SAMPLE.fill(file=quote(path)))
    return explanations


_OF_NO_SAMPLE = Message(
    "package.of-no-sample",
    "{file} explains no sample; expected the name of a sample with .md, or with a language, such "
    "as .zh.md",
)
_DEEP = Message(
    "package.deep-sample", "expected the folder sample at the top of {tests}, found {file}"
)
_SAME = Message("package.same", "{test} has the same puzzle as {other}")
_NOT_FULL = Message("package.not-full", "expected a 9×9 puzzle with all 108 signs and no givens")
_NOT_UNIQUE = {
    "none": Message("package.none", "expected one solution, found no solution"),
    "multiple": Message("package.multiple", "expected one solution, found several solutions"),
}


def _name(test: str) -> str:
    return quote(test + testdata.INPUT)


def _fault(test: str, fault: Text) -> IneqSudokuError:
    return IneqSudokuError(AT_FILE.fill(file=test, reason=fault))


def _draft(case: testdata.Case, is_sample: bool, explanations: Mapping[str, str]) -> Draft:
    from ineqsudoku.search import solve

    where = _name(case.name)
    expected = case.expectation()
    if expected.fault:
        raise _fault(where, expected.fault)
    puzzle = _only_puzzle(case, where)
    result = solve(puzzle, limit=2)
    if result.status != "unique":
        raise _fault(where, _NOT_UNIQUE[result.status])
    origin = case.name + testdata.INPUT
    return Draft(puzzle, result.solutions[0], case.subtask, origin, is_sample, explanations)


def _only_puzzle(case: testdata.Case, where: str) -> Puzzle:
    puzzles = entries(whole_document(case.input, where))
    puzzle = puzzles[0].puzzle
    if len(puzzles) > 1:
        raise _fault(where, NOT_ONE.fill(number=len(puzzles)))
    if not puzzle.is_full or puzzle.has_givens or puzzle != Puzzle(puzzle.signs):
        raise _fault(where, _NOT_FULL)
    return puzzle


LEVELS = ("easy", "moderate", "hard", "expert", "extreme")

EASY, HARD, KILLERS = "easy", "hard", "killers"

WEIGHTS: Mapping[str, float] = {EASY: 30, HARD: 30, KILLERS: 40}
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
"""Without a wish, one test in this many is a killer."""


def new_tests(
    count: int,
    killers: int | None,
    seed: int,
    progress: Progress,
    others: Iterable[Puzzle] = (),
) -> Drafts:
    """Generate `count` tests, at least 2; the first one is the sample, and the last are `killers`.

    No two tests, and no test and one of the `others`, are images of one another.  The same seed
    gives the same tests.  Raises `IneqSudokuError` if a wish cannot be met.
    """
    from ineqsudoku.generation.sequence import generate

    sequences: dict[_Key, Iterator[Generated]] = {}
    known = set(map(canonical, others))
    drafts = []
    for number, (subtask, wishes) in enumerate(_kinds(count, killers)):
        progress(Message("package.making", "making tests"), number, count)
        key = tuple(wishes.items())
        if key not in sequences:
            sequences[key] = generate(seed=seed, **wishes)
        made = next(candidate for candidate in sequences[key] if _is_new(candidate.puzzle, known))
        if made.solution is None:
            raise IneqSudokuError(_UNPROVEN.fill(number=number + 1))
        origin = _origin(wishes)
        drafts.append(Draft(made.puzzle, made.solution, subtask, origin, is_sample=number == 0))
    return Drafts(tuple(drafts), WEIGHTS)


def extended(given: Drafts, new: Drafts) -> Drafts:
    """Return tests from files, which have the samples, and after them new ones.

    If no subtask of the files has points, all subtasks have equal points.
    """
    drafts = *given.drafts, *(replace(draft, is_sample=False) for draft in new.drafts)
    weights = {
        name: given.weights.get(name) or new.weights.get(name, 0)
        for name in (*given.weights, *new.weights)
    }
    secrets = [draft.subtask for draft in given.drafts if not draft.is_sample]
    if secrets and not any(given.weights[name] for name in secrets):
        weights = dict.fromkeys(weights, 0)
    return Drafts(drafts, weights)


_UNPROVEN = Message("package.no-solution", "test {number} has no proven solution")

_Key = tuple[tuple[str, Any], ...]


_KILLER = Message("package.killer", "killer: {target}, {nodes} nodes")


def _origin(wishes: Mapping[str, Any]) -> Message:
    if "kill" not in wishes:
        return level_name(wishes["level"])
    ((target, nodes),) = wishes["kill"]
    return _KILLER.fill(target=target, nodes=f"{nodes:,}")


def planned(count: int, killers: int | None) -> list[str]:
    """Return the subtasks of the tests that `new_tests` makes; the first test is the sample."""
    return [subtask for subtask, _ in _kinds(count, killers)]


def _kinds(count: int, killers: int | None) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the subtasks of tests, and the wishes that the tests meet."""
    if killers is None:
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
