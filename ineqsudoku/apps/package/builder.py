"""`build_package`: makes the files of a package from `PackageOptions`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from ineqsudoku.apps.package.drafts import Progress, make_tests
from ineqsudoku.apps.package.files import render, require_templates
from ineqsudoku.apps.package.limits import check_limits
from ineqsudoku.apps.package.options import PackageOptions, has_time_limits, mentions, scores_tests
from ineqsudoku.apps.package.output import write_package
from ineqsudoku.apps.package.problem import Problem, Solution, solutions
from ineqsudoku.apps.package.proof import proven
from ineqsudoku.apps.package.readme import README, readme
from ineqsudoku.messages import Message, conjunction

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
        Messages about defects, such as solutions that were left out, and limits of the judge.
    """

    problem: Problem
    files: Mapping[str, bytes]
    warnings: tuple[Message, ...] = ()

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
    called with a message that names the present activity, the work done, and the total if known.

    Raises `IneqSudokuError` if a test is not a valid puzzle, if the judge refuses so many tests, if
    the solutions cannot be run, or if a solution does not get its verdict.  Raises `OSError` if a
    file cannot be read.
    """
    require_templates()
    tests, groups = make_tests(options, progress)
    problem = Problem(
        name=options.name,
        tests=tests,
        groups=groups,
        has_subtasks=options.has_subtasks,
        points=options.points,
        solutions=_solutions(options),
        languages=options.languages,
        time_limit=options.time_limit or UNPROVEN_TIME_LIMIT,
        time_limits=options.time_limits if has_time_limits(options.target) else {},
        memory_limit=options.memory_limit,
        license=options.license,
        author=options.author,
        titles=options.titles,
        seed=options.seed,
    )
    if not options.unproven:
        problem = proven(problem, options.time_limit, progress)
    excesses = check_limits(options, len(problem.secrets), problem.time_limit)
    warnings = *_left_out(problem), *excesses, *_without_place(options)
    contents = render(options.target, problem)
    page = readme(options, problem, warnings, contents)
    return Package(problem, {README: page.encode("utf-8"), **contents}, warnings)


def _solutions(options: PackageOptions) -> tuple[Solution, ...]:
    """Return the solutions of the package.

    Solutions that need killers are left out if none is run and no test can be a killer.
    """
    has_no_killer = options.tests is None and options.killers == 0
    return tuple(
        solution
        for solution in solutions()
        if not (options.unproven and has_no_killer and solution.needs_slow_tests)
    )


def _left_out(problem: Problem) -> list[Message]:
    kept = {solution.name for solution in problem.solutions}
    return [
        Message(
            "package.left-out",
            "{solution} is left out: it is accepted within {seconds} s, because no test is slow "
            "for a row-major search; `--generate 2` adds such tests",
            solution=solution.name,
            seconds=problem.time_limit_of(solution.language),
        )
        for solution in solutions()
        if solution.name not in kept
    ]


def _without_place(options: PackageOptions) -> list[Message]:
    """Return a warning if the target has no place for some of the options."""
    defaults = {field.name: field.default for field in fields(options)}
    missing = [
        f"--{name}"
        for name in ("license", "author")
        if getattr(options, name) != defaults[name] and not mentions(options.target, name)
    ]
    if options.time_limits and not has_time_limits(options.target):
        missing += [f"--time-limit {language}" for language in sorted(options.time_limits)]
    if options.points and not options.has_subtasks and not scores_tests(options.target):
        missing.append("--points")
    warning = Message(
        "package.no-place",
        "{target} has no place for {options}",
        target=options.target,
        options=conjunction(missing),
    )
    return [warning] if missing else []
