"""Runs the command line inside the test's own process, or in a process of its own."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from ineqsudoku.apps.cli.main import main

PROGRAM = [sys.executable, "-m", "ineqsudoku"]

INTERRUPTED = 130
"""The exit code after Ctrl-C."""


class Ran(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


class _Terminal(io.BytesIO):
    """A terminal on which nobody types."""

    def isatty(self) -> bool:
        return True


Command = Callable[..., Ran]


@pytest.fixture
def ineqsudoku(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Calls `ineqsudoku ARGUMENTS…` as a shell would, with bytes for standard input, or a
    terminal for it when there are none."""

    def run(*arguments: object, stdin: bytes | None = None) -> Ran:
        monkeypatch.setattr(sys, "argv", ["ineqsudoku", *map(str, arguments)])
        stream = io.TextIOWrapper(_Terminal() if stdin is None else io.BytesIO(stdin))
        monkeypatch.setattr(sys, "stdin", stream)
        with pytest.raises(SystemExit) as left:
            main()
        code = left.value.code or 0
        assert isinstance(code, int)
        return Ran(code, *capsys.readouterr())

    return run


def run_program(*arguments: object, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run `ineqsudoku ARGUMENTS…` in a process of its own."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    command = [*PROGRAM, *map(str, arguments)]
    return subprocess.run(command, text=True, check=False, **{**pipes, **options})
