"""One run at a time writes into a folder."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from chinese import english_words
from commands import Command
from puzzles import CONTEST, CONTEST_ANSWER

import ineqsudoku as iq
from ineqsudoku.apps.batch import output_folder, state
from ineqsudoku.apps.batch.output_folder import OutputFolder
from ineqsudoku.apps.batch.state import LOCK, StateFile

needs_locks = pytest.mark.skipif(sys.platform == "win32", reason="this is about fcntl")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file that is locked during a run."""
    return tmp_path / f"state{LOCK}"


def begin(path: Path) -> StateFile:
    return StateFile(path.with_suffix(""), {}, resume=False)


def before_lock(monkeypatch: pytest.MonkeyPatch, path: Path, act: Callable[[], object]) -> None:
    """Let something happen between opening `path` for the first time and locking it."""
    lock = state._lock
    todo = [act]

    def slow(descriptor: int, locked: Path) -> None:
        if locked == path and todo:
            todo.pop()()
        lock(descriptor, locked)

    monkeypatch.setattr(state, "_lock", slow)


@needs_locks
def test_a_locked_file_is_not_locked_again(path: Path) -> None:
    first = begin(path)
    with pytest.raises(iq.IneqSudokuError, match=f"another run is writing into {path.parent}"):
        begin(path)
    first.close(keep=False)
    assert not path.exists()
    begin(path).close(keep=False)


@needs_locks
@pytest.mark.parametrize("is_replaced", [True, False])
def test_a_file_that_loses_its_name_before_it_is_locked_is_opened_again(
    path: Path, monkeypatch: pytest.MonkeyPatch, is_replaced: bool
) -> None:
    def act() -> None:
        path.unlink()
        if is_replaced:
            path.write_text("another")

    before_lock(monkeypatch, path, act)
    state = begin(path)
    with pytest.raises(iq.IneqSudokuError, match="another run"):
        begin(path)
    state.close(keep=False)
    assert not path.exists()


def test_a_lock_that_has_lost_its_name_removes_no_other_file(path: Path) -> None:
    state = begin(path)
    path.unlink()
    path.write_text("another")
    state.close(keep=False)
    assert path.read_text() == "another"


@pytest.mark.parametrize("somebody", ["removes", "replaces"])
def test_a_part_that_is_no_longer_its_own_is_not_given_a_name(
    ineqsudoku: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, somebody: str
) -> None:
    (tmp_path / "a.in").write_text(CONTEST)
    part = tmp_path / "out" / output_folder.part_name(0)
    append = OutputFolder._append

    def appended(self: OutputFolder, *arguments: Any) -> None:
        append(self, *arguments)
        part.unlink(missing_ok=True)
        if somebody == "replaces":
            part.write_text("wrong")

    with monkeypatch.context() as patched:
        patched.setattr(OutputFolder, "_append", appended)
        ran = ineqsudoku("solve", "--output-dir", part.parent, tmp_path / "a.in")
    assert ran.code == 2
    assert (
        f"{part.parent}/a.out: another program removed or replaced {output_folder.part_name(0)}\n"
        in ran.err
    )
    assert not (part.parent / "a.out").exists()
    assert ineqsudoku("solve", "--output-dir", part.parent, "--resume", tmp_path / "a.in").code == 0
    assert (part.parent / "a.out").read_text() == CONTEST_ANSWER


@needs_locks
def test_a_file_system_without_locks_is_refused(
    ineqsudoku: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    def flock(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", flock)
    (tmp_path / "a.in").write_text(CONTEST)
    ran = ineqsudoku("solve", "--output-dir", tmp_path / "out", tmp_path / "a.in")
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert "No locks available" in ran.err
    call = ("solve", "--language", "zh", "--output-dir", tmp_path / "out", tmp_path / "a.in")
    assert not english_words(ineqsudoku(*call).err)
