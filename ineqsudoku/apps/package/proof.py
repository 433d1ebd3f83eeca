"""Proof by runs in the sandbox of `grade` that the solutions of a package get their verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from math import ceil
from shutil import which

from ineqsudoku.apps.grade.grading import Graded, Grading, grade
from ineqsudoku.apps.grade.testdata import Case, Subtask, Tests
from ineqsudoku.apps.package.drafts import Progress
from ineqsudoku.apps.package.problem import Problem, Solution, UnprovableError
from ineqsudoku.apps.sandbox.compilation import LIMITS as COMPILING
from ineqsudoku.apps.sandbox.languages import ProgrammingLanguage, language_of, languages
from ineqsudoku.apps.sandbox.machine import sandbox_for, scratch
from ineqsudoku.apps.sandbox.outcome import overall
from ineqsudoku.apps.sandbox.program import Limits
from ineqsudoku.apps.sandbox.submissions import Submission
from ineqsudoku.checker import Verdict
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.messages import Message, Text, enumeration

FACTOR = 5
"""The time limit as a multiple of the longest run of an accepted solution."""

LONGEST = 60.0
"""The seconds that an accepted solution may take if no time limit is given."""


_RUNNING_OTHERS = Message("package.running-others", "running other solutions")


def proven(problem: Problem, time_limit: float | None, progress: Progress) -> Problem:
    """Run all solutions, and return the problem with its time limit.

    Without a `time_limit`, the limit is `FACTOR` times the longest run of an accepted solution, in
    whole seconds.  Solutions in languages without a limit of their own are measured, if there are
    any.  A solution that needs slow tests is left out if it is accepted.
    Raises `UnprovableError` if a compiler or the sandbox is missing, and `IneqSudokuError` if a
    solution gets another verdict than expected.
    """
    known = languages()
    submissions = {solution.name: _submission(solution, known) for solution in problem.solutions}
    _require_tools(submissions.values())
    accepted = [solution for solution in problem.solutions if solution.is_accepted]
    others = [solution for solution in problem.solutions if not solution.is_accepted]
    runs: dict[str, list[Graded]] = {solution.name: [] for solution in accepted}
    total = len(accepted) * len(problem.tests)
    limited = replace(problem, time_limit=time_limit or LONGEST)
    for number, graded in enumerate(_run(accepted, submissions, limited)):
        progress(Message("package.running-accepted", "running accepted solutions"), number, total)
        runs[graded.attempt.submission.name].append(graded)
    _require_verdicts(accepted, runs)
    if time_limit is None:
        measured = [it for it in accepted if it.language not in problem.time_limits] or accepted
        slowest = max(graded.run.cpu for it in measured for graded in runs[it.name])
        time_limit = float(max(1, ceil(FACTOR * slowest)))
    kept = _judge(others, submissions, replace(problem, time_limit=time_limit), progress)
    return replace(problem, solutions=(*accepted, *kept), time_limit=time_limit, is_proven=True)


def _judge(
    solutions: list[Solution],
    submissions: Mapping[str, Submission],
    problem: Problem,
    progress: Progress,
) -> list[Solution]:
    """Run the solutions with other verdicts than accepted; return those to keep.

    A group of tests is run until the first failure.
    """
    groups = [problem.tests]
    if problem.has_subtasks:
        groups = [tuple(problem.samples), *(group.tests for group in problem.groups)]
    runs: dict[str, list[Graded]] = {solution.name: [] for solution in solutions}
    earning = set()
    for number, tests in enumerate(groups):
        passed = {*runs}
        some = replace(problem, tests=tests)
        for graded in _run(solutions, submissions, some, fail_fast=True):
            name = graded.attempt.submission.name
            progress(_RUNNING_OTHERS, number * len(runs), len(groups) * len(runs))
            runs[name].append(graded)
            if graded.run.is_failure:
                passed.discard(name)
        if not all(test.is_sample for test in tests):
            earning |= passed
    accepted = _require_verdicts(solutions, runs)
    return [
        replace(solution, earns_points=solution.name in earning)
        for solution in solutions
        if solution.name not in accepted
    ]


def _submission(solution: Solution, known: Mapping[str, ProgrammingLanguage]) -> Submission:
    language = language_of([solution.name], known)
    return Submission(solution.name, language, {solution.name: solution.source.encode("ascii")})


_MISSING_TOOLS = Message("package.missing-tools", "the solutions cannot be run: {tools} not found")


def _require_tools(submissions: Iterable[Submission]) -> None:
    tools = {
        tool
        for submission in submissions
        if submission.language
        for tool in submission.language.tools
    }
    if missing := sorted(tool for tool in tools if which(tool) is None):
        raise UnprovableError(_MISSING_TOOLS.fill(tools=enumeration(missing)))


def _grading(problem: Problem, time_limit: float) -> Grading:
    files = {f"{test.name}.in": test.input.encode("ascii") for test in problem.tests}
    files |= {f"{test.name}.out": test.answer.encode("ascii") for test in problem.tests}
    cases = tuple(
        Case(test.name, "", files.__getitem__, f"{test.name}.out") for test in problem.tests
    )
    limits = Limits(cpu=time_limit, memory=problem.memory_limit)
    try:
        sandbox = sandbox_for()
    except IneqSudokuError as error:
        raise UnprovableError(*error.args) from None
    return Grading(Tests(cases, (Subtask(""),)), sandbox, limits, COMPILING)


def _run(
    solutions: list[Solution],
    submissions: Mapping[str, Submission],
    problem: Problem,
    fail_fast: bool = False,
) -> Iterator[Graded]:
    """Run solutions on all tests, under the time limits of their languages."""
    limits = {it.name: problem.time_limit_of(it.language) for it in solutions}
    for limit in dict.fromkeys(limits.values()):
        its = [submissions[name] for name, own in limits.items() if own == limit]
        grading = replace(_grading(problem, limit), fail_fast=fail_fast)
        with (
            scratch(grading.jobs) as folder,
            closing(grade(its, grading, folder, {})) as attempts,
        ):
            yield from attempts


_OTHER_VERDICT = Message("package.other-verdict", "{solution}: expected {expected}, found {found}")
_BECAUSE = Message("package.because", "{verdict} ({reason})")


def _require_verdicts(solutions: Iterable[Solution], runs: Mapping[str, list[Graded]]) -> set[str]:
    """Return the solutions that were accepted although they need slow tests: no test is slow.

    Raises `IneqSudokuError` if a solution gets another verdict than expected.
    """
    accepted = set()
    for solution in solutions:
        its = [graded.run for graded in runs[solution.name]]
        verdict = overall(run.verdict for run in its)
        if verdict is solution.verdict:
            continue
        if solution.needs_slow_tests and verdict is Verdict.AC:
            accepted.add(solution.name)
            continue
        telling = next(run for run in its if run.verdict is verdict)
        found: Text = str(verdict)
        if telling.words:
            found = _BECAUSE.fill(verdict=found, reason=telling.words)
        raise IneqSudokuError(
            _OTHER_VERDICT.fill(solution=solution.name, expected=str(solution.verdict), found=found)
        )
    return accepted
