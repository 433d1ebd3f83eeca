"""The problem in a package: tests with proven answers, limits, solutions and statements."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from importlib.resources import files
from itertools import product
from typing import NamedTuple
from uuid import NAMESPACE_URL, UUID, uuid5

from ineqsudoku.apps.package.drafts import TOTAL, ScoredGroup, Test
from ineqsudoku.apps.package.examples import (
    Example,
    invalid_inputs,
    invalid_outputs,
    valid_outputs,
)
from ineqsudoku.apps.package.statement import ProblemStatement, resources, statement
from ineqsudoku.apps.pictures.model import Picture
from ineqsudoku.apps.pictures.png import draw_png
from ineqsudoku.apps.pictures.svg import draw_svg
from ineqsudoku.checker import Verdict
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.formats import read
from ineqsudoku.messages import Message, use_language

_BETWEEN_AUTHORS = re.compile(r"\s*(?:,|&|\sand\s)\s*")


class UnprovableError(IneqSudokuError):
    """The solutions cannot be run here: a compiler or the sandbox is missing."""


class Shown(NamedTuple):
    """A sample in a statement, for judges that keep samples with each statement."""

    statement: ProblemStatement
    test: Test


@dataclass(frozen=True)
class Problem:
    """Everything that the templates of a target may use.

    `tests`: all tests in order, the samples first.  `groups`: the groups of the other tests.
    `points`: those that the setter gave to groups or tests, if any.
    `time_limit`: in seconds.  `time_limits`: those of languages that have other ones.
    `memory_limit`: in MiB.
    `titles`: those of the setter, by language.
    `seed`: the seed of the invalid inputs.
    """

    name: str
    tests: tuple[Test, ...]
    groups: tuple[ScoredGroup, ...]
    has_subtasks: bool
    solutions: tuple[Solution, ...]
    languages: tuple[str, ...]
    time_limit: float
    time_limits: Mapping[str, float]
    memory_limit: int
    license: str
    author: str
    titles: Mapping[str, str]
    seed: int
    points: tuple[int, ...]
    is_proven: bool = False

    @property
    def authors(self) -> list[str]:
        """The names of the authors, one by one.

        A name must not contain a separator of names: judges warn of that.
        """
        return [name for name in _BETWEEN_AUTHORS.split(self.author.strip()) if name]

    @property
    def samples(self) -> list[Test]:
        return [test for test in self.tests if test.is_sample]

    @property
    def secrets(self) -> list[Test]:
        return [test for test in self.tests if not test.is_sample]

    @property
    def subtasks(self) -> list[ScoredGroup]:
        """The groups if tests are grouped, else empty."""
        return [*self.groups] if self.has_subtasks else []

    def subtask(self, number: int) -> str:
        """Return a name for the folder of a group; names are in the order of the groups."""
        return f"subtask{number:0{len(str(len(self.groups)))}}"

    @property
    def scored_groups(self) -> list[ScoredGroup]:
        """The subtasks, or a group per test with points, or a single group with the rule `sum`."""
        if self.subtasks or self.points:
            return self.cases
        return [ScoredGroup(1, "", TOTAL, tuple(self.secrets), "sum")]

    @property
    def cases(self) -> list[ScoredGroup]:
        """The subtasks, or a group per test."""
        return self.subtasks or [
            ScoredGroup(number, "", test.points, (test,))
            for number, test in enumerate(self.secrets, 1)
        ]

    @property
    def statements(self) -> list[ProblemStatement]:
        return [
            statement(language, self.resources, self.subtasks, self.titles.get(language, ""))
            for language in self.languages
        ]

    @property
    def resources(self) -> list[Message]:
        """The limits in sentences."""
        return resources(self.time_limit, self.memory_limit, self.time_limits)

    def time_limit_of(self, language: str) -> float:
        """Return the time limit of a language, `cpp`, `java` or `py`."""
        return self.time_limits.get(language, self.time_limit)

    @property
    def shown(self) -> list[Shown]:
        """Each sample in each statement."""
        return [Shown(*pair) for pair in product(self.statements, self.samples)]

    @property
    def milliseconds(self) -> int:
        return round(1000 * self.time_limit)

    @property
    def uuid(self) -> UUID:
        """A UUID that depends only on the name and the tests."""
        texts = [(test.input, test.answer) for test in self.tests]
        value = sha256(repr((self.name, texts)).encode()).hexdigest()
        return uuid5(NAMESPACE_URL, f"ineqsudoku:{value}")

    @cached_property
    def invalid_inputs(self) -> list[Example]:
        """Inputs for input validators to refuse: not official, or not exactly one solution."""
        return invalid_inputs(self.tests[0].input, self.seed)

    @cached_property
    def invalid_outputs(self) -> list[Example]:
        """Outputs for output validators to refuse: wrong answers to the first test."""
        return invalid_outputs(self.tests[0].input, self.tests[0].answer)

    @cached_property
    def valid_outputs(self) -> list[Example]:
        """Outputs for output validators to accept: right answers with other whitespace."""
        return valid_outputs(self.tests[0].input, self.tests[0].answer)

    @property
    def checked(self) -> list[Example]:
        """Outputs with their verdicts, for testing checkers."""
        both = [*self.valid_outputs, *self.invalid_outputs]
        return [replace(example, number=number) for number, example in enumerate(both, 1)]

    def picture(self, kind: str = "svg") -> bytes:
        """Return a picture of the first sample and its solution, as `svg` or `png`.

        Its title is in the first language of the statement.  Raises `IneqSudokuError` if a library
        for PNG is not installed.
        """
        puzzle = read(self.tests[0].input)
        digits = "".join(self.tests[0].answer.split())
        both = Picture(puzzle), Picture(puzzle, digits)
        if kind == "svg":
            with use_language(self.languages[0]):
                return draw_svg(*both).encode("utf-8")
        return draw_png(*both, scale=2.0)


_FILES = files("ineqsudoku.apps.package")


@dataclass(frozen=True, slots=True)
class Solution:
    """A program in one file.

    `name`: the name of the file.
    `verdict`: the verdict that it must get on the tests of a package.
    `source`: its source code.
    `needs_slow_tests`: whether it is accepted if no test is a killer of row-major searches.
    `earns_points`: whether it passes a subtask although it is not accepted.
    """

    name: str
    verdict: Verdict
    source: str
    needs_slow_tests: bool = False
    earns_points: bool = False

    @property
    def language(self) -> str:
        """The suffix of the file: `cpp` or `py`."""
        return self.name.rpartition(".")[2]

    @property
    def folder(self) -> str:
        """The folder of Kattis for solutions with this verdict."""
        return "partially_accepted" if self.earns_points else _FOLDERS[self.verdict]

    @property
    def is_slow_but_earns(self) -> bool:
        """Whether the solution exceeds the time limit but passes a subtask.

        Kattis would derive its own time limit from such a solution.
        """
        return self.earns_points and self.verdict is Verdict.TLE

    @property
    def is_accepted(self) -> bool:
        return self.verdict is Verdict.AC


_FOLDERS = {
    Verdict.AC: "accepted",
    Verdict.WA: "wrong_answer",
    Verdict.TLE: "time_limit_exceeded",
    Verdict.RE: "run_time_error",
}


def solutions() -> tuple[Solution, ...]:
    """Return all solutions in the order of solutions.toml."""
    table = tomllib.loads((_FILES / "solutions.toml").read_text(encoding="ascii"))
    return tuple(
        Solution(
            row["name"],
            Verdict(row["verdict"]),
            _source(row.get("source", row["name"]), row.get("mistake", [])),
            row.get("needs_slow_tests", False),
        )
        for row in table["solution"]
    )


def _source(name: str, mistake: list[tuple[str, str]]) -> str:
    """Return a source with mistakes built in, as pairs of right and wrong text.

    Raises `ValueError` for a mistake that does not fit the source.
    """
    source = (_FILES / "solutions" / name).read_text(encoding="ascii")
    for right, wrong in mistake:
        if right not in source:
            raise ValueError(f"{name} has no {right!r}")
        source = source.replace(right, wrong)
    return source
