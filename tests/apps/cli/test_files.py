"""Files that cannot be replaced are refused, and a write that fails loses nothing."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click
import pytest

from ineqsudoku.apps.cli.files import require_place, write_output


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.svg"
    path.write_text("precious")
    return path


def refusal(path: Path) -> str:
    with pytest.raises(click.UsageError) as caught:
        require_place(path, "--output", [])
    return caught.value.message


def test_a_file_with_several_names(file: Path) -> None:
    file.with_name("b").hardlink_to(file)
    assert "has 2 names (hard links), and only one would be replaced" in refusal(file)


@pytest.mark.parametrize("is_folder", [True, False])
def test_what_is_not_writable(file: Path, monkeypatch: pytest.MonkeyPatch, is_folder: bool) -> None:
    protected = file.parent if is_folder else file
    # Root may write everywhere.
    monkeypatch.setattr(os, "access", lambda path, _: os.fspath(path) != str(protected))
    what = f"the folder {protected}" if is_folder else f"{protected}"
    assert refusal(file) == f"--output: {what} is not writable"


@pytest.mark.parametrize(("name", "stream"), [("output", "stdout"), ("error", "stderr")])
def test_a_file_that_receives_messages(
    file: Path, monkeypatch: pytest.MonkeyPatch, name: str, stream: str
) -> None:
    with file.open("a") as receiver:
        monkeypatch.setattr(sys, f"__{stream}__", receiver)
        assert refusal(file) == f"--output: {file} also receives standard {name}"


@pytest.mark.parametrize("name", ["replace", "fsync"])
def test_a_failed_write(file: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, name, fail)
    with pytest.raises(OSError, match="No space left on device") as caught:
        write_output(file, b"new")
    assert caught.value.filename == str(file)
    assert file.read_text() == "precious"
    assert [*file.parent.iterdir()] == [file]
