"""Outputs in parts that workers write: the same bytes as from one process, wherever a run ends."""

from __future__ import annotations

import itertools
import json
import os
import shutil
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from commands import Command
from puzzles import CONTEST, turned

import ineqsudoku as iq
from ineqsudoku.batch import ordered_map
from ineqsudoku.batch.locks import LockedFile
from ineqsudoku.batch.outcomes import Mark, Outcome
from ineqsudoku.batch.output_forms import Added
from ineqsudoku.batch.output_parts import InParts, PartFolder
from ineqsudoku.cli.solve import run
from ineqsudoku.formats import stream

T = TypeVar("T")
V = TypeVar("V")

PUZZLE = iq.read(CONTEST)
NONE = turned(PUZZLE, PUZZLE.relations[0])
UNREADABLE = "<" * 108


class Here:
    """An executor whose workers are this process, and whose tasks have three arguments."""

    has_shared_folder = True

    def map(self, function: Callable[[T], V], arguments: Iterable[T], /) -> Iterator[V]:
        yield from map(function, arguments)

    def see(self, paths: Sequence[str]) -> bool:
        return self.has_shared_folder and all(map(os.path.exists, paths))

    def map_lists(
        self, function: Callable[[list[T]], V], arguments: Iterable[T], /
    ) -> Generator[V, None, None]:
        remaining = iter(arguments)
        while taken := list(itertools.islice(remaining, 3)):
            yield function(taken)


pytestmark = pytest.mark.usefixtures("cluster")


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Here:
    """`--cluster here` stands for this executor."""
    executor = Here()
    opened = ordered_map.opened

    @contextmanager
    def replaced(cluster: str | None, jobs: int | None) -> Iterator[Any]:
        if cluster == "here":
            yield executor
        else:
            with opened(cluster, jobs) as usual:
                yield usual

    monkeypatch.setattr(run, "opened", replaced)
    return executor


@pytest.fixture
def inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sources read in small pieces: all right, with faults, and with faults first; one is no
    puzzle, and one is one puzzle."""
    monkeypatch.setattr(stream, "CHUNK", 250)
    lines = [PUZZLE.signs, PUZZLE.signs, NONE.signs, UNREADABLE, PUZZLE.signs, PUZZLE.signs]
    (tmp_path / "a.in").write_text(f"{PUZZLE.signs}\n" * 9)
    (tmp_path / "b.in").write_text("\n".join(lines * 3))
    (tmp_path / "c.in").write_text("\n".join([UNREADABLE] * 12 + lines))
    (tmp_path / "d.in").write_text("x\n")
    (tmp_path / "e.in").write_text(CONTEST)
    return tmp_path


ON_WORKERS = ("--cluster", "here", "--output-on-workers")


def solve(ineqsudoku: Command, inputs: Path, *options: object, out: str = "out") -> tuple[int, str]:
    ran = ineqsudoku("solve", "--output-dir", inputs / out, *options, inputs)
    assert ran.out == ""
    return ran.code, ran.err


def whole(inputs: Path) -> dict[str, str]:
    """The files that a run on one machine would have left: the manifest says what to join."""
    found: dict[str, str] = {}
    for line in (inputs / "out" / "manifest.jsonl").read_text().splitlines():
        part = json.loads(line)
        text = (inputs / "out" / part["part"]).read_text()
        assert len(text) == part["size"]
        name = Path(part["part"]).parent.with_suffix(".out").name
        found[name] = found.get(name, "") + text
    return found


def entries(inputs: Path) -> set[str]:
    return {path.name for path in (inputs / "out").iterdir()}


OUTPUTS = {"manifest.jsonl", "a.parts", "b.parts", "c.parts", "e.parts"}


@pytest.mark.parametrize("to", ["line", "grid"])
def test_the_parts_make_up_the_output_of_one_process(
    ineqsudoku: Command, inputs: Path, to: str
) -> None:
    """Only grids have separators, which depend on the results before them."""
    expected = solve(ineqsudoku, inputs, "--to", to, "--jobs", 1, out="expected")
    assert solve(ineqsudoku, inputs, "--to", to, *ON_WORKERS) == expected
    assert whole(inputs) == {f.name: f.read_text() for f in (inputs / "expected").iterdir()}
    assert entries(inputs) == OUTPUTS
    names = sorted(path.name for path in (inputs / "out" / "a.parts").iterdir())
    assert names == [f"{number:08}.out" for number in range(1, len(names) + 1)]
    assert len(names) > 1


class Killed(BaseException):
    """Nothing that comes after it in the program happens."""


STEPS = (
    (LockedFile, ("append", "cut", "remove")),
    (Path, ("mkdir", "rename", "replace", "rmdir", "unlink", "write_bytes")),
    (os, ("mkdir",)),
)


def test_a_run_that_is_killed_anywhere_is_resumed(
    ineqsudoku: Command, inputs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = solve(ineqsudoku, inputs, "--to", "grid", "--jobs", 1, out="expected")[0]
    files = {f.name: f.read_text() for f in (inputs / "expected").iterdir()}
    for steps in itertools.count():
        with monkeypatch.context() as patched:
            remaining = itertools.count(steps, -1)
            journals = killing(patched, remaining)
            try:
                solve(ineqsudoku, inputs, "--to", "grid", *ON_WORKERS)
                break
            except Killed:
                for journal in journals:
                    journal.close()  # The lock is gone with the process.
        code, err = solve(ineqsudoku, inputs, "--to", "grid", *ON_WORKERS, "--resume")
        assert (code, whole(inputs), entries(inputs)) == (expected, files, OUTPUTS), err
        shutil.rmtree(inputs / "out")
    assert steps > 50


def killing(patched: pytest.MonkeyPatch, remaining: Iterator[int]) -> list[LockedFile]:
    """Kill the program after some steps; return the files that it has open."""
    opened: list[LockedFile] = []

    def counted(function: Callable[..., Any]) -> Callable[..., Any]:
        def step(first: Any, *arguments: Any, **options: Any) -> Any:
            if isinstance(first, LockedFile):
                opened.append(first)
            if next(remaining) < 0:
                raise Killed
            return function(first, *arguments, **options)

        return step

    for owner, names in STEPS:
        for name in names:
            patched.setattr(owner, name, counted(getattr(owner, name)))
    return opened


def test_a_later_run_replaces_the_parts(ineqsudoku: Command, inputs: Path) -> None:
    solve(ineqsudoku, inputs, *ON_WORKERS)
    (inputs / "a.in").write_text(f"{PUZZLE.signs}\n")
    (inputs / "c.in").unlink()
    solve(ineqsudoku, inputs, *ON_WORKERS)
    assert len(list((inputs / "out" / "a.parts").iterdir())) == 1
    assert "c.out" not in whole(inputs)


def test_a_folder_that_holds_anything_else_is_kept(ineqsudoku: Command, inputs: Path) -> None:
    own = inputs / "out" / "a.parts" / "notes"
    own.parent.mkdir(parents=True)
    own.write_text("mine")
    code, err = solve(ineqsudoku, inputs, *ON_WORKERS)
    assert (code, err.splitlines()[-2:]) == (
        2,
        [
            "1 of 5 files started; continue with --resume",
            f"{own.parent}: Directory not empty",
        ],
    )
    assert own.read_text() == "mine"
    own.unlink()
    assert solve(ineqsudoku, inputs, *ON_WORKERS, "--resume")[0] == 2
    assert entries(inputs) == OUTPUTS


def test_a_file_in_the_place_of_the_parts_is_kept(ineqsudoku: Command, inputs: Path) -> None:
    (inputs / "out").mkdir()
    (inputs / "out" / "a.parts").write_text("mine")
    code, err = solve(ineqsudoku, inputs, *ON_WORKERS)
    assert (code, err) == (2, f"{inputs}/out/a.parts: Not a directory\n")
    assert (inputs / "out" / "a.parts").read_text() == "mine"


@pytest.mark.parametrize("name", ["a.parts/a.in", "manifest.jsonl"])
def test_a_source_in_the_folder_is_not_overwritten(
    ineqsudoku: Command, inputs: Path, name: str
) -> None:
    source = inputs / "out" / name
    source.parent.mkdir(parents=True)
    source.write_text(CONTEST)
    ran = ineqsudoku("solve", "--output-dir", inputs / "out", *ON_WORKERS, source)
    assert (ran.code, ran.err) == (2, f"Error: {source} would be overwritten\n")


def test_another_form_does_not_resume_a_run(
    ineqsudoku: Command, inputs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does it stumble over what the run has left."""
    with monkeypatch.context() as patched:
        opened = killing(patched, itertools.count(30, -1))
        with pytest.raises(Killed):
            solve(ineqsudoku, inputs, *ON_WORKERS)
        for file in opened:
            file.close()
    code, err = solve(ineqsudoku, inputs, "--resume")
    assert code == 2
    assert err.endswith(f"Error: the run to resume in {inputs}/out had other options or sources\n")
    assert solve(ineqsudoku, inputs)[0] == 2
    assert not [name for name in entries(inputs) if name.startswith(".")]


def test_workers_must_see_the_folder(ineqsudoku: Command, inputs: Path, cluster: Here) -> None:
    cluster.has_shared_folder = False
    code, err = solve(ineqsudoku, inputs, *ON_WORKERS)
    assert code == 2
    assert err == (
        f"not all workers see the folder {inputs}/out as the client does; "
        "--output-on-workers needs a folder that all machines share, under one path\n"
    )
    assert entries(inputs) == set()


@pytest.mark.parametrize("whom", ["worker", "client"])
def test_a_worker_that_joins_without_the_folder_ends_the_run(
    ineqsudoku: Command,
    inputs: Path,
    cluster: Here,
    monkeypatch: pytest.MonkeyPatch,
    whom: str,
) -> None:
    """It does not see the staging folder, or has one of its own."""
    add = PartFolder.add
    begin = InParts.begin

    def added(self: PartFolder, outcome: Outcome, before: Mark) -> Added:
        for path in Path(self._staging.path).iterdir():
            path.unlink()
        return add(self, outcome, before)

    def begun(self: InParts) -> None:
        begin(self)
        os.rmdir(self.staging.path)
        monkeypatch.setattr(cluster, "see", lambda _: True)

    if whom == "client":
        monkeypatch.setattr(PartFolder, "add", added)
    else:
        monkeypatch.setattr(InParts, "begin", begun)
    code, err = solve(ineqsudoku, inputs, *ON_WORKERS)
    assert code == 2
    assert err.splitlines()[-1].startswith(f"not all workers see the folder {inputs}/out as ")
    assert "Traceback" not in err


@pytest.mark.parametrize("options", [["--cluster", "here"], ["--output-dir", "out"]])
def test_the_option_needs_two_others(ineqsudoku: Command, options: list[str]) -> None:
    ran = ineqsudoku("solve", "--output-on-workers", *options, stdin=b"")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith("Error: --output-on-workers needs --cluster and --output-dir\n")
