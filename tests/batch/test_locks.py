"""One process at a time writes a file."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from commands import Command
from puzzles import CONTEST, CONTEST_ANSWER

from ineqsudoku.batch import journal, locks, output_folder
from ineqsudoku.batch.locks import LockedFile

needs_locks = pytest.mark.skipif(sys.platform == "win32", reason="this is about fcntl")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "file"


def before_lock(monkeypatch: pytest.MonkeyPatch, path: Path, act: Callable[[], object]) -> None:
    """Let something happen between opening `path` for the first time and locking it."""
    lock = locks._lock
    todo = [act]

    def slow(descriptor: int, locked: Path) -> None:
        if locked == path and todo:
            todo.pop()()
        lock(descriptor, locked)

    monkeypatch.setattr(locks, "_lock", slow)


@needs_locks
def test_a_locked_file_is_not_opened_again(path: Path) -> None:
    first = LockedFile(path)
    with pytest.raises(BlockingIOError) as caught:
        LockedFile(path)
    assert caught.value.filename == str(path)
    first.close()
    LockedFile(path).close()


def test_a_file_that_is_replaced_before_it_is_locked_is_opened_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def replace() -> None:
        path.unlink()
        path.write_text("another")

    before_lock(monkeypatch, path, replace)
    file = LockedFile(path)
    assert (file.read(), file.is_in_place) == (b"another", True)
    file.close()


def test_a_file_that_is_removed_before_it_is_locked_is_made_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before_lock(monkeypatch, path, path.unlink)
    file = LockedFile(path)
    assert file.is_in_place
    file.close()


@needs_locks
@pytest.mark.parametrize("name", [journal.NAME, output_folder.part_name(0)])
def test_two_runs_never_write_at_the_same_time(
    ineqsudoku: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """While a run waits between opening a file and locking it, another ends, and removes the
    file, and a third begins."""
    (tmp_path / "a.in").write_text(CONTEST)
    out = tmp_path / "out"
    out.mkdir()
    (out / name).touch()
    third: list[LockedFile] = []

    def others() -> None:
        (out / name).unlink()
        third.append(LockedFile(out / name))

    before_lock(monkeypatch, out / name, others)
    ran = ineqsudoku("solve", "--output-dir", out, tmp_path / "a.in")
    assert ran == (2, "", f"another run is writing into {out}\n")
    assert [path.name for path in out.iterdir()] == [name]
    assert third[0].is_in_place
    third[0].close()
    assert ineqsudoku("solve", "--output-dir", out, tmp_path / "a.in") == (0, "", "")


@pytest.mark.parametrize("somebody", ["removes", "replaces"])
def test_a_part_that_is_no_longer_its_own_is_not_given_a_name(
    ineqsudoku: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, somebody: str
) -> None:
    (tmp_path / "a.in").write_text(CONTEST)
    part = tmp_path / "out" / output_folder.part_name(0)
    write = output_folder._Part.__call__

    def written(self: output_folder._Part, outcome: object) -> None:
        write(self, outcome)  # type: ignore[arg-type]  # an Outcome
        part.unlink(missing_ok=True)
        if somebody == "replaces":
            part.write_text("wrong")

    with monkeypatch.context() as patched:
        patched.setattr(output_folder._Part, "__call__", written)
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


class Windows:
    """Locks with `msvcrt`, and neither renames nor removes open files."""

    LK_NBLCK = 2

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.locked: list[tuple[int, int]] = []
        self.is_taken = False
        monkeypatch.setitem(sys.modules, "msvcrt", self)
        monkeypatch.setattr(locks, "sys", SimpleNamespace(platform="win32"))
        for name in ("replace", "unlink"):
            self._refuse_open_files(monkeypatch, name, getattr(os, name))

    def locking(self, descriptor: int, mode: int, size: int) -> None:
        assert (mode, os.lseek(descriptor, 0, os.SEEK_CUR)) == (self.LK_NBLCK, 0)
        if self.is_taken:
            raise PermissionError(errno.EACCES, "Permission denied")
        self.locked.append((descriptor, size))

    def _refuse_open_files(
        self, monkeypatch: pytest.MonkeyPatch, name: str, function: Callable[..., None]
    ) -> None:
        def only_closed(path: Path, *more: object) -> None:
            for descriptor in os.listdir("/proc/self/fd"):
                try:
                    is_open = os.path.samefile(f"/proc/self/fd/{descriptor}", path)
                except OSError:
                    continue
                assert not is_open, f"{path} is open"
            function(path, *more)

        monkeypatch.setattr(os, name, only_closed)


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Windows:
    if not os.path.exists("/proc/self/fd"):
        pytest.skip("/proc, which says what is open, is not there")
    return Windows(monkeypatch)


def test_windows_is_asked_for_locks_and_never_to_move_open_files(
    ineqsudoku: Command, tmp_path: Path, windows: Windows
) -> None:
    for name in ("a.in", "b.in"):
        (tmp_path / name).write_text(CONTEST)
    (tmp_path / "c.in").write_text("x")
    assert ineqsudoku("solve", "--output-dir", tmp_path / "out", tmp_path).code == 2
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.out", "b.out"]
    assert len(windows.locked) == 4
    assert {size for _, size in windows.locked} == {1}


def test_a_lock_that_is_taken_is_known_on_windows(path: Path, windows: Windows) -> None:
    windows.is_taken = True
    with pytest.raises(BlockingIOError):
        LockedFile(path)
