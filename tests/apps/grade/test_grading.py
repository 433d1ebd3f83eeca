"""Submissions on tests: compilation, verdicts, the store."""

from __future__ import annotations

import errno
import io
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tarfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest
from effort import slow
from hypothesis import given, strategies as st
from puzzles import CONTEST, CONTEST_ANSWER
from sandboxes import SANDBOXES, commands_with, needs_tool

from ineqsudoku.apps.grade import grading
from ineqsudoku.apps.grade.grading import Attempt, Graded, Grading, grade
from ineqsudoku.apps.grade.results_db import ResultsDb
from ineqsudoku.apps.grade.testdata import tests as read_tests
from ineqsudoku.apps.sandbox import machine
from ineqsudoku.apps.sandbox.compilation import (
    LIMITS as COMPILING,
    _complaint,
    compile_submission,
    unpack,
)
from ineqsudoku.apps.sandbox.judging import verdict
from ineqsudoku.apps.sandbox.languages import languages
from ineqsudoku.apps.sandbox.machine import Sandbox, scratch
from ineqsudoku.apps.sandbox.outcome import Run, overall
from ineqsudoku.apps.sandbox.program import Execution, Limits, Program
from ineqsudoku.apps.sandbox.submissions import Submission, submission
from ineqsudoku.apps.sandbox.unisolated import Unisolated
from ineqsudoku.checker import Expectation, Verdict
from ineqsudoku.errors import IneqSudokuError

KNOWN = languages()
LIMITS = Limits(cpu=1.0, idle=4.0, memory=100)
PRINTS = f"print('''{CONTEST_ANSWER}''')\n"


# --- verdicts --------------------------------------------------------------------------------


@pytest.fixture
def expected(tmp_path: Path) -> Expectation:
    (tmp_path / "a.in").write_text(CONTEST)
    return read_tests(str(tmp_path)).cases[0].expectation()


RIGHT = Execution(code=0, cpu=0.1, wall=0.1, peak=10, stdout=CONTEST_ANSWER.encode())


EXECUTIONS = [
    (RIGHT, "AC", ""),
    (replace(RIGHT, stdout=b""), "PE", "expected 81 digits, found none"),
    (
        replace(RIGHT, stdout=CONTEST_ANSWER.replace("5", "4").encode()),
        "WA",
        "row 1 has the digit 4 twice: ",
    ),
    (replace(RIGHT, failure="lost"), "JE", "lost"),
    (replace(RIGHT, failure="no such", unstarted=True), "RE", "no such"),
    (replace(RIGHT, reason="stopped"), "JE", "ended for an unknown reason"),
    (replace(RIGHT, reason="output"), "OLE", "1048576 bytes"),
    (replace(RIGHT, reason="cpu", code=None), "TLE", "CPU time limit of 1 s exceeded"),
    (replace(RIGHT, cpu=1.01), "TLE", "CPU time limit of 1 s"),
    (
        replace(RIGHT, reason="idle", code=None, cpu=0.2),
        "TLE",
        "idle for more than 4 s (0.20",
    ),
    (
        replace(RIGHT, reason="memory", code=None, peak=101),
        "MLE",
        "memory limit of 100 MiB exceeded (101 MiB)",
    ),
    (replace(RIGHT, peak=101), "MLE", "101 MiB"),
    (replace(RIGHT, reason="files"), "RE", "too many files"),
    (replace(RIGHT, code=1), "RE", "exit code 1"),
    (replace(RIGHT, code=42), "RE", "exit code 42"),
    (replace(RIGHT, code=None, signal=11), "RE", "killed by SIGSEGV"),
    (replace(RIGHT, code=1, stderr=b"a\n  b\n\n"), "RE", "exit code 1: b"),
    (
        replace(
            RIGHT,
            code=1,
            stderr=b"Traceback\n  a\nKeyError: 'a'\n\nDuring\n\nEOFError: EOF when\x1b\n",
        ),
        "RE",
        r"exit code 1: EOFError: EOF when\x1b",
    ),
    (
        replace(RIGHT, code=1, stderr=b'Exception in thread "main" X\n\tat Main.main(a)\n'),
        "RE",
        'exit code 1: Exception in thread "main" X',
    ),
    (
        replace(RIGHT, code=None, signal=6, stderr=b"terminate\n  what():  vector\n" + b"x" * 999),
        "RE",
        "killed by SIGABRT: what():  vector",
    ),
    (replace(RIGHT, code=1, stderr=b"x" * 999), "RE", f"exit code 1: {'x' * 100}…"),
    (
        replace(RIGHT, code=None, signal=6, stderr=b"Error 0\nterminate called after 'int'\n"),
        "RE",
        "killed by SIGABRT: terminate called after 'int'",
    ),
    (
        replace(RIGHT, code=1, stderr=b"ValueError ignored\nTraceback (most\n  File\nStop: end\n"),
        "RE",
        "exit code 1: Stop: end",
    ),
    (replace(RIGHT, code=None, signal=63), "RE", "killed by signal 63"),
    (
        replace(RIGHT, code=None, signal=11, peak=95),
        "MLE",
        "probably out of memory: killed by",
    ),
    (
        replace(RIGHT, code=1, stderr=b"\nMemoryError\n"),
        "MLE",
        "probably out of memory: exit code 1",
    ),
]
"""What programs did, with the verdict and words of its message."""


@pytest.mark.parametrize(("execution", "expected_verdict", "words"), EXECUTIONS)
def test_what_a_program_did_gets_a_verdict(
    expected: Expectation, execution: Execution, expected_verdict: str, words: str
) -> None:
    run = verdict(execution, LIMITS, expected)
    assert run.verdict == expected_verdict
    assert words in str(run.words)


@pytest.mark.parametrize(
    ("verdicts", "expected_verdict"),
    [
        ("AC AC", "AC"),
        ("AC WA TLE", "WA"),
        ("AC JE", "JE"),
        ("JE TLE", "TLE"),
        ("JE JE", "JE"),
        ("", "JE"),
    ],
)
def test_the_first_verdict_that_is_not_ac_counts_and_then_je(
    verdicts: str, expected_verdict: str
) -> None:
    assert overall(map(Verdict, verdicts.split())) == expected_verdict


# --- compilation -----------------------------------------------------------------------------

Compile = Callable[..., Run | None]


@pytest.fixture(params=SANDBOXES)
def compile(request: pytest.FixtureRequest, tmp_path: Path) -> Compile:
    """Compile a file; the words say why it cannot be run."""

    def of(name: str, text: str, limits: Limits = COMPILING) -> Run | None:
        (tmp_path / name).write_text(text)
        handed_in = submission(str(tmp_path / name), KNOWN)
        with scratch() as folder:
            return compile_submission(handed_in, request.param, folder, limits, Event()).failure

    return of


@needs_tool("gcc")
def test_what_compiles_can_be_run(compile: Compile) -> None:
    assert compile("a.c", "int main(void) { return 0; }") is None


@needs_tool("gcc")
def test_what_does_not_compile_gets_the_words_of_the_compiler(compile: Compile) -> None:
    failure = compile("a.c", "int main(void) { return x; }")
    assert failure
    assert failure.verdict == "CE"
    assert "error" in str(failure.words)
    assert "main.c" in failure.stderr


def test_a_script_with_a_syntax_error_does_not_compile(compile: Compile) -> None:
    failure = compile("a.py", "print(")
    assert failure
    assert failure.verdict == "CE"
    assert "SyntaxError" in failure.stderr


@needs_tool("gcc")
def test_compilers_have_limits(compile: Compile) -> None:
    failure = compile("a.c", '#include "/dev/zero"\n', replace(COMPILING, memory=100))
    assert failure
    assert failure.verdict == "CE"
    failure = compile("a.c", "char a[1 << 30] = {1}; int main(void) {}")
    assert failure
    assert failure.verdict == "CE"


def test_a_language_without_its_tools_is_not_the_submissions_fault(
    tmp_path: Path,
) -> None:
    known = {"c": replace(KNOWN["c"], tools=("no-such-tool",))}
    (tmp_path / "a.c").write_text("")
    result = compile_submission(
        submission(str(tmp_path / "a.c"), known), Unisolated(), tmp_path, LIMITS, Event()
    )
    assert result.failure
    assert result.failure.verdict == "JE"
    assert "no-such-tool" in str(result.failure.words)


def archive(*members: tuple[tarfile.TarInfo, bytes]) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as file:
        for member, data in members:
            member.size = len(data)
            file.addfile(member, io.BytesIO(data))
    return stream.getvalue()


def member(name: str, kind: bytes = tarfile.REGTYPE) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.type, entry.linkname = kind, "/etc/passwd"
    return entry


@pytest.mark.parametrize(
    "data",
    [
        archive((member("../x"), b"x")),
        archive((member("/tmp/x"), b"x")),
        archive((member("x", tarfile.SYMTYPE), b"")),
        archive((member("x", tarfile.LNKTYPE), b"")),
        archive((member("x", tarfile.FIFOTYPE), b"")),
        archive((member("x", tarfile.CHRTYPE), b"")),
        archive((member("x"), b"1"), (member("x"), b"2")),
        archive((member("x"), b"1"), (member("x/y"), b"2")),
        archive(*[(member("././@LongLink", tarfile.GNUTYPE_LONGNAME), b"x")] * 2000),
        archive((member("././@LongLink", tarfile.GNUTYPE_LONGNAME), b"x")),
        archive((member("././@LongLink", tarfile.GNUTYPE_LONGNAME), bytes(10000))),
        archive((member("././@LongLink", tarfile.GNUTYPE_LONGLINK), b"x")),
        archive((member("x", tarfile.XHDTYPE), b"15 size=-10000\n")),
        archive(*((member(f"{number}"), b"") for number in range(101))),
        archive((member("x"), b"1"))[:124] + b"\x80" + b"\xff" * 11 + bytes(400),
        b"",
        b"rubbish" * 1000,
        archive((member("x"), b"x" * 5000))[:2000],
    ],
)
def test_a_forged_archive_of_a_compiler_does_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    monkeypatch.setattr("ineqsudoku.apps.sandbox.compilation.MAX_MEMBERS", 100)
    with pytest.raises((IneqSudokuError, OSError)):
        unpack(data, tmp_path)
    assert all(path.is_file() and not path.is_symlink() for path in tmp_path.iterdir())


NO_MAIN = """/usr/bin/ld: crt1.o: in function `_start':
(.text+0x17): undefined reference to `main'
collect2: error: ld returned 1 exit status
"""


@pytest.mark.parametrize(
    ("message", "line"),
    [
        (NO_MAIN, "(.text+0x17): undefined reference to `main'"),
        ("a.cpp: In function 'f':\na.cpp:1:2: Error: x\n", "a.cpp:1:2: Error: x"),
        ("/usr/bin/ld: cannot find -lx\ncollect2: error: ld\n", "/usr/bin/ld: cannot find -lx"),
        ("collect2: fatal error: cannot find 'ld'\n", "collect2: fatal error: cannot find 'ld'"),
        ("\n", ""),
        (
            "# command-line-arguments\n./main.go:3:15: declared and not used: x\n",
            "./main.go:3:15: declared and not used: x",
        ),
        (
            "# command-line-arguments\nruntime.main_main·f: function main is undeclared\n",
            "runtime.main_main·f: function main is undeclared",
        ),
        ("go: errors parsing go.mod:\ngo.mod:1: unknown: x\n", "go.mod:1: unknown: x"),
        (
            "warning: unused variable: `error`\n --> ./main.rs:1:17\n\n"
            "error[E0425]: cannot find value `x` in this scope\n",
            "error[E0425]: cannot find value `x` in this scope",
        ),
        (
            "a.cpp: In instantiation of 'f':\na.cpp:7:10:   required from here\n"
            "a.cpp:2:5: warning: error-prone\na.cpp:3:5: error: no match\n",
            "a.cpp:3:5: error: no match",
        ),
        (
            '  File "./main.py", line 1\n    error = = 3\n            ^\nSyntaxError: invalid\n',
            "SyntaxError: invalid",
        ),
        ("Sorry: IndentationError: x (a.py, line 3)", "Sorry: IndentationError: x (a.py, line 3)"),
        ("/build/main.js:1\nerror = = 1\n\nSyntaxError: Bad\n    at f", "SyntaxError: Bad"),
        ("./Main.java:3: error: ';' expected\n  error: x\n", "./Main.java:3: error: ';' expected"),
        ("a.cpp:1:1: warning: x\n" * 500 + "a.cpp:9:1: error: y\n", "a.cpp:9:1: error: y"),
    ],
)
def test_the_reason_of_a_compiler_is_its_most_informative_line(message: str, line: str) -> None:
    assert _complaint(message.encode()) == line


@given(data=st.binary(max_size=3000), places=st.lists(st.integers(0, 1023), max_size=4))
def test_whatever_comes_back_is_an_archive_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, places: list[int]
) -> None:
    folder = tmp_path_factory.mktemp("unpacked")
    whole = bytearray(archive((member("x"), b"1"), (member("y"), b"2")))
    for place, byte in zip(places, data, strict=False):
        whole[place] = byte
    for contents in (data, bytes(whole)):
        with suppress(IneqSudokuError, OSError):
            unpack(contents, folder)


@needs_tool("tar")
def test_what_tar_writes_can_be_unpacked(tmp_path: Path) -> None:
    names = ["a", "folder/b", "folder/" + "x" * 200, "/".join(["deep" * 20] * 5), "非 é\n"]
    for name in names:
        path = tmp_path / "from" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(name.encode() * 300)
    (tmp_path / "from" / "a").chmod(0o755)
    command = ["tar", "--format=gnu", "-cf", "-", "."]
    made = subprocess.run(command, cwd=tmp_path / "from", capture_output=True, check=True)
    (tmp_path / "to").mkdir()
    unpack(made.stdout, tmp_path / "to")
    for name in names:
        path = tmp_path / "to" / name
        assert path.read_bytes() == name.encode() * 300
        assert bool(path.stat().st_mode & 0o100) == (name == "a")


def test_a_sparse_file_of_a_compiler_is_refused(tmp_path: Path) -> None:
    sparse = tarfile.TarInfo("x")
    sparse.pax_headers = {
        "GNU.sparse.major": "0",
        "GNU.sparse.minor": "1",
        "GNU.sparse.size": str(1 << 40),
        "GNU.sparse.map": f"{(1 << 40) - 1},1",
    }
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as file:
        sparse.size = 1
        file.addfile(sparse, io.BytesIO(b"x"))
    with pytest.raises(IneqSudokuError, match="not a plain file"):
        unpack(stream.getvalue(), tmp_path)


# --- grading -----------------------------------------------------------------------------------


class Class:
    """A folder of tests and submissions in Python, which can be graded any number of times."""

    def __init__(self, folder: Path, sandbox: Sandbox) -> None:
        self.folder = folder
        tests = folder / "tests"
        for number in range(3):
            (tests / f"{number % 2}").mkdir(parents=True, exist_ok=True)
            (tests / f"{number % 2}" / f"{number}.in").write_text(CONTEST)
        self.grading = Grading(read_tests(str(tests)), sandbox, LIMITS, COMPILING, jobs=2)
        self.made: list[Attempt] = []

    def hand_in(self, **texts: str) -> list[Submission]:
        submissions = []
        for name, text in texts.items():
            (self.folder / f"{name}.py").write_text(text)
            submissions.append(submission(str(self.folder / f"{name}.py"), KNOWN))
        return submissions

    def grade(
        self, handed_in: list[Submission], known: dict[str, Run] | None = None
    ) -> dict[tuple[str, str], str]:
        with scratch() as folder:
            results = list(grade(handed_in, self.grading, folder, known or {}))
        self.made = [result.attempt for result in results if not result.known]
        return {(a.submission.name, a.case.name): run.verdict for a, run, _ in results}


@pytest.fixture(params=SANDBOXES)
def school(request: pytest.FixtureRequest, tmp_path: Path) -> Class:
    return Class(tmp_path, request.param)


def test_fail_fast_leaves_at_the_first_wrong_test(school: Class) -> None:
    school.grading = replace(school.grading, fail_fast=True, jobs=3)
    verdicts = school.grade(school.hand_in(right=PRINTS, wrong="print(1)", broken="("))
    assert [name for name, *_ in verdicts].count("right.py") == 3
    assert [name for name, *_ in verdicts].count("wrong.py") == 1
    assert [name for name, *_ in verdicts].count("broken.py") == 1


def test_going_on_gives_the_verdicts_of_the_whole_grade(school: Class) -> None:
    """Judge errors are not kept; with `fail_fast` they may precede the run that ends all."""
    (school.folder / "tests" / "0" / "0.in").write_text("rubbish")
    tests = read_tests(str(school.folder / "tests"))
    school.grading = replace(school.grading, tests=tests, fail_fast=True)
    handed_in = school.hand_in(right=PRINTS, wrong="print(1)")
    whole = school.grade(handed_in)
    assert [*whole.values()].count("JE") == 2
    ended = zip(school.made, whole.values(), strict=True)
    known = {school.grading.key(one): Run(Verdict(verdict)) for one, verdict in ended}
    known = {key: run for key, run in known.items() if run.verdict is not Verdict.JE}
    assert school.grade(handed_in, known) == whole


def test_what_decides_a_verdict_is_in_the_key(school: Class) -> None:
    (one,) = school.hand_in(one=PRINTS)
    attempt = school.grading.attempts(one)[0]
    keys = {school.grading.key(attempt)}
    (other,) = school.hand_in(one="")
    keys.add(school.grading.key(attempt._replace(submission=other)))
    changed = replace(school.grading, limits=replace(LIMITS, cpu=2.0))
    keys.add(changed.key(attempt))
    (school.folder / "tests" / "0" / "0.in").write_text(CONTEST + "\n")
    keys.add(school.grading.key(attempt))
    assert len(keys) == 4


LOST = Execution(failure="the sandbox gave no result", lost=True)


@pytest.mark.parametrize(
    ("times", "expected"),
    [(1, "AC"), *slow([(2, "RE"), (0, "AC")])],
    ids=["once", "twice", "never"],
)
def test_a_run_without_a_result_is_repeated_alone(
    school: Class, monkeypatch: pytest.MonkeyPatch, times: int, expected: str
) -> None:
    """Runs of others are going on at the same time, but not during the repetition."""
    whole = machine.run
    lock = threading.Lock()
    now: list[int] = []
    of_loser: list[int] = []

    def run(sandbox: Sandbox, program: Program, stop: Event) -> Execution:
        with lock:
            now.append(1)
            others = len(now) - 1
        try:
            assert program.build
            if b"loser" not in b"".join(p.read_bytes() for p in program.build.glob("*.py")):
                return whole(sandbox, program, stop)
            if of_loser:
                assert others == 0
            of_loser.append(1)
            return LOST if len(of_loser) <= times else whole(sandbox, program, stop)
        finally:
            with lock:
                now.pop()

    monkeypatch.setattr(grading, "run", run)
    only = school.grading.tests.cases[:1]
    tests = replace(school.grading.tests, cases=only)
    handed_in = school.hand_in(loser=PRINTS + "# loser", **dict.fromkeys("abc", PRINTS))
    school.grading = replace(school.grading, tests=tests)
    verdicts = school.grade(handed_in)
    assert verdicts.pop(("loser.py", "0/0")) == expected
    assert set(verdicts.values()) == {"AC"}
    assert len(of_loser) == min(times, 1) + 1


@pytest.mark.parametrize("error", [RecursionError(), OSError(7, "Argument list too long")])
@pytest.mark.parametrize("where", ["compile_submission", "run"])
def test_whatever_goes_wrong_is_a_verdict(
    school: Class, monkeypatch: pytest.MonkeyPatch, error: Exception, where: str
) -> None:
    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr(grading, where, fails)
    assert set(school.grade(school.hand_in(one=PRINTS)).values()) == {"JE"}


def test_a_full_disk_is_not_the_submissions_fault(
    school: Class, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "/tmp/x")

    monkeypatch.setattr("ineqsudoku.apps.sandbox.compilation.unpack", full)
    if not school.grading.sandbox.isolates:
        monkeypatch.setattr(Submission, "write", full)
    assert set(school.grade(school.hand_in(one=PRINTS)).values()) == {"JE"}


def test_room_is_looked_for_before_anything_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=10 << 20))
    with pytest.raises(IneqSudokuError, match=r"has 10 MiB free, but .* TMPDIR"), scratch():
        pass


def test_what_was_compiled_is_removed_when_it_is_not_needed(school: Class) -> None:
    school.grading = replace(school.grading, jobs=1)
    handed_in = school.hand_in(one=PRINTS, two=PRINTS, three="(")
    with scratch() as folder:
        seen = [
            {path.name for path in folder.iterdir()}
            for _ in grade(handed_in, school.grading, folder, {})
        ]
        assert list(folder.iterdir()) == []
    assert max(map(len, seen)) == 1


@pytest.mark.slow
def test_the_path_of_a_program_does_not_tell_its_place_in_the_order(school: Class) -> None:
    handed_in = school.hand_in(**dict.fromkeys(["one", "two", "three"], PRINTS))
    with scratch() as folder:
        seen = {
            path.name
            for _ in grade(handed_in, school.grading, folder, {})
            for path in folder.iterdir()
        }
    assert seen
    assert all(re.fullmatch("[0-9a-f]{16}", name) for name in seen)


@needs_tool("gcc")
def test_a_program_that_cannot_be_executed_is_at_fault(tmp_path: Path) -> None:
    language = replace(KNOWN["c"], compile=("cp", "{main}", "program"))
    (tmp_path / "x").mkdir()
    school = Class(tmp_path / "x", Unisolated())
    (tmp_path / "a.c").write_text("not a program")
    handed_in = [submission(str(tmp_path / "a.c"), {"c": language})]
    assert set(school.grade(handed_in).values()) == {"RE"}


def test_limits_of_subtasks(school: Class) -> None:
    (school.folder / "tests" / "subtasks.toml").write_text(
        '[[subtask]]\nname = "a"\ntests = ["0/*"]\ntime_limit = 0.1\nmemory_limit = 50\n'
        '[[subtask]]\nname = "b"\ntests = ["*"]\n'
    )
    grading = replace(school.grading, tests=read_tests(str(school.folder / "tests")))
    first, *_, last = grading.tests.cases
    assert grading.limits_of(first) == replace(LIMITS, cpu=0.1, memory=50)
    assert grading.limits_of(last) == LIMITS


SLEEPS_ON_A_BLANK_LINE = f"""
import sys, time
time.sleep(1000 if sys.stdin.read().endswith("\\n\\n") else 0)
{PRINTS}
"""


def test_closing_a_grade_ends_its_running_programs(school: Class) -> None:
    tests = school.folder / "tests"
    (tests / "0" / "2.in").write_text(f"{CONTEST}\n")
    limits = Limits(cpu=60, idle=1000)
    grading = replace(school.grading, tests=read_tests(str(tests)), limits=limits, jobs=2)
    with scratch() as folder:
        graded = grade(school.hand_in(sleeper=SLEEPS_ON_A_BLANK_LINE), grading, folder, {})
        assert {next(graded).run.verdict for _ in range(2)} == {"AC"}
        # The last run was started before the second one was yielded.
        deadline = time.monotonic() + 300
        while not commands_with(folder):
            assert time.monotonic() < deadline, "the program does not start"
            time.sleep(0.01)
        graded.close()
        assert not commands_with(folder)


@pytest.mark.parametrize("command", ["bwrap", "python3"])
def test_a_scratch_folder_that_was_left_behind_is_tidied_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("ineqsudoku.apps.sandbox.machine._YOUNG", -1.0)
    build = tmp_path / "ineqsudoku-grade-old" / "0" / "build"
    build.mkdir(parents=True)
    script = "print(flush=True); input()"
    waiting = subprocess.Popen(
        [sys.executable, "-c", script, command, build],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert waiting.stdout
    waiting.stdout.readline()  # From now on /proc knows its arguments.
    with scratch() as mine, scratch() as other:
        assert {path.name for path in tmp_path.iterdir()} == {mine.name, other.name}
    assert waiting.wait(120) == -signal.SIGKILL
    waiting.communicate()
    assert list(tmp_path.iterdir()) == []


def test_a_scratch_folder_is_tidied_up_where_there_is_no_proc(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_proc(path: str, whole: Callable[[str], object]) -> object:
        if str(path).startswith("/proc"):
            raise FileNotFoundError
        return whole(path)

    for name in ("listdir", "scandir"):
        monkeypatch.setattr(os, name, partial(without_proc, whole=getattr(os, name)))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("ineqsudoku.apps.sandbox.machine._YOUNG", -1.0)
    (tmp_path / "ineqsudoku-grade-old").mkdir()
    with scratch() as mine:
        assert list(tmp_path.iterdir()) == [mine]


# --- the store ---------------------------------------------------------------------------------


@pytest.fixture
def attempt(tmp_path: Path) -> Attempt:
    school = Class(tmp_path, Unisolated())
    return school.grading.attempts(school.hand_in(one=PRINTS)[0])[0]


RUN = Run(Verdict.WA, "非 words", 0.5, 0.6, 12.3, 0, None, "stderr", "1 2 3")


def test_a_store_keeps_runs(tmp_path: Path, attempt: Attempt) -> None:
    path = tmp_path / "results.sqlite"
    with ResultsDb(path, resume=False) as store:
        store.add("a", Graded(attempt, RUN))
        store.add("b", Graded(attempt, replace(RUN, verdict=Verdict.JE)))
    with ResultsDb(path, resume=True) as store:
        assert store.load() == {"a": RUN}
        store.add("c", Graded(attempt, RUN))
    with ResultsDb(path, resume=True) as store:
        assert store.load() == {"a": RUN, "c": RUN}
    with ResultsDb(path, resume=False) as store:
        assert store.load() == {}
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM runs").fetchone() == (3,)
    connection.close()


def test_a_store_is_one_runs_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with (
        ResultsDb(path, resume=False),
        pytest.raises(IneqSudokuError, match="in use by another grade"),
    ):
        ResultsDb(path, resume=True)


@pytest.mark.parametrize("data", [b"rubbish" * 1000, b"SQLite format 3\0" + b"x" * 1000])
def test_what_is_no_store_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "results.sqlite"
    path.write_bytes(data)
    with pytest.raises(IneqSudokuError, match=r"results\.sqlite"):
        ResultsDb(path, resume=False)
    assert path.read_bytes() == data


def test_other_peoples_databases_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (x)")
    connection.close()
    with pytest.raises(IneqSudokuError, match="belongs to another program"):
        ResultsDb(path, resume=False)


DAMAGED = [
    "[]",
    "1",
    "null",
    "{}",
    '{"code": "a"}',
    '{"code": "a", "english": "{x.y}", "plural": "", "arguments": [["x", 1]]}',
    '{"code": "a", "english": "{", "plural": "", "arguments": [["x", 1]]}',
    '{"code": "a", "english": 1, "plural": "", "arguments": []}',
    '{"code": "a", "english": "a", "plural": "as", "arguments": [["n", "x"]]}',
    '{"values": [null], "joint": "and"}',
    '{"values": [], "joint": "or else"}',
]
"""JSON that is no message."""


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE runs SET run = '{'",
        "UPDATE runs SET run = '[]'",
        "UPDATE runs SET run = 5",
        "UPDATE runs SET run = x'ff'",
        "UPDATE runs SET run = CAST(x'22ff22' AS TEXT)",
        "UPDATE runs SET run = json_set(run, '$.cpu', 'x')",
        *(f"UPDATE runs SET run = json_set(run, '$.words', json('{words}'))" for words in DAMAGED),
        f"UPDATE runs SET run = '{'[' * 100_000}'",
        "ALTER TABLE runs DROP COLUMN run",
        "DROP TABLE runs",
        "DROP TABLE runs; CREATE TABLE runs (x)",
        "DROP TABLE grades; CREATE TABLE grades (grade TEXT); INSERT INTO grades VALUES ('x')",
    ],
)
def test_a_damaged_store_is_refused_or_its_runs_are_made_again(
    tmp_path: Path, attempt: Attempt, statement: str
) -> None:
    path = tmp_path / "results.sqlite"
    with ResultsDb(path, resume=False) as store:
        store.add("a", Graded(attempt, RUN))
    connection = sqlite3.connect(path)
    connection.executescript(statement)
    connection.close()
    with suppress(IneqSudokuError), ResultsDb(path, resume=True) as store:
        assert store.load() == {}
        store.add("b", Graded(attempt, RUN))
