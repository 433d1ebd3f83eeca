"""The problem that a package holds: tests with proven answers, limits, solutions, statements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from uuid import NAMESPACE_URL, UUID, uuid5

from ineqsudoku.errors import IneqSudokuError, PuzzleSyntaxError
from ineqsudoku.formats import contest, entries
from ineqsudoku.formats.document import Document
from ineqsudoku.judge import testdata
from ineqsudoku.judge.expectations import expectation_of
from ineqsudoku.judge.package.solutions import Solution
from ineqsudoku.judge.package.statement import Statement
from ineqsudoku.names import shown
from ineqsudoku.puzzle import Puzzle

SAMPLES = "sample"
"""The folder of tests that contestants see."""


@dataclass(frozen=True, slots=True)
class Test:
    """A test: its `name` in a package, the official text of a puzzle and its only solution."""

    number: int
    name: str
    input: str
    answer: str
    is_sample: bool


@dataclass(frozen=True, slots=True)
class Example:
    """A file that a validator has to accept or to refuse; `input` is that of the test that an
    output is for."""

    name: str
    input: str
    output: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """All that the templates of a target may use.  `time_limit` is in seconds, `memory_limit` in
    MiB; `testlib` is the text of testlib.h where it is to be shipped."""

    name: str
    tests: tuple[Test, ...]
    solutions: tuple[Solution, ...]
    statements: tuple[Statement, ...]
    time_limit: float
    memory_limit: int
    is_proven: bool = False
    testlib: str = ""

    @property
    def samples(self) -> list[Test]:
        return [test for test in self.tests if test.is_sample]

    @property
    def secrets(self) -> list[Test]:
        return [test for test in self.tests if not test.is_sample]

    @property
    def milliseconds(self) -> int:
        return round(1000 * self.time_limit)

    @property
    def whole_seconds(self) -> int:
        return -(-self.milliseconds // 1000)

    @property
    def uuid(self) -> UUID:
        """The same for the same name and tests."""
        value = sha256(repr((self.name, self.tests)).encode()).hexdigest()
        return uuid5(NAMESPACE_URL, f"ineqsudoku:{value}")

    @property
    def invalid_inputs(self) -> list[Example]:
        """For validators of input: not official, or not one solution."""
        text = self.tests[0].input
        lines = text.splitlines(keepends=True)
        found = {
            "empty": "",
            "short": "".join(lines[:-1]),
            "no_line_feed": text[:-1],
            "more_lines": text + lines[0],
            "blank_at_end": text[:-1] + " \n",
            "other_sign": text.replace("v", "V", 1),
            "signs_of_columns": text.replace(">", "v", 1).replace("<", "^", 1),
            "cycle": "".join(_with_cycle(lines)),
        }
        return [Example(name, data) for name, data in found.items()]

    @property
    def invalid_outputs(self) -> list[Example]:
        """For validators of output: wrong answers to the first test."""
        test = self.tests[0]
        digits = test.answer.split()
        rows = test.answer.splitlines(keepends=True)
        found = {
            "empty": "",
            "short": " ".join(digits[:-1]) + "\n",
            "long": test.answer + "1\n",
            "zero": test.answer.replace("1", "0"),
            "no_blanks": test.answer.replace(" ", ""),
            "rows_exchanged": "".join([rows[1], rows[0], *rows[2:]]),
            "complement": test.answer.translate(str.maketrans("123456789", "987654321")),
            "row_repeated": "".join([rows[0], rows[0], *rows[2:]]),
        }
        return [Example(name, test.input, data) for name, data in found.items()]

    @property
    def valid_outputs(self) -> list[Example]:
        """For validators of output: right answers in other layouts."""
        test = self.tests[0]
        found = {
            "a_digit_a_line": test.answer.replace(" ", "\n"),
            "one_line": test.answer.replace("\n", " "),
            "many_blanks": "\n" + test.answer.replace(" ", " \t ").replace("\n", "\n\n"),
        }
        return [Example(name, test.input, data) for name, data in found.items()]


def _with_cycle(lines: list[str]) -> Iterator[str]:
    """The signs of the first four cells of a puzzle in a circle."""
    signs = {0: (">", 0), 1: ("^", 0), 2: ("<", 0)}
    for number, line in enumerate(lines):
        if number in signs:
            sign, place = signs[number]
            line = line[:place] + sign + line[place + 1 :]
        if number == 1:
            line = line[:2] + "v" + line[3:]
        yield line


def tests_in(path: str) -> tuple[Test, ...]:
    """Returns the tests of a folder or zip file, samples first: those in `sample/`, else one.

    Every input is written as official text and solved.  Raises `IneqSudokuError` for an input
    that is not one full puzzle with exactly one solution, for two inputs with the same puzzle and
    for a wrong answer file.
    """
    found = testdata.tests(path).cases
    samples = [case for case in found if case.name.split("/")[0] == SAMPLES] or [found[0]]
    in_order = [*samples, *(case for case in found if case not in samples)]
    width = len(str(len(in_order)))
    names: dict[str, str] = {}
    tests = []
    for number, case in enumerate(in_order, 1):
        test = _test(case, number, f"{number:0{width}}", case in samples)
        if (other := names.setdefault(test.input, case.name)) != case.name:
            raise IneqSudokuError(f"{shown(case.name)}.in has the same puzzle as {shown(other)}.in")
        tests.append(test)
    return tuple(tests)


def _test(case: testdata.Case, number: int, name: str, is_sample: bool) -> Test:
    from ineqsudoku.search import solve

    where = shown(case.name + testdata.INPUT)
    expected = expectation_of(case)
    if expected.fault:
        raise IneqSudokuError(f"{where}: {expected.fault}")
    puzzle = _only_puzzle(case, where)
    result = solve(puzzle, limit=2)
    if result.status != "unique":
        found = {"none": "no solution", "multiple": "several solutions"}.get(result.status, "")
        raise IneqSudokuError(f"{where}: expected one solution, found {found or result.status}")
    return Test(number, name, f"{contest.write(puzzle)}\n", f"{result.solutions[0]}\n", is_sample)


def _only_puzzle(case: testdata.Case, where: str) -> Puzzle:
    try:
        found = entries(Document.read(case.input, where))
    except PuzzleSyntaxError as error:
        raise IneqSudokuError(str(error)) from None
    puzzle = found[0].puzzle
    if len(found) > 1:
        raise IneqSudokuError(f"{where}: expected one puzzle, found {len(found)}")
    if not puzzle.is_full or puzzle.has_givens or puzzle != Puzzle(puzzle.signs):
        raise IneqSudokuError(f"{where}: expected a 9×9 puzzle with all 108 signs and no givens")
    return puzzle
