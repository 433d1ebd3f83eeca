"""Test cases: `NAME.in` with `NAME.out` or `NAME.ans` beside it, in a folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import partial
from hashlib import sha256
from pathlib import PurePath

from ineqsudoku.apps.generate import testset
from ineqsudoku.apps.names import AT_FILE, message_of, quote
from ineqsudoku.apps.sandbox.files import FileId, file_id, natural, plain_file
from ineqsudoku.apps.sandbox.tables import MISSING, TableError, fields, read_toml, require_range
from ineqsudoku.checker import Expectation, expectation, is_solvable
from ineqsudoku.errors import IneqSudokuError, PuzzleSyntaxError
from ineqsudoku.formats import parse, whole_text, write
from ineqsudoku.messages import Message, Text, disjunction

MAX_BYTES = 16 * 1024 * 1024
"""Size limit of one file, the same as for files of puzzles."""

MAX_FILES = 20_000
MAX_NUMBER = 10**9
"""The largest number in the table of subtasks."""

TIME_LIMITS, LEAST_MEMORY = (0.05, 1_000_000), 8
"""The least and the greatest time limit in seconds, and the least memory limit in MiB."""

INPUT, ANSWERS, SUBTASKS = ".in", (".out", ".ans"), "subtasks.toml"


@dataclass(frozen=True, slots=True)
class Case:
    """A test.

    `name` is the path of its input file without the suffix, e.g. `hard/03`.  `read` returns the
    content of a file by its path.  `answer_name` is the path of the answer file, or empty if there
    is none.  `nodes` are those of the targets of killers, if they are known.
    """

    name: str
    subtask: str
    read: Callable[[str], bytes] = field(repr=False)
    answer_name: str = ""
    nodes: Mapping[str, int] = field(default_factory=dict, repr=False)

    @property
    def input(self) -> bytes:
        return self.read(self.name + INPUT)

    @property
    def answer(self) -> bytes | None:
        return self.read(self.answer_name) if self.answer_name else None

    def expectation(self) -> Expectation:
        """Return the expected output.  A wrong test has a `fault`, and every run on it is JE."""
        try:
            parsed = parse(whole_text(self.input, quote(self.name + INPUT)))
            puzzles = parsed.entries()
            answer = self.answer or b""
        except PuzzleSyntaxError as error:
            place = f"{error.file}:{error.line}:{error.column}"
            return _at_fault(AT_FILE.fill(file=place, reason=error.faults[0].statement))
        except (IneqSudokuError, OSError) as error:
            return _at_fault(message_of(error))
        expected = expectation(puzzles, answer)
        if expected.fault:
            return _at_fault(expected.fault)
        if not answer.strip() and not is_solvable(expected):
            return _at_fault(
                Message(
                    "tests.no-answer",
                    "the puzzle has no solution, and there is no file {suffixes}; see "
                    "`ineqsudoku validate FILE`",
                    suffixes=disjunction(ANSWERS),
                )
            )
        return replace(expected, warnings=parsed.warnings)

    @property
    def digest(self) -> str:
        """A hash of everything that decides a verdict on this test, except the limits."""
        value = sha256(repr(self.name).encode(errors="surrogateescape"))
        for data in (self.input, self.answer or b""):
            value.update(b"%d:" % len(data) + data)
        return value.hexdigest()


def _at_fault(why: Text) -> Expectation:
    fault = Message("tests.at-fault", "the test is at fault: {reason}", reason=why)
    return Expectation(fault=fault)


@dataclass(frozen=True, slots=True)
class Subtask:
    """A group of tests.  A submission that passes all of them gets the `points`.

    A limit that is `None` is that of the whole grade.
    """

    name: str
    tests: tuple[str, ...] = ()
    points: float = 0.0
    time_limit: float | None = None
    memory_limit: int | None = None


@dataclass(frozen=True, slots=True)
class Tests:
    """All tests in order, and their subtasks.  Tests outside any folder form a subtask whose name
    is empty.
    """

    cases: tuple[Case, ...]
    subtasks: tuple[Subtask, ...]

    @property
    def have_points(self) -> bool:
        """Whether any subtask has points."""
        return any(subtask.points for subtask in self.subtasks)

    def subtask(self, case: Case) -> Subtask:
        return next(subtask for subtask in self.subtasks if subtask.name == case.subtask)


def tests(path: str) -> Tests:
    """Read the tests in a folder.

    A file `subtasks.toml` defines the subtasks.  Without it, every folder is a subtask.  Raises
    `OSError`, and `IneqSudokuError` if there are no valid tests.
    """
    names = _names(path)
    read = partial(_read, path)
    known = set(names)
    cases = []
    for name in names:
        if name.endswith(INPUT):
            stem = name.removesuffix(INPUT)
            answers = [stem + suffix for suffix in ANSWERS if stem + suffix in known]
            folder = stem.rpartition("/")[0]
            cases.append(Case(stem, folder, read, answers[0] if answers else ""))
    if not cases:
        raise IneqSudokuError(
            Message("tests.none", "no {files} in {folder}", files=f"*{INPUT}", folder=quote(path))
        )
    cases.sort(key=lambda case: natural(case.name))
    if SUBTASKS in known:
        table = read_toml(read(SUBTASKS), SUBTASKS, _subtasks)
        return _by_table(cases, table)
    return _by_folder(cases)


def shipped_tests() -> Tests:
    """Return the test set that ships with the package."""
    contents: dict[str, bytes] = {}
    cases = []
    for test in testset.shipped_tests():
        answer_name = test.name + ANSWERS[0]
        contents[test.name + INPUT] = write(test.puzzle, "contest").encode("ascii")
        contents[answer_name] = f"{test.solution}\n".encode("ascii")
        folder = test.name.rpartition("/")[0]
        cases.append(Case(test.name, folder, contents.__getitem__, answer_name, test.nodes))
    return _by_folder(cases)


def _by_folder(cases: list[Case]) -> Tests:
    """Return the tests; every folder is a subtask."""
    names = dict.fromkeys(case.subtask for case in cases)
    return Tests(tuple(cases), tuple(Subtask(name) for name in names))


def files_of_tests(path: str) -> frozenset[FileId]:
    """Return all files in a folder of tests, whatever they are called.

    Raises `OSError`, and `IneqSudokuError` if there are too many.
    """
    paths = (os.path.join(path, name) for name in _names(path))
    return frozenset(file_id(os.stat(one)) for one in paths if os.path.exists(one))


def _names(path: str) -> list[str]:
    """Return the relative paths of all files in a folder, separated by `/`."""
    paths: list[str] = []
    for parent, folders, files in os.walk(path, onerror=_raise):
        folders.sort()
        below = os.path.relpath(parent, path)
        paths += [PurePath(below, name).as_posix() for name in files]
        if len(paths) > MAX_FILES:
            raise IneqSudokuError(
                Message(
                    "tests.many-files",
                    "more than {number} files in {folder}",
                    number=MAX_FILES,
                    folder=quote(path),
                )
            )
    return sorted(paths)


def _read(path: str, name: str) -> bytes:
    """Read a file of a folder.  Raises `OSError`, and `IneqSudokuError` if it is too long."""
    with plain_file(os.path.join(path, name)) as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise IneqSudokuError(
            Message(
                "tests.large-file",
                "{file} has more than {mib} MiB",
                file=quote(name),
                mib=MAX_BYTES // 1024**2,
            )
        )
    return data


def _raise(error: OSError) -> None:
    raise error


def _subtasks(table: Mapping[str, object]) -> tuple[Subtask, ...]:
    entries = table.get("subtask")
    if table.keys() - {"subtask"} or not isinstance(entries, list) or not entries:
        raise TableError(
            Message("tests.no-subtasks", "expected tables [[subtask]] and nothing else")
        )
    subtasks = []
    for place, entry in enumerate(entries, 1):
        where = f"subtask {place}"
        subtask = Subtask(**fields(entry, where, _KINDS, ("name", "tests")))
        if not subtask.tests:
            raise TableError(MISSING.fill(field=f"{where}.tests"))
        require_range(subtask.points, 0, MAX_NUMBER, f"{where}.points")
        require_range(subtask.time_limit, *TIME_LIMITS, f"{where}.time_limit")
        require_range(subtask.memory_limit, LEAST_MEMORY, MAX_NUMBER, f"{where}.memory_limit")
        subtasks.append(subtask)
    return tuple(subtasks)


_KINDS = {"name": str, "tests": tuple, "points": float, "time_limit": float, "memory_limit": int}
"""The kinds of the fields of a subtask."""


def _by_table(cases: list[Case], subtasks: tuple[Subtask, ...]) -> Tests:
    """Assign tests to the first subtask with a pattern that matches their names."""
    if len({subtask.name for subtask in subtasks}) < len(subtasks):
        raise IneqSudokuError(
            Message(
                "tests.equal-subtasks", "{file}: two subtasks have the same name", file=SUBTASKS
            )
        )
    placed: list[Case] = []
    for case in cases:
        for subtask in subtasks:
            if any(fnmatchcase(case.name, pattern) for pattern in subtask.tests):
                placed.append(replace(case, subtask=subtask.name))
                break
        else:
            raise IneqSudokuError(
                Message(
                    "tests.no-subtask",
                    "{file}: the test {test} is in no subtask",
                    file=SUBTASKS,
                    test=quote(case.name),
                )
            )
    order = [subtask.name for subtask in subtasks]
    placed.sort(key=lambda case: order.index(case.subtask))
    return Tests(tuple(placed), subtasks)
