"""Where the supervisor comes from if it was not built at installation."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from effort import slow
from sandboxes import needs

from ineqsudoku.apps.sandbox import supervisor
from ineqsudoku.errors import IneqSudokuError

needs_compiler = needs("gcc")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a user whose installation has no supervisor."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    package = tmp_path / "package"
    package.mkdir()
    (package / "_supervisor.c").write_bytes((supervisor._FOLDER / "_supervisor.c").read_bytes())
    monkeypatch.setattr(supervisor, "_FOLDER", package)
    monkeypatch.setattr(supervisor, "supervisor", supervisor.supervisor.__wrapped__)
    return tmp_path / "ineqsudoku-supervisor"


@needs_compiler
def test_it_is_built_once_in_a_folder_of_the_user(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = supervisor.supervisor()
    assert built.startswith(b"\x7fELF")
    assert folder.stat().st_mode & 0o777 == 0o700
    assert [path.read_bytes() for path in folder.iterdir()] == [built]
    monkeypatch.setenv("PATH", "")
    assert supervisor.supervisor() == built


@needs_compiler
@pytest.mark.parametrize("size", [1000, *slow([0])])
def test_a_damaged_one_is_built_again(folder: Path, size: int) -> None:
    built = supervisor.supervisor()
    (path,) = folder.iterdir()
    path.write_bytes(built[:size])
    assert supervisor.supervisor() == path.read_bytes() == built


@needs_compiler
def test_another_source_is_built_again(folder: Path) -> None:
    source = folder.parent / "package" / "_supervisor.c"
    for status in (0, 1):
        source.write_text(f"int main(void) {{ return {status}; }}\n")
        supervisor.supervisor()
    assert len([*folder.iterdir()]) == 2


OF_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")


@pytest.mark.parametrize(
    "kind", [0o755, 0o770, 0o702, "link", pytest.param("of another user", marks=OF_ROOT)]
)
def test_a_folder_that_is_not_of_the_user_alone_is_refused(folder: Path, kind: int | str) -> None:
    if kind == "link":
        (folder.parent / "elsewhere").mkdir(mode=0o700)
        folder.symlink_to(folder.parent / "elsewhere")
    else:
        folder.mkdir()
        folder.chmod(kind if isinstance(kind, int) else 0o700)
    if kind == "of another user":
        os.chown(folder, 12345, 12345)
    with pytest.raises(IneqSudokuError, match="must be your own folder with mode 0700"):
        supervisor.supervisor()


def test_without_a_compiler_the_packages_are_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(IneqSudokuError, match=r"Debian packages gcc, libc6-dev\)$"):
        supervisor.supervisor()
    assert not [*folder.iterdir()]


@needs_compiler
def test_what_the_compiler_says_is_quoted(folder: Path) -> None:
    (folder.parent / "package" / "_supervisor.c").write_text("#error nothing here\n")
    with pytest.raises(IneqSudokuError, match=r"libc6-dev.*nothing here"):
        supervisor.supervisor()
    assert not [*folder.iterdir()]


def test_the_loader_is_that_of_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Path(supervisor.loader()).is_file()
    monkeypatch.setattr(Path, "read_bytes", lambda _: b"#!/bin/other\n")
    with pytest.raises(IneqSudokuError, match="not a 64-bit ELF program"):
        supervisor.loader.__wrapped__()
