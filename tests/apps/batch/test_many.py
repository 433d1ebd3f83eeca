"""Many puzzles from Python: files of any size, all cores, and forms for other programs."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar, get_args

import pytest
from effort import slow
from puzzles import CONTEST, HARD, POJ_3074, turned

import ineqsudoku as iq
from ineqsudoku.apps.batch import ordered_map
from ineqsudoku.apps.batch.frames import Library

V = TypeVar("V")

PUZZLE = iq.read(CONTEST)
NONE = turned(PUZZLE, PUZZLE.relations[0])
FEW = iq.Puzzle.from_relations(PUZZLE.relations[24:])
MANY = [PUZZLE, NONE, FEW] * 20


class Here:
    """An executor that computes everything in this process, and counts its tasks."""

    def __init__(self) -> None:
        self.tasks = 0

    def __repr__(self) -> str:
        return "Here()"

    def submit(self, function: Callable[..., V], /, *arguments: Any) -> Future[V]:
        self.tasks += 1
        future: Future[V] = Future()
        future.set_result(function(*arguments))
        return future


# --- reading ------------------------------------------------------------------------------


def kinds(values: Iterable[object]) -> list[tuple[int, str]]:
    """The first line of each value, and whether it is a puzzle."""
    return [
        (value.line, "puzzle" if isinstance(value, iq.Entry) else "fault")
        for value in values
        if isinstance(value, (iq.Entry, iq.PuzzleSyntaxError))
    ]


BAD = CONTEST.replace("<", "x", 1)


def test_a_file_is_read_as_entries_with_faults_among_them(tmp_path: Path) -> None:
    path = tmp_path / "a.in"
    path.write_text("\n".join([CONTEST, BAD, CONTEST]))
    values = list(iq.read_many(path))
    assert kinds(values) == [(1, "puzzle"), (17, "fault"), (33, "puzzle")]
    first, error, last = values
    assert isinstance(first, iq.Entry)
    assert isinstance(last, iq.Entry)
    assert (first.index, last.index, last.puzzle) == (0, 2, PUZZLE)
    assert isinstance(error, iq.PuzzleSyntaxError)
    assert error.file == str(path)


@pytest.mark.parametrize(
    "opened",
    [
        lambda path: str(path),
        *slow(
            [
                lambda path: path.open("rb"),
                lambda path: path.open(),
                lambda path: io.StringIO(path.read_text()),
                lambda path: path.open("rb", buffering=0),
                lambda path: io.BytesIO(path.read_bytes()),
            ]
        ),
    ],
)
def test_paths_and_open_files_are_read(tmp_path: Path, opened: Callable[[Path], Any]) -> None:
    path = tmp_path / "a.in"
    path.write_text(CONTEST * 3000)
    source = opened(path)
    values = list(iq.read_many(source))
    assert len(values) == 3000
    assert values[-1] == iq.Entry(2999, 2999 * 15 + 1, PUZZLE)
    if hasattr(source, "close"):
        source.close()


def test_all_faults_of_a_long_file_are_values() -> None:
    text = "\n".join([CONTEST, BAD] * 100)
    values = list(iq.read_many(io.StringIO(text)))
    expected = [(1 + 16 * n, "fault" if n % 2 else "puzzle") for n in range(200)]
    assert kinds(values) == expected


def test_what_is_no_puzzle_is_one_fault() -> None:
    (value,) = iq.read_many(io.BytesIO(b"int main() { return 0; }\n" * 400))
    assert isinstance(value, iq.PuzzleSyntaxError)
    assert [*kinds(iq.read_many(io.BytesIO(b"")))] == [(1, "fault")]


def test_a_file_is_read_on_demand() -> None:
    class Endless(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            line = f"{PUZZLE.signs}\n"
            data = (line * (len(buffer) // len(line) + 1)).encode()[: len(buffer)]
            buffer[:] = data
            return len(data)

    endless = iq.read_many(io.BufferedReader(Endless(), (len(PUZZLE.signs) + 1) * 100))
    assert [isinstance(next(endless), iq.Entry) for _ in range(3)] == [True] * 3


def test_wrong_arguments_of_read_many_are_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="expected a path or an open file, got list"):
        iq.read_many([CONTEST])  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(ValueError, match="cannot read 'dimacs'"):
        iq.read_many(tmp_path, format="dimacs")  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(FileNotFoundError):
        next(iq.read_many(tmp_path / "none"))


# --- solving, validating, explaining --------------------------------------------------------


@pytest.mark.parametrize("where", [{}, {"jobs": 1}, {"jobs": 2}, {"executor": Here()}], ids=str)
def test_results_are_the_same_everywhere(
    where: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ordered_map, "PATIENCE", -1.0)
    solved = list(iq.solve_many(MANY, **where))
    assert solved == [iq.solve(puzzle) for puzzle in MANY]
    options = iq.Options(repair=0)
    reports = list(iq.validate_many(MANY[:6], options, **where))
    assert [report.status for report in reports] == ["valid", reports[1].status, "multiple"] * 2
    assert reports[0] == iq.validate(PUZZLE, options)
    explained = list(iq.explain_many([PUZZLE, FEW], **where))
    assert explained[0] == iq.explain(PUZZLE)
    assert isinstance(explained[1], iq.InvalidPuzzleError)
    assert explained[1].status == "multiple"


@pytest.mark.parametrize(
    "executor",
    [ThreadPoolExecutor(2), ProcessPoolExecutor(2, get_context("spawn"))],
    ids=["threads", "processes"],
)
def test_executors_of_the_standard_library_fit(executor: Executor) -> None:
    hard = [hard.puzzle for hard in HARD.values()]
    with executor:
        assert list(iq.solve_many(MANY + hard, executor=executor)) == [
            iq.solve(puzzle) for puzzle in MANY + hard
        ]


@pytest.mark.parametrize("where", [{}, {"jobs": 2}, {"executor": Here()}], ids=str)
def test_errors_come_after_the_results_before(where: dict[str, Any]) -> None:
    results = iq.solve_many([PUZZLE, "nonsense", PUZZLE], **where)
    assert next(results).status == "unique"
    with pytest.raises(iq.PuzzleSyntaxError):
        next(results)

    def broken() -> Iterator[iq.Puzzle]:
        yield PUZZLE
        raise KeyError("source")

    results = iq.solve_many(broken(), **where)
    assert next(results).status == "unique"
    with pytest.raises(KeyError, match="source"):
        next(results)


def test_puzzles_are_taken_as_needed() -> None:
    here = Here()

    def endless() -> Iterator[iq.Puzzle]:
        while True:
            yield PUZZLE

    results = iq.solve_many(endless(), executor=here)
    assert [next(results).status for _ in range(5)] == ["unique"] * 5
    assert here.tasks <= 4


def test_wrong_arguments_are_refused_at_once() -> None:
    with pytest.raises(ValueError, match="jobs and executor exclude each other"):
        iq.solve_many([], jobs=1, executor=Here())
    with pytest.raises(ValueError, match="jobs is 0"):
        iq.validate_many([], jobs=0)
    with pytest.raises(ValueError, match="limit is 0"):
        iq.solve_many([], limit=0, jobs=2)
    for function in (iq.solve_many, iq.validate_many, iq.explain_many):
        with pytest.raises(TypeError, match="expected an iterable of puzzles, got Puzzle"):
            function(PUZZLE, executor=Here())  # type: ignore[arg-type]  # wrong on purpose


# --- other forms --------------------------------------------------------------------------


def test_results_have_json_forms() -> None:
    result = iq.solve(FEW)
    assert result.to_dict() == {
        "status": "multiple",
        "solutions": [solution.line for solution in result.solutions],
        "complete": False,
        "nodes": result.nodes,
    }
    for value in (result, iq.validate(NONE), iq.validate(FEW), iq.explain(PUZZLE)):
        assert json.loads(json.dumps(value.to_dict())) == value.to_dict()
    assert iq.validate(PUZZLE).to_dict()["status"] == "valid"


LIBRARIES: tuple[Any, ...] = get_args(Library)


def without_nan(row: dict[Any, Any]) -> dict[Any, Any]:
    """A row without what pandas puts where nothing is."""
    return {key: value for key, value in row.items() if value is not None and value == value}


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_frame_has_a_row_for_each_result(library: Any) -> None:
    """With all values of the results; nested ones are JSON texts in polars."""
    pytest.importorskip(library, reason="needs the extra [frames]")
    puzzles = [NONE, FEW, PUZZLE]
    all_results: list[list[Any]] = [
        list(iq.solve_many(puzzles)),
        list(iq.validate_many(puzzles)),
        list(iq.explain_many(puzzles)),
        list(iq.explain(PUZZLE).steps),
        list(iq.generate(2, seed=1)),
        [],
    ]
    for results in all_results:
        frame = iq.to_frame(results, library)
        rows = frame.to_dicts() if library == "polars" else frame.to_dict("records")
        if results:
            assert len(rows) == len(results)
        for row, result in zip(rows, results, strict=False):
            values = {} if isinstance(result, iq.InvalidPuzzleError) else result.to_dict()
            for key, value in without_nan(row).items():
                is_json = isinstance(value, str) and not isinstance(values[key], str)
                assert (json.loads(value) if is_json else value) == values.pop(key)
            assert not without_nan(values)


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_frame_without_its_library_is_refused_before_any_puzzle_is_solved(
    library: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    puzzles = iter([PUZZLE])
    with pytest.raises(ImportError, match=f"^to_frame needs {library}: pip install {library}$"):
        iq.to_frame(iq.solve_many(puzzles), library)
    unknown: Any = "numpy"
    with pytest.raises(ValueError, match="library is 'numpy', but must be one of"):
        iq.to_frame(iq.solve_many(puzzles), unknown)
    assert next(puzzles) is PUZZLE


def test_lines_of_plain_sudoku_are_solved_by_all_processes() -> None:
    solved = list(iq.solve_many([*POJ_3074] * 4, jobs=2))
    assert [result.solutions[0].line for result in solved] == [*POJ_3074.values()] * 4
