"""`check` and `validate` as judges call them, with streams and files that cannot be used."""

from __future__ import annotations

import os
import shlex
import subprocess
from itertools import product
from pathlib import Path

import pytest
from commands import PROGRAM, Command, run_program
from effort import slow
from forks import BROKEN, CLOSED, Call, exit_codes
from outputs import RIGHT
from puzzles import CONTEST, CONTEST_ANSWER
from test_protocols import ARGUMENTS, BY_VERDICT, CODES, Files

FULL = "/dev/full"
STREAMS = {
    "all right": {},
    "stderr closed": {"stderr": CLOSED},
    "stderr full": {"stderr": FULL},
    "stderr unread": {"stderr": BROKEN},
    "stdout closed": {"stdout": CLOSED},
    "stdout full": {"stdout": FULL},
    "stdout unread": {"stdout": BROKEN},
    "both closed": {"stdout": CLOSED, "stderr": CLOSED},
    "both full": {"stdout": FULL, "stderr": FULL},
    "both unread": {"stdout": BROKEN, "stderr": BROKEN},
}

VERDICT_IN = {"cms": "stdout", "syzoj": "stdout", "uoj": "stderr"}
"""Where judges read the verdict that do not read it from the exit code or a file."""


@pytest.fixture(params=CODES)
def files(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Files:
    """A folder with an output for each verdict, and one with input that makes a judge's error."""
    monkeypatch.chdir(tmp_path)
    for name in (*BY_VERDICT, "JE"):
        files = Files(tmp_path / name, request.param)
        files.folder.mkdir()
        files.path("feedback").mkdir()
        files.path("01.in").write_text(CONTEST if name in BY_VERDICT else "nonsense")
        files.path("01.ans").write_text(CONTEST_ANSWER)
        files.path("01.out").write_bytes(BY_VERDICT.get(name, BY_VERDICT["AC"]).data)
    return Files(tmp_path, request.param)


def call(files: Files, verdict: str, arguments: str = "", **streams: str) -> Call:
    """Call the program in the folder of a verdict."""
    words = (arguments or ARGUMENTS[files.protocol]).split()
    if files.protocol == "kattis":
        streams = {"stdin": "01.out", **streams}
    return Call(
        ["check", "--protocol", files.protocol, *words], str(files.folder / verdict), **streams
    )


def core(*protocols: str) -> pytest.MarkDecorator:
    """Use these protocols in the core tests, and the others only in the thorough tests."""
    others = [name for name in CODES if name not in protocols]
    return pytest.mark.parametrize("files", [*protocols, *slow(others)], indirect=True)


@pytest.mark.slow
def test_a_broken_stream_never_makes_a_contestants_fault(files: Files) -> None:
    """It changes nothing, or is the judge's error where the verdict cannot be told."""
    of_protocol = CODES[files.protocol]
    place = VERDICT_IN.get(files.protocol)
    cases = list(product(of_protocol, STREAMS.values()))
    codes = exit_codes(call(files, verdict, **streams) for verdict, streams in cases)
    for (verdict, streams), code in zip(cases, codes, strict=True):
        assert code == of_protocol["JE" if place in streams else verdict], (verdict, streams)


@core("testlib", "cms", "uoj")
@pytest.mark.parametrize("redirection", [">&- 2>&-", "> /dev/full 2>&1"])
def test_a_broken_stream_at_the_start_of_python(files: Files, redirection: str) -> None:
    arguments = ARGUMENTS[files.protocol]
    stdin = "01.out" if files.protocol == "kattis" else os.devnull
    program = shlex.join([*PROGRAM, "check", "--protocol", files.protocol])
    command = f"{program} {arguments} < {stdin} {redirection}"
    ran = subprocess.run(command, shell=True, cwd=files.folder / "WA", check=False)
    lost = files.protocol in VERDICT_IN
    assert ran.returncode == CODES[files.protocol]["JE" if lost else "WA"]


UNWRITABLE = {
    "testlib": [
        "01.in 01.out 01.ans nowhere/report",
        "01.in 01.out 01.ans feedback -appes",
        "01.in 01.out 01.ans /dev/full",
        "01.in 01.out 01.ans /dev/full -appes",
    ],
    "uoj": ["01.in 01.out 01.ans /dev/full", "01.in 01.out 01.ans feedback"],
    "kattis": ["01.in 01.ans nowhere", "01.in 01.ans 01.in"],
    "lemon": [
        "01.in 01.out 01.ans 10 nowhere/score message",
        "01.in 01.out 01.ans 10 /dev/full message",
        "01.in 01.out 01.ans 10 score /dev/full",
    ],
}


@pytest.mark.parametrize("files", UNWRITABLE, indirect=True)
@pytest.mark.parametrize("verdict", ["WA", *slow(["AC", "PE"])])
@pytest.mark.parametrize("streams", ["all right", *slow(["stderr closed", "both full"])])
def test_a_file_that_cannot_be_written_is_the_judges_error(
    files: Files, streams: str, verdict: str
) -> None:
    codes = exit_codes(
        call(files, verdict, arguments, **STREAMS[streams])
        for arguments in UNWRITABLE[files.protocol]
    )
    assert set(codes) == {CODES[files.protocol]["JE"]}
    assert not (files.folder / verdict / "score").exists()


@pytest.mark.parametrize("files", ["kattis"], indirect=True)
def test_kattis_has_to_open_standard_input(files: Files) -> None:
    assert exit_codes(call(files, verdict, stdin=CLOSED) for verdict in BY_VERDICT) == [1] * 3


def without_kernel(arguments: list[str], folder: Path, stdin: bytes) -> int:
    """Return the exit code where a kernel is wanted that does not exist."""
    environment = {**os.environ, "INEQSUDOKU_KERNEL": "nonsense"}
    ran = run_program(*arguments, cwd=folder, env=environment, input=stdin.decode())
    assert "Traceback" not in ran.stderr
    return ran.returncode


@core("testlib", "qduoj")
def test_a_kernel_that_a_checker_lacks_is_the_judges_error(files: Files) -> None:
    folder = files.folder / "AC"
    Files(folder, files.protocol).path("01.ans").write_text("no solution")  # to be proved
    arguments = ["check", "--protocol", files.protocol, *ARGUMENTS[files.protocol].split()]
    code = without_kernel(arguments, folder, RIGHT if files.protocol == "kattis" else b"")
    # QDUOJ has no answer file, hence no need of a proof.
    assert code == CODES[files.protocol]["AC" if files.protocol == "qduoj" else "JE"]


VALIDATORS = {"kattis": (42, 43, 1), "testlib": (0, 3, 3), "uoj": (0, 3, 3)}


@pytest.mark.slow
@pytest.mark.parametrize("protocol", VALIDATORS)
def test_a_broken_stream_changes_nothing_for_a_validator(protocol: str, tmp_path: Path) -> None:
    (tmp_path / "valid").write_text(CONTEST)
    (tmp_path / "invalid").write_text(CONTEST[:-4])
    arguments = ["validate", "--protocol", protocol]
    calls = [
        Call(arguments, str(tmp_path), **{"stdin": stdin, **streams})
        for streams in STREAMS.values()
        for stdin in ("valid", "invalid", CLOSED)
    ]
    assert exit_codes(calls) == [*VALIDATORS[protocol]] * len(STREAMS)


@pytest.mark.parametrize("protocol", VALIDATORS)
@pytest.mark.parametrize("option", ["--limit=0", "--help", "-h", "--testset"])
def test_a_validator_says_nothing_of_an_input_that_it_did_not_read(
    ineqsudoku: Command, protocol: str, option: str
) -> None:
    ran = ineqsudoku("validate", "--protocol", protocol, option, stdin=CONTEST.encode())
    valid, _, error = VALIDATORS[protocol]
    is_ignored = (protocol, option) == ("kattis", "--testset")
    assert ran.code == (valid if is_ignored else error)


@pytest.mark.parametrize("protocol", ["kattis", *slow(["testlib", "uoj"])])
def test_a_kernel_that_a_validator_lacks_says_nothing_of_an_input(
    protocol: str, tmp_path: Path
) -> None:
    code = without_kernel(["validate", "--protocol", protocol], tmp_path, CONTEST.encode())
    assert code == VALIDATORS[protocol][2]
