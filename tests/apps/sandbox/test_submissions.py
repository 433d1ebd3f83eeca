"""Reading untrusted submissions."""

from __future__ import annotations

import os
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from ineqsudoku.apps.names import quote
from ineqsudoku.apps.sandbox import submissions
from ineqsudoku.apps.sandbox.files import excerpt, inside
from ineqsudoku.apps.sandbox.languages import languages
from ineqsudoku.apps.sandbox.submissions import submission
from ineqsudoku.errors import IneqSudokuError

KNOWN = languages()


def put(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.mark.parametrize("name", ["a.cpp", "-rf.cpp", "a b.cpp", "a\nb.cpp", "'\".cpp", "非.cpp"])
def test_a_file_alone_gets_a_name_that_is_harmless(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("int main() {}")
    program = submission(str(tmp_path / name), KNOWN)
    assert program.sources == ("main.cpp",)
    assert program.name == quote(name)
    assert program.name.isprintable()
    assert not program.fault


@pytest.mark.parametrize(
    ("text", "file"),
    [
        ("public class Solver { }", "Solver.java"),
        ("import x;\n  public final class A1{}", "A1.java"),
        ("class Hidden {}", "Main.java"),
        ("public class 非 {}", "非.java"),
        ("public class Öl {}", "Öl.java"),
        ("class Решение { public static void main(String[] a) {} }", "Решение.java"),
        ("public class €_‿\U0001f600x {}", "€_‿\U0001f600x.java"),
        (r"public \u0063lass A {}", "A.java"),
        (r"\uuu0070ublic class \u00d6l {}", "Öl.java"),
        (r"public class \ud83d\ude00x {}", "\U0001f600x.java"),
        (r'@A("\\u0022 public class No {}") public class Right {}', "Right.java"),
        (r"public class \u002e\u002e\u002fx {}", "Main.java"),
        ("public class ../../x {}", "Main.java"),
        ("@A({1, 2}) public @B(x = {3}) final class C { }", "C.java"),
        ("public @B({1}) class C { }", "C.java"),
        ("public interface I { static void main(String[] a) {} }", "I.java"),
        ("enum E { X; public static void main(String[] a) {} }", "E.java"),
        ("class A { class B { static void main(String[] a) {} } } class C {}", "Main.java"),
        ("// public class Wrong {}\npublic class Right {}", "Right.java"),
        ('/* public class No { */ @A("public class No {") public class Right {}', "Right.java"),
        ('class A { String s = "}"; public static class B { } } public class C {}', "C.java"),
        ("class A { }\nclass B { public static void main(String... a) {} }", "B.java"),
        ("class A {} class B { static final void main ( final String[] a) {} }", "B.java"),
        ("public record Point(int x) { public static void main(String[] a) {} }", "Point.java"),
        ("class A { /* static void main( */ }", "Main.java"),
        pytest.param("/*" * 100_000 + '"' * 100_000, "Main.java", id="open comments"),
        pytest.param('\'"""{' * 50_000 + "static " * 50_000, "Main.java", id="open texts"),
    ],
)
def test_java_wants_files_to_be_called_like_classes(tmp_path: Path, text: str, file: str) -> None:
    (tmp_path / "whatever.java").write_text(text)
    assert submission(str(tmp_path / "whatever.java"), KNOWN).main == file


@pytest.mark.parametrize(
    ("files", "main", "entry"),
    [
        ({"a.java": "public class A {} class B { static void main(String[] a) {} }"}, "A", "B"),
        ({"a.java": "package x.y; class B { static void main(String[] a) {} }"}, "B", "x.y.B"),
        ({"a.java": "class A {}"}, "Main", "A"),
        ({"a.java": "package x . y /**/ . \\u00e9; public class Öl {}"}, "Öl", "x.y.é.Öl"),
        (
            {
                "A.java": "public class A {}",
                "Z.java": "class Z { static void main(String[] a) {} }",
            },
            "Z",
            "Z",
        ),
        (
            {"Main.java": "class Main { static void main(String[] a) {} }", "A.java": "class A {}"},
            "Main",
            "Main",
        ),
    ],
)
def test_java_runs_the_class_that_has_main(
    tmp_path: Path, files: dict[str, str], main: str, entry: str
) -> None:
    put(tmp_path, files)
    program = submission(str(tmp_path), KNOWN)
    assert (program.main, program.entry) == (f"{main}.java", entry)


@pytest.mark.parametrize(
    ("names", "language"),
    [
        (["main.cpp", "gen.py"], "c++"),
        (["main.py", "gen.cpp"], "python"),
        (["Main.java", "helper.py"], "java"),
        (["lib/main.py", "solve.py"], "python"),
    ],
)
def test_the_main_file_decides_the_language(
    tmp_path: Path, names: list[str], language: str
) -> None:
    put(tmp_path, dict.fromkeys(names, ""))
    program = submission(str(tmp_path), KNOWN)
    assert program.language
    assert program.language.name == language


def test_a_compiler_sees_no_files_that_are_settings(tmp_path: Path) -> None:
    put(tmp_path / "c", {"main.c": "", "a.h": "", ".gitignore": "", "lib/b.c": "", "data.txt": ""})
    put(tmp_path / "j", {"Main.java": "", "META-INF/services/x": "", "x.class": ""})
    put(tmp_path / "p", {"main.py": "", "table.txt": "", ".config/go/env": ""})
    for name, files in {
        "c": {"main.c", "a.h", "lib/b.c"},
        "j": {"Main.java"},
        "p": {"main.py", "table.txt"},
    }.items():
        copy = tmp_path / f"copy of {name}"
        submission(str(tmp_path / name), KNOWN).write(copy)
        written = {str(path.relative_to(copy)) for path in copy.rglob("*") if path.is_file()}
        assert written == files


@pytest.mark.parametrize(
    "name", ["-o.cpp", "@args.cpp", "--require=./x.cpp", "lib/@x.cpp", "@lib/x.cpp", "lib/@x.h"]
)
def test_no_name_in_a_folder_may_look_like_an_option(tmp_path: Path, name: str) -> None:
    put(tmp_path, {"main.cpp": "", name: ""})
    program = submission(str(tmp_path), KNOWN)
    assert "no name may begin with - or @" in str(program.fault)


def test_files_that_no_compiler_sees_may_have_any_name(tmp_path: Path) -> None:
    put(tmp_path, {"main.cpp": "", "@notes.txt": "", "-old/x.txt": ""})
    assert not submission(str(tmp_path), KNOWN).fault


def test_a_folder_that_becomes_a_link_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, {"secret/key.c": "secret", "handed/sub/a.c": "", "handed/main.c": ""})
    whole = os.scandir
    opened: list[bool] = []

    def swapped(*arguments: Any) -> Any:
        """Replace a folder after the first look into it."""
        if not opened:
            opened.append(True)
            entries = list(whole(*arguments))
            (tmp_path / "handed/sub").rename(tmp_path / "old")
            (tmp_path / "handed/sub").symlink_to(tmp_path / "secret")
            return nullcontext(entries)
        return whole(*arguments)

    monkeypatch.setattr("os.scandir", swapped)
    program = submission(str(tmp_path / "handed"), KNOWN)
    assert str(program.fault) == "sub is a symbolic link"
    assert not program.files


def test_a_folder_that_cannot_be_read_is_at_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, {"handed/a.c": ""})

    def denied(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.scandir", denied)
    assert "Permission denied" in str(submission(str(tmp_path / "handed"), KNOWN).fault)


def test_a_folder_keeps_its_files(tmp_path: Path) -> None:
    put(tmp_path, {"main.cpp": "", "A.CPP": "", "lib/a.h": "x", "lib/b.cpp": ""})
    program = submission(str(tmp_path), KNOWN)
    assert program.sources == ("A.cpp", "lib/b.cpp", "main.cpp")
    assert program.main == "main.cpp"
    program.write(tmp_path / "copy")
    assert (tmp_path / "copy/lib/a.h").read_text() == "x"


def test_nothing_but_plain_files_is_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    (tmp_path / "link.c").symlink_to(secret)
    os.mkfifo(tmp_path / "pipe.c")
    for name, fault in (("link.c", "a symbolic link"), ("pipe.c", "not a plain file")):
        for path in (tmp_path / name, tmp_path):
            program = submission(str(path), KNOWN)
            assert program.fault
            assert not program.files
        assert fault in str(submission(str(tmp_path / name), KNOWN).fault)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/up").symlink_to("/etc")
    program = submission(str(tmp_path / "folder"), KNOWN)
    assert str(program.fault) == "up is a symbolic link"


def test_submissions_have_a_limited_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submissions, "MAX_BYTES", 100)
    monkeypatch.setattr(submissions, "MAX_FILES", 5)
    put(tmp_path, {"big/a.c": "x" * 60, "big/b.c": "x" * 60})
    put(tmp_path, {f"many/{number}.c": "" for number in range(6)})
    put(tmp_path, {"deep/" + "d/" * 4 + "a.c": ""})
    assert "more than" in str(submission(str(tmp_path / "big"), KNOWN).fault)
    assert str(submission(str(tmp_path / "many"), KNOWN).fault) == "more than 5 files"
    assert not submission(str(tmp_path / "deep"), KNOWN).fault
    monkeypatch.setattr(submissions, "MAX_DEPTH", 2)
    assert "nested more than" in str(submission(str(tmp_path / "deep"), KNOWN).fault)


def test_an_unknown_language_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("")
    program = submission(str(tmp_path / "a.txt"), KNOWN)
    assert (program.language, program.fault) == (
        None,
        submissions.NO_LANGUAGE,
    )


def test_a_missing_submission_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        submission(str(tmp_path / "none.c"), KNOWN)


def test_digests_tell_submissions_apart(tmp_path: Path) -> None:
    put(tmp_path, {"a/main.c": "1", "b/main.c": "2", "c/x/main.c": "1"})
    digests = {submission(str(tmp_path / name), KNOWN).digest for name in "abc"}
    assert len(digests) == 3
    assert submission(str(tmp_path / "a"), KNOWN).digest in digests


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
