"""`solve --output-dir`: files that are complete or absent, and those that cannot be written."""

from __future__ import annotations

import errno
import os
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from commands import PROGRAM, Command, run_program
from effort import slow
from puzzles import CONTEST, CONTEST_ANSWER, CONTEST_GRID

import ineqsudoku as iq
from ineqsudoku.apps.solve import run

LINE = iq.read(CONTEST).signs
SOLVED = f"{CONTEST_GRID.line}\n"
MANY = 2000


@pytest.fixture
def inputs(tmp_path: Path) -> Path:
    """A source whose output takes some space, and another."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "many.txt").write_text(f"{LINE}\n" * MANY)
    (tmp_path / "in" / "one.in").write_text(CONTEST)
    return tmp_path / "in"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def assert_solved(ineqsudoku: Command, out: Path, inputs: Path, *options: str) -> None:
    assert ineqsudoku("solve", *options, "--output-dir", out, inputs) == (0, "", "")
    assert names(out) == ["many.out", "one.out"]
    assert (out / "many.out").read_text() == SOLVED * MANY
    assert (out / "one.out").read_text() == CONTEST_ANSWER


@pytest.fixture
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """A file system that is mounted with an option."""
    path = tmp_path / "disk"
    path.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", request.param, "tmpfs", str(path)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("this user cannot mount a file system")
    try:
        yield path
    finally:
        subprocess.run(["umount", str(path)], check=True)


@pytest.mark.parametrize("disk", ["size=64k"], indirect=True)
def test_a_full_folder_is_not_standard_output(
    ineqsudoku: Command, inputs: Path, disk: Path
) -> None:
    out = disk / "out"
    ran = ineqsudoku("solve", "--output-dir", out, inputs)
    assert ran.code == 2
    assert f"{out}/many.out: No space left on device\n" in ran.err
    assert "standard output" not in ran.err
    assert not (out / "many.out").exists()
    subprocess.run(["mount", "-o", "remount,size=1m", str(disk)], check=True)
    assert_solved(ineqsudoku, out, inputs, "--skip-existing")


def test_a_limit_on_files_is_blamed_on_the_file(
    inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Python 3.11 would leave truncated bytecode, which every later process fails to load.
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))

    ran = run_program("solve", "--output-dir", tmp_path / "out", inputs, preexec_fn=limit)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == f"{tmp_path}/out/many.out: File too large\n"
    assert names(tmp_path / "out") == []


def test_no_output_is_blamed_for_another_error(
    ineqsudoku: Command, inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail_later(function: Any, items: Any, _: object) -> Iterator[Any]:
        yield function(next(items))
        raise OSError(errno.EAGAIN, "No process can be started")

    monkeypatch.setattr(run, "map_ordered", fail_later)
    ran = ineqsudoku("solve", "--output-dir", tmp_path / "out", inputs)
    assert (ran.code, ran.err.splitlines()[-1]) == (2, "No process can be started")


@pytest.mark.parametrize("disk", ["ro"], indirect=True)
def test_a_read_only_folder_is_blamed(ineqsudoku: Command, inputs: Path, disk: Path) -> None:
    ran = ineqsudoku("solve", "--output-dir", disk, inputs)
    assert ran == (2, "", f"{disk}/many.out: Read-only file system\n")


def test_an_output_that_is_a_folder_is_refused_before_any_work(
    ineqsudoku: Command, inputs: Path, tmp_path: Path
) -> None:
    (tmp_path / "out" / "one.out").mkdir(parents=True)
    ran = ineqsudoku("solve", "--output-dir", tmp_path / "out", inputs)
    assert ran == (2, "", f"{tmp_path}/out/one.out: Is a directory\n")
    assert names(tmp_path / "out") == ["one.out"]


def test_a_name_that_would_be_too_long_is_refused_before_any_work(
    ineqsudoku: Command, inputs: Path, tmp_path: Path
) -> None:
    name = "x" * 252
    (inputs / f"{name}.in").write_text(CONTEST)
    ran = ineqsudoku("solve", "--output-dir", tmp_path / "out", inputs)
    assert ran == (2, "", f"{tmp_path}/out/{name}.out: File name too long\n")
    assert names(tmp_path / "out") == []


def test_a_long_name_has_room_for_its_output(ineqsudoku: Command, tmp_path: Path) -> None:
    source = tmp_path / f"{'x' * 251}.txt"
    source.write_text(CONTEST)
    assert ineqsudoku("solve", "--output-dir", tmp_path, source) == (0, "", "")
    assert source.with_suffix(".out").read_text() == CONTEST_ANSWER


@pytest.mark.parametrize("link", [False, True])
def test_no_source_is_overwritten_under_any_name(
    ineqsudoku: Command, tmp_path: Path, link: bool
) -> None:
    name = "one.out"
    (tmp_path / name).write_text(CONTEST)
    (tmp_path / "link").symlink_to(name)
    (tmp_path / "one.in").write_text(CONTEST)
    sources = [tmp_path / "link" if link else tmp_path / name]
    if link:
        sources.append(tmp_path / "one.in")
    ran = ineqsudoku("solve", "--output-dir", tmp_path, *sources)
    assert ran.code == 2
    assert f"{sources[0]} would be overwritten" in ran.err
    assert (tmp_path / name).read_text() == CONTEST


@pytest.mark.parametrize(
    ("one", "other"), [("A.in", "a.in"), ("\u00e9.in", "e\u0301.in"), ("STRASSE.in", "straße.in")]
)
def test_outputs_that_some_file_system_cannot_tell_apart_are_refused(
    ineqsudoku: Command, tmp_path: Path, one: str, other: str
) -> None:
    """Windows and macOS ignore case or Unicode form; sources may come from several folders."""
    sources = [tmp_path / "1" / one, tmp_path / "2" / other]
    for source in sources:
        source.parent.mkdir()
        source.write_text(CONTEST)
    ran = ineqsudoku("solve", "--output-dir", tmp_path / "out", *sources)
    assert (ran.code, ran.out) == (2, "")
    assert "would share" in ran.err


def test_files_that_exist_are_skipped(ineqsudoku: Command, inputs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "one.out").write_text("mine\n")
    ran = ineqsudoku("solve", "--output-dir", out, "--skip-existing", inputs)
    assert ran == (0, "", "1 file skipped: its output exists\n")
    assert (out / "one.out").read_text() == "mine\n"
    assert (out / "many.out").read_text() == SOLVED * MANY
    assert_solved(ineqsudoku, out, inputs)


def test_skipping_needs_a_folder(ineqsudoku: Command, inputs: Path) -> None:
    ran = ineqsudoku("solve", "--skip-existing", inputs)
    assert (ran.code, ran.out) == (2, "")
    assert "--skip-existing needs --output-dir" in ran.err


@pytest.mark.parametrize("engine", ["auto", "dlx"])
def test_a_source_that_fails_has_no_file(
    ineqsudoku: Command, inputs: Path, tmp_path: Path, engine: str
) -> None:
    """Because an engine refuses its last puzzle, or because it is no text of puzzles."""
    plain = CONTEST_GRID.line.replace("1", ".")
    (inputs / "last.txt").write_text(f"{plain}\n" * 3 + ("" if engine == "dlx" else "???\n"))
    (inputs / "none.txt").write_text("no puzzle\n" * 3)
    ran = ineqsudoku("solve", "--engine", engine, "--output-dir", tmp_path / "out", inputs)
    assert ran.code == 2
    solved = ["last.out"] if engine == "dlx" else ["last.out", "many.out", "one.out"]
    assert names(tmp_path / "out") == solved


@pytest.mark.parametrize("number", [signal.SIGINT, *slow([signal.SIGKILL])])
def test_a_run_that_is_interrupted_leaves_whole_files_and_can_go_on(
    ineqsudoku: Command, inputs: Path, tmp_path: Path, number: signal.Signals
) -> None:
    for place in range(30):
        shutil.copy(inputs / "many.txt", inputs / f"many-{place:02}.txt")
    out = tmp_path / "out"
    command = [*PROGRAM, "solve", "--jobs", "2", "--output-dir", str(out), str(inputs)]
    slowly = {**os.environ, "INEQSUDOKU_KERNEL": "python"}
    with subprocess.Popen(command, env=slowly, stderr=subprocess.PIPE, text=True) as program:
        while not [*out.glob("*.out")] and program.poll() is None:
            time.sleep(0.01)
        program.send_signal(number)
        program.communicate(timeout=120)
    assert program.returncode == (130 if number == signal.SIGINT else -number)
    whole = [*out.glob("*.out")]
    assert 0 < len(whole) < 32
    assert all(path.read_text() == SOLVED * MANY for path in whole)
    if number == signal.SIGINT:
        assert [*out.iterdir()] == whole
    ran = ineqsudoku("solve", "--output-dir", out, "--skip-existing", inputs)
    assert (ran.code, ran.out) == (0, "")
    assert len([*out.glob("*.out")]) == 32
