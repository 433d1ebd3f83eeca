"""Hostile programs: each gets its verdict, does no damage and leaves nothing behind.

All of hostile/ is graded by one command, twice; `pytest -n 0 -m attack` with this file grades it
as root and as a plain user, with one job and with two, idle and under load.  A program that
succeeds in something forbidden ends with exit code 66 or prints what it found.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest
from puzzles import EXAMPLES
from sandboxes import needs_sandbox, needs_tool

from ineqsudoku.apps.names import quote
from ineqsudoku.apps.sandbox import cgroups
from ineqsudoku.apps.sandbox.execution import PATIENCE
from ineqsudoku.apps.sandbox.program import Limits

HERE = Path(__file__).parent
HARM = 66

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}

CPU, IDLE, MEMORY = 0.6, 1.5, 128

PROGRAMS: dict[str, set[str]] = {
    "loop.cpp": {"TLE"},
    "sleeper.py": {"TLE"},
    "grandchild.py": {"PE"},
    "fork_bomb.c": {"TLE"},
    "thread_bomb.c": {"PE"},
    "ignored_children.c": {"TLE"},
    "short_children.c": {"TLE"},
    "mixed_children.c": {"TLE"},
    "grandchildren.c": {"TLE"},
    "starve.c": {"TLE"},
    "starve_alone.c": {"TLE"},
    "covert.c": {"PE"},
    "page_out.c": {"PE"},
    "touch.c": {"PE"},
    "fair.c": {"PE"},
    "fair_thread.c": {"PE"},
    "fair_child.c": {"PE"},
    "fair_thread.py": {"PE"},
    "fair_thread.java": {"PE"} if shutil.which("javac") else {"JE"},
    "memory_touched.c": {"MLE"},
    "memory_reserved.cpp": {"MLE"},
    "memory_of_children.c": {"MLE"},
    "memory_of_nobody.c": {"PE"},
    "memory_shared.c": {"MLE"},
    "memory_headless.c": {"MLE"},
    "memory_tables.c": {"MLE"},
    "memory_sockets.c": {"MLE"},
    "memory_short.c": {"MLE"},
    "memory_of_clones.c": {"MLE"},
    "endless_output.c": {"OLE"},
    "endless_errors.py": {"OLE"},
    "endless_silence.c": {"OLE"},
    "fill_tmp.c": {"PE"},
    "many_files.c": {"RE"},
    "read_answer.py": {"PE"},
    "read_shadow.c": {"PE"},
    "read_others.py": {"PE"},
    "parent_memory.c": {"PE"},
    "connect.py": {"PE"},
    "kill_all.c": {"PE"},
    "trace.c": {"PE"},
    "forge_result.c": {"PE"},
    "harass.c": {"PE"},
    "flood.c": {"TLE"},
    "system_calls.c": {"PE"},
    "foreign_calls.c": {"RE"},
    "write_input.c": {"PE"},
    "exit_42.c": {"RE"},
    "exit_43.c": {"RE"},
    "exit_1.c": {"RE"},
    "exit_0.c": {"PE"},
    "stop_itself.c": {"TLE"},
    "stop_everybody.c": {"TLE"},
    "close_all.c": {"PE"},
    "deep.cpp": {"MLE"},
    "deep.py": {"RE"},
    "link_as_output.py": {"PE"},
    "huge_file.c": {"RE"},
    "rubbish.py": {"PE"},
    "wrong.py": {"WA"},
    "ce_syntax.cpp": {"CE"},
    "ce_templates.cpp": {"CE"},
    "ce_time.c": {"CE"},
    "ce_itself.c": {"CE"},
    "ce_memory.c": {"CE"},
    "ce_random.c": {"CE"},
    "ce_shadow.c": {"CE"},
    "ce_answer.c": {"CE"},
    "ce_process.c": {"CE"},
    "ce_lock.compiled": {"PE"},
    "ce_nbsp.java": {"CE"} if shutil.which("javac") else {"JE"},
}

OWN_LANGUAGES = """
[compiled]
suffixes = [".compiled"]
main = "main.compiled"
compile = ["python3", "-I", "{main}"]
run = ["python3", "-c", ""]
locks = true
"""
"""A language whose programs run while they are compiled."""

FOLDERS: dict[str, tuple[dict[str, str], str]] = {
    "plugin": (  # A compiler that loads it fails, because the class is not there yet.
        {
            "Main.java": "public class Main { public static void main(String[] a) { } }",
            "META-INF/services/com.sun.source.util.Plugin": "Evil\n",
        },
        "PE" if shutil.which("javac") else "JE",
    ),
    "many": ({f"{n:03}{'x' * 195}.py": "" for n in range(650)}, "PE"),
    "names": ({f"{n}{'x' * 200}/{'y' * 200}/{'z' * 200}.c": "" for n in range(900)}, "CE"),
    "options of node": ({"--require=./x.js": "", "x.js": "process.exit(66)"}, "CE"),
    "arguments of rustc": ({"@x.rs": "", "x.rs": "-Clinker=/build/x.h"}, "CE"),
    "arguments of cc1": (  # In the folder, gcc hands cc1 "@x.c" as a word of its own.
        {"lib/@x.c": "int main(void) { return 0; }", "x.c": "x -fplugin=./x.h", "x.h": ""},
        "CE",
    ),
    "clash": ({"a.c/b.c": "", "program/main.c": "int main(void) { return 0; }"}, "CE"),
}
"""Submissions of several files, and the verdicts that they must get."""

NAMES = (
    "with blanks and 'quotes' \".cpp",
    "-rf.cpp",
    "--help.cpp",
    "$(touch harm);`touch harm`.cpp",
    "new\nline.cpp",
    "非ASCII é.cpp",
    "\x1b[31mred\u202e.cpp",
    "% {main} {sources}.cpp",
    "{{ 7 * 7 }}<b>.cpp",
    "\\u975e\\x1b.cpp",
)
"""An honest program that is called such things is accepted like any other."""

EXPECTED = {
    **PROGRAMS,
    **{quote(name): {"AC"} for name in NAMES},
    # Only plain files are read.
    **{name: {"CE"} for name in ("shadow.cpp", "linked", "pipe.py")},
    **{name: {verdict} for name, (_, verdict) in FOLDERS.items()},
}
"""The verdicts of all submissions."""


pytestmark = [needs_sandbox, needs_tool("g++")]


@dataclass(frozen=True)
class Grade:
    """One call of `ineqsudoku grade`: its exit code, tables and messages, and JSON report."""

    code: int
    err: str
    report: dict[str, Any]

    @property
    def verdicts(self) -> dict[str, str]:
        return {entry["name"]: entry["verdict"] for entry in self.report["submissions"]}

    def run(self, name: str) -> dict[str, Any]:
        runs = next(entry["runs"] for entry in self.report["submissions"] if entry["name"] == name)
        assert len(runs) == 1
        run: dict[str, Any] = runs[0]
        return run


@dataclass(frozen=True)
class Folder:
    """The folder of submissions and tests, in which no other file may appear."""

    top: Path

    @property
    def submissions(self) -> Path:
        return self.top / "submissions"

    @property
    def temporary(self) -> Path:
        return self.top / "temporary"

    def remains(self) -> list[str]:
        """Everything that a grade has left behind: files, cgroups, processes that name its
        temporary folder or see it in a mount."""
        remains = [f"file {path}" for path in self.temporary.iterdir()]
        shared = Path("/dev/shm").iterdir()
        remains += [f"shared memory {path}" for path in shared if path.stat().st_uid > 10**9]
        groups = Path("/sys/fs/cgroup").glob("**/ineqsudoku-*")
        remains += [f"cgroup {path}" for path in groups if not cgroups.is_in_use(path)]
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                process = Path("/proc", pid)
                command = process.joinpath("cmdline").read_bytes()
                seen = command + process.joinpath("mountinfo").read_bytes()
            except OSError:  # It has ended, or belongs to somebody else.
                continue
            if str(self.temporary).encode() in seen:
                remains.append(f"process {pid}: {command.decode(errors='replace')!r}")
        return remains

    def grade(self, name: str, *before: str, python: str = sys.executable, jobs: int = 2) -> Grade:
        """Grade the submissions as a folder of folders."""
        results = self.top / "results"
        results.mkdir(exist_ok=True)
        results.chmod(0o777)
        own = results / "languages.toml"
        own.write_text(OWN_LANGUAGES, encoding="utf-8")
        ran = subprocess.Popen(
            [
                *before,
                *(python, "-m", "ineqsudoku", "grade", "--all-in", self.submissions),
                *("--tests", self.top / "tests", "--jobs", str(jobs)),
                *("--time-limit", str(CPU), "--idle-limit", str(IDLE)),
                *("--memory-limit", str(MEMORY)),
                *("--languages", own),
                *("--store", results / f"{name}.sqlite", "--json"),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=results,
            env={**ENVIRONMENT, "TMPDIR": str(self.temporary)},
        )
        out, err = ran.communicate()
        assert self.remains() == []
        assert out, err
        value = json.loads(out)
        return Grade(ran.returncode, err, value)


def filled(top: Path) -> Folder:
    top.chmod(0o755)
    tests, submissions = top / "tests", top / "submissions"
    tests.mkdir()
    for suffix in (".in", ".out"):
        shutil.copy(EXAMPLES / f"cqoi2013{suffix}", tests)
    submissions.mkdir()
    (top / "temporary").mkdir()
    (top / "temporary").chmod(0o1777)
    for path in (HERE / "hostile").iterdir():
        text = path.read_text(encoding="utf-8").replace("ANSWER", str(tests / "cqoi2013.out"))
        (submissions / path.name).write_text(text, encoding="utf-8")
    for name in NAMES:
        shutil.copy(EXAMPLES / "grade" / "submissions" / "rows.cpp", submissions / name)
    (submissions / "shadow.cpp").symlink_to("/etc/shadow")
    linked = submissions / "linked"
    linked.mkdir()
    shutil.copy(EXAMPLES / "grade" / "submissions" / "rows.cpp", linked)
    (linked / "answer.h").symlink_to(tests / "cqoi2013.out")
    os.mkfifo(submissions / "pipe.py")
    for folder, (files, _) in FOLDERS.items():
        for name, text in files.items():
            path = submissions / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return Folder(top)


@contextmanager
def folder() -> Iterator[Folder]:
    """A folder that a plain user can read, unlike the folders of pytest."""
    with tempfile.TemporaryDirectory(prefix="hostile-") as top:
        yield filled(Path(top))


@contextmanager
def listener() -> Iterator[list[object]]:
    """A server on this machine that records who connects."""
    callers: list[object] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.1)
        stop = threading.Event()

        def listen() -> None:
            while not stop.is_set():
                try:
                    callers.append(server.accept()[1])
                except TimeoutError:
                    continue

        thread = threading.Thread(target=listen)
        thread.start()
        yield callers
        stop.set()
        thread.join()


@pytest.fixture(scope="session")
def first(tmp_path_factory: pytest.TempPathFactory) -> Grade:
    """The first grade, which one pytest process makes for all of them."""
    shared = tmp_path_factory.getbasetemp()
    shared = shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared
    with (shared / "hostile.json").open("a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        if text := file.read():
            return Grade(**json.loads(text))
        with folder() as submissions, listener() as callers:
            grade = submissions.grade("first")
        assert callers == []
        json.dump(asdict(grade), file)
        return grade


def test_every_program_has_its_verdict() -> None:
    assert {path.name for path in (HERE / "hostile").iterdir()} == set(PROGRAMS)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_hostile_submission_gets_its_verdict_and_is_harmless(first: Grade, name: str) -> None:
    run = first.run(name)
    assert run["code"] != HARM, run
    assert run["verdict"] in EXPECTED[name], run
    assert run["wall"] < Limits(cpu=CPU, idle=IDLE).wall + PATIENCE or run["verdict"] == "CE"


def test_reports_hold_no_secrets_and_no_terminal_control(first: Grade) -> None:
    assert "root:" not in first.err + json.dumps(first.report)
    assert not {c for c in first.err if not c.isprintable()} - {"\n"}


def test_some_submissions_are_not_accepted(first: Grade) -> None:
    assert first.code == 1
    assert "sandbox: bubblewrap" in " ".join(first.err.split())


def plain_user() -> tuple[list[str], str] | None:
    """The command that makes root a plain user, and a Python for that user; `None` without one."""
    user = ["setpriv", "--reuid", "54321", "--regid", "54321", "--clear-groups"]
    for python in (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3"):
        command = [*user, python, "-c", "import ineqsudoku, click, rich, pyseccomp, lark"]
        tried = subprocess.run(command, env=ENVIRONMENT, capture_output=True, check=False)
        if tried.returncode == 0:
            return user, python
    return None


def test_a_second_time_gives_the_same_verdicts(first: Grade) -> None:
    """As a plain user, if the first time was as root, and one at a time."""
    with folder() as submissions:
        if os.geteuid() == 0 and (plain_python := plain_user()):
            user, python = plain_python
            second = submissions.grade("second", *user, python=python, jobs=1)
        else:
            second = submissions.grade("second", jobs=1)
    assert second.verdicts == first.verdicts


@contextmanager
def load(processes: int) -> Iterator[None]:
    """Processes that keep the processors busy."""
    busy = [subprocess.Popen([sys.executable, "-c", "while 1: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


@pytest.mark.attack
@pytest.mark.parametrize("busy", [0, 6], ids=["idle", "busy"])
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("user", ["root", "plain"])
def test_every_verdict_holds(user: str, jobs: int, busy: int) -> None:
    before: list[str] = []
    python = sys.executable
    if os.geteuid() == 0 and user == "plain":
        plain_python = plain_user()
        if plain_python is None:
            pytest.skip("a plain user has no Python with the packages of this project")
        before, python = plain_python
    elif os.geteuid() != 0 and user == "root":
        pytest.skip("this is not root")
    with folder() as submissions, listener() as callers, load(busy):
        grade = submissions.grade("matrix", *before, python=python, jobs=jobs)
    assert callers == []
    assert {
        name: (verdict, grade.run(name)["words"])
        for name, verdict in grade.verdicts.items()
        if verdict not in EXPECTED[name]
    } == {}
    assert [name for name in EXPECTED if grade.run(name)["code"] == HARM] == []
    assert "root:" not in grade.err + json.dumps(grade.report)
