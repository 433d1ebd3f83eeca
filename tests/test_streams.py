"""The program in a rough environment: closed streams, narrow encodings, signals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from puzzles import CONTEST, CONTEST_ANSWER, EXAMPLES

import ineqsudoku as iq

PROGRAM = f"{sys.executable} -m ineqsudoku"
INPUT = EXAMPLES / "cqoi2013.in"


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", command],
        env={**os.environ, **environment},
        capture_output=True,
        encoding="ascii",
        errors="replace",
        check=False,
    )


@pytest.mark.parametrize(
    ("command", "code", "out"),
    [
        (f"{PROGRAM} solve {INPUT} >&-", 0, ""),
        (f"{PROGRAM} solve {INPUT} 2>&-", 0, CONTEST_ANSWER),
        (f"{PROGRAM} solve <&-", 2, ""),
        (f"{PROGRAM} check {INPUT} - <&-", 1, "shape: "),
        (f"{PROGRAM} solve nowhere 2>&-", 2, ""),
    ],
)
def test_closed_streams_do_no_harm(command: str, code: int, out: str) -> None:
    ran = shell(command)
    assert ran.returncode == code
    assert ran.stdout.startswith(out)
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_narrow_encoding_does_no_harm(encoding: str) -> None:
    help_text = shell(f"{PROGRAM} --help", PYTHONIOENCODING=encoding)
    assert (help_text.returncode, help_text.stderr) == (0, "")
    wide = CONTEST_ANSWER.replace("5", "５", 1)
    ran = shell(f"echo '{wide}' | {PROGRAM} check {INPUT} -", PYTHONIOENCODING=encoding)
    assert (ran.returncode, ran.stderr) == (1, "")
    assert ran.stdout.startswith("range: r1c1 is ")


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_ended_program_leaves_nothing_behind(end: signal.Signals, tmp_path: Path) -> None:
    """It is ended in the middle of a file, when some of it has been written."""
    endless = tmp_path / "endless.in"
    endless.write_text(f"{iq.read(CONTEST).signs}\n" * 20_000, encoding="ascii")
    folder = tmp_path / "answers"
    arguments = [*PROGRAM.split(), "solve", "--output-dir", str(folder), str(endless)]
    with subprocess.Popen(arguments, stderr=subprocess.PIPE) as program:
        while not (folder.is_dir() and any(path.stat().st_size for path in folder.iterdir())):
            assert program.poll() is None
            time.sleep(0.01)
        program.send_signal(end)
        assert program.stderr
        assert program.stderr.read().strip() == b"interrupted"
        assert program.wait() == -end
    assert list(folder.iterdir()) == []
