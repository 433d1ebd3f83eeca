"""Submissions: read without trust."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ineqsudoku.errors import IneqSudokuError
from ineqsudoku.judge import submissions
from ineqsudoku.judge.languages import languages
from ineqsudoku.judge.names import excerpt, inside, shown
from ineqsudoku.judge.submissions import submission

KNOWN = languages()


def put(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.mark.parametrize("name", ["a.cpp", "-rf.cpp", "a b.cpp", "a\nb.cpp", "'\".cpp", "非.cpp"])
def test_a_file_alone_gets_a_name_that_does_no_harm(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("int main() {}")
    found = submission(str(tmp_path / name), KNOWN)
    assert found.sources == ("./main.cpp",)
    assert found.name == shown(name)
    assert found.name.isprintable()
    assert not found.fault


@pytest.mark.parametrize(
    ("text", "file"),
    [
        ("public class Solver { }", "Solver.java"),
        ("import x;\n  public final class A1{}", "A1.java"),
        ("class Hidden {}", "Main.java"),
        ("public class 非 {}", "Main.java"),
        ("public class ../../x {}", "Main.java"),
    ],
)
def test_java_wants_files_to_be_called_like_classes(tmp_path: Path, text: str, file: str) -> None:
    (tmp_path / "whatever.java").write_text(text)
    assert submission(str(tmp_path / "whatever.java"), KNOWN).main == file


def test_a_folder_keeps_its_files(tmp_path: Path) -> None:
    put(tmp_path, {"main.cpp": "", "-o.cpp": "", "lib/a.h": "x", "lib/b.cpp": ""})
    found = submission(str(tmp_path), KNOWN)
    assert found.sources == ("./-o.cpp", "./lib/b.cpp", "./main.cpp")
    assert found.main == "main.cpp"
    found.write(tmp_path / "copy")
    assert (tmp_path / "copy/lib/a.h").read_text() == "x"


def test_nothing_but_plain_files_is_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    (tmp_path / "link.c").symlink_to(secret)
    os.mkfifo(tmp_path / "pipe.c")
    for name, told in (("link.c", "a symbolic link"), ("pipe.c", "not a plain file")):
        for path in (tmp_path / name, tmp_path):
            found = submission(str(path), KNOWN)
            assert found.fault
            assert not found.files
        assert told in submission(str(tmp_path / name), KNOWN).fault
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/up").symlink_to("/etc")
    assert submission(str(tmp_path / "folder"), KNOWN).fault == "up: a symbolic link"


def test_submissions_have_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submissions, "MAX_BYTES", 100)
    monkeypatch.setattr(submissions, "MAX_FILES", 5)
    put(tmp_path, {"big/a.c": "x" * 60, "big/b.c": "x" * 60})
    put(tmp_path, {f"many/{number}.c": "" for number in range(6)})
    put(tmp_path, {"deep/" + "d/" * 4 + "a.c": ""})
    assert "more than" in submission(str(tmp_path / "big"), KNOWN).fault
    assert submission(str(tmp_path / "many"), KNOWN).fault == "more than 5 files"
    assert not submission(str(tmp_path / "deep"), KNOWN).fault
    monkeypatch.setattr(submissions, "MAX_DEPTH", 2)
    assert "without end" in submission(str(tmp_path / "deep"), KNOWN).fault


def test_a_language_that_nobody_knows(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("")
    found = submission(str(tmp_path / "a.txt"), KNOWN)
    assert (found.language, found.fault) == (None, "no file with the suffix of a known language")


def test_a_missing_submission_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        submission(str(tmp_path / "none.c"), KNOWN)


def test_digests_tell_submissions_apart(tmp_path: Path) -> None:
    put(tmp_path, {"a/main.c": "1", "b/main.c": "2", "c/x/main.c": "1"})
    digests = {submission(str(tmp_path / name), KNOWN).digest for name in "abc"}
    assert len(digests) == 3
    assert submission(str(tmp_path / "a"), KNOWN).digest in digests


@given(text=st.text() | st.binary().map(os.fsdecode))
def test_whatever_is_shown_is_one_harmless_line(text: str) -> None:
    assert shown(text).isprintable()
    assert "\n" not in shown(text)


@given(data=st.binary())
def test_an_excerpt_is_lines_of_harmless_text(data: bytes) -> None:
    assert all(line.isprintable() for line in excerpt(data).split("\n"))
    assert len(excerpt(b"x" * 5000)) == 2001


@pytest.mark.parametrize("name", ["", "/x", "../x", "a/../../x", "a\\b", "a\0b", "."])
def test_paths_stay_inside(name: str) -> None:
    with pytest.raises(IneqSudokuError, match="out of its folder"):
        inside(name)


@given(name=st.text("abc./", min_size=1))
def test_what_stays_inside_has_no_way_out(name: str) -> None:
    try:
        parts = inside(name)
    except IneqSudokuError:
        return
    assert os.path.normpath(os.path.join("/top", *parts)).startswith("/top/")
