"""`build_package`: makes the files of a package from options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ineqsudoku.judge.package.drafts import Drafts, Progress, arranged, given_tests, new_tests
from ineqsudoku.judge.package.options import PackageOptions
from ineqsudoku.judge.package.problem import Problem
from ineqsudoku.judge.package.rendering import rendered
from ineqsudoku.judge.package.solutions import solutions
from ineqsudoku.judge.package.writing import write_package

UNPROVEN_TIME_LIMIT = 2.0
"""The time limit in seconds if none is given and none was measured."""


@dataclass(frozen=True, slots=True)
class Package:
    """A problem package in memory.

    `problem`
        The tests, solutions and limits of the problem.
    `files`
        The contents of all files by their paths in the package.
    `warnings`
        Sentences about defects, such as solutions that were left out.
    """

    problem: Problem
    files: Mapping[str, bytes]
    warnings: tuple[str, ...] = ()

    def write(self, output: str) -> None:
        """Write all files to a new folder, or to a zip file if `output` ends in `.zip`.

        Writes the package completely or not at all.  Raises `IneqSudokuError` if `output` exists
        and is not an empty folder, and `OSError`.
        """
        write_package(self.files, output)


def build_package(options: PackageOptions, progress: Progress = lambda *_: None) -> Package:
    """Build a problem package.

    The same options give the same package, except for a measured time limit.  Unless
    `options.unproven` is set, all solutions are compiled and run in a sandbox.  `progress` is
    called with the name of the present activity, the work done, and the total if known.

    Raises `IneqSudokuError` if a test is not a valid puzzle, if the solutions cannot be run, or
    if a solution does not get its verdict.  Raises `OSError` if a file cannot be read.
    """
    tests, groups = arranged(_drafts(options, progress))
    testlib = Path(options.testlib).read_text(encoding="utf-8") if options.testlib else ""
    problem = Problem(
        name=options.name,
        tests=tests,
        groups=groups,
        has_subtasks=options.has_subtasks,
        solutions=solutions(),
        languages=options.languages,
        time_limit=options.time_limit or UNPROVEN_TIME_LIMIT,
        memory_limit=options.memory_limit,
        license=options.license,
        author=options.author,
        source=options.source,
        seed=options.seed,
        testlib=testlib,
    )
    if not options.unproven:
        from ineqsudoku.judge.package.proof import proven

        problem = proven(problem, options.time_limit, progress)
    return Package(problem, rendered(options.target, problem), tuple(_warnings(problem)))


def _drafts(options: PackageOptions, progress: Progress) -> Drafts:
    if options.tests is not None:
        return given_tests(options.tests, progress)
    assert options.generate is not None
    return new_tests(options.generate, options.seed, progress)


def _warnings(problem: Problem) -> list[str]:
    kept = {solution.name for solution in problem.solutions}
    return [
        f"{solution.name} is left out: it is accepted within {problem.time_limit:g} s, because no "
        "test is slow for a row-major search; `generate --kill rows:300000000` makes such tests"
        for solution in solutions()
        if solution.name not in kept
    ]
