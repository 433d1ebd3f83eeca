"""`ineqsudoku package`: options, messages, and writing completely or not at all."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from commands import PROGRAM, Command
from interruptions import Interruption, needs_proc
from packages import built, tests as tests

from ineqsudoku.apps.package.options import table
from ineqsudoku.apps.package.output import write_package, zip_files

pytestmark = pytest.mark.package

FILES = {"a": b"1", "b/c": b"2", "b/d/e.txt": b""}


def kattis(tests: Path, output: object) -> list[object]:
    return ["package", "--to", "kattis", "--tests", tests, "--output", output, "--unproven"]


def read(folder: Path) -> dict[str, bytes]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


# --- the command -------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["kattis", "polygon"])
def test_the_command_writes_what_python_builds(
    ineqsudoku: Command, tests: Path, tmp_path: Path, target: str
) -> None:
    output = tmp_path / "inequalitysudoku"
    arguments = ["--to", target, "--tests", tests, "--output", output, "--unproven"]
    if "invalid_inputs" in table(target):
        arguments += ["--seed", 0]
    ran = ineqsudoku("package", *arguments)
    expected = built(target, tests)
    size = f"{len(expected)} files for {target}"
    word = f"{output}: {size}, unproven, time limit 2 s\n"
    assert ran == (0, "", word)
    assert read(output) == expected


def test_a_seed_is_taken_at_random_and_printed(
    ineqsudoku: Command, tests: Path, tmp_path: Path
) -> None:
    arguments = ["package", "--to", "icpc", "--tests", tests, "--unproven", "--output"]
    first = ineqsudoku(*arguments, tmp_path / "1")
    second = ineqsudoku(*arguments, tmp_path / "2")
    seeds = [re.findall(r"^seed (\d+)$", ran.err, re.MULTILINE) for ran in (first, second)]
    assert seeds[0] != seeds[1]
    again = ineqsudoku(*arguments, tmp_path / "3", "--seed", *seeds[0])
    assert not again.err.startswith("seed")
    assert read(tmp_path / "1") == read(tmp_path / "3") != read(tmp_path / "2")
    assert not ineqsudoku(*kattis(tests, tmp_path / "p")).err.startswith("seed")


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        (["--killers", "1"], "--killers needs --generate"),
        (["--points", "50;50"], "expected whole numbers such as 30,30,40, found '50;50'"),
        (["--points", "-10,110"], "expected whole numbers such as 30,30,40, found '-10,110'"),
        (["--points", ""], "expected whole numbers such as 30,30,40, found ''"),
        (["--points", "9" * 5000], "expected whole numbers such as 30,30,40, found '999"),
        (["--name", "../x"], "expected a name of 1-64 lower-case letters and digits"),
        (["--time-limit", "java=x"], "'x' is not a valid float"),
        (["--time-limit", "java="], "'' is not a valid float"),
        (["--time-limit", "=2"], "expected one of cpp, java, py, found ''"),
        (["--time-limit", "rust=2"], "expected one of cpp, java, py, found 'rust'"),
        (["--time-limit", "0"], "0.0 is not in the range 0.05<=x<=1000.0"),
        (["--title", "zh=a", "--title", "zh=b"], "--title is given twice for the same language"),
        (["--title", "a", "--title", "b"], "--title is given twice for the same language: 'b'"),
        (["--title", "en="], "expected 1-200 printable characters as title"),
        (["--output", "/dev/null/x"], "Cannot write to /dev/null.\n"),
    ],
)
def test_wrong_options(
    ineqsudoku: Command,
    tests: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    option: list[str],
    reason: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = ineqsudoku(*kattis(tests, tmp_path / "p"), *option)
    assert ran.code == 2
    assert reason in ran.err
    assert "Traceback" not in ran.err
    assert not (tmp_path / "p").exists()


def test_the_output_is_named_after_the_problem(
    ineqsudoku: Command, tests: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = ineqsudoku(
        "package", "--to", "icpc", "--tests", tests, "--unproven", "--name", "su9", "--seed", 0
    )
    assert ran.err.startswith("su9: ")
    assert "warning" not in ran.err
    assert read(tmp_path / "su9") == built("icpc", tests, name="su9")


def test_another_folder_for_a_problem_that_is_named_by_it_is_a_warning(
    ineqsudoku: Command, tests: Path, tmp_path: Path
) -> None:
    ran = ineqsudoku(*kattis(tests, tmp_path / "out"))
    assert (
        "warning: kattis names a problem by its folder: rename out to inequalitysudoku" in ran.err
    )
    assert "warning" not in ineqsudoku(*kattis(tests, tmp_path / "p.zip")).err


def test_descriptions_that_a_target_cannot_hold_are_a_warning(
    ineqsudoku: Command, tests: Path, tmp_path: Path
) -> None:
    given = ["--author", "A", "--license", "cc0"]
    ran = ineqsudoku(*kattis(tests, tmp_path / "inequalitysudoku"), *given)
    assert "warning" not in ran.err
    arguments = ["--to", "luogu", "--tests", tests, "--output", tmp_path / "p", "--unproven"]
    ran = ineqsudoku("package", *arguments, *given)
    assert ran.code == 0
    assert "warning: luogu has no place for --license and --author\n" in ran.err
    assert "warning" not in ineqsudoku("package", *arguments[:-2], tmp_path / "q", "--unproven").err


def test_messages_are_in_the_language_of_the_program(
    ineqsudoku: Command, tests: Path, tmp_path: Path
) -> None:
    output = tmp_path / "inequalitysudoku"
    chinese = [*kattis(tests, output), "--language", "zh"]
    for more, expected in (
        ([], f"{output}：kattis 格式，22 个文件，参考程序未运行，时间限制 2 秒\n"),
        ([], f"{output} 已经存在，请换一个输出位置\n"),
        (["--output", "/dev/null/x"], "无法写入 /dev/null。\n"),
        (["--output", tmp_path / "p", "--name", "A"], "小写字母和数字，实为 'A'\n"),
        (["--to", "luogu", "--output", tmp_path / "p", "--author", "A"], "没有地方写 --author\n"),
    ):
        assert ineqsudoku(*chinese, *more).err.endswith(expected)
    assert read(output) == built("kattis", tests)


# --- writing -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["p", "p.zip", "deep/er/p", "deep/er/p.zip"])
def test_nothing_but_the_package_is_left(tmp_path: Path, name: str) -> None:
    output = tmp_path / "in" / name
    write_package(FILES, str(output))
    assert list(output.parent.iterdir()) == [output]
    if output.is_dir():
        assert read(output) == FILES
    else:
        with ZipFile(output) as archive:
            assert {name: archive.read(name) for name in archive.namelist()} == FILES


def test_a_zip_file_does_not_depend_on_the_order_of_its_files() -> None:
    assert zip_files(FILES) == zip_files(dict(reversed(FILES.items())))


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    """Whoever may not see into it still may not."""
    (tmp_path / "p").mkdir(mode=0o700)
    write_package(FILES, str(tmp_path / "p"))
    assert read(tmp_path / "p") == FILES
    assert (tmp_path / "p").stat().st_mode & 0o777 == 0o700


def test_nothing_is_overwritten(
    ineqsudoku: Command, tests: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also not the current folder, in which a shell would go on to see no files."""
    (tmp_path / "p.zip").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    (tmp_path / "folder.zip").mkdir()
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    for name in (tmp_path / "tests", tmp_path / "p.zip", tmp_path / "link", "../folder.zip", "."):
        ran = ineqsudoku(*kattis(tests, name))
        assert ran.code == 2
        assert "exists already; choose another output" in ran.err
    assert (tmp_path / "p.zip").read_text() == "mine"
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("name", ["p", "p.zip", "deep/er/p", "deep/er/p.zip"])
def test_a_full_disk_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    written = []

    def full(_: int) -> None:
        written.append(1)
        if len(written) == (1 if name.endswith(".zip") else 3):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left on device") as raised:
        write_package(FILES, str(tmp_path / name))
    assert raised.value.filename == str(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


KILLED = """
import os, signal, sys
from ineqsudoku.apps.package.output import write_package
left = int(sys.argv[2])
def fsync(_):
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
os.fsync = fsync
write_package({"a": b"1", "b/c": b"2", "b/d/e.txt": b""}, sys.argv[1])
"""


@pytest.mark.parametrize(("name", "steps"), [("p", 1), ("p", 2), ("p", 3), ("p.zip", 1)])
def test_a_kill_leaves_nothing_of_this_name(tmp_path: Path, name: str, steps: int) -> None:
    output = tmp_path / name
    ran = subprocess.run([sys.executable, "-c", KILLED, output, str(steps)], check=False)
    assert ran.returncode == -signal.SIGKILL
    assert not os.path.lexists(output)
    write_package(FILES, str(output))  # What the kill has left is in nobody's way.
    assert output.exists()


@needs_proc
def test_an_interrupt_ends_the_making_of_tests(tmp_path: Path) -> None:
    output = tmp_path / "p"
    command = [*PROGRAM, "package", "--to", "kattis", "--unproven"]
    command += ["--generate", "40", "--seed", "1", "--output", str(output)]
    ended = Interruption(2.0, (signal.SIGINT,)).of(command, ready=True)
    assert (ended.code, ended.err.split()) == (130, ["interrupted"])
    assert list(tmp_path.iterdir()) == []
