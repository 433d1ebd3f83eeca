"""Test cases in folders, their subtasks and expectations."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from puzzles import CONTEST, CONTEST_ANSWER, turned

import ineqsudoku as iq
from ineqsudoku.apps.grade import testdata
from ineqsudoku.apps.grade.testdata import tests as read_tests
from ineqsudoku.checker import ACCEPTED
from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.formats import contest

PUZZLE = iq.read(CONTEST)
NONE = contest.write(turned(PUZZLE, PUZZLE.relations[0]))
FILES = {
    "10.in": CONTEST,
    "2.in": CONTEST,
    "2.out": CONTEST_ANSWER,
    "hard/1.in": CONTEST,
    "hard/1.ans": CONTEST_ANSWER,
    "notes.txt": "",
}

Make = Callable[[dict[str, str]], Path]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Writes tests into a folder."""

    def folder(files: dict[str, str]) -> Path:
        for name, text in files.items():
            path = tmp_path / "tests" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return tmp_path / "tests"

    return folder


def test_cases_come_in_natural_order_with_their_answers(make: Make) -> None:
    tests = read_tests(str(make(FILES)))
    assert [case.name for case in tests.cases] == ["2", "10", "hard/1"]
    assert [case.answer_name for case in tests.cases] == ["2.out", "", "hard/1.ans"]
    assert [case.subtask for case in tests.cases] == ["", "", "hard"]
    assert [subtask.name for subtask in tests.subtasks] == ["", "hard"]
    assert tests.cases[0].input == CONTEST.encode()
    assert tests.cases[1].answer is None


def test_a_table_makes_subtasks(make: Make) -> None:
    table = """
        [[subtask]]
        name = "all the rest"
        tests = ["hard/*"]
        points = 70
        time_limit = 0.5
        memory_limit = 64
        [[subtask]]
        name = "easy"
        tests = ["2", "1?"]
        points = 30.5
    """
    tests = read_tests(str(make({**FILES, "subtasks.toml": table})))
    assert [case.subtask for case in tests.cases] == ["all the rest", "easy", "easy"]
    first = tests.subtask(tests.cases[0])
    assert (first.points, first.time_limit, first.memory_limit) == (70, 0.5, 64)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("[[subtask", "subtasks.toml"),
        ("x = 1", "[[subtask]] and nothing else"),
        ("subtask = []", "[[subtask]] and nothing else"),
        ('[[subtask]]\nname = "a"', "subtasks.toml: the field 'subtask 1.tests' is missing"),
        (
            '[[subtask]]\nname = "a"\ntests = ["*"]\npoints = -1',
            "expected 0 to 1000000000 in 'subtask 1.points', found -1",
        ),
        (
            '[[subtask]]\nname = "a"\ntests = ["*"]\ntime_limit = 0',
            "expected 0.05 to 1000000 in 'subtask 1.time_limit', found 0",
        ),
        (
            '[[subtask]]\nname = "a"\ntests = ["*"]\nmemory_limit = 7',
            "expected 8 to 1000000000 in 'subtask 1.memory_limit', found 7",
        ),
        ('[[subtask]]\nname = "a"\ntests = ["*"]\npoints = nan', "found NaN"),
        pytest.param("x = " + "[" * 5000 + "]" * 5000, "nested too deeply", id="deep"),
        ('[[subtask]]\nname = "a"\ntests = ["2"]', "the test 10 is in no subtask"),
        ('[[subtask]]\nname = "a"\ntests = ["*"]\n' * 2, "two subtasks have the same name"),
    ],
)
@pytest.mark.usefixtures("uncollected")
def test_a_faulty_table_is_reported(make: Make, table: str, message: str) -> None:
    with pytest.raises(IneqSudokuError) as error:
        read_tests(str(make({**FILES, "subtasks.toml": table})))
    assert message in str(error.value)


def test_no_tests_are_an_error(make: Make) -> None:
    with pytest.raises(IneqSudokuError, match=r"no \*\.in in "):
        read_tests(str(make({"a.out": ""})))


def test_files_too_long_are_refused(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testdata, "MAX_BYTES", 100)
    tests = read_tests(str(make(FILES)))
    with pytest.raises(IneqSudokuError, match="has more than"):
        _ = tests.cases[0].input


def test_too_many_files_are_refused(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testdata, "MAX_FILES", 5)
    with pytest.raises(IneqSudokuError, match="more than 5 files"):
        read_tests(str(make(FILES)))


@pytest.mark.parametrize("name", ["tests/2.in", "tests/2.out", "tests/subtasks.toml"])
def test_pipes_are_not_waited_for(tmp_path: Path, name: str) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "2.in").write_text(CONTEST)
    (tmp_path / name).unlink(missing_ok=True)
    os.mkfifo(tmp_path / name)

    def read_all() -> None:
        for case in read_tests(str(tmp_path / "tests")).cases:
            _ = case.input, case.answer

    with pytest.raises(IneqSudokuError, match="is not a plain file"):
        read_all()


# --- what a test asks for ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "output", "verdict"),
    [
        ({"a.in": CONTEST}, CONTEST_ANSWER, "AC"),
        ({"a.in": CONTEST, "a.out": CONTEST_ANSWER}, CONTEST_ANSWER, "AC"),
        ({"a.in": CONTEST}, CONTEST_ANSWER.replace("5", "4"), "WA"),
        ({"a.in": CONTEST}, "", "PE"),
        ({"a.in": CONTEST}, "\0\udcff" * 1000, "PE"),
        ({"a.in": CONTEST + CONTEST}, CONTEST_ANSWER * 2, "AC"),
        ({"a.in": CONTEST + CONTEST}, CONTEST_ANSWER, "PE"),
        ({"a.in": "rubbish"}, CONTEST_ANSWER, "JE"),
        ({"a.in": ""}, CONTEST_ANSWER, "JE"),
        ({"a.in": CONTEST, "a.out": "rubbish"}, CONTEST_ANSWER, "JE"),
        ({"a.in": CONTEST, "a.ans": CONTEST_ANSWER.replace("5", "4")}, CONTEST_ANSWER, "JE"),
        ({"a.in": NONE}, "NO", "JE"),
        ({"a.in": NONE, "a.out": "\n"}, "", "JE"),
        ({"a.in": NONE, "a.out": "no solution\n"}, "no  solution", "AC"),
        ({"a.in": NONE, "a.out": "no solution\n"}, CONTEST_ANSWER, "WA"),
    ],
)
def test_outputs_get_their_verdicts(
    make: Make, files: dict[str, str], output: str, verdict: str
) -> None:
    (case,) = read_tests(str(make(files))).cases
    judgement = case.expectation().judge(output)
    assert judgement.verdict == verdict
    assert (judgement.message == ACCEPTED) == (verdict == "AC")


def test_any_right_grid_is_accepted_whatever_the_answer_file_has(make: Make) -> None:
    free = contest.write(iq.Puzzle.from_relations(PUZZLE.relations[24:]))
    first, second = iq.solve(iq.read(free)).solutions
    (case,) = read_tests(str(make({"a.in": free, "a.out": str(first)}))).cases
    assert case.expectation().judge(str(second)).verdict == "AC"
