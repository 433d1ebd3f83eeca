"""`solve --output-dir`, ended anywhere: `--resume` loses nothing and writes nothing twice."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from commands import PROGRAM, Command
from effort import slow
from puzzles import CONTEST, CONTEST_GRID, turned

import ineqsudoku as iq
from ineqsudoku.apps.batch import output_folder, state
from ineqsudoku.apps.batch.outcomes import Outcome
from ineqsudoku.apps.batch.output_folder import OutputFolder
from ineqsudoku.apps.batch.state import StateFile
from ineqsudoku.formats import reading

PUZZLE = iq.read(CONTEST)
NONE = turned(PUZZLE, PUZZLE.relations[0])
LINES = [PUZZLE.signs, PUZZLE.signs, NONE.signs, "<" * 108, PUZZLE.signs, PUZZLE.signs] * 2
SOLVED = f"{CONTEST_GRID.line}\n"
ANSWERS = (SOLVED * 2 + "none\n" + SOLVED * 2) * 2


class Killed(BaseException):
    """The program ends here, as if killed."""


@pytest.fixture
def inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three sources, read in pieces of two lines: all right, with faults, nothing but faults."""
    monkeypatch.setattr(reading, "PIECE", 250)
    (tmp_path / "a.in").write_text(f"{PUZZLE.signs}\n" * 5)
    (tmp_path / "b.in").write_text("\n".join(LINES))
    (tmp_path / "c.in").write_text("<" * 107 + "\n")
    (tmp_path / "d.in").write_text(CONTEST)
    return tmp_path


@dataclass
class Life:
    """What is left to the program: steps, which write, replace or remove a file.
    With `halves` the program is killed in the middle of writing."""

    steps: int = 10**9
    halves: bool = False

    def ends(self, steps: int) -> None:
        self.steps = steps

    def begins(self) -> None:
        self.steps = 10**9


@pytest.fixture(params=[True, *slow([False])], ids=["within", "between"])
def life(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Life:
    """The state is saved after every piece, not once a second."""
    monkeypatch.setattr(StateFile, "is_due", True)
    life = Life(halves=request.param)

    def counted(owner: Any, name: str) -> None:
        function = getattr(owner, name)

        def step(*arguments: Any, **options: Any) -> object:
            life.steps -= 1
            if life.steps < 0:
                if life.halves and life.steps == -1 and name == "write_all":
                    file, data = arguments
                    function(file, data[: len(data) // 2])
                raise Killed
            return function(*arguments, **options)

        monkeypatch.setattr(owner, name, step)

    for module in (output_folder, state):
        counted(module, "write_all")
    monkeypatch.setattr(os, "fsync", lambda _: None)  # It is slow, and no machine crashes here.
    for name in ("fsync", "replace", "unlink"):
        counted(os, name)
    return life


def solve(ineqsudoku: Command, inputs: Path, *options: object) -> int:
    return ineqsudoku("solve", "--output-dir", inputs / "out", *options, inputs).code


def outputs(inputs: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in (inputs / "out").iterdir()}


EXPECTED = {"a.out": SOLVED * 5, "b.out": ANSWERS, "d.out": str(CONTEST_GRID) + "\n"}


@pytest.mark.parametrize("third", ["<" * 107, "x"], ids=["a fault", "no puzzle"])
def test_a_run_can_be_resumed_wherever_it_was_killed(
    ineqsudoku: Command, inputs: Path, life: Life, third: str
) -> None:
    """What is no puzzle is tried again, and harms nothing that a later source has written."""
    (inputs / "c.in").write_text(f"{third}\n")
    for steps in itertools.count():
        life.ends(steps)
        try:
            code = solve(ineqsudoku, inputs)
        except Killed:
            life.begins()
            visible = {item for item in outputs(inputs).items() if not item[0].startswith(".")}
            assert visible <= set(EXPECTED.items())
            assert solve(ineqsudoku, inputs, "--resume") == 2
            assert outputs(inputs) == EXPECTED
            for path in (inputs / "out").iterdir():
                path.unlink()
        else:
            assert (code, outputs(inputs)) == (2, EXPECTED)
            assert steps > 50
            return


@pytest.fixture
def alike(tmp_path: Path) -> dict[str, str]:
    """Sources whose names look alike when shown without escapes, and their outputs."""
    solved = {CONTEST: str(CONTEST_GRID) + "\n", f"{PUZZLE.signs}\n": SOLVED}
    outputs: dict[str, str] = {}
    for name in (b"caf\xe9", b"caf\xe8", "数独".encode("gbk"), "输入".encode("gbk"), b"<stdin>"):
        text = sorted(solved)[len(outputs) % 2]
        (tmp_path / os.fsdecode(name + b".in")).write_text(text)
        outputs[os.fsdecode(name + b".out")] = solved[text]
    return {**outputs, "stdin.out": SOLVED}


@pytest.mark.skipif(sys.platform == "darwin", reason="every file name is UTF-8 there")
def test_sources_are_distinguished_by_their_bytes(
    ineqsudoku: Command, tmp_path: Path, alike: dict[str, str], life: Life
) -> None:
    arguments = ("solve", "--output-dir", tmp_path / "out", "-", tmp_path)
    stdin = f"{PUZZLE.signs}\n".encode()
    for steps in itertools.count(1):
        life.ends(steps)
        try:
            ran = ineqsudoku(*arguments, stdin=stdin)
        except Killed:
            life.begins()
            ran = ineqsudoku(*arguments, "--resume", stdin=stdin)
            assert (ran, outputs(tmp_path)) == ((0, "", ran.err), alike)
            for path in (tmp_path / "out").iterdir():
                path.unlink()
        else:
            assert (ran, outputs(tmp_path)) == ((0, "", ""), alike)
            assert steps > 30
            return


def saved(inputs: Path) -> set[tuple[int, int]]:
    """The sources and pieces that a killed run had finished."""
    fields = state.parse((inputs / "out" / output_folder.STATE).read_bytes())
    assert fields
    return {
        (place, number)
        for place, progress in enumerate(fields["sources"])
        for number in range(1, (progress or [0])[0] + 1)
    }


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The sources and pieces that are written from now on; the end of a source has the number
    of its last piece."""
    pieces: list[tuple[int, int]] = []
    work = OutputFolder._append

    def append(self: OutputFolder, file: Any, place: int, outcome: Outcome, *more: Any) -> None:
        pieces.append((place, outcome.progress.pieces))
        work(self, file, place, outcome, *more)

    monkeypatch.setattr(OutputFolder, "_append", append)
    return pieces


def test_work_that_is_done_is_not_done_again(
    ineqsudoku: Command, inputs: Path, life: Life, written: list[tuple[int, int]]
) -> None:
    life.ends(33)
    with pytest.raises(Killed):
        solve(ineqsudoku, inputs)
    life.begins()
    done = saved(inputs)
    assert done
    written.clear()
    solve(ineqsudoku, inputs, "--resume")
    assert written[0] not in done
    ends = {source for source, _ in written}
    assert len(written) == len(set(written)) + len(ends)


@pytest.mark.parametrize(("cause", "steps"), [("it has failed", 30), ("its output is lost", 40)])
def test_an_earlier_source_that_is_tried_again_costs_no_other_its_progress(
    ineqsudoku: Command,
    inputs: Path,
    life: Life,
    written: list[tuple[int, int]],
    cause: str,
    steps: int,
) -> None:
    if cause == "it has failed":
        (inputs / "a.in").write_text("x\n")
    life.ends(steps)
    with pytest.raises(Killed):
        solve(ineqsudoku, inputs)
    life.begins()
    done = {piece for piece in saved(inputs) if piece[0] == 1}
    assert len(done) > 1
    if cause == "its output is lost":
        (inputs / "out" / "a.out").unlink()
    written.clear()
    assert solve(ineqsudoku, inputs, "--resume") == 2
    assert done.isdisjoint(written)
    expected = dict(EXPECTED)
    if cause == "it has failed":
        del expected["a.out"]
    assert outputs(inputs) == expected


def test_a_run_can_be_killed_resumed_and_killed_again(
    ineqsudoku: Command, inputs: Path, life: Life
) -> None:
    """Meanwhile an output is lost, so that several sources are unfinished at a time."""
    (inputs / "c.in").write_text("x\n")
    random = Random(0)
    several = 0
    for _ in range(40):
        for ended in (random.randrange(30, 70), random.randrange(3, 30)):
            life.ends(ended)
            try:
                solve(ineqsudoku, inputs, "--resume")
            except Killed:
                life.begins()
                (inputs / "out" / "a.out").unlink(missing_ok=True)
        parts = [path for path in (inputs / "out").glob(output_folder.PARTS) if path.stat().st_size]
        several += len(parts) > 1
        life.begins()
        assert solve(ineqsudoku, inputs, "--resume") == 2
        assert outputs(inputs) == EXPECTED
        for path in (inputs / "out").iterdir():
            path.unlink()
    assert several > 9


def test_parts_of_an_abandoned_run_are_removed(
    ineqsudoku: Command, inputs: Path, life: Life
) -> None:
    """Also those of sources that the next run does not have."""
    life.ends(30)
    with pytest.raises(Killed):
        solve(ineqsudoku, inputs)
    life.begins()
    (inputs / "out" / output_folder.part_name(17)).write_text("left")
    for name in ("b.in", "c.in", "d.in"):
        (inputs / name).unlink()
    assert solve(ineqsudoku, inputs) == 0
    assert outputs(inputs)["a.out"] == EXPECTED["a.out"]
    assert not [name for name in outputs(inputs) if name.startswith(".")]


def test_a_changed_source_is_not_resumed(ineqsudoku: Command, inputs: Path, life: Life) -> None:
    for changed in (f"{NONE.signs}\n" * 5, PUZZLE.signs):
        life.ends(10)
        with pytest.raises(Killed):
            solve(ineqsudoku, inputs)
        life.begins()
        (inputs / "a.in").write_text(changed)
        ran = ineqsudoku("solve", "--resume", "--output-dir", inputs / "out", inputs)
        assert ran.code == 2
        assert "a.in has changed since the run to resume" in ran.err
        assert outputs(inputs) == {name: EXPECTED[name] for name in ("b.out", "d.out")}
        (inputs / "a.in").write_text(f"{PUZZLE.signs}\n" * 5)


@pytest.mark.parametrize("options", [["--any"], ["extra.in"]])
def test_another_order_is_wrong_usage(
    ineqsudoku: Command, inputs: Path, life: Life, options: list[str]
) -> None:
    life.ends(14)
    with pytest.raises(Killed):
        solve(ineqsudoku, inputs)
    life.begins()
    call = ("solve", "--resume", "--output-dir", inputs / "out", inputs, *options)
    ran = ineqsudoku(*call)
    assert (ran.code, ran.out) == (2, "")
    assert "had other options or sources" in ran.err
    assert "中要继续的那次运行，选项或输入与这次不同" in ineqsudoku(*call, "--language", "zh").err


@pytest.mark.parametrize("steps", range(2, 14, 2))
def test_a_run_that_was_killed_before_its_state_was_saved_is_begun_again(
    ineqsudoku: Command, inputs: Path, life: Life, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    monkeypatch.setattr(StateFile, "is_due", False)
    life.ends(steps)
    with pytest.raises(Killed):
        solve(ineqsudoku, inputs)
    life.begins()
    assert solve(ineqsudoku, inputs, "--resume") == 2
    assert outputs(inputs) == EXPECTED


def test_a_program_that_is_really_killed_can_be_resumed(tmp_path: Path) -> None:
    """Several processes, real pieces, SIGKILL; two runs at a time are refused."""
    many = 20_000
    slow = {**os.environ, "INEQSUDOKU_KERNEL": "python"}  # Work for seconds.
    (tmp_path / "many.txt").write_text(f"{PUZZLE.signs}\n" * many)
    program = [*PROGRAM, "solve", "--jobs", "2", "--output-dir"]
    arguments = [*program, str(tmp_path / "out"), str(tmp_path / "many.txt")]
    with subprocess.Popen(arguments, env=slow) as first:
        part = tmp_path / "out" / output_folder.part_name(0)
        while not (part.exists() and part.stat().st_size):
            assert first.poll() is None
            time.sleep(0.005)
        first.send_signal(signal.SIGSTOP)
        second = subprocess.run(arguments, capture_output=True, text=True, check=False)
        assert second.returncode == 2
        assert "another run is writing into" in second.stderr
        first.kill()
    assert not (tmp_path / "out" / "many.out").exists()
    resumed = subprocess.run([*arguments, "--resume"], capture_output=True, check=False)
    assert (resumed.returncode, resumed.stdout, resumed.stderr) == (0, b"", b"")
    assert outputs(tmp_path) == {"many.out": SOLVED * many}
