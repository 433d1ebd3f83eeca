"""`build_package`: makes the files of a package from `PackageOptions`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ineqsudoku.generation.randomness import new_seed
from ineqsudoku.judge.package.files import (
    TARGETS,
    has_time_limits,
    mentions,
    render,
    require_libraries,
    scores_tests,
    table,
    write_package,
)
from ineqsudoku.judge.package.statement import OwnStatement, is_title
from ineqsudoku.language import LANGUAGES, Message, Text, conjunction, disjunction, enumeration

if TYPE_CHECKING:
    from ineqsudoku.judge.package.drafts import Drafts, Progress
    from ineqsudoku.judge.package.problem import Problem

NAME = "inequalitysudoku"

LICENSES = ("cc by-sa", "cc by", "cc0", "public domain", "educational", "permission", "unknown")
"""The licences that Kattis and the ICPC format know; the first one is the default."""

GENERATED = (2, 500)
"""The least and the greatest number of tests to generate."""

KILLERS = (0, GENERATED[1])
"""The least and the greatest number of killers among them."""

PROGRAMMING_LANGUAGES = {"cpp": "C++", "java": "Java", "py": "Python"}
"""The languages of solutions, by the suffixes of their files."""

TIME_LIMITS = (0.05, 1000.0)
"""The least and the greatest time limit, in seconds."""

TOTAL = 100
"""The sum of the points of all tests, or of all subtasks."""

MEMORY_LIMITS = (8, 65536)
"""The least and the greatest memory limit, in MiB."""

_NAME = re.compile("[a-z0-9]{1,64}")

UNPROVEN_TIME_LIMIT = 2.0
"""The time limit in seconds if none is given and none was measured."""


@dataclass(frozen=True, slots=True)
class PackageOptions:
    """The options of a package.

    At least one of `tests` and `generate` must be given.

    `target`
        The format of the package, one of `TARGETS`.
    `tests`
        A folder or zip file with tests, as for `grade`.
    `generate`
        The number of tests to generate: tests of all levels, and tests on which row-major searches
        are slow.  They follow those of `tests`; without these, the first one is a sample.
    `killers`
        The number of those that are killers.  `None`: a fifth of them, at least one.
    `seed`
        The seed of the generated tests and of the invalid inputs for validators; by default a
        random one, so that no contestant can make the tests.
    `name`
        The name of the problem: 1 to 64 lower-case letters and digits.
    `time_limit`
        The time limit in seconds.  `None`: the limit is measured.
    `time_limits`
        Time limits of some of the `PROGRAMMING_LANGUAGES`, for judges that keep these.
    `memory_limit`
        The memory limit in MiB.
    `has_subtasks`
        Whether tests are grouped; a group gives its points only if all of its tests are accepted.
    `points`
        The points of the groups or, without groups, of the tests that are no samples, in order;
        their sum is 100.  Empty: subtasks.toml or the package shares the points out.
    `languages`
        The languages of the statement, in order.
    `titles`
        The title by language, instead of the one that the statement has.
    `statements`
        The path of a Markdown file by language, which replaces or extends the statement.
    `license`
        One of `LICENSES`.
    `author`
        The author of the problem.
    `source`
        The origin of the problem.
    `unproven`
        Whether to skip running the solutions.
    `testlib`
        The path of a testlib.h to include.

    Raises `ValueError` for options out of range.
    """

    target: str
    tests: str | None = None
    generate: int | None = None
    killers: int | None = None
    seed: int = field(default_factory=new_seed)
    name: str = NAME
    time_limit: float | None = None
    time_limits: Mapping[str, float] = field(default_factory=dict)
    memory_limit: int = 256
    has_subtasks: bool = False
    points: tuple[int, ...] = ()
    languages: tuple[str, ...] = tuple(LANGUAGES)
    titles: Mapping[str, str] = field(default_factory=dict)
    statements: Mapping[str, str] = field(default_factory=dict)
    license: str = LICENSES[0]
    author: str = "the authors of ineqsudoku"
    source: str = "ineqsudoku"
    unproven: bool = False
    testlib: str | None = None

    def __post_init__(self) -> None:
        if problem := self._problem():
            raise ValueError(problem)

    @property
    def is_seeded(self) -> bool:
        """Whether the package depends on the seed."""
        return self.generate is not None or "invalid_inputs" in table(self.target)

    def _problem(self) -> Text:
        """Return why the options make no sense; empty if they do.

        It is a message if users of the command can meet it.
        """
        if self.target not in TARGETS:
            return f"no target {self.target!r}; targets: {', '.join(TARGETS)}"
        if self.tests is None and self.generate is None:
            return "expected tests or a number of tests to generate"
        if self.generate is not None and not GENERATED[0] <= self.generate <= GENERATED[1]:
            return f"expected {_range(GENERATED)} tests to generate, found {self.generate}"
        if self.killers is not None:
            # A sample is none.
            most = (self.generate or 0) - (self.tests is None)
            if not KILLERS[0] <= self.killers <= most:
                return Message(
                    "package.bad-killers",
                    "expected at most {most} killers among the new tests, found {number}",
                    most=most,
                    number=self.killers,
                )
        if not _NAME.fullmatch(self.name):
            return Message(
                "package.bad-name",
                "expected a name of 1-64 small letters and digits, found {name}",
                name=repr(self.name),
            )
        if not self.languages or {*self.languages} - {*LANGUAGES}:
            return f"expected some of the languages {', '.join(LANGUAGES)}"
        if others := {*self.time_limits} - {*PROGRAMMING_LANGUAGES}:
            known = ", ".join(PROGRAMMING_LANGUAGES)
            return f"expected time limits of the languages {known}, found {min(others)!r}"
        for limit in (self.time_limit, *self.time_limits.values()):
            if limit is not None and not TIME_LIMITS[0] <= limit <= TIME_LIMITS[1]:
                return f"expected a time limit of {_range(TIME_LIMITS)} s, found {limit:g}"
        if not MEMORY_LIMITS[0] <= self.memory_limit <= MEMORY_LIMITS[1]:
            its = _range(MEMORY_LIMITS)
            return f"expected a memory limit of {its} MiB, found {self.memory_limit}"
        if self.has_subtasks and not table(self.target).get("has_subtasks"):
            having = enumeration(name for name in TARGETS if table(name).get("has_subtasks"))
            return Message(
                "package.no-subtasks",
                "{target} has no subtasks; targets with subtasks: {targets}",
                target=self.target,
                targets=having,
            )
        if any(points < 0 for points in self.points):
            return f"expected points of at least 0, found {min(self.points)}"
        if self.points and sum(self.points) != TOTAL:
            return Message(
                "package.bad-points",
                "expected points with the sum {total}, found the sum {number}",
                total=TOTAL,
                number=sum(self.points),
            )
        if self.license not in LICENSES:
            return f"no licence {self.license!r}; licences: {', '.join(LICENSES)}"
        for language in (*self.titles, *self.statements):
            if language not in self.languages:
                return Message(
                    "package.no-such-statement",
                    "expected a title or a statement in {languages}, found one in {language}",
                    languages=disjunction(self.languages),
                    language=repr(language),
                )
        titles = (("title", title) for title in self.titles.values())
        for name, text in (*titles, ("author", self.author), ("source", self.source)):
            if not is_title(text):
                return Message(
                    "package.bad-text",
                    "expected 1-200 printable characters as {name}, found {text}",
                    name=name,
                    text=repr(text[:50]),
                )
        return ""


def _range(ends: tuple[float, float]) -> str:
    return f"{ends[0]:g}-{ends[1]:g}"


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
    from ineqsudoku.judge.package.drafts import arrange
    from ineqsudoku.judge.package.limits import excesses, require_limits
    from ineqsudoku.judge.package.problem import Problem, solutions
    from ineqsudoku.judge.package.readme import readme

    require_libraries()
    own = _own_statements(options)
    tests, groups = arrange(_drafts(options, progress), options.points, options.has_subtasks)
    require_limits(options, len(tests), sum(not test.is_sample for test in tests))
    testlib = Path(options.testlib).read_text(encoding="utf-8") if options.testlib else ""
    problem = Problem(
        name=options.name,
        tests=tests,
        groups=groups,
        has_subtasks=options.has_subtasks,
        points=options.points,
        solutions=solutions(),
        languages=options.languages,
        time_limit=options.time_limit or UNPROVEN_TIME_LIMIT,
        time_limits=options.time_limits if has_time_limits(options.target) else {},
        memory_limit=options.memory_limit,
        license=options.license,
        author=options.author,
        source=options.source,
        own=own,
        seed=options.seed,
        testlib=testlib,
    )
    if not options.unproven:
        from ineqsudoku.judge.package.proof import proven

        problem = proven(problem, options.time_limit, progress)
        require_limits(options, len(tests), len(problem.secrets), problem.time_limit)
    warnings = *_left_out(problem), *excesses(options, problem), *_homeless(options)
    problem = replace(problem, readme=readme(options, problem, warnings))
    return Package(problem, render(options.target, problem), warnings)


def _own_statements(options: PackageOptions) -> dict[str, OwnStatement]:
    from ineqsudoku.judge.package.own_words import read_statement

    own = {language: read_statement(path) for language, path in options.statements.items()}
    for language, title in options.titles.items():
        own[language] = replace(own.get(language, OwnStatement()), title=title)
    return own


def _drafts(options: PackageOptions, progress: Progress) -> Drafts:
    """Return the tests from files, followed by new ones.

    Raises `IneqSudokuError` before it makes tests if there are too many, or not as many as points.
    """
    from ineqsudoku.judge.package.drafts import (
        extended,
        given_tests,
        new_tests,
        planned,
        require_points,
    )
    from ineqsudoku.judge.package.limits import require_limits

    given = given_tests(options.tests, progress) if options.tests is not None else None
    if options.generate is None:
        assert given
        return given
    first = given.drafts if given else ()
    subtasks = planned(options.generate, options.killers)
    secrets = [draft.subtask for draft in first if not draft.is_sample]
    secrets += subtasks if given else subtasks[1:]
    require_limits(options, len(first) + options.generate, len(secrets))
    require_points(options.points, options.has_subtasks, secrets)
    others = [draft.puzzle for draft in first]
    new = new_tests(options.generate, options.killers, options.seed, progress, others)
    return extended(given, new) if given else new


def _left_out(problem: Problem) -> list[Message]:
    from ineqsudoku.judge.package.problem import solutions

    kept = {solution.name for solution in problem.solutions}
    return [
        Message(
            "package.left-out",
            "{solution} is left out: it is accepted within {seconds} s, because no test is slow "
            "for a row-major search; `generate --kill rows:300000000` makes such tests",
            solution=solution.name,
            seconds=problem.time_limit_of(solution.language),
        )
        for solution in solutions()
        if solution.name not in kept
    ]


def _homeless(options: PackageOptions) -> list[Message]:
    """Return a warning if the target has no place for some of the options."""
    defaults = {field.name: field.default for field in fields(options)}
    homeless = [
        f"--{name}"
        for name in ("license", "author", "source")
        if getattr(options, name) != defaults[name] and not mentions(options.target, name)
    ]
    if options.time_limits and not has_time_limits(options.target):
        homeless += [f"--time-limit {language}" for language in sorted(options.time_limits)]
    if options.points and not options.has_subtasks and not scores_tests(options.target, True):
        homeless.append("--points")
    warning = Message(
        "package.no-place",
        "{target} has no place for {options}",
        target=options.target,
        options=conjunction(homeless),
    )
    return [warning] if homeless else []
