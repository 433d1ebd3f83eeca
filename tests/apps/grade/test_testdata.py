"""Test cases in folders and zip files, their subtasks and expectations."""

from __future__ import annotations

import gc
import os
import stat
import warnings
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from puzzles import CONTEST, CONTEST_ANSWER, turned

import ineqsudoku as iq
from ineqsudoku.apps.grade import testdata
from ineqsudoku.apps.grade.testdata import Archive
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


@pytest.fixture(params=["folder", "zip"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    """Writes tests into a folder or a zip file."""

    def folder(files: dict[str, str]) -> Path:
        for name, text in files.items():
            path = tmp_path / "tests" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return tmp_path / "tests"

    def archive(files: dict[str, str]) -> Path:
        with zipfile.ZipFile(tmp_path / "tests.zip", "w", zipfile.ZIP_DEFLATED) as file:
            for name, text in files.items():
                file.writestr(name, text)
        return tmp_path / "tests.zip"

    return folder if request.param == "folder" else archive


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
            "expected 0.001 to 1000000000 in 'subtask 1.time_limit', found 0",
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
    with pytest.raises(IneqSudokuError, match=r"more than 5 files|too large"):
        read_tests(str(make(FILES)))


# --- zip files that mean harm --------------------------------------------------------------


def archive(path: Path, *entries: tuple[str | zipfile.ZipInfo, bytes]) -> str:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in entries:
            file.writestr(name, data)
    return str(path)


@pytest.mark.parametrize("name", ["../x.in", "/etc/x.in", "a/../../x.in", "a\\..\\x.in"])
def test_slips_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(IneqSudokuError, match="out of its folder"):
        read_tests(archive(tmp_path / "x.zip", ("a.in", b""), (name, b"")))


def test_links_are_refused(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("a.in")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with pytest.raises(IneqSudokuError, match="has a link"):
        read_tests(archive(tmp_path / "x.zip", (link, b"/etc/shadow")))


def test_bombs_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = archive(tmp_path / "x.zip", ("a.in", bytes(testdata.MAX_BYTES + 1)))
    assert Path(path).stat().st_size < 100_000
    with pytest.raises(IneqSudokuError, match="has more than 16 MiB"):
        _ = read_tests(path).cases[0].input
    monkeypatch.setattr(testdata, "MAX_TOTAL", testdata.MAX_BYTES)
    with pytest.raises(IneqSudokuError, match="is too large for tests"):
        read_tests(path)


def test_a_bomb_that_lies_about_its_size(tmp_path: Path) -> None:
    path = Path(archive(tmp_path / "x.zip", ("a.in", bytes(1_000_000))))
    data = path.read_bytes().replace((1_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    path.write_bytes(data)
    with pytest.raises(IneqSudokuError):
        _ = read_tests(str(path)).cases[0].input


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(IneqSudokuError, match="two files of the same name"):
        read_tests(archive(tmp_path / "x.zip", ("a.in", b"1"), ("a.in", b"2")))


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"x" * 1000])
def test_what_is_no_zip_file_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.zip").write_bytes(data)
    with pytest.raises(IneqSudokuError, match="neither a folder nor a zip file"):
        read_tests(str(tmp_path / "x.zip"))


def test_compression_that_is_all_or_nothing_is_refused(tmp_path: Path) -> None:
    for method in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        with zipfile.ZipFile(tmp_path / "x.zip", "w", method) as file:
            file.writestr("a.in", CONTEST)
        with pytest.raises(IneqSudokuError, match="neither stored nor deflated"):
            read_tests(str(tmp_path / "x.zip"))


def test_an_archive_is_opened_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = archive(tmp_path / "x.zip", *((f"{n}.in", CONTEST.encode()) for n in range(50)))
    opened: list[str] = []
    whole = zipfile.ZipFile

    def noted(file: str) -> zipfile.ZipFile:
        opened.append(file)
        return whole(file)

    monkeypatch.setattr(zipfile, "ZipFile", noted)
    assert len({case.digest for case in read_tests(path).cases}) == 50
    assert opened == [path]


@pytest.mark.parametrize("name", ["\0.in", "a\0.in", ".", "/"])
def test_odd_names_are_an_error(tmp_path: Path, name: str) -> None:
    data = Path(archive(tmp_path / "x.zip", ("q" * len(name), b"1"))).read_bytes()
    (tmp_path / "x.zip").write_bytes(data.replace(b"q" * len(name), name.encode()))
    with pytest.raises(IneqSudokuError):
        read_tests(str(tmp_path / "x.zip"))


@pytest.mark.parametrize("name", ["tests/2.in", "tests/2.out", "tests/subtasks.toml", "x.zip"])
def test_pipes_are_not_waited_for(tmp_path: Path, name: str) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "2.in").write_text(CONTEST)
    (tmp_path / name).unlink(missing_ok=True)
    os.mkfifo(tmp_path / name)

    def read_all() -> None:
        for case in read_tests(str(tmp_path / name.partition("/")[0])).cases:
            _ = case.input, case.answer

    with pytest.raises(IneqSudokuError, match="is not a plain file"):
        read_all()


METHODS = [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]


@given(
    method=st.sampled_from(METHODS),
    slips=st.lists(st.tuples(st.integers(0, 1000), st.integers(0, 255)), min_size=1, max_size=4),
)
@examples(200)
def test_a_damaged_archive_is_refused(
    tmp_path_factory: pytest.TempPathFactory, method: int, slips: list[tuple[int, int]]
) -> None:
    path = tmp_path_factory.mktemp("damaged") / "x.zip"
    with zipfile.ZipFile(path, "w", method) as written:
        written.writestr("a.in", CONTEST)
        written.writestr("a.out", CONTEST_ANSWER)
    data = bytearray(path.read_bytes())
    for place, value in slips:
        data[place % len(data)] = value
    path.write_bytes(data)
    with suppress(IneqSudokuError):
        for case in read_tests(str(path)).cases:
            _ = case.input, case.answer


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


def test_an_archive_in_a_reference_cycle_is_closed(tmp_path: Path) -> None:
    """Python may collect the file before the archive, and warns of a file that is still open."""
    path = tmp_path / "tests.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("1.in", CONTEST)
    archive = Archive(str(path))
    assert archive.names() == ["1.in"]
    cycle: list[object] = [archive]
    cycle.append(cycle)
    stream = archive._archive.fp
    gc.collect()  # Now the file, which is referred to from outside, comes before the archive.
    del archive, cycle, stream
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        gc.collect()
    assert caught == []
