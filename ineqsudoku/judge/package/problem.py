"""The problem in a package: tests with proven answers, limits, solutions and statements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import accumulate, pairwise
from uuid import NAMESPACE_URL, UUID, uuid5

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.judge.package.examples import (
    Example,
    invalid_inputs,
    invalid_outputs,
    valid_outputs,
)
from ineqsudoku.judge.package.solutions import Solution
from ineqsudoku.judge.package.statement import Statement, statement

UNPROVEN = "The solutions in this package were not run, and its time limit was not measured.\n"

TOTAL = 100
"""The sum of the points of all tests, or of all subtasks that have no points of their own."""


class UnprovableError(IneqSudokuError):
    """The solutions cannot be run here: a compiler or the sandbox is missing."""


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
    is_sample: bool = False
    points: int = 0
    group: int = 0

    @property
    def order(self) -> int:
        """The number of the test, from 0."""
        return self.number - 1


@dataclass(frozen=True, slots=True)
class Group:
    """A group of tests with `points`.

    By the rule `min`, a submission that passes all tests gets the points; by the rule `sum`, a test
    gives a share of them.
    """

    number: int
    name: str
    points: int
    tests: tuple[Test, ...]
    rule: str = "min"


@dataclass(frozen=True)
class Problem:
    """Everything that the templates of a target may use.

    `tests`: all tests in order, the samples first.  `groups`: the groups of the other tests.
    `time_limit`: in seconds.  `memory_limit`: in MiB.
    `testlib`: the text of testlib.h if the package shall include it.
    `seed`: the seed of the invalid inputs.
    """

    name: str
    tests: tuple[Test, ...]
    groups: tuple[Group, ...]
    has_subtasks: bool
    solutions: tuple[Solution, ...]
    languages: tuple[str, ...]
    time_limit: float
    memory_limit: int
    license: str
    author: str
    source: str
    seed: int = 0
    testlib: str = ""
    is_proven: bool = False

    @property
    def samples(self) -> list[Test]:
        return [test for test in self.tests if test.is_sample]

    @property
    def secrets(self) -> list[Test]:
        return [test for test in self.tests if not test.is_sample]

    @property
    def subtasks(self) -> list[Group]:
        """The groups if tests are grouped, else empty."""
        return [*self.groups] if self.has_subtasks else []

    @property
    def scored(self) -> list[None]:
        """A list with one element if tests are grouped, for files that are then written once."""
        return [None] if self.has_subtasks else []

    @property
    def scored_groups(self) -> list[Group]:
        """The subtasks, or a single group with the rule `sum`."""
        return self.subtasks or [Group(1, "", TOTAL, tuple(self.secrets), "sum")]

    @property
    def cases(self) -> list[Group]:
        """The subtasks, or a group per test."""
        return self.subtasks or [
            Group(number, "", test.points, (test,)) for number, test in enumerate(self.secrets, 1)
        ]

    @property
    def statements(self) -> list[Statement]:
        limits = self.time_limit, self.memory_limit
        return [statement(language, *limits, self.subtasks) for language in self.languages]

    @property
    def milliseconds(self) -> int:
        return round(1000 * self.time_limit)

    @property
    def whole_seconds(self) -> int:
        return -(-self.milliseconds // 1000)

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

    @property
    def testlibs(self) -> list[str]:
        return [self.testlib] if self.testlib else []

    @property
    def notes(self) -> list[str]:
        """The text of the file `UNPROVEN`, if the package has one."""
        return [] if self.is_proven else [UNPROVEN]

    def picture(self, kind: str = "svg") -> bytes:
        """Return a picture of the first sample and its solution, as `svg` or `png`.

        Raises `IneqSudokuError` if a library for PNG is not installed.
        """
        from ineqsudoku.formats.reading import read
        from ineqsudoku.pictures.model import Picture

        puzzle = read(self.tests[0].input)
        digits = "".join(self.tests[0].answer.split())
        both = Picture(puzzle), Picture(puzzle, digits)
        if kind == "svg":
            from ineqsudoku.pictures.svg import draw_svg

            return draw_svg(*both).encode("utf-8")
        from ineqsudoku.pictures.png import draw_png

        return draw_png(*both, scale=2.0)


def shares(weights: Sequence[float], total: int = TOTAL) -> list[int]:
    """Return integers with the sum `total` that are as nearly proportional to the weights as
    possible."""
    ends = list(accumulate(weights, initial=0.0))
    rounded = [round(total * end / ends[-1]) for end in ends]
    return [end - start for start, end in pairwise(rounded)]
