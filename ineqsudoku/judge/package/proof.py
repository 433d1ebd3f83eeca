"""Proof that every solution of a package gets its verdict, from runs in the sandbox of `grade`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil
from shutil import which

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.judge.grade.compilation import LIMITS as COMPILING
from ineqsudoku.judge.grade.grading import Graded, Grading, grade
from ineqsudoku.judge.grade.languages import Language, language_of, languages
from ineqsudoku.judge.grade.submissions import Submission
from ineqsudoku.judge.package.problem import Problem
from ineqsudoku.judge.package.solutions import Solution
from ineqsudoku.judge.sandbox.choice import sandbox_for
from ineqsudoku.judge.sandbox.program import Limits
from ineqsudoku.judge.sandbox.scratch import scratch
from ineqsudoku.judge.testdata import Case, Subtask, Tests
from ineqsudoku.judge.verdicts import Verdict, overall

FACTOR = 5
"""The time limit is this many times what the slowest accepted solution takes."""

LONGEST = 60.0
"""Seconds that an accepted solution may take where no time limit is given."""


@dataclass(frozen=True, slots=True)
class _Texts:
    """The tests of a problem as `grade` reads them."""

    texts: Mapping[str, str]

    def names(self) -> list[str]:
        return list(self.texts)

    def read(self, name: str) -> bytes:
        return self.texts[name].encode("ascii")


def proven(problem: Problem, time_limit: float | None) -> Problem:
    """Returns the problem with its time limit, after all its solutions got their verdicts.

    Without a `time_limit`, the limit is `FACTOR` times the longest run of an accepted solution,
    in whole seconds.  Raises `IneqSudokuError` where a compiler or the sandbox is missing and
    for a solution that gets another verdict.
    """
    known = languages()
    submissions = {each.name: _submission(each, known) for each in problem.solutions}
    _require_tools(submissions.values())
    accepted = [each for each in problem.solutions if each.verdict is Verdict.AC]
    others = [each for each in problem.solutions if each.verdict is not Verdict.AC]
    grading = _grading(problem, time_limit or LONGEST)
    graded = _graded([submissions[each.name] for each in accepted], grading)
    _require_verdicts(accepted, graded)
    if time_limit is None:
        time_limit = float(max(1, ceil(FACTOR * max(each.run.cpu for each in graded))))
    grading = replace(_grading(problem, time_limit), fail_fast=True)
    _require_verdicts(others, _graded([submissions[each.name] for each in others], grading))
    return replace(problem, time_limit=time_limit, is_proven=True)


def _submission(solution: Solution, known: Mapping[str, Language]) -> Submission:
    language = language_of([solution.name], known)
    return Submission(solution.name, language, {solution.name: solution.source.encode("ascii")})


def _require_tools(submissions: Iterable[Submission]) -> None:
    tools = {tool for each in submissions if each.language for tool in each.language.tools}
    if missing := sorted(tool for tool in tools if which(tool) is None):
        raise IneqSudokuError(f"the solutions cannot be run: {', '.join(missing)} not found")


def _grading(problem: Problem, time_limit: float) -> Grading:
    texts = {}
    for test in problem.tests:
        texts[f"{test.name}.in"], texts[f"{test.name}.out"] = test.input, test.answer
    store = _Texts(texts)
    found = tuple(Case(test.name, "", store, f"{test.name}.out") for test in problem.tests)
    limits = Limits(cpu=time_limit, wall=3 * time_limit + 1, memory=problem.memory_limit)
    return Grading(Tests(found, (Subtask(""),)), sandbox_for(True), limits, COMPILING)


def _graded(submissions: list[Submission], grading: Grading) -> list[Graded]:
    with scratch(grading.jobs) as folder, closing(grade(submissions, grading, folder, {})) as found:
        return list(found)


def _require_verdicts(solutions: Iterable[Solution], graded: Iterable[Graded]) -> None:
    by_name = {
        name: list(runs)
        for name, runs in groupby(graded, key=lambda each: each.attempt.submission.name)
    }
    for solution in solutions:
        runs = by_name[solution.name]
        found = overall(each.run.verdict for each in runs)
        if found is not solution.verdict:
            telling = next(each.run for each in runs if each.run.verdict is found)
            words = f" ({telling.words})" if telling.words else ""
            raise IneqSudokuError(
                f"{solution.name}: expected {solution.verdict}, found {found}{words}"
            )
