"""`solve --output-dir`, ended anywhere: `--resume` loses nothing and writes nothing twice."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from commands import Command
from puzzles import CONTEST, CONTEST_GRID, turned

import ineqsudoku as iq
from ineqsudoku.cli import folder, journal
from ineqsudoku.cli.work import Outcome
from ineqsudoku.formats import stream

PUZZLE = iq.read(CONTEST)
NONE = turned(PUZZLE, PUZZLE.relations[0])
LINES = [PUZZLE.signs, PUZZLE.signs, NONE.signs, "<" * 108, PUZZLE.signs, PUZZLE.signs] * 2
SOLVED = f"{CONTEST_GRID.line}\n"
ANSWERS = (SOLVED * 2 + "none\n" + SOLVED * 2) * 2


class Killed(BaseException):
    """Nothing that comes after it in the program happens."""


@pytest.fixture
def inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three sources, read in pieces of two lines: all right, with faults, nothing but faults."""
    monkeypatch.setattr(stream, "CHUNK", 250)
    (tmp_path / "a.in").write_text(f"{PUZZLE.signs}\n" * 5)
    (tmp_path / "b.in").write_text("\n".join(LINES))
    (tmp_path / "c.in").write_text("x\n")
    (tmp_path / "d.in").write_text(CONTEST)
    return tmp_path


@dataclass
class Life:
    """What is left to the program: steps, which are writing a part, making a mark, giving and
    taking a name.  `last` was the last one."""

    steps: int = 10**9
    last: str = ""

    def ends(self, steps: int) -> None:
        self.steps = steps

    def begins(self) -> None:
        self.steps = 10**9


@pytest.fixture
def life(monkeypatch: pytest.MonkeyPatch) -> Life:
    life = Life()

    def counted(name: str, owner: type) -> None:
        function = getattr(owner, name)

        def step(*arguments: object, **options: object) -> object:
            life.steps -= 1
            if life.steps < 0:
                raise Killed
            life.last = name
            return function(*arguments, **options)

        monkeypatch.setattr(owner, name, step)

    def close(self: folder.Folder, early: bool) -> None:
        try:
            if not early:
                ended(self, early)
        finally:
            self._journal._file.close()

    ended = folder.Folder.close
    monkeypatch.setattr(folder.Folder, "close", close)
    counted("add", journal.Journal)
    counted("__call__", folder._Part)
    counted("replace", Path)
    counted("unlink", Path)
    return life


def solve(ineqsudoku: Command, inputs: Path, *options: object) -> int:
    return ineqsudoku("solve", "--output-dir", inputs / "out", *options, inputs).code


def outputs(inputs: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in (inputs / "out").iterdir()}


EXPECTED = {"a.out": SOLVED * 5, "b.out": ANSWERS, "d.out": str(CONTEST_GRID) + "\n"}


def test_a_run_leaves_the_answers_and_nothing_else(ineqsudoku: Command, inputs: Path) -> None:
    assert solve(ineqsudoku, inputs) == 2
    assert outputs(inputs) == EXPECTED


def test_a_run_can_be_resumed_wherever_it_was_killed(
    ineqsudoku: Command, inputs: Path, life: Life
) -> None:
    for steps in range(10**9):
        life.ends(steps)
        try:
            code = solve(ineqsudoku, inputs)
        except Killed:
            life.begins()
            named = {item for item in outputs(inputs).items() if not item[0].startswith(".")}
            assert named <= set(EXPECTED.items())
            assert solve(ineqsudoku, inputs, "--resume") == 2
            assert outputs(inputs) == EXPECTED
            for path in (inputs / "out").iterdir():
                path.unlink()
        else:
            assert code == 2
            assert steps > 30
            return


def test_a_run_can_be_killed_many_times(ineqsudoku: Command, inputs: Path, life: Life) -> None:
    for _ in range(100):
        life.ends(6)
        try:
            code = solve(ineqsudoku, inputs, "--resume")
        except Killed:
            continue
        assert (code, outputs(inputs)) == (2, EXPECTED)
        return
    raise AssertionError("it never comes to its end")


def test_a_mark_that_was_cut_off_does_not_count(
    ineqsudoku: Command, inputs: Path, life: Life
) -> None:
    cut = 0
    for steps in range(30):
        life.ends(steps)
        with pytest.raises(Killed):
            solve(ineqsudoku, inputs)
        if life.last == "add":
            path = inputs / "out" / journal.NAME
            path.write_text(path.read_text()[:-7])
            cut += 1
        life.begins()
        assert solve(ineqsudoku, inputs, "--resume") == 2
        assert outputs(inputs) == EXPECTED
    assert cut > 10


def test_work_that_is_done_is_not_done_again(
    ineqsudoku: Command, inputs: Path, life: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    life.ends(14)
    with pytest.raises(Killed):
        solve(ineqsudoku, inputs)
    lines = (inputs / "out" / journal.NAME).read_text().splitlines()
    marks = [json.loads(line) for line in lines[1:]]
    life.begins()
    pieces = []
    work = folder._Part.__call__

    def written(self: folder._Part, outcome: Outcome) -> None:
        pieces.append((outcome.source.name, outcome.mark.pieces))
        work(self, outcome)

    monkeypatch.setattr(folder._Part, "__call__", written)
    solve(ineqsudoku, inputs, "--resume")
    done = {(mark["source"], mark["pieces"]) for mark in marks if mark["pieces"]}
    assert done
    assert pieces[0] not in done
    ends = {source for source, _ in pieces}  # They have the number of the last piece.
    assert len(pieces) == len(set(pieces)) + len(ends)


def test_a_part_that_is_gone_is_made_again(ineqsudoku: Command, inputs: Path, life: Life) -> None:
    life.ends(6)
    with pytest.raises(Killed):
        solve(ineqsudoku, inputs)
    life.begins()
    (inputs / "out" / folder.PART).unlink()
    assert solve(ineqsudoku, inputs, "--resume") == 2
    assert outputs(inputs) == EXPECTED


def test_a_source_that_has_changed_is_not_gone_on_with(
    ineqsudoku: Command, inputs: Path, life: Life
) -> None:
    for changed in (f"{NONE.signs}\n" * 5, PUZZLE.signs):
        life.ends(8)
        with pytest.raises(Killed):
            solve(ineqsudoku, inputs)
        life.begins()
        (inputs / "a.in").write_text(changed)
        ran = ineqsudoku("solve", "--resume", "--output-dir", inputs / "out", inputs)
        assert ran.code == 2
        assert "a.in is not what it was in the run to resume" in ran.err
        assert outputs(inputs) == {name: EXPECTED[name] for name in ("b.out", "d.out")}
        (inputs / "a.in").write_text(f"{PUZZLE.signs}\n" * 5)


@pytest.mark.parametrize("options", [["--any"], ["extra.in"]])
def test_another_order_is_wrong_usage(
    ineqsudoku: Command, inputs: Path, life: Life, options: list[str]
) -> None:
    life.ends(8)
    with pytest.raises(Killed):
        solve(ineqsudoku, inputs)
    life.begins()
    ran = ineqsudoku("solve", "--resume", "--output-dir", inputs / "out", inputs, *options)
    assert (ran.code, ran.out) == (2, "")
    assert "had other options or sources" in ran.err


def test_a_journal_that_is_none_is_told(ineqsudoku: Command, inputs: Path) -> None:
    (inputs / "out").mkdir()
    for text in ("[1, 2]\n", '{"a": 1}\n{}\n', "nonsense\n"):
        (inputs / "out" / journal.NAME).write_text(text)
        ran = ineqsudoku("solve", "--resume", "--output-dir", inputs / "out", inputs)
        assert ran.code == 2
        assert "Usage: " in ran.err
    assert solve(ineqsudoku, inputs) == 2
    assert outputs(inputs) == EXPECTED


def test_resume_goes_with_a_folder(ineqsudoku: Command) -> None:
    ran = ineqsudoku("solve", "--resume", stdin=CONTEST.encode())
    assert (ran.code, ran.out) == (2, "")
    assert "--resume needs --output-dir" in ran.err


def test_a_program_that_is_really_killed_can_be_resumed(tmp_path: Path) -> None:
    """Several processes, real pieces, SIGKILL; two runs at a time are refused."""
    many = 30_000
    (tmp_path / "many.txt").write_text(f"{PUZZLE.signs}\n" * many)
    program = [sys.executable, "-m", "ineqsudoku", "solve", "--jobs", "2", "--output-dir"]
    arguments = [*program, str(tmp_path / "out"), str(tmp_path / "many.txt")]
    with subprocess.Popen(arguments) as first:
        part = tmp_path / "out" / folder.PART
        while not (part.exists() and part.stat().st_size):
            assert first.poll() is None
            time.sleep(0.005)
        second = subprocess.run(arguments, capture_output=True, text=True, check=False)
        assert second.returncode == 2
        assert "another run is writing into" in second.stderr
        first.kill()
    assert not (tmp_path / "out" / "many.out").exists()
    resumed = subprocess.run([*arguments, "--resume"], capture_output=True, check=False)
    assert (resumed.returncode, resumed.stdout, resumed.stderr) == (0, b"", b"")
    assert outputs(tmp_path) == {"many.out": SOLVED * many}
