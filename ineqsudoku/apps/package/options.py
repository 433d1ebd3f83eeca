"""`PackageOptions`: the wishes of a setter for a package; and the targets to choose from."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from ineqsudoku.apps.generate.randomness import new_seed
from ineqsudoku.messages import LANGUAGES, Message, Text, disjunction, enumeration

NAME = "inequalitysudoku"

LICENSES = ("cc by-sa", "cc by", "cc0", "public domain", "educational", "permission", "unknown")
"""The licences that Kattis and the ICPC format know; the first one is the default."""

GENERATED = (2, 500)
"""The least and the greatest number of tests to generate."""

KILLERS = (0, GENERATED[1])
"""The least and the greatest number of killers among them."""

PROGRAMMING_LANGUAGES = {"cpp": "C++", "java": "Java", "py": "Python"}
"""The languages that may have time limits of their own, by the suffixes of their files."""

TIME_LIMITS = (0.05, 1000.0)
"""The least and the greatest time limit, in seconds."""

MEMORY_LIMITS = (8, 65536)
"""The least and the greatest memory limit, in MiB."""

_NAME = re.compile("[a-z0-9]{1,64}")

TARGETS_FOLDER = files("ineqsudoku.apps.package") / "targets"

TARGETS = tuple(
    sorted(
        file.name.removesuffix(".toml")
        for file in TARGETS_FOLDER.iterdir()
        if file.name.endswith(".toml")
    )
)


@cache
def table(target: str) -> Mapping[str, Any]:
    """Return the table of a target, `targets/TARGET.toml`.

    A section is named after a list of the problem, see `_VARIABLES` in files.py.  Its lines
    `"PATH" = "TEXT"` are templates for one file per element of the list.  Files of the section
    `files` are written once; those of `pictures` are `svg` or `png`.  A file without a path is not
    written.

    `has_subtasks`: whether the target has groups of tests with points.
    `has_name`: whether the target names a problem by its folder.
    `archives`: folders that become zip files.
    `limits`: what the judge takes at most, and the setting of the judge that raises it, if any.
    """
    return tomllib.loads(_text(target))


def mentions(target: str, field: str) -> bool:
    """Whether the files of a target have a place for a field of the problem, such as `author`."""
    return f"problem.{field}" in _text(target)


def scores_tests(target: str) -> bool:
    """Whether the files of a target can give points to single tests."""
    return mentions(target, "scored_groups") or mentions(target, "cases")


def has_time_limits(target: str) -> bool:
    """Whether the judge of a target can have time limits of programming languages."""
    return mentions(target, "time_limit_of")


def _text(target: str) -> str:
    return (TARGETS_FOLDER / f"{target}.toml").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class PackageOptions:
    """The options of a package.

    At least one of `tests` and `generate` must be given.

    `target`
        The format of the package, one of `TARGETS`.
    `tests`
        A folder with tests, as for `grade`.
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
        The title by language, instead of the usual one.
    `license`
        One of `LICENSES`.
    `author`
        The author of the problem.
    `unproven`
        Whether to skip running the solutions.

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
    license: str = LICENSES[0]
    author: str = "the authors of ineqsudoku"
    unproven: bool = False

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
                    "expected at most {n} killer among the new tests, found {number}",
                    "expected at most {n} killers among the new tests, found {number}",
                    n=most,
                    number=self.killers,
                )
        if not _NAME.fullmatch(self.name):
            return Message(
                "package.bad-name",
                "expected a name of 1-64 lower-case letters and digits, found {name}",
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
        if self.points and sum(self.points) != 100:
            return Message(
                "package.bad-points",
                "expected points with the sum 100, found the sum {number}",
                number=sum(self.points),
            )
        if self.license not in LICENSES:
            return f"no licence {self.license!r}; licences: {', '.join(LICENSES)}"
        if others := {*self.titles} - {*self.languages}:
            return Message(
                "package.no-such-statement",
                "expected --title in {languages}, as in --statement-language, found --title in "
                "{language}",
                languages=disjunction(self.languages),
                language=min(others),
            )
        titles = (("title", title) for title in self.titles.values())
        for name, text in (*titles, ("author", self.author)):
            if not is_title(text):
                return Message(
                    "package.bad-text",
                    "expected 1-200 printable characters as {name}, found {text}",
                    name=name,
                    text=repr(text[:50]),
                )
        return ""


def is_title(text: str) -> bool:
    """Whether a text is fit for a title or an author."""
    return bool(text.strip()) and text.isprintable() and len(text) <= 200


def _range(ends: tuple[float, float]) -> str:
    return f"{ends[0]:g}-{ends[1]:g}"
